/* Finds a box that a wave's periods begin in, and repeats what one of them does (settled.h). */
#include "reference/motion/settled_run.h"
#include "reference/taylor/law_text.h"
#include "tools/base/decide.h"

/* At most one in LEADING periods is followed by itself before a box is found, and boxes are looked
 * for a few times: a law that does not settle loses half as much work again. */
enum { LEADING = 2, MOST_SEARCHES = 4 };

/* n: samples, of which n_before come before `start`, where the first period begins. */
static void settled_init(struct settled *s, struct arb_taylor *m, size_t n, size_t n_before)
{
    *s = (struct settled){ .m = m, .run = *m, .n_before = n_before };
    s->n_states = arb_law_count(m->law->states);
    s->n_x = arb_law_size(m->law);
    s->n_parts = m->law->parts ? arb_law_count(m->law->parts) : 1;
    s->n_values = s->n_x + (m->energy ? s->n_parts : 0);
    ties_init(&s->ties, arb_law_text(m->law));
    s->run.ties = &s->ties;
    frame_init(&s->frame, s->n_states);
    s->run.frame = &s->frame;
    arb_segment_init(&s->segment);
    folding_init(&s->times, n - n_before);
    s->before = _arb_vec_init((slong)n_before * s->n_values);
    s->x = _arb_vec_init(ARB_LAW_MAX);
    s->first_x = _arb_vec_init(ARB_LAW_MAX);
    s->energy = _arb_vec_init(ARB_LAW_MAX);
    s->values = _arb_vec_init((slong)s->times.n * s->n_values);
    s->whole = _arb_vec_init(s->n_values);
    s->gain = _arb_vec_init(ARB_LAW_MAX);
    _arb_vec_set(s->x, m->x, s->n_x);
    _arb_vec_set(s->first_x, m->x, s->n_x);
    if (m->energy)
        _arb_vec_set(s->energy, m->energy, s->n_parts);
}

static void settled_clear(struct settled *s)
{
    _arb_vec_clear(s->gain, ARB_LAW_MAX);
    _arb_vec_clear(s->whole, s->n_values);
    _arb_vec_clear(s->values, (slong)s->times.n * s->n_values);
    _arb_vec_clear(s->energy, ARB_LAW_MAX);
    _arb_vec_clear(s->first_x, ARB_LAW_MAX);
    _arb_vec_clear(s->x, ARB_LAW_MAX);
    _arb_vec_clear(s->before, (slong)s->n_before * s->n_values);
    folding_clear(&s->times);
    arb_segment_clear(&s->segment);
    if (s->is_tied)
        tied_law_clear(&s->tied);
    ties_clear(&s->ties);
    frame_clear(&s->frame);
}

void settled_keep(const struct settled *s, arb_ptr values, arb_srcptr x, arb_srcptr energy)
{
    if (s->is_tied)
        tied_law_part(&s->tied, values, x, s->m->prec + SPARE_BITS);
    else
        _arb_vec_set(values, x, s->n_x);
    if (s->m->energy)
        _arb_vec_set(values + s->n_x, energy, s->n_parts);
}

static void keep_before(void *ctx, size_t i, arb_srcptr x, arb_srcptr energy)
{
    struct settled *s = ctx;
    s->seen++;
    settled_keep(s, s->before + (slong)i * s->n_values, x, energy);
}

static void keep_leading(void *ctx, size_t i, arb_srcptr x, arb_srcptr energy)
{
    struct settled *s = ctx;
    s->seen++;
    settled_keep(s, s->values + (slong)(s->first + i) * s->n_values, x, energy);
}

/* Samples of leading periods have been seen. */
bool settled_is_leading(const struct settled *s, size_t i)
{
    return fmpz_cmp_ui(s->times.count + i, s->leading) < 0;
}

/* Follows a segment until `end` from x and energy, which become those there, through all those
 * samples. */
static bool follow(struct settled *s, const struct arb_segment *segment, const arb_t end, arb_ptr x,
                   arb_ptr energy, const struct taylor_samples *of,
                   void (*sample)(void *ctx, size_t i, arb_srcptr x, arb_srcptr energy))
{
    struct arb_taylor m = s->run;
    m.x = x;
    m.energy = s->m->energy ? energy : NULL;
    m.sample = sample;
    m.ctx = s;
    s->seen = 0;
    return taylor_steps_run(&m, segment, end, of) && s->seen == of->n;
}

