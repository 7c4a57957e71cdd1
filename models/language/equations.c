/* From a text to the equations of a law (equations.h). */
#include "models/language/equations.h"

#include <stdlib.h>

#include "models/language/declare.h"
#include "models/language/solve.h"

/* Notes a quantity of the law that is missing, or there twice. */
static void check_interface(struct scope *scope)
{
    const struct equations *law = scope->law;
    const struct declared_name *output = NULL;
    unsigned outputs = 0;
    struct unit speed, force;
    unit_read("m/s", NULL, NULL, &speed);
    unit_read("N", NULL, NULL, &force);
    for (size_t i = 0; i < scope->n_names; i++)
        if (scope->names[i].role == ROLE_OUTPUT) {
            output = &scope->names[i];
            outputs++;
        }
    if (law->inputs.n == 0)
        text_fail(scope->text, 0, "expected an input, the velocity: input Real v(unit=\"m/s\")");
    else if (!unit_equal(&law->inputs.of[0].dimension, &speed))
        text_fail(scope->text, law->inputs.of[0].at, "the first input is the velocity, in m/s");
    if (outputs != 1 || output->size >= 0)
        text_fail(scope->text, 0, "expected one output, the force: output Real F(unit=\"N\")");
    else if (!unit_equal(&output->unit, &force))
        text_fail(scope->text, output->declaration->at, "the output is the force, in N");
}

/* Discrete variables are whole numbers, or reals, in the order of their declarations. */
static void name_memory(struct equations *law)
{
    unsigned n_ints = 0, n_reals = 0;
    law->memory_names = arena_new(&law->arena, (law->memory.n + 1) * sizeof(char *));
    for (size_t i = 0; i < law->memory.n; i++) {
        const bool is_real = law->memory.of[i].type == TYPE_REAL;
        law->memory_names[i] = arena_text(&law->arena, "mem->%s[%u]", is_real ? "reals" : "ints",
                                          is_real ? n_reals++ : n_ints++);
    }
}

/* Every definition has a value, also one that no equation needs. */
static void list_definitions(struct scope *scope)
{
    struct equations *law = scope->law;
    size_t n = 0;
    for (size_t i = 0; i < scope->n_names; i++)
        if (scope->names[i].role == ROLE_DEFINITION)
            n += scope->names[i].size < 0 ? 1 : (size_t)scope->names[i].size;
    law->definitions = arena_new(&law->arena, (n + 1) * sizeof *law->definitions);
    for (size_t i = 0; i < scope->n_names; i++) {
        struct declared_name *d = &scope->names[i];
        const struct syntax *at = d->declaration;
        for (long k = 0; k < (d->size < 0 ? 1 : d->size) && d->role == ROLE_DEFINITION; k++) {
            const expression e = scope_element_value(scope, at, d, k).e;
            if (text_failed(scope->text))
                return;
            law->definitions[law->n_definitions++] = (struct definition_text){
                d->size < 0 ? at->text : arena_text(&law->arena, "%s%ld", at->text, k + 1),
                solve_rates_in(scope, e), d->unit, at->at
            };
        }
    }
}

bool equations_read(struct text *text, struct equations *law)
{
    *law = (struct equations){ .name = "" };
    law->syntax = syntax_read(text, &law->arena);
    struct scope *scope = arena_new(&law->arena, sizeof *scope);
    scope->text = text;
    scope->law = law;
    law->scope = scope;
    law->text = text;
    law->name = law->syntax.name;
    law->title = law->syntax.title;
    for (const struct syntax *d = law->syntax.declarations; d && !text_failed(text); d = d->next)
        declare_name(scope, d);
    if (!text_failed(text))
        check_interface(scope);
    if (!text_failed(text))
        solve_definitions(scope);
    if (!text_failed(text))
        solve_equations(scope);
    if (!text_failed(text))
        list_definitions(scope);
    name_memory(law);
    return !text_failed(text);
}

void equations_free(struct equations *law)
{
    for (size_t i = 0; i < law->n_events; i++)
        free(law->events[i].actions);
    free(law->events);
    free(law->constraints);
    free(law->parameters.of);
    free(law->inputs.of);
    free(law->states.of);
    free(law->memory.of);
    if (law->scope)
        free(law->scope->names);
    graph_free(&law->graph);
    arena_free(&law->arena);
    *law = (struct equations){ .name = "" };
}

struct value_list equations_values(struct text *text, struct equations *law,
                                   const struct syntax *syntax)
{
    struct value_list list = { NULL, 0, 0 };
    law->scope->text = text;
    law->scope->in_annotation = true;
    scope_list(law->scope, syntax, &list);
    law->scope->in_annotation = false;
    if (text_failed(text))
        list.n = 0;
    return list;
}
