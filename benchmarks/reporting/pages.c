/* Writes the pages of the report (pages.h). */
#include "benchmarks/reporting/pages.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "benchmarks/reporting/history.h"
#include "models/real.h"
#include "tools/base/cli.h"
#include "tools/base/memory.h"

/* What a page is about. */
struct subject {
    enum {
        ABOUT_ALL,
        ABOUT_LAW,
        ABOUT_SCENARIO,
        ABOUT_CORE,
        ABOUT_PAPER,
        ABOUT_HISTORY,
        ABOUT_WORDS
    } about;
    const struct model *law;
    const struct scenario *scenario;
    const struct report_core *core;
    char path[REPORT_PATH];
    const char *title, *subtitle;
};

/* All pages, and the contents that name them. */
struct site {
    const struct page_source *sources;
    size_t n_sources;
    struct subject *subjects;
    size_t n, room;
    struct page_group groups[4];
    struct page_entry *entries, *questions;
    struct page_frame frame;
    struct store store; /* for what is drawn */
};

static struct subject *add(struct site *site, const char *title, const char *subtitle)
{
    site->subjects = memory_grown(site->subjects, site->n, &site->room, sizeof *site->subjects);
    struct subject *s = &site->subjects[site->n++];
    *s = (struct subject){ .title = title, .subtitle = subtitle };
    return s;
}

static void add_named(struct site *site, const char *path, const char *title, const char *subtitle,
                      int about)
{
    struct subject *s = add(site, title, subtitle);
    snprintf(s->path, sizeof s->path, "%s", path);
    s->about = about;
}

static bool shows(const struct section *section, int about)
{
    return about == ABOUT_LAW        ? section->draw_law != NULL
           : about == ABOUT_SCENARIO ? section->draw_scenario != NULL
           : about == ABOUT_CORE     ? section->draw_core != NULL
           : about == ABOUT_PAPER    ? section->draw_paper != NULL
                                     : true;
}

/* Whether a section shows something on pages of that kind. */
static bool is_wanted(const struct site *site, int about)
{
    bool wanted = false;
    for (size_t i = 0; i < site->n_sources; i++)
        wanted |= shows(site->sources[i].section, about);
    return wanted;
}

static void add_all(struct site *site)
{
    add_named(site, REPORT_FIRST, "Bristle",
              "Friction laws and their integrators, verified and measured", ABOUT_ALL);
    for (const struct model *const *m = PREC(models); *m && is_wanted(site, ABOUT_LAW); m++) {
        struct subject *s = add(site, (*m)->name, (*m)->title);
        s->about = ABOUT_LAW;
        s->law = *m;
        report_law_path(s->path, s->title);
    }
    for (const struct scenario *const *x = scenarios; *x && is_wanted(site, ABOUT_SCENARIO); x++) {
        struct subject *s = add(site, (*x)->name, (*x)->title);
        s->about = ABOUT_SCENARIO;
        s->scenario = *x;
        report_scenario_path(s->path, s->title);
    }
    for (const struct report_core *c = report_cores; c->core && is_wanted(site, ABOUT_CORE); c++) {
        struct subject *s = add(site, c->title, "What friction costs on this core");
        s->about = ABOUT_CORE;
        s->core = c;
        report_core_path(s->path, c->core);
    }
    if (is_wanted(site, ABOUT_PAPER))
        add_named(
            site, REPORT_PAPER, "One paper, claim by claim",
            "Martinez-Rosas, Alvarez-Icaza, Noriega-Pineda: the claims, and what is true instead",
            ABOUT_PAPER);
    if (site->sources[0].report->history)
        add_named(site, REPORT_HISTORY, "History", "What reports found, commit by commit",
                  ABOUT_HISTORY);
    add_named(site, REPORT_WORDS, "Words", "What verdicts, terms and properties mean", ABOUT_WORDS);
}

static bool has_page(const struct site *site, const char *path)
{
    bool has = false;
    for (size_t i = 0; i < site->n; i++)
        has |= strcmp(site->subjects[i].path, path) == 0;
    return has;
}

/* The questions that the sections answer. */
static size_t choose_questions(const struct site *site, struct page_entry *to)
{
    static const struct {
        const char *section; /* NULL: any */
        struct page_entry entry;
    } questions[] = {
        { NULL, { REPORT_FIRST, NULL, "Overview" } },
        { "verdicts", { REPORT_FIRST, "passivity", "Is a law passive?" } },
        { "verdicts", { REPORT_FIRST, "false", "What is false" } },
        { "precision", { REPORT_FIRST, "choosing", "Which integrator" } },
        { "embedded", { REPORT_FIRST, "cores", "On a microcontroller" } },
        { "findings", { REPORT_PAPER, NULL, "One paper, claim by claim" } },
        { NULL, { REPORT_HISTORY, NULL, "What has changed" } },
        { NULL, { REPORT_WORDS, NULL, "Words" } },
    };
    size_t n = 0;
    for (size_t q = 0; q < sizeof questions / sizeof *questions; q++) {
        bool has = !questions[q].section;
        for (size_t i = 0; i < site->n_sources && !has; i++)
            has = strcmp(site->sources[i].section->id, questions[q].section) == 0;
        if (has && has_page(site, questions[q].entry.path))
            to[n++] = questions[q].entry;
    }
    return n;
}

