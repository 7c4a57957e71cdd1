/* The table of the benchmark of detection is what its runs say. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "benchmarks/speed/detection_rows.h"
#include "tools/base/memory.h"

enum { LAWS = 5, SEEDS = 3 };

static const struct flawed_family family = { "made_up", "s", PASSIVITY, "so", NULL };

/* Three flawed laws, the hardest of which is found although the one before is not, and two right
 * ones, of which one is refuted once. */
static struct flawed_law laws[LAWS];
static struct detection runs[LAWS * DETECTORS * SEEDS];

static struct detections made_up(unsigned by)
{
    const struct detections d = { laws, LAWS, by, SEEDS, runs };
    static const unsigned found[LAWS] = { 3, 1, 2, 0, 1 };
    for (unsigned i = 0; i < LAWS; i++) {
        laws[i] = (struct flawed_law){
            .family = &family, .is_right = i > 2, .difficulty = i + 1, .name = "made_up"
        };
        struct detection *of = &runs[((size_t)i * DETECTORS + DETECT_RANDOM) * SEEDS];
        for (unsigned k = 0; k < SEEDS; k++)
            of[k] = (struct detection){ k < found[i] ? DETECTED_FLAW : DETECTED_UNDECIDED,
                                        100 * i + k + 1, 2 * i + 1 };
    }
    return d;
}

static char *table(const struct detections *d)
{
    struct memory_stream stream;
    detection_table(memory_open(&stream), d);
    return memory_close(&stream);
}

Test(detection, sums_up_runs)
{
    const struct detections d = made_up(1u << DETECT_GUIDED | 1u << DETECT_RANDOM);
    char *text = table(&d);
    /* nothing is said of what the first search did, since it found nothing */
    cr_expect_str_eq(text,
                     "                 guided random median  most    half   not  false\n"
                     "family      laws  found  found   sims holds    to d  dec. alarms\n"
                     "made_up        3    0 %   67 %      -     -       -     0      1\n"
                     "all            3    0 %   67 %      -     -             0      1\n",
                     "%s", text);
    free(text);
}

Test(detection, says_how_hard_a_flaw_is_still_found)
{
    const struct detections d = made_up(1u << DETECT_RANDOM);
    char *text = table(&d);
    /* half of the runs found the first law alone; of six runs the third took 3 simulations */
    cr_expect_str_eq(text,
                     "                 random median  most    half   not  false\n"
                     "family      laws  found   sims holds    to d  dec. alarms\n"
                     "made_up        3   67 %      3     5       1     8      1\n"
                     "all            3   67 %      3     5             8      1\n",
                     "%s", text);
    free(text);
}

Test(detection, writes_a_row_for_each_law_and_search)
{
    const struct detections d = made_up(1u << DETECT_RANDOM);
    struct memory_stream stream;
    detection_rows(memory_open(&stream), FORMAT_CSV, &d);
    char *text = memory_close(&stream);
    cr_expect_str_eq(text,
                     "law,family,property,claim,difficulty,held_back,search,seeds,refuted,"
                     "undecided,failed,median,holds\n"
                     "made_up,made_up,passivity,false,1,false,random,3,3,0,0,2,1\n"
                     "made_up,made_up,passivity,false,2,false,random,3,1,2,0,101,3\n"
                     "made_up,made_up,passivity,false,3,false,random,3,2,1,0,201,5\n"
                     "made_up,made_up,passivity,true,4,false,random,3,0,3,0,0,0\n"
                     "made_up,made_up,passivity,true,5,false,random,3,1,2,0,0,0\n",
                     "%s", text);
    free(text);
}
