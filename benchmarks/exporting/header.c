/* Makes a header from a unit: chooses what a step needs, renames, documents, prints. */
#include "benchmarks/exporting/header.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/exporting/document.h"
#include "benchmarks/exporting/print.h"
#include "benchmarks/exporting/prune.h"
#include "tools/base/cli.h"
#include "tools/base/memory.h"

const char *header_obstacle(const struct model *model, const struct integrator *method)
{
    if ((method->flags & INTEGRATOR_USES_FLOW) && !model->flow)
        return "the law has no closed-form flow, which the method needs";
    if ((method->flags & INTEGRATOR_RELAXING) && !model->relaxation)
        return "the law's states do not relax each by itself, which the method needs";
    if (method->flags & (INTEGRATOR_ADAPTIVE | INTEGRATOR_HOST_ONLY | INTEGRATOR_SET_VALUED))
        return "the method does not take steps of given size over a law alone";
    return NULL;
}

void header_flags(FILE *file, const struct model *model, const struct integrator *method)
{
    fprintf(file, "-DLAW_STATES=%u -DLAW_GUARDS=%u -DMETHOD_WORK=%zu", model->n_states,
            model->n_guards,
            method->workspace(model->n_states > 0 ? model->n_states : 1) / sizeof(real));
    fputs(model->jacobian ? " -DLAW_HAS_JACOBIAN" : "", file);
    fputs(model->bound ? " -DLAW_HAS_BOUND" : "", file);
    fputs(model->length ? " -DLAW_HAS_LENGTH" : "", file);
    fputs(model->start ? " -DLAW_HAS_START" : "", file);
    fputs(method->flags & INTEGRATOR_IMPLICIT ? " -DMETHOD_IS_IMPLICIT" : "", file);
    fputs(method->flags & INTEGRATOR_RELAXING ? " -DMETHOD_IS_RELAXING\n" : "\n", file);
}

/* Sizes of arrays for any law become this law's, at least 1. */
static const char *law_size(struct texts *texts, const struct model *m, const char *name)
{
    const struct {
        const char *name;
        unsigned n;
    } sizes[] = {
        { "MODEL_MAX_STATES", m->n_states },
        { "MODEL_MAX_GUARDS", m->n_guards },
        { "MODEL_MAX_INTS", m->n_ints },
        { "MODEL_MAX_REALS", m->n_reals },
    };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (strcmp(name, sizes[i].name) == 0)
            return texts_print(texts, "%u", sizes[i].n > 0 ? sizes[i].n : 1);
    return NULL;
}

static void fold_sizes(struct unit *unit, const struct model *model)
{
    for (size_t d = 0; d < unit->n; d++)
        for (size_t i = 0; i < unit->at[d].tokens.n; i++) {
            const char *size = law_size(&unit->texts, model, unit->at[d].tokens.at[i].text);
            if (size && !tokens_is(&unit->at[d].tokens, i + 1, "=")) /* its own definition */
                tokens_put(&unit->at[d].tokens, &unit->texts, i, i + 1, size);
        }
}

static void set_real_type(struct unit *unit, const char *real_type)
{
    for (size_t d = 0; d < unit->n; d++)
        for (size_t i = 0; i < unit->at[d].tokens.n; i++)
            if (tokens_is(&unit->at[d].tokens, i, "real"))
                unit->at[d].tokens.at[i].text = real_type;
}

/* Returns the names of functions that the header calls and does not define. */
static const char *external_calls(struct unit *unit)
{
    static const char known[] = " if for while switch return sizeof isfinite ";
    const char *list = "";
    for (size_t d = 0; d < unit->n; d++) {
        const struct tokens *tokens = &unit->at[d].tokens;
        if (!unit->at[d].is_kept || unit->at[d].kind != DECLARED_FUNCTION)
            continue;
        for (size_t i = function_body(&unit->at[d]); i < tokens->n; i++) {
            const char *name = tokens->at[i].text;
            const char *word = texts_print(&unit->texts, " %s ", name);
            if (tokens_is_name(tokens, i) && tokens_is(tokens, i + 1, "(") &&
                islower((unsigned char)*name) && !strstr(known, word) && !unit_find(unit, name) &&
                !strstr(list, word))
                list = texts_print(&unit->texts, "%s%s%s", *list ? list : " ", name, " ");
        }
    }
    return list;
}