/* The contents: questions, laws, experiments, cores. */
static void make_contents(struct site *site)
{
    enum { MOST_QUESTIONS = 16 };
    static const char *const titles[] = { "Questions", "Laws", "Experiments", "Cores" };
    site->entries = memory_array(site->n, sizeof *site->entries);
    site->questions = memory_array(MOST_QUESTIONS, sizeof *site->questions);
    site->groups[0] =
        (struct page_group){ titles[0], site->questions, choose_questions(site, site->questions) };
    site->frame.n_groups = 1;
    size_t n = 0;
    for (int about = ABOUT_LAW; about <= ABOUT_CORE; about++) {
        const size_t first = n;
        for (size_t i = 0; i < site->n; i++)
            if ((int)site->subjects[i].about == about)
                site->entries[n++] =
                    (struct page_entry){ site->subjects[i].path, NULL, site->subjects[i].title };
        if (n > first)
            site->groups[site->frame.n_groups++] =
                (struct page_group){ titles[about], site->entries + first, n - first };
    }
}

static void draw_section(const struct page_source *source, const struct subject *s,
                         struct page *page)
{
    const struct section *section = source->section;
    if (s->about == ABOUT_ALL && section->draw_first)
        section->draw_first(source->report, page);
    if (s->about == ABOUT_LAW && section->draw_law)
        section->draw_law(source->report, page, s->law);
    if (s->about == ABOUT_SCENARIO && section->draw_scenario)
        section->draw_scenario(source->report, page, s->scenario);
    if (s->about == ABOUT_CORE && section->draw_core)
        section->draw_core(source->report, page, s->core);
    if (s->about == ABOUT_PAPER && section->draw_paper)
        section->draw_paper(source->report, page);
}

static void draw_page(const struct site *site, const struct subject *s, struct page *page)
{
    page_article(page, s->path, s->title, s->subtitle);
    if (s->about == ABOUT_ALL)
        report_answers(site->sources, site->n_sources, page);
    if (s->about == ABOUT_LAW)
        report_law_head(page, s->law);
    if (s->about == ABOUT_WORDS)
        report_words(page);
    if (s->about == ABOUT_HISTORY)
        report_draw_history(site->sources[0].report, page);
    const long begun = ftell(page->out);
    for (size_t i = 0; i < site->n_sources; i++)
        draw_section(&site->sources[i], s, page);
    if (s->about == ABOUT_SCENARIO && ftell(page->out) == begun)
        page_paragraph(page, "A first look has nothing of this experiment; the full report has.");
}

static void open_file(const struct site *site, const struct subject *s, struct cli_output *output,
                      struct page *page)
{
    char path[4200], title[160];
    store_path(&site->sources[0].report->store, s->path, path);
    cli_open(output, path);
    if (s->about == ABOUT_ALL)
        snprintf(title, sizeof title, "Bristle");
    else
        snprintf(title, sizeof title, "%s – Bristle", s->title);
    page_begin(page, output->file, &site->frame, title);
}

static void make_folder(const struct site *site, const char *name)
{
    char path[4200];
    store_path(&site->sources[0].report->store, name, path);
    if (mkdir(path, 0777) != 0 && errno != EEXIST)
        cli_fail("-o: cannot make the directory '%s': %s", path, strerror(errno));
}

static void save_data(void *context, const char *name, const char *text)
{
    const struct site *site = context;
    store_put_data(&site->store, name, text);
}

static void write_all(const struct site *site)
{
    struct cli_output output;
    struct page page;
    for (size_t i = 0; i < site->n; i++) {
        cli_progress("drawing: %s", site->subjects[i].title);
        if (i == 0 || !site->frame.single_file)
            open_file(site, &site->subjects[i], &output, &page);
        draw_page(site, &site->subjects[i], &page);
        if (i + 1 < site->n && site->frame.single_file)
            continue;
        page_end(&page);
        cli_close(&output);
    }
    cli_progress_done();
}

void report_pages(const struct page_source sources[], size_t n, bool single_file)
{
    struct site site = { .sources = sources, .n_sources = n, .store = sources[0].report->store };
    site.store.place = "";
    site.frame = (struct page_frame){ .name = "Bristle",
                                      .single_file = single_file,
                                      .groups = site.groups,
                                      .save = save_data,
                                      .context = &site };
    add_all(&site);
    make_contents(&site);
    if (!single_file && is_wanted(&site, ABOUT_LAW))
        make_folder(&site, "laws");
    if (!single_file && is_wanted(&site, ABOUT_SCENARIO))
        make_folder(&site, "experiments");
    if (!single_file && is_wanted(&site, ABOUT_CORE))
        make_folder(&site, "cores");
    write_all(&site);
    free(site.questions);
    free(site.entries);
    free(site.subjects);
}
