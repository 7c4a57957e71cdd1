/* Restricts claims to one's own parameters, and finds edges of their domains (own_parameters.h). */
#include "properties/verdicts/own_parameters.h"

#include <stdlib.h>
#include <string.h>

#include "properties/verdicts/proved.h"
#include "tools/base/memory.h"

struct law_choice own_law(const struct law_choice *law, const double p[])
{
    const struct model *stated = law->model;
    struct law_choice own = *law;
    struct model *model = memory_array(1, sizeof *model);
    struct quantity *params = memory_array(stated->n_params + 1, sizeof *params);
    *model = *stated;
    for (unsigned i = 0; i < stated->n_params; i++) {
        params[i] = stated->params[i];
        params[i].value = p[i];
    }
    model->params = params;
    own.model = model;
    own.stated = stated;
    return own;
}

void own_law_free(struct law_choice *own)
{
    if (!own->model)
        return;
    free((void *)own->model->params);
    free((void *)own->model);
    own->model = NULL;
}

bool claim_contains(const struct model *stated, const struct claim *claim, const double p[])
{
    bool boxed[MODEL_MAX_PARAMS] = { false };
    for (unsigned i = 0; i < claim->n_box; i++) {
        const struct interval *b = &claim->box[i];
        boxed[b->param] = true;
        if (!(p[b->param] >= b->lo && p[b->param] <= b->hi))
            return false;
    }
    for (unsigned i = 0; i < stated->n_params; i++)
        if (claim->base == AT_DEFAULTS && !boxed[i] && p[i] != stated->params[i].value)
            return false;
    return !claim->contains || claim->contains(p);
}

struct claim claim_at_defaults(const struct claim *claim)
{
    struct claim own = *claim;
    own.declared = claim->declared == HOLDS ? HOLDS : UNKNOWN;
    own.base = AT_DEFAULTS;
    own.n_box = 0;
    own.contains = NULL;
    own.witness = NULL;
    return own;
}

/* A claim's domain along one parameter. */
struct line {
    const struct model *stated;
    const struct claim *claim;
    double p[MODEL_MAX_PARAMS];
    unsigned param;
};

static void move(const struct line *line, double value, double p[])
{
    memcpy(p, line->p, sizeof line->p);
    p[line->param] = value;
}

static bool is_valid(const struct line *line, double value)
{
    double p[MODEL_MAX_PARAMS];
    move(line, value, p);
    return PREC(model_is_valid)(line->stated, p);
}

static bool contains(const struct line *line, double value)
{
    double p[MODEL_MAX_PARAMS];
    move(line, value, p);
    return PREC(model_is_valid)(line->stated, p) && claim_contains(line->stated, line->claim, p);
}

enum {
    PER_DECADE = 16,
    DECADES = 15,
    MOST_VALUES = 2 * PER_DECADE * DECADES + 2 * CLAIM_MAX_BOX + MODEL_MAX_PARAMS + 8
};

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Writes values over the parameter's range, in order: decades, ends, the default, the ends of the
 * claim's box, which may be single values, and the other parameters' values, since conditions
 * compare parameters. */
static unsigned values_of(const struct line *line, double value[MOST_VALUES])
{
    const struct quantity *q = &line->stated->params[line->param];
    const double largest = fmax(fabs(q->lo), fabs(q->hi));
    const double top = isfinite(largest) ? largest : fmax(fabs(line->p[line->param]), 1) * 1e6;
    const double ends[] = { q->lo, q->hi, q->value, 0 };
    unsigned n = 0;
    for (int k = 0; k < PER_DECADE * DECADES; k++) {
        const double size = top * pow(10, -(double)k / PER_DECADE);
        value[n++] = size;
        value[n++] = -size;
    }
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        value[n++] = ends[i];
    for (unsigned k = 0; k < line->stated->n_params; k++)
        value[n++] = line->p[k];
    for (unsigned k = 0; k < line->claim->n_box; k++)
        if (line->claim->box[k].param == line->param) {
            value[n++] = line->claim->box[k].lo;
            value[n++] = line->claim->box[k].hi;
        }
    for (unsigned i = 0; i < n; i++)
        if (model_param_is_whole(line->stated, line->param))
            value[i] = floor(value[i]);
    qsort(value, n, sizeof *value, by_size);
    return n;
}

/* Moves two values together, of which the domain contains one: until nothing lies between them. */
static void bisect(const struct line *line, double *in, double *out)
{
    const bool whole = model_param_is_whole(line->stated, line->param);
    for (;;) {
        double middle = *in + (*out - *in) / 2;
        if (whole)
            middle = floor(middle);
        if (middle == *in || middle == *out)
            return;
        *(contains(line, middle) ? in : out) = middle;
    }
}

/* Takes the edge between two neighbouring values, the first nearer to one's own. */
static void add_edge(const struct line *line, double near, double far, struct claim_edges *edges)
{
    const bool starts_inside = contains(line, near);
    double in = starts_inside ? near : far, out = starts_inside ? far : near;
    bisect(line, &in, &out);
    if ((starts_inside && !is_valid(line, out)) || edges->n == CLAIM_EDGES)
        return;
    const double beyond = nextafter(in, in > out ? INFINITY : -INFINITY);
    const bool is_open = out == 0 && fabs(in) < DBL_MIN;
    edges->edge[edges->n++] = (struct claim_edge){
        .param = line->param,
        .is_from = in > out,
        .is_point = !starts_inside && is_valid(line, beyond) && !contains(line, beyond),
        .is_open = is_open,
        .value = is_open ? 0 : in,
        .yours = line->p[line->param],
    };
}

/* Looks from one's own value in one direction for the first value that is in another domain. */
static void look(const struct line *line, const double value[], unsigned n, bool up,
                 struct claim_edges *edges)
{
    const double yours = line->p[line->param];
    const bool here = contains(line, yours);
    double near = yours;
    for (unsigned k = 0; k < n; k++) {
        const double far = value[up ? k : n - 1 - k];
        if (up ? !(far > near) : !(far < near))
            continue;
        if (contains(line, far) != here) {
            add_edge(line, near, far, edges);
            return;
        }
        near = far;
    }
}

/* Returns true when the claim is made at one's own value, and at none next to it. */
static bool is_fixed(const struct line *line)
{
    const double yours = line->p[line->param];
    return contains(line, yours) && !contains(line, nextafter(yours, INFINITY)) &&
           !contains(line, nextafter(yours, -INFINITY));
}

void claim_find_edges(const struct model *stated, const struct claim *claim, const double p[],
                      struct claim_edges *edges)
{
    double value[MOST_VALUES];
    struct line line = { .stated = stated, .claim = claim };
    memcpy(line.p, p, stated->n_params * sizeof *p);
    edges->n = 0;
    for (line.param = 0; line.param < stated->n_params; line.param++) {
        const unsigned n = is_fixed(&line) ? 0 : values_of(&line, value);
        look(&line, value, n, true, edges);
        look(&line, value, n, false, edges);
    }
}
