/* Documents of XML with libxml2, which come from outside, and the attributes of their elements. */
#ifndef BRISTLE_PROPERTIES_FMU_XML_H
#define BRISTLE_PROPERTIES_FMU_XML_H

#include <libxml/tree.h>

#include "properties/fmu/problem.h"

/* Reads a file. Returns NULL, with a problem, when it is not well formed or declares a document
 * type: then no entity is ever expanded. Nothing else is read, from a disk or a net. To be freed by
 * xmlFreeDoc. */
xmlDocPtr xml_read(const char *path, char problem[FMU_PROBLEM]);

/* Returns the first element of that name among those after `from`'s beginning; NULL: none. */
xmlNodePtr xml_child(const xmlNode *parent, const char *name);

/* Returns the next element, or NULL: `first` itself where it is one. */
xmlNodePtr xml_element(xmlNodePtr first);

/* Returns true when the element has that name. */
bool xml_is(const xmlNode *element, const char *name);

/* Returns the attribute's text, to be freed; otherwise's copy where there is none, or NULL. */
char *xml_text(const xmlNode *element, const char *name, const char *otherwise);

/* Returns the attribute as a number; otherwise where there is none. Sets *is_wrong for another
 * text. */
double xml_number(const xmlNode *element, const char *name, double otherwise, bool *is_wrong);

/* Returns true when the attribute says so. */
bool xml_flag(const xmlNode *element, const char *name);

#endif
