/* Halves a range until each piece is proved (pieces.h). */
#include "properties/prover/pieces.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST_HALVINGS = 12 };

/* Of the slack of a storage so much is kept: pieces are cut where little is left. */
static const double SHARE = 0.95;

/* What is being proved. */
struct cutting {
    const struct arb_law *law;
    const char *digest;
    enum property property;
    const char *low[ARB_LAW_MAX], *high[ARB_LAW_MAX];
    int param;
    unsigned long most;
    struct pieces *pieces;
};

/* Writes a short decimal between two others. Returns false when there is none. */
static bool write_between(char text[DECIMAL_TEXT], const char *low, const char *high)
{
    const double from = strtod(low, NULL), to = strtod(high, NULL);
    const double middle = from > 0 ? sqrt(from) * sqrt(to)
                          : to < 0 ? -sqrt(-from) * sqrt(-to)
                                   : from / 2 + to / 2;
    snprintf(text, DECIMAL_TEXT, "%.6g", middle);
    const double is = strtod(text, NULL);
    return is > from && is < to;
}

static bool cut(struct cutting *c, unsigned halvings)
{
    unsigned long boxes;
    char middle[DECIMAL_TEXT];
    const char *low = c->low[c->param], *high = c->high[c->param];
    if (c->pieces->n == PIECES_MOST)
        return false;
    char *text = prove_claim_keeping(c->law, c->digest, c->property, c->low, c->high, SHARE,
                                     c->most, &boxes);
    if (text) {
        c->pieces->text[c->pieces->n++] = text;
        c->pieces->boxes += boxes;
        return true;
    }
    if (halvings == MOST_HALVINGS || !write_between(middle, low, high))
        return false;
    c->high[c->param] = middle;
    bool done = cut(c, halvings + 1);
    c->high[c->param] = high;
    c->low[c->param] = middle;
    done = done && cut(c, halvings + 1);
    c->low[c->param] = low;
    return done;
}

bool prove_pieces(const struct arb_law *law, const char *digest, enum property property,
                  const char *const low[], const char *const high[], int param, unsigned long most,
                  struct pieces *pieces)
{
    struct cutting c = { .law = law,
                         .digest = digest,
                         .property = property,
                         .param = param,
                         .most = most,
                         .pieces = pieces };
    for (int i = 0; law->params[i]; i++) {
        c.low[i] = low[i];
        c.high[i] = high[i];
    }
    *pieces = (struct pieces){ .n = 0 };
    return cut(&c, 0);
}

void pieces_free(struct pieces *pieces)
{
    for (unsigned i = 0; i < pieces->n; i++)
        free(pieces->text[i]);
    pieces->n = 0;
}