bool settled_follow_period(struct settled *s, arb_ptr x, arb_ptr energy,
                           const struct taylor_samples *of,
                           void (*sample)(void *ctx, size_t i, arb_srcptr x, arb_srcptr energy))
{
    return follow(s, &s->segment, s->times.period, x, energy, of, sample);
}

/* Writes the folded times of n samples from the first one on. */
static void write_leading(const struct settled *s, arb_ptr from, arb_ptr to, size_t n)
{
    for (size_t k = 0; k < s->times.n; k++) {
        const struct folded *place = &s->times.order[k];
        if (place->i < s->first || place->i >= s->first + n)
            continue;
        arb_set_arf(from + (place->i - s->first), place->from);
        arb_set_arf(to + (place->i - s->first), place->to);
    }
}

/* Follows the next leading period through its samples. */
static bool lead(struct settled *s)
{
    size_t n = 0;
    while (s->first + n + 1 < s->times.n &&
           fmpz_equal_ui(s->times.count + s->first + n, s->leading))
        n++;
    arb_ptr from = _arb_vec_init((slong)n), to = _arb_vec_init((slong)n);
    write_leading(s, from, to, n);
    const bool ok = settled_follow_period(s, s->x, s->energy,
                                          &(struct taylor_samples){ from, to, n }, keep_leading);
    _arb_vec_clear(to, (slong)n);
    _arb_vec_clear(from, (slong)n);
    s->first += n;
    s->leading++;
    return ok;
}

static void set_states(struct settled *s, int n)
{
    s->n_states = n;
    frame_clear(&s->frame);
    frame_init(&s->frame, n);
}

/* Leaves out states that change as others do now. Returns false where there are none. */
static bool tie(struct settled *s)
{
    s->is_tied = tied_law_init(&s->tied, s->m->law, &s->ties);
    if (!s->is_tied)
        return false;
    arb_ptr x = _arb_vec_init(ARB_LAW_MAX);
    tied_law_join(&s->tied, x, s->x, &s->ties, s->first_x);
    _arb_vec_set(s->x, x, s->n_x);
    s->run.law = &s->tied.law;
    s->run.ties = &s->tied.ties;
    set_states(s, (int)s->tied.n);
    settled_find_adding(s);
    _arb_vec_clear(x, ARB_LAW_MAX);
    return true;
}

/* Goes back to the law itself, and to fewer ties. */
static void untie(struct settled *s)
{
    if (!tied_law_forget(&s->tied, &s->ties))
        ties_lessen(&s->ties);
    tied_law_clear(&s->tied);
    s->is_tied = false;
    s->run.law = s->m->law;
    s->run.ties = NULL;
    set_states(s, arb_law_count(s->m->law->states));
    settled_find_adding(s);
}

/* Follows the second period by one state for those that are tied: as long as some are not, by
 * fewer. What ties a law keeps it mostly has by then. */
static bool lead_tied(struct settled *s, arb_ptr before)
{
    arb_ptr x = _arb_vec_init(2L * ARB_LAW_MAX), energy = x + ARB_LAW_MAX;
    const size_t first = s->first;
    bool ok = false;
    _arb_vec_set(x, s->x, s->n_x);
    _arb_vec_set(energy, s->energy, s->n_parts);
    s->run.ties = NULL;
    ties_since(&s->ties, arf_get_d(arb_midref(s->times.period), ARF_RND_NEAR) / 2);
    for (bool again = true; again;) {
        const bool is_tied = tie(s);
        _arb_vec_set(before, s->x, s->n_x);
        ok = lead(s);
        again = !ok && is_tied;
        if (!again)
            continue;
        untie(s);
        _arb_vec_set(s->x, x, s->n_x);
        _arb_vec_set(s->energy, energy, s->n_parts);
        s->first = first;
        s->leading = 1;
    }
    _arb_vec_clear(x, 2L * ARB_LAW_MAX);
    return ok;
}

