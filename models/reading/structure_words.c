/* The structure of a law in words (structure_words.h). */
#include "models/reading/structure_words.h"

size_t reading_structure(const struct structure *s, bool moves, const char *words[READING_WORDS])
{
    const struct {
        bool is;
        const char *words;
    } lines[] = {
        { s->is_static, "static: no states, nothing that is remembered" },
        { moves && s->is_affine && !s->is_diagonal, "rates are affine in the states at held v" },
        { moves && s->is_diagonal,
          "rates are affine in the states at held v, each in its own state" },
        { moves && !s->is_affine, "rates are not affine in the states" },
        { moves && s->is_by_path, "the states are a function of the path" },
        { s->is_rate_independent, "rate independent" },
        { s->is_odd, "odd: a reversed motion has the reversed force" },
        { s->jumps, "the force jumps at v = 0" },
        { s->is_hybrid, "hybrid: events change it" },
    };
    size_t n = 0;
    for (size_t i = 0; i < READING_WORDS; i++)
        if (lines[i].is)
            words[n++] = lines[i].words;
    return n;
}
