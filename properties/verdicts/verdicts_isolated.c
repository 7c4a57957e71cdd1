/* Judges each row in a child process and reads the answer from its pipe. */
#include "properties/verdicts/verdicts_isolated.h"

#include <stdlib.h>
#include <string.h>

#include "properties/checker/property.h"
#include "tools/base/memory.h"
#include "tools/base/subprocess.h"

struct work {
    struct verdicts *verdicts;
    size_t *rows; /* numbers of the rows of laws from files */
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
    *j = (struct judgement){ .verdict = VERDICT_INCONCLUSIVE, .margin = NAN };
    judgement_say(j, "%s %s, \"%s\": the law's code %s", row->model->name,
                  property_info[row->claim->property].name, row->claim->domain,
                  failure ? failure : "gave no answer");
}

void verdicts_isolated(struct verdicts *v, unsigned jobs, double timeout,
                       void (*judge)(void *context, size_t i), void *context)
{
    struct work work = { v, memory_array(v->n, sizeof *work.rows), judge, context };
    size_t n = 0;
    for (size_t i = 0; i < v->n; i++)
        if (v->rows[i].file)
            work.rows[n++] = i;
    const struct subprocess_work isolated = {
        .n = n,
        .jobs = jobs,
        .timeout = timeout,
        .kind = "claims judged",
        .work = judge_piece,
        .take = take_piece,
        .context = &work,
    };
    subprocess_map(&isolated);
    free(work.rows);
}
