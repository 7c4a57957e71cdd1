/* Mutation operators: each operator is one kind of mistake, and finds the places in a source where
 * it can be made. */
#ifndef BRISTLE_PROPERTIES_MUTATION_OPERATORS_H
#define BRISTLE_PROPERTIES_MUTATION_OPERATORS_H

#include <stdint.h>

#include "properties/mutation/source.h"

/* A mutant: the source with the text [begin, end) replaced. */
struct mutant {
    const char *operator; /* its name; static */
    unsigned line;
    size_t begin, end;
    char *text;
    uint64_t hash; /* of the whole mutated source */
};

struct mutants {
    const struct source *source;
    const char *operator; /* the present operator */
    struct mutant *at;
    size_t n, room;
};

/* Adds a mutant: tokens [from, to) replaced by the text. Leaves out replacements that change
 * nothing, or that are already there. */
void plant(struct mutants *mutants, size_t from, size_t to, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* The text of the tokens [from, to), as "%.*s" takes it. */
#define TOKENS(source, from, to)                                                                   \
    (int)((source)->tokens[(to)-1].end - (source)->tokens[from].begin),                            \
        (source)->text + (source)->tokens[from].begin

struct operator
{
    const char *name;
    const char *about;
    /* Adds the mutants at token i. */
    void (*plant)(struct mutants * mutants, size_t i);
};

/* All operators, ended by one without a name. */
extern const struct operator operators[];

/* Lists all mutants of the source, in the order of operators and places. The source must outlive
 * them; mutants_free releases them. */
void mutants_list(struct mutants *mutants, const struct source *source);
void mutants_free(struct mutants *mutants);

/* Returns the mutated source, to be freed. */
char *mutant_text(const struct source *source, const struct mutant *mutant);

/* Returns the token at which the mutant's change begins, or the source's n. */
size_t mutant_token(const struct source *source, const struct mutant *mutant);

/* Writes the number as a literal of a floating type. */
void number_text(char text[64], double value);

/* The parts of operators[]. */
void plant_sign(struct mutants *mutants, size_t i);
void plant_term(struct mutants *mutants, size_t i);
void plant_factor(struct mutants *mutants, size_t i);
void plant_inverse(struct mutants *mutants, size_t i);
void plant_exponent(struct mutants *mutants, size_t i);
void plant_abs(struct mutants *mutants, size_t i);
void plant_overflow(struct mutants *mutants, size_t i);
void plant_constant(struct mutants *mutants, size_t i);
void plant_swap(struct mutants *mutants, size_t i);
void plant_arguments(struct mutants *mutants, size_t i);
void plant_minmax(struct mutants *mutants, size_t i);
void plant_guard(struct mutants *mutants, size_t i);
void plant_sign_at_zero(struct mutants *mutants, size_t i);
void plant_unit(struct mutants *mutants, size_t i);
void plant_status(struct mutants *mutants, size_t i);
void plant_compare(struct mutants *mutants, size_t i);
void plant_boundary(struct mutants *mutants, size_t i);
void plant_index(struct mutants *mutants, size_t i);
void plant_branch(struct mutants *mutants, size_t i);
void plant_statement(struct mutants *mutants, size_t i);
void plant_stale(struct mutants *mutants, size_t i);
void plant_function(struct mutants *mutants, size_t i);
void plant_extreme(struct mutants *mutants, size_t i);
void plant_rounding(struct mutants *mutants, size_t i);
void plant_radius(struct mutants *mutants, size_t i);
void plant_scale(struct mutants *mutants, size_t i);
void plant_answer(struct mutants *mutants, size_t i);
void plant_column(struct mutants *mutants, size_t i);
void plant_return(struct mutants *mutants, size_t i);

#endif
