/* detection: which flaws of laws the search finds, and with how many simulations. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "benchmarks/speed/detection_rows.h"
#include "properties/checker/property.h"
#include "properties/judgement/judge.h"
#include "tools/base/cli.h"
#include "tools/base/memory.h"
#include "tools/base/near.h"
#include "tools/base/options.h"
#include "tools/base/subprocess.h"

enum { MOST_FAMILIES = 64 };

struct request {
    uint64_t families; /* by bit; 0: all */
    const char *law, *write, *path;
    unsigned number; /* of the laws in their families; 0: all */
    unsigned by;     /* the searches, by bit */
    unsigned seeds, trials, jobs;
    double timeout;
    uint64_t serve; /* the seed */
    bool is_held_back, is_served;
    enum format format;
};

static const char *family_name(size_t i)
{
    return i < flawed_families() ? flawed_family_at(i)->name : NULL;
}

static const char *law_name(size_t i)
{
    static struct flawed_law law;
    if (i >= flawed_count())
        return NULL;
    law = flawed_at(i);
    return law.name;
}

/* Returns the index of a name, or ends the program: `what` says of what it is none. */
static size_t index_of(const char *name, const char *what, const char *(*name_at)(size_t),
                       const char *list)
{
    size_t i = 0;
    while (name_at(i) && strcmp(name_at(i), name) != 0)
        i++;
    if (!name_at(i))
        near_refuse(what, name, name_at, list);
    return i;
}

static void read_families(void *request, char *text)
{
    char *names[MOST_FAMILIES];
    struct request *r = request;
    const size_t n = option_split("--family", "names", text, names, MOST_FAMILIES);
    r->families = 0;
    for (size_t i = 0; i < n; i++)
        r->families |= (uint64_t)1
                       << index_of(names[i], "--family: unknown family", family_name, "--list");
}

static bool has_family(const struct request *r, const struct flawed_family *family)
{
    size_t k = 0;
    while (flawed_family_at(k) != family)
        k++;
    return r->families == 0 || r->families >> k & 1;
}

static void read_law(void *request, char *name)
{
    index_of(name, "--law: unknown law", law_name, "--list");
    ((struct request *)request)->law = name;
}

static const char *detector_name(size_t i) { return detector_names[i]; }

static void read_searches(void *request, char *text)
{
    char *names[DETECTORS];
    struct request *r = request;
    const size_t n = option_split("--search", "names", text, names, DETECTORS);
    r->by = 0;
    for (size_t i = 0; i < n; i++)
        r->by |= 1u << index_of(names[i], "--search: unknown search", detector_name, "--help");
}

static void read_serve(void *request, char *text)
{
    struct request *r = request;
    r->serve = cli_count("--serve", text, 0, UINT64_MAX);
    r->is_served = true;
}

static void show_list(void)
{
    for (size_t i = 0; i < flawed_count(); i++) {
        const struct flawed_law law = flawed_at(i);
        if (law.number == 1 && !law.is_right)
            printf("%s: %s; d: %s\n", law.family->name, property_info[law.family->property].name,
                   law.family->knob);
        printf("  %-18s d = %-6.3g %s%s\n", law.name, law.difficulty,
               law.is_right ? "right" : "flawed", law.is_held_back ? ", held back" : "");
        if (law.is_right)
            printf("    %s\n", law.family->why);
    }
}

