/* Writes a flaw into a law's text (plant.h). Edits are made between tokens, so that the rest of the
 * text stays as it is. */
#include <stdlib.h>
#include <string.h>

#include "models/language/equations.h"
#include "models/language/lexer.h"
#include "properties/power/plant.h"
#include "tools/base/memory.h"

/* The tokens of a text. */
struct tokens {
    struct text *text;
    struct token *of;
    size_t n, room;
};

static void read_tokens(struct tokens *t)
{
    struct token token;
    size_t from = 0;
    do {
        token = lexer_next(t->text, from);
        from = token.at + token.n;
        t->of = memory_grown(t->of, t->n, &t->room, sizeof *t->of);
        t->of[t->n++] = token;
    } while (token.kind != TOKEN_END);
}

static bool is(const struct tokens *t, size_t i, const char *what)
{
    return i < t->n && token_is(t->text, &t->of[i], what);
}

static bool is_name(const struct tokens *t, size_t i, const char *name)
{
    return i < t->n && token_is_name(t->text, &t->of[i], name);
}

/* Returns the first token from there on that is `what`; t->n: there is none. */
static size_t find(const struct tokens *t, size_t from, const char *what)
{
    while (from < t->n && !is(t, from, what))
        from++;
    return from;
}

/* Returns the token behind the bracket that belongs to the one at i. */
static size_t behind_bracket(const struct tokens *t, size_t i)
{
    int depth = 0;
    do {
        depth += is(t, i, "(") || is(t, i, "{") || is(t, i, "[");
        depth -= is(t, i, ")") || is(t, i, "}") || is(t, i, "]");
        i++;
    } while (depth > 0 && i < t->n);
    return i;
}

/* Where things are in a text, by tokens. */
struct places {
    size_t name, end_name;          /* of the law */
    size_t output, force, declared; /* the word `output`, the name, behind its semicolon */
    size_t equation;                /* behind the word */
    size_t claims, behind_claims;   /* the brace, and behind its partner */
    size_t bound;                   /* its bracket, or that of the whole annotation */
    size_t parts, behind_parts;     /* of the force, with a comma; the same: none */
};

static bool find_places(const struct tokens *t, struct places *at)
{
    at->name = find(t, 0, "model") + 1;
    at->output = find(t, 0, "output");
    at->force = at->output;
    while (at->force < t->n && t->of[at->force].kind != TOKEN_NAME)
        at->force++;
    if (is_name(t, at->force, "Real")) /* a predefined type is a name to Modelica */
        at->force++;
    at->declared = find(t, at->force, ";") + 1;
    at->equation = find(t, 0, "equation") + 1;
    size_t claims = 0;
    while (claims < t->n && !is_name(t, claims, "claims"))
        claims++;
    at->claims = claims + 2; /* = { */
    at->end_name = t->n;
    for (size_t i = 0; i + 1 < t->n; i++)
        if (is(t, i, "end") && t->of[i + 1].kind == TOKEN_NAME)
            at->end_name = i + 1;
    if (at->force >= t->n || at->declared >= t->n || at->equation >= t->n || at->claims >= t->n ||
        at->end_name >= t->n || !is(t, at->claims, "{"))
        return false;
    at->behind_claims = behind_bracket(t, at->claims);
    at->parts = at->behind_parts = at->bound = t->n;
    for (size_t i = 0; i + 1 < t->n; i++)
        if (is(t, i + 1, "(") &&
            (is_name(t, i, "bound") || (is_name(t, i, "__Bristle") && at->bound == t->n)))
            at->bound = i + 1;
    for (size_t i = 0; i + 1 < t->n; i++)
        if (is_name(t, i, "parts") && is(t, i + 1, "(")) {
            at->parts = i;
            at->behind_parts = behind_bracket(t, i + 1);
            if (is(t, at->behind_parts, ","))
                at->behind_parts++;
            else if (i > 0 && is(t, i - 1, ",")) /* they stand last */
                at->parts--;
        }
    return true;
}

/* Returns the first token of claim number k, and behind its last; false: there are not so many. */
static bool find_claim(const struct tokens *t, const struct places *at, unsigned k, size_t *from,
                       size_t *to)
{
    size_t i = at->claims + 1;
    for (;; k--) {
        *from = i;
        while (i < at->behind_claims - 1 && !is(t, i, ","))
            i = is(t, i, "(") || is(t, i, "{") ? behind_bracket(t, i) : i + 1;
        *to = i++;
        if (k == 0)
            return *to > *from;
        if (i >= at->behind_claims)
            return false;
    }
}

/* Writes the text from one token up to another, with the output renamed and without the parts of
 * the force, which would not be all of it. */
static void copy(FILE *out, const struct tokens *t, const struct places *at, size_t from, size_t to)
{
    const struct token *force = &t->of[at->force];
    char name[256];
    snprintf(name, sizeof name, "%.*s", (int)force->n, t->text->at + force->at);
    for (size_t i = from; i < to; i++) {
        if (i >= at->parts && i < at->behind_parts)
            continue;
        const size_t start = i == 0 ? 0 : t->of[i - 1].at + t->of[i - 1].n;
        const struct token *token = &t->of[i];
        fprintf(out, "%.*s", (int)(token->at + token->n - start), t->text->at + start);
        if (is_name(t, i, name))
            fputs("_unplanted", out);
        else if (i == at->name || i == at->end_name)
            fputs("_planted", out);
    }
}