static bool settles(struct settled *s)
{
    settled_find_adding(s);
    arb_ptr before = _arb_vec_init(ARB_LAW_MAX);
    bool ok = true, settled = false;
    int searches = 0;
    while (ok && !settled && searches < MOST_SEARCHES &&
           fmpz_cmp_ui(s->times.count + s->times.n - 1, LEADING * (s->leading + 1)) >= 0) {
        _arb_vec_set(before, s->x, s->n_x);
        if (s->leading == 0)
            ties_begin(&s->ties);
        ok = s->leading == 1 ? lead_tied(s, before) : lead(s);
        if (!ok || !settled_is_near(s, before) || (s->leading == 1 && ties_are_now(&s->ties)))
            continue;
        settled = settled_find_box(s);
        searches++;
    }
    _arb_vec_clear(before, ARB_LAW_MAX);
    return settled;
}

/* Adds to the states x what those that add up have come to in so many periods since the leading
 * ones.
 */
static void add_up(const struct settled *s, arb_ptr x, const fmpz_t periods)
{
    const slong prec = s->m->prec + SPARE_BITS;
    const int n = arb_law_count(s->m->law->states);
    for (int j = 0; j < n; j++) {
        const unsigned i = s->is_tied ? s->tied.place[s->tied.first[j]] : (unsigned)j;
        if (!s->adds[i])
            continue;
        arb_add(x + j, x + j, s->x + i, prec);
        arb_addmul_fmpz(x + j, s->gain + i, periods, prec);
    }
}

/* Shows the samples, and leaves the states and energies of the end in s->m. */
static void show_all(struct settled *s)
{
    struct arb_taylor *m = s->m;
    const slong prec = m->prec + SPARE_BITS;
    fmpz_t periods;
    fmpz_init(periods);
    for (size_t i = 0; m->sample && i < s->n_before; i++) {
        arb_srcptr values = s->before + (slong)i * s->n_values;
        m->sample(m->ctx, i, values, m->energy ? values + s->n_x : NULL);
    }
    for (size_t i = 0; i < s->times.n; i++) {
        arb_srcptr values = s->values + (slong)i * s->n_values;
        _arb_vec_set(m->x, values, s->n_x);
        fmpz_sub_ui(periods, s->times.count + i, s->leading);
        if (!settled_is_leading(s, i))
            add_up(s, m->x, periods);
        for (int q = 0; m->energy && q < s->n_parts; q++) {
            arb_set(m->energy + q, values + s->n_x + q);
            if (settled_is_leading(s, i))
                continue;
            arb_add(m->energy + q, m->energy + q, s->energy + q, prec);
            arb_addmul_fmpz(m->energy + q, s->whole + s->n_x + q, periods, prec);
        }
        if (m->sample && i + 1 < s->times.n)
            m->sample(m->ctx, s->n_before + i, m->x, m->energy);
    }
    fmpz_clear(periods);
}

/* Goes to `start` through the samples before it, and finds the times of the others, and of the end,
 * in the periods from there on. */
static bool begin(struct settled *s, const struct arb_segment *segment, const arb_t start,
                  const arb_t end, arb_srcptr times, size_t n)
{
    const slong prec = s->m->prec + PERIOD_BITS;
    const slong n_after = (slong)(n - s->n_before);
    arb_ptr after = _arb_vec_init(n_after + 1);
    folding_shift(&s->segment, segment, start, prec);
    for (slong i = 0; i < n_after; i++)
        arb_sub(after + i, times + s->n_before + i, start, ARF_PREC_EXACT);
    arb_sub(after + n_after, end, start, ARF_PREC_EXACT);
    bool ok = folding_find(&s->times, &s->segment, after + n_after, after, prec);
    if (ok && !certainly(ball_is_zero(start)))
        ok = follow(s, segment, start, s->x, s->energy,
                    &(struct taylor_samples){ times, times, s->n_before }, keep_before);
    _arb_vec_clear(after, n_after + 1);
    return ok;
}

bool taylor_settled_run(struct arb_taylor *m, const struct arb_segment *segment, const arb_t end,
                        arb_srcptr times, size_t n)
{
    struct settled s;
    arb_t start;
    size_t n_before = 0;
    arb_init(start);
    if (m->law->n_memory > 0)
        folding_start(start, segment, m->prec);
    while (n_before < n && certainly(ball_less(times + n_before, start)))
        n_before++;
    settled_init(&s, m, n, n_before);
    const bool ok = begin(&s, segment, start, end, times, n) && settles(&s);
    if (ok)
        show_all(&s);
    settled_clear(&s);
    arb_clear(start);
    return ok;
}
