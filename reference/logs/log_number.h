/* Numbers in the cells of a file. */
#ifndef BRISTLE_REFERENCE_LOGS_LOG_NUMBER_H
#define BRISTLE_REFERENCE_LOGS_LOG_NUMBER_H

/* LOG_NUMBER_NONE: an empty cell, or one that is infinite or no number, such as "nan". */
enum log_number { LOG_NUMBER, LOG_NUMBER_NONE, LOG_NUMBER_TEXT, LOG_NUMBER_OTHER_MARK };

/* Reads a decimal number, correctly rounded. mark: the decimal mark that numbers of the file have,
 * '.' or ','; 0 where none had one yet, which then is set. A number with another mark is
 * LOG_NUMBER_OTHER_MARK: it may be thousands. */
enum log_number log_number(const char *text, char *mark, double *value);

#endif