static const struct option_entry options[] = {
    { "family", "F,F", "only these families", OPTION_CALL, .read = read_families },
    { "law", "L", "only this law", OPTION_CALL, .read = read_law },
    { "difficulty", "N", "only the N-th flawed law of each family, 1 the easiest", OPTION_UNSIGNED,
      .into = offsetof(struct request, number), .lo = 1, .hi = 99 },
    { "search", "S,S", "of guided, random, crs2, isres, esch, direct_l (default: guided,random)",
      OPTION_CALL, .read = read_searches },
    { "seeds", "N", "seeds 0 .. N-1", OPTION_UNSIGNED, .into = offsetof(struct request, seeds),
      .lo = 1, .hi = 1000, .initial = "3" },
    { "trials", "N", "simulations of a run, at most (default 50000)", OPTION_UNSIGNED,
      .into = offsetof(struct request, trials), .lo = 1, .hi = 1000000000 },
    { "held-back", NULL, "the laws that are held back, and no others", OPTION_FLAG,
      .into = offsetof(struct request, is_held_back) },
    { "timeout", "S", "seconds of a run, which has failed then (default 3600)", OPTION_POSITIVE,
      .into = offsetof(struct request, timeout) },
    { "jobs", "N", "runs at a time (default: all cores); results do not depend on it",
      OPTION_UNSIGNED, .into = offsetof(struct request, jobs), .lo = 1, .hi = 256,
      .is_aside = true },
    { "write", "DIR", "instead: write the texts of the laws, and the witnesses of the flawed ones",
      OPTION_TEXT, .into = offsetof(struct request, write), .is_aside = true },
    { "serve", "SEED",
      "instead: let an optimiser in another program search for the flaw of --law, through stdin "
      "and "
      "stdout (benchmarks/speed/dual_annealing.py)",
      OPTION_CALL, .read = read_serve, .is_aside = true },
    OPTIONS_OUTPUT(struct request),
    { "list", NULL, "show the laws by family, which are held back, and why right ones are right",
      OPTION_SHOW, .show = show_list },
    { NULL },
};

static const struct command command_line = {
    .name = "detection",
    .usage = "[OPTION]...",
    .about =
        "How much of what is wrong the search finds: laws with one flaw each, in families that "
        "grow harder, and right laws that look suspicious. Every run starts from the bare "
        "claim, with one seed. A flaw is found when a violation is certified in ball "
        "arithmetic.",
    .options = options,
    .notes = "Columns: flawed laws; the share of runs that found the flaw, by search; of the first "
             "search, the median of simulations where it was found, the segments of the longest "
             "simplest witness, the difficulty d up to which half of the runs found every flaw, "
             "and runs without a verdict; false alarms of all searches on right laws (-: no such "
             "law). --format csv and json have a row for each law and search.",
    .examples = { "detection --list", "detection --family band,pair --trials 2000",
                  "detection --law speed_3 --search guided,crs2 --seeds 5",
                  "detection --difficulty 1 --seeds 1 --trials 200 --format csv" },
    .exits = "0, or 1 when a right law is refuted or a run has failed, or 2 for wrong usage.",
};

static bool is_asked_for(const struct request *r, const struct flawed_law *law)
{
    return law->is_held_back == r->is_held_back && has_family(r, law->family) &&
           (!r->law || strcmp(r->law, law->name) == 0) &&
           (r->number == 0 || (r->number == law->number && !law->is_right));
}

static size_t choose(const struct request *r, struct flawed_law laws[])
{
    size_t n = 0;
    for (size_t i = 0; i < flawed_count(); i++) {
        const struct flawed_law law = flawed_at(i);
        if (r->law && strcmp(r->law, law.name) == 0 && law.is_held_back && !r->is_held_back)
            cli_fail("--law: '%s' is held back; results over it take --held-back", r->law);
        if (is_asked_for(r, &law))
            laws[n++] = law;
    }
    if (n == 0)
        cli_fail("no law fits --family, --law, --difficulty and --held-back: see --list");
    return n;
}

static void write_text(const char *folder, const char *name, const char *end, char *text)
{
    char *path = memory_text("%s/%s%s", folder, name, end);
    struct cli_output output;
    cli_open(&output, path);
    fputs(text, output.file);
    cli_close(&output);
    free(path);
    free(text);
}

static void write_laws(const char *folder, const struct flawed_law laws[], size_t n)
{
    char path[4096];
    struct stat status;
    if (stat(cli_path(folder, path, sizeof path), &status) != 0 || !S_ISDIR(status.st_mode))
        cli_fail("--write: '%s' is not a directory", folder);
    for (size_t i = 0; i < n; i++) {
        write_text(path, laws[i].name, ".mo", flawed_text(&laws[i]));
        if (!laws[i].is_right)
            write_text(path, laws[i].name, ".json", flawed_witness_text(&laws[i]));
    }
}

