/* Lists laws and properties for people, on standard output. */
#ifndef BRISTLE_PROPERTIES_VERIFICATION_LIST_H
#define BRISTLE_PROPERTIES_VERIFICATION_LIST_H

/* verify_list prints models and properties; verify_catalogue prints the models as a Markdown
 * table. */
void verify_list(void);
void verify_catalogue(void);

#endif
