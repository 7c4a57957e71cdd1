/* Checks each law and judges each row in a child process, and reads the answers from their pipes.
 */
#include "properties/verdicts/verdicts_isolated.h"

#include <stdlib.h>
#include <string.h>

#include "properties/checker/property.h"
#include "properties/self_check/self_check.h"
#include "tools/base/memory.h"
#include "tools/base/subprocess.h"

struct work {
    struct verdicts *verdicts;
    const struct search_budget *budget;
    size_t *rows; /* numbers of the rows of laws from files; of each law the first */
    void (*judge)(void *context, size_t i);
    void *context;
};

/* The fixed part of an answer, which goes through the pipe before the texts, between two copies of
 * one program. */
struct answer {
    struct judgement judgement; /* without the texts */
    double seconds;
    struct claim_edges edges;
    size_t note, simplest, deepest; /* lengths of the texts with the zero; 0: none */
};

static size_t length(const char *text) { return text ? strlen(text) + 1 : 0; }

static void write_text(FILE *out, const char *text)
{
    if (text)
        fwrite(text, 1, length(text), out);
}

static void judge_piece(void *context, size_t i, FILE *out)
{
    const struct work *work = context;
    const struct verdict_row *row = &work->verdicts->rows[work->rows[i]];
    work->judge(work->context, work->rows[i]);
    const struct judgement *j = &row->judgement;
    const struct answer answer = {
        *j, row->seconds, row->edges, length(j->note), length(j->simplest), length(j->deepest)
    };
    fwrite(&answer, sizeof answer, 1, out);
    write_text(out, j->note);
    write_text(out, j->simplest);
    write_text(out, j->deepest);
}

/* Reads a text of n bytes with its zero; 0: none. Returns false when the answer has another. */
static bool read_text(FILE *in, size_t n, char **text)
{
    size_t room = 0;
    return n == 0 || getdelim(text, &room, '\0', in) == (ssize_t)n;
}

static void say_failure(struct verdict_row *row, const char *failure)
{
    struct judgement *j = &row->judgement;
    *j = (struct judgement){ .verdict = VERDICT_INCONCLUSIVE, .margin = NAN };
    judgement_say(j, "%s %s, \"%s\": the law's code %s", row->model->name,
                  property_info[row->claim->property].name, row->claim->domain,
                  failure ? failure : "gave no answer");
}

static void take_piece(void *context, size_t i, FILE *in, const char *failure)
{
    const struct work *work = context;
    struct verdict_row *row = &work->verdicts->rows[work->rows[i]];
    struct judgement *j = &row->judgement;
    struct answer answer;
    if (!failure && fread(&answer, sizeof answer, 1, in) == 1) {
        *j = answer.judgement;
        j->note = j->simplest = j->deepest = NULL;
        row->seconds = answer.seconds;
        row->edges = answer.edges;
        if (read_text(in, answer.note, &j->note) && read_text(in, answer.simplest, &j->simplest) &&
            read_text(in, answer.deepest, &j->deepest))
            return;
        judgement_clear(j);
    }
    say_failure(row, failure);
}

/* Answers what is wrong with a law by itself; nothing: it is right. */
static void check_piece(void *context, size_t i, FILE *out)
{
    const struct work *work = context;
    char text[SELF_CHECK_TEXT];
    if (!PREC(self_check)(work->verdicts->rows[work->rows[i]].model, work->budget->seed, text))
        fputs(text, out);
}

static void take_check(void *context, size_t i, FILE *in, const char *failure)
{
    const struct work *work = context;
    struct verdicts *v = work->verdicts;
    const struct model *model = v->rows[work->rows[i]].model;
    char *text = NULL;
    size_t room = 0;
    /* An answer ends with a line feed of its own. */
    const bool is_wrong = !failure && getdelim(&text, &room, '\n', in) > 1;
    for (size_t k = 0; k < v->n && (failure || is_wrong); k++) {
        struct verdict_row *row = &v->rows[k];
        if (row->model != model || row->claim->property == EXPERIMENT)
            continue;
        row->is_settled = true;
        if (failure) {
            say_failure(row, failure);
            continue;
        }
        row->judgement = (struct judgement){ .verdict = VERDICT_INCONCLUSIVE, .margin = NAN };
        judgement_say(&row->judgement, "%s: %.*s", model->name, (int)strcspn(text, "\n"), text);
    }
    free(text);
}

static bool is_first(const struct verdicts *v, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (v->rows[k].model == v->rows[i].model)
            return false;
    return true;
}

void verdicts_isolated(struct verdicts *v, const struct search_budget *budget, unsigned jobs,
                       void (*judge)(void *context, size_t i), void *context)
{
    struct work work = { v, budget, memory_array(v->n, sizeof *work.rows), judge, context };
    struct subprocess_work isolated = {
        .jobs = jobs,
        .timeout = budget->timeout,
        .work = check_piece,
        .take = take_check,
        .context = &work,
    };
    for (size_t i = 0; i < v->n; i++)
        if (v->rows[i].file && is_first(v, i))
            work.rows[isolated.n++] = i;
    subprocess_map(&isolated);
    isolated.n = 0;
    for (size_t i = 0; i < v->n; i++)
        if (v->rows[i].file && !v->rows[i].is_settled)
            work.rows[isolated.n++] = i;
    isolated.kind = "claims judged";
    isolated.work = judge_piece;
    isolated.take = take_piece;
    subprocess_map(&isolated);
    free(work.rows);
}