/* The runs that are asked for, in the order of the pieces of work. */
struct pieces {
    const struct request *request;
    struct detections *of;
    size_t *run; /* the run of each piece: its place in of->runs */
    size_t failed;
};

static void do_run(void *context, size_t i, FILE *answer)
{
    const struct pieces *pieces = context;
    const size_t run = pieces->run[i], seeds = pieces->of->seeds;
    const struct detection came = detection_run(&pieces->of->laws[run / seeds / DETECTORS],
                                                (enum detector)(run / seeds % DETECTORS),
                                                run % seeds, pieces->request->trials);
    fwrite(&came, sizeof came, 1, answer);
}

static void take_run(void *context, size_t i, FILE *answer, const char *failure)
{
    struct pieces *pieces = context;
    const size_t run = pieces->run[i], seeds = pieces->of->seeds;
    struct detection *came = &pieces->of->runs[run];
    if (!failure && fread(came, sizeof *came, 1, answer) == 1)
        return;
    *came = (struct detection){ .what = DETECTED_FAILURE };
    pieces->failed++;
    cli_note("%s, %s, seed %zu: the run %s", pieces->of->laws[run / seeds / DETECTORS].name,
             detector_names[run / seeds % DETECTORS], run % seeds,
             failure ? failure : "gave no answer");
}

/* Makes all runs; returns how many failed. A law needs a process of its own: there is no room for
 * the balls of all. */
static size_t run_all(const struct request *r, struct detections *d)
{
    const size_t all = d->n_laws * DETECTORS * d->seeds;
    struct pieces pieces = { .request = r, .of = d, .run = memory_array(all, sizeof(size_t)) };
    struct subprocess_work work = { .jobs = r->jobs ? r->jobs : cli_processors(),
                                    .timeout = r->timeout,
                                    .kind = "runs",
                                    .work = do_run,
                                    .take = take_run,
                                    .context = &pieces };
    for (size_t run = 0; run < all; run++)
        if (d->by >> (run / d->seeds % DETECTORS) & 1)
            pieces.run[work.n++] = run;
    cli_progress("0 of %zu runs", work.n);
    subprocess_map(&work);
    free(pieces.run);
    return pieces.failed;
}

static bool has_false_alarms(const struct detections *d)
{
    for (size_t i = 0; i < d->n_laws; i++)
        for (unsigned by = 0; by < DETECTORS && d->laws[i].is_right; by++)
            if ((d->by >> by & 1) && detections_count(d, i, (enum detector)by, DETECTED_FLAW) > 0)
                return true;
    return false;
}

int main(int argc, char **argv)
{
    struct request r = { .trials = BUDGET_DEFAULT,
                         .by = 1u << DETECT_GUIDED | 1u << DETECT_RANDOM,
                         .timeout = 3600 };
    struct cli_output output;
    command_read(&command_line, argc, argv, &r);
    struct flawed_law *laws = memory_array(flawed_count(), sizeof *laws);
    struct detections d = { .laws = laws, .by = r.by, .seeds = r.seeds };
    d.n_laws = choose(&r, laws);
    if (r.write) {
        write_laws(r.write, laws, d.n_laws);
        free(laws);
        return 0;
    }
    if (r.is_served) {
        if (!r.law)
            cli_fail("--serve takes one --law");
        if (!detection_serve(&laws[0], r.serve, r.trials))
            cli_fail("--serve: expected \"new\", or as many numbers in [0, 1] as are varied");
        free(laws);
        return 0;
    }
    d.runs = memory_array(d.n_laws * DETECTORS * d.seeds, sizeof *d.runs);
    cli_open(&output, r.path);
    const size_t failed = run_all(&r, &d);
    if (r.format == FORMAT_TABLE)
        detection_table(output.file, &d);
    else
        detection_rows(output.file, r.format, &d);
    cli_close(&output);
    const bool wrong = failed > 0 || has_false_alarms(&d);
    free(d.runs);
    free(laws);
    return wrong ? EXIT_NOT_AS_DECLARED : EXIT_AS_DECLARED;
}
