/* Prints a value of a JSON document, for tests of command lines:
 *
 *     json_value KEY... <FILE
 *
 * Each KEY names a member of an object, or the place in an array, from 0 on. The value is printed
 * in one line, a text without its quotation marks. Exit 1: there is none; 2: it is no JSON.
 */
#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { LARGEST = 1 << 24 };

int main(int argc, char **argv)
{
    static char text[LARGEST];
    text[fread(text, 1, sizeof text - 1, stdin)] = '\0';
    cJSON *json = cJSON_ParseWithOpts(text, NULL, true);
    const cJSON *value = json;
    if (!json)
        return 2;
    for (int i = 1; i < argc && value; i++)
        value = cJSON_IsArray(value) ? cJSON_GetArrayItem(value, atoi(argv[i]))
                                     : cJSON_GetObjectItemCaseSensitive(value, argv[i]);
    if (!value) {
        cJSON_Delete(json);
        return 1;
    }
    char *printed = cJSON_PrintUnformatted(value);
    puts(cJSON_IsString(value) ? value->valuestring : printed);
    cJSON_free(printed);
    cJSON_Delete(json);
    return 0;
}
