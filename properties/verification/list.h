/* What there is to verify, for people. */
#ifndef BRISTLE_PROPERTIES_VERIFICATION_LIST_H
#define BRISTLE_PROPERTIES_VERIFICATION_LIST_H

/* Models and properties; and the models as a Markdown table. To standard output. */
void verify_list(void);
void verify_catalogue(void);

#endif
