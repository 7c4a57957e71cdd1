/* Fills the tables of a law: parameters, states, claims (interpreted_parts.h). */
#include <string.h>

#include "properties/plugin/interpreted_parts.h"
#include "tools/base/memory.h"

/* Tables have blanks between the factors of a unit. */
static const char *unit_of(struct arena *arena, const char *text)
{
    char *unit = arena_text(arena, "%s", text);
    for (char *c = unit; *c; c++)
        if (*c == '.')
            *c = ' ';
    return unit;
}

static const struct quantity *quantities(struct equations *law, const struct quantity_list *list)
{
    struct quantity *of = memory_array(list->n + 1, sizeof *of);
    for (size_t i = 0; i < list->n; i++) {
        const struct quantity_text *q = &list->of[i];
        of[i] = (struct quantity){ q->name, unit_of(&law->arena, q->unit), q->value, q->lo, q->hi,
                                   q->note };
    }
    return of;
}

static struct claim claim_of(const struct claim_text *text)
{
    struct claim claim = { .property = text->property,
                           .declared = text->declared,
                           .id = text->id,
                           .domain = text->domain,
                           .source = text->source,
                           .witness = text->witness,
                           .base = text->base,
                           .signals = text->signals,
                           .n_box = (unsigned)text->n_box };
    for (size_t i = 0; i < text->n_box; i++)
        claim.box[i] =
            (struct interval){ text->box[i].parameter, text->box[i].lo, text->box[i].hi };
    return claim;
}

static void put_claims(struct interpreted *is)
{
    const struct statements *s = is->statements;
    is->claims = memory_array(s->n_claims + 1, sizeof *is->claims);
    for (size_t i = 0; i < s->n_claims; i++)
        is->claims[i] = claim_of(&s->claims[i]);
    is->model.claims = is->claims;
    is->model.n_claims = (unsigned)s->n_claims;
}

static void put_memory(struct interpreted *is)
{
    const struct quantity_list *memory = &is->law->memory;
    is->memory = memory_array(memory->n + 1, sizeof *is->memory);
    for (size_t i = 0; i < memory->n; i++) {
        const bool is_real = memory->of[i].type == TYPE_REAL;
        is->memory[i].is_real = is_real;
        is->memory[i].index = is_real ? is->model.n_reals++ : is->model.n_ints++;
    }
}

static void put_identity(struct interpreted *is)
{
    struct model *m = &is->model;
    char units[8];
    m->name = is->law->name;
    m->title = is->law->title;
    m->law = law_line(is->law);
    m->source = is->statements->source;
    m->speed_max = is->statements->speed_max;
    law_unit_constants(is->law, units);
    m->unit_constants = *units ? arena_text(&is->law->arena, "%s", units) : NULL;
}

void interpreted_tables(struct interpreted *is)
{
    struct model *m = &is->model;
    const struct statement_values *values = is->statements->values;
    put_identity(is);
    m->params = quantities(is->law, &is->law->parameters);
    m->n_params = (unsigned)is->law->parameters.n;
    is->whole = memory_array(m->n_params + 1, sizeof *is->whole);
    for (unsigned i = 0; i < m->n_params; i++) {
        m->whole_params |= (uint64_t)(is->law->parameters.of[i].type != TYPE_REAL) << i;
        is->whole[i] = arena_text(&is->law->arena, "%s a whole number", m->params[i].name);
    }
    m->states = quantities(is->law, &is->law->states);
    m->n_states = (unsigned)is->law->states.n;
    put_claims(is);
    put_memory(is);
    m->n_guards = (unsigned)is->law->n_events;
    m->part_names = values[STATEMENT_PARTS].names;
    m->n_parts = (unsigned)values[STATEMENT_PARTS].n;
    m->n_regressors = (unsigned)values[STATEMENT_REGRESSOR].n;
    m->n_identifiable = (unsigned)is->statements->identifiable;
}