/* Returns the words of a list with commas between them. */
static const char *with_commas(struct texts *texts, const char *list)
{
    const char *text = "";
    while (*(list += strspn(list, " "))) {
        const int n = (int)strcspn(list, " ");
        text = texts_print(texts, "%s%s%.*s", text, *text ? ", " : "", n, list);
        list += n;
    }
    return text;
}

/* Hints that only some compilers know: the macro's name behind the prefix, its definition where the
 * compiler knows it, and otherwise. */
static const struct hint {
    const char *name, *parameters, *known, *otherwise;
} hints[] = {
    { "FLATTEN", "", " __attribute__((flatten))", "" },
    { "APART", "", " __attribute__((flatten, noinline, cold, unused)) static", " static inline" },
    { "WEAK", "", " __attribute__((weak))", " static" },
    { "KNOWN", "(condition)", " __builtin_constant_p(condition)", " 0" },
    { "EXPECT", "(value, usual)", " __builtin_expect(value, usual)", " (value)" },
};

static bool mentions(const struct unit *unit, const char *word)
{
    for (size_t d = 0; d < unit->n; d++)
        for (size_t i = 0; unit->at[d].is_kept && i < unit->at[d].tokens.n; i++)
            if (tokens_is(&unit->at[d].tokens, i, word))
                return true;
    return false;
}

static void print_hints(FILE *file, struct unit *unit, const struct header *h, bool known)
{
    for (size_t i = 0; i < sizeof hints / sizeof *hints; i++) {
        const char *name = texts_print(&unit->texts, "%s_%s", h->prefix, hints[i].name);
        if (mentions(unit, name))
            fprintf(file, "#define %s%s%s\n", name, hints[i].parameters,
                    known ? hints[i].known : hints[i].otherwise);
    }
}

static void print_macros(FILE *file, struct unit *unit, const struct header *h)
{
    const char *unroll = texts_print(&unit->texts, "%s_UNROLL", h->prefix);
    fputs("/* Hints to compilers that know them; nothing else depends on them. */\n"
          "#if defined __GNUC__\n",
          file);
    print_hints(file, unit, h, true);
    fputs("#else\n", file);
    print_hints(file, unit, h, false);
    fputs("#endif\n", file);
    if (mentions(unit, unroll))
        fprintf(file,
                "#if defined __GNUC__ && __GNUC__ >= 8 && !defined __clang__\n"
                "#define %s _Pragma(\"GCC unroll 8\")\n#else\n#define %s\n#endif\n",
                unroll, unroll);
    fputc('\n', file);
}

/* Returns the name of the parameter whose number `square` is, a number or a constant of the unit.
 */
static const char *square_name(struct unit *unit, const struct model *model, const char *square)
{
    struct tokens tokens = { 0 };
    size_t index;
    if (!square)
        return NULL;
    tokens_read(&tokens, &unit->texts, square);
    const bool known = unit_value(unit, &tokens, (struct part){ 0, tokens.n }, &index);
    tokens_free(&tokens);
    if (!known || index >= model->n_params)
        cli_fail("cannot export: %s is not a parameter of %s", square, model->name);
    return model->params[index].name;
}

/* Fills in the functions that public_equations calls. Returns their number. */
static size_t equations_of_law(const struct unit *unit, const struct model *model,
                               const char *table, struct root roots[])
{
    size_t n = 0;
    if (model->n_states > 0)
        roots[n++].name = law_function(unit, table, "rate");
    if (model->jacobian)
        roots[n++].name = law_function(unit, table, "jacobian");
    if (model->n_guards > 0) {
        roots[n++].name = law_function(unit, table, "guard");
        roots[n++].name = law_function(unit, table, "transition");
    }
    return n;
}

