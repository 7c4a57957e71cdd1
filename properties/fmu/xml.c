/* Reads documents with libxml2 (xml.h). */
#include "properties/fmu/xml.h"

#include <libxml/parser.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/memory.h"

/* Called at a document type, before what it declares. */
static void refuse_type(void *context, const xmlChar *name, const xmlChar *external,
                        const xmlChar *system)
{
    xmlParserCtxtPtr parser = context;
    (void)name, (void)external, (void)system;
    *(bool *)parser->_private = true;
    xmlStopParser(parser);
}

static bool say_error(xmlParserCtxtPtr parser, char *problem)
{
    const xmlError *error = xmlCtxtGetLastError(parser);
    const char *text = error && error->message ? error->message : "it cannot be read";
    return fmu_wrong(problem, "has a modelDescription.xml that is not well formed: line %d: %.*s",
                     error ? error->line : 0, (int)strcspn(text, "\n"), text);
}

xmlDocPtr xml_read(const char *path, char problem[FMU_PROBLEM])
{
    bool has_type = false;
    xmlParserCtxtPtr parser = xmlNewParserCtxt();
    if (!parser) {
        fmu_wrong(problem, "cannot be read: out of memory");
        return NULL;
    }
    parser->_private = &has_type;
    parser->sax->internalSubset = refuse_type;
    xmlDocPtr document = xmlCtxtReadFile(parser, path, NULL,
                                         XML_PARSE_NONET | XML_PARSE_NOERROR | XML_PARSE_NOWARNING);
    if (has_type || !document) {
        if (has_type)
            fmu_wrong(problem,
                      "has a modelDescription.xml with a document type, whose entities could have "
                      "no end: expected a plain document");
        else
            say_error(parser, problem);
        xmlFreeDoc(document);
        document = NULL;
    }
    xmlFreeParserCtxt(parser);
    return document;
}

bool xml_is(const xmlNode *element, const char *name)
{
    return strcmp((const char *)element->name, name) == 0;
}

xmlNodePtr xml_element(xmlNodePtr first)
{
    while (first && first->type != XML_ELEMENT_NODE)
        first = first->next;
    return first;
}

xmlNodePtr xml_child(const xmlNode *parent, const char *name)
{
    xmlNodePtr child = parent ? xml_element(parent->children) : NULL;
    while (child && !xml_is(child, name))
        child = xml_element(child->next);
    return child;
}

char *xml_text(const xmlNode *element, const char *name, const char *otherwise)
{
    xmlChar *value = xmlGetNoNsProp(element, (const xmlChar *)name);
    char *text = value       ? memory_text("%s", (const char *)value)
                 : otherwise ? memory_text("%s", otherwise)
                             : NULL;
    xmlFree(value);
    return text;
}

double xml_number(const xmlNode *element, const char *name, double otherwise, bool *is_wrong)
{
    char *text = xml_text(element, name, NULL), *end;
    if (!text)
        return otherwise;
    const double value = strtod(text, &end);
    if (end == text || end[strspn(end, " \t\n")] != '\0' || isnan(value))
        *is_wrong = true;
    free(text);
    return value;
}

bool xml_flag(const xmlNode *element, const char *name)
{
    char *text = xml_text(element, name, "");
    const bool is_set = strcmp(text, "true") == 0 || strcmp(text, "1") == 0;
    free(text);
    return is_set;
}