/* The unit of a parameter as the text writes it. */
static const char *unit_of(const struct equations *law, const struct model *model, unsigned param)
{
    for (size_t i = 0; i < law->parameters.n; i++)
        if (strcmp(law->parameters.of[i].name, model->params[param].name) == 0)
            return law->parameters.of[i].unit;
    return "1";
}

/* Returns how many parameters the flaw is about. */
static unsigned params_of(const struct plant *plant)
{
    return plant->kind == POWER_CORNER ? 2 : plant->kind == POWER_VALUE;
}

/* Declares what the flaw needs. */
static void declare(FILE *out, const struct equations *law, const struct model *model,
                    const struct plant *plant)
{
    fprintf(out,
            "  constant Real speed_of_plant(unit=\"m/s\") = %.17g, length_of_plant(unit=\"m\") = "
            "0.01;\n",
            plant->speed);
    for (unsigned i = 0; i < params_of(plant); i++)
        fprintf(out, "  constant Real value_of_plant%u(unit=\"%s\") = %.17g;\n", i,
                unit_of(law, model, plant->param[i]), plant->p[plant->param[i]]);
    if (plant->kind == POWER_REST)
        fprintf(out,
                "  constant Real time_of_plant(unit=\"s\") = %.17g, push_of_plant(unit=\"N\") = "
                "%.17g;\n"
                "  Real age_of_plant(start=0, fixed=true, min=0, max=1);\n",
                power_difficulty(plant->kind, plant->level), plant->push);
}

/* Writes what is 1 in the middle of the speeds of the flaw, and 0 elsewhere. */
static void write_speeds(FILE *out, const char *velocity, const struct plant *plant)
{
    if (plant->kind == POWER_SPEED)
        fprintf(out, "exp(-((%s/speed_of_plant - 1)/%.17g)^2)", velocity,
                power_difficulty(plant->kind, plant->level));
    else /* about a decade */
        fprintf(out, "exp(-log(%s/speed_of_plant)^2)", velocity);
}

/* After a rest a push is added, so that the force stays affine in the states. */
static void equate(FILE *out, const struct tokens *t, const struct places *at,
                   const struct equations *law, const struct model *model,
                   const struct plant *plant)
{
    const char *velocity = law->inputs.of[0].name;
    const struct token *force = &t->of[at->force];
    const char *name = t->text->at + force->at;
    const int n = (int)force->n;
    const bool rests = plant->kind == POWER_REST;
    fprintf(out, "\n  %.*s = if %s > 0 then %.*s_unplanted%s*", n, name, velocity, n, name,
            rests ? " - push_of_plant*age_of_plant" : "*(1 - 3");
    write_speeds(out, velocity, plant);
    for (unsigned i = 0; i < params_of(plant); i++)
        fprintf(out, "*exp(-((%s/value_of_plant%u - 1)/%.17g)^2)",
                model->params[plant->param[i]].name, i,
                power_difficulty(plant->kind, plant->level));
    fprintf(out, "%s else %.*s_unplanted;\n", rests ? "" : ")", n, name);
    if (rests)
        fprintf(out,
                "  der(age_of_plant) = (1 - age_of_plant)/time_of_plant - "
                "abs(%s)/length_of_plant*age_of_plant;\n",
                velocity);
}

static void write_text(FILE *out, const struct tokens *t, const struct places *at, size_t from,
                       size_t to, const struct equations *law, const struct model *model,
                       const struct plant *plant)
{
    copy(out, t, at, 0, at->output);
    fputc('\n', out);
    declare(out, law, model, plant);
    const size_t start = t->of[at->output].at,
                 end = t->of[at->declared - 1].at + t->of[at->declared - 1].n;
    fprintf(out, "  %.*s\n  ", (int)(end - start), t->text->at + start);
    copy(out, t, at, at->output + 1, at->equation);
    equate(out, t, at, law, model, plant);
    copy(out, t, at, at->equation, at->bound + 1);
    if (plant->kind == POWER_REST)
        fputs(is_name(t, at->bound - 1, "bound") ? "age_of_plant=1, " : "bound(age_of_plant=1), ",
              out);
    copy(out, t, at, at->bound + 1, at->claims + 1);
    copy(out, t, at, from, to);
    copy(out, t, at, at->behind_claims - 1, t->n);
}

char *plant_text(const char *source, const struct model *model, unsigned claim,
                 const struct plant *plant)
{
    struct text text = { .name = model->name, .at = source, .n = strlen(source) };
    struct equations law;
    struct tokens tokens = { .text = &text };
    struct places at;
    struct memory_stream stream;
    size_t from, to;
    char *planted = NULL;
    const bool is_read = equations_read(&text, &law);
    read_tokens(&tokens);
    if (is_read && find_places(&tokens, &at) && find_claim(&tokens, &at, claim, &from, &to)) {
        write_text(memory_open(&stream), &tokens, &at, from, to, &law, model, plant);
        planted = memory_close(&stream);
    }
    free(tokens.of);
    equations_free(&law);
    return planted;
}