/* Adds the public types and functions to the unit: parameters have the names that the law's
 * functions now use. */
static void add_public(struct unit *unit, struct header *h)
{
    const char *table = texts_print(&unit->texts, "model_%s", h->model->name);
    struct root roots[8] = { { .name = "kernel_respond" } };
    size_t n = 1;
    resolve_law(unit, table);
    if (h->with_equations)
        n += equations_of_law(unit, h->model, table, roots + n);
    if (h->model->initial)
        roots[n++].name = law_function(unit, table, "initial");
    if (h->model->start)
        roots[n++].name = law_function(unit, table, "start");
    if (h->model->validate)
        roots[n++].name = law_function(unit, table, "validate");
    mark_kept(unit, roots, n);
    parameters_name(unit, h->model, h->parameters);
    struct memory_stream stream;
    public_declarations(memory_open(&stream), h);
    if (h->with_equations)
        public_equations(stream.file, h);
    char *text = memory_close(&stream);
    unit_parse(unit, text);
    resolve_law(unit, table);
    unit_move_first(unit, "parameters");
    free(text);
}

/* Writes the macros and declarations of a unit that is ready, and before them what they are. */
static void print_header(FILE *file, struct unit *unit, struct header *h)
{
    const struct declaration *init = unit_find(unit, "export_init"),
                             *decay = unit_find(unit, "decay_parts");
    h->init_takes_p = function_takes(init, "p");
    h->init_takes_seed = function_takes(init, "seed");
    h->about_decay = decay && decay->is_kept ? unit_about(unit, "models/decay.h") : NULL;
    h->calls = with_commas(&unit->texts, external_calls(unit));
    rename_kept(unit, h->model->name, h->prefix);
    set_real_type(unit, h->real_type);
    document_opening(file, h);
    fprintf(file, "#ifndef %s_H\n#define %s_H\n\n", h->prefix, h->prefix);
    fputs("#include <float.h>\n#include <math.h>\n#include <stdbool.h>\n#include <stddef.h>\n"
          "#include <stdint.h>\n\n",
          file);
    print_macros(file, unit, h);
    public_defaults(file, h);
    print_kept(file, unit);
    fputs("#endif\n", file);
}

enum { ROOTS = 10 };

/* Fills in the public functions of the law at one instant. Returns their number. */
static size_t public_roots(const struct model *model, struct root roots[])
{
    size_t n = 0;
    roots[n++].name = "export_parameter";
    roots[n++].name = "export_begin";
    roots[n++].name = "export_advance";
    roots[n++].name = "export_respond";
    if (model->jacobian)
        roots[n++].name = "export_differentiate";
    if (model->n_guards > 0) {
        roots[n++].name = "export_watch";
        roots[n++].name = "export_settle";
    }
    return n;
}

char *header_name(const struct header_request *r)
{
    return memory_text("%s_%s_%s", r->model->name, r->method->name, r->is_single ? "f32" : "f64");
}

void header_write(FILE *file, const struct header_request *r)
{
    struct root roots[ROOTS] = { { "export_init", true },
                                 { "export_check", false },
                                 { "export_step", false } };
    const size_t n = 3 + (r->with_equations ? public_roots(r->model, roots + 3) : 0);
    struct unit unit = { 0 };
    unit_parse(&unit, r->unit);
    char *name = header_name(r);
    struct header header = {
        .prefix = name,
        .real_type = r->is_single ? "float" : "double",
        .suffix = r->is_single ? "f" : "",
        .model = r->model,
        .method = r->method,
        .square = square_name(&unit, r->model, r->square),
        .text = r->text,
        .file = r->file,
        .with_equations = r->with_equations,
    };
    header.about_method =
        unit_about(&unit, texts_print(&unit.texts, "integrators/methods/%s.c", r->method->name));
    if (!header.about_method)
        cli_fail("cannot export: %s does not open with a comment", r->method->name);
    fold_sizes(&unit, r->model);
    add_public(&unit, &header);
    prune(&unit, roots, n);
    print_header(file, &unit, &header);
    free(name);
    unit_free(&unit);
}
