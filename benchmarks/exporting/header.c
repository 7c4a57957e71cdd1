/* Makes a header from a kernel's translation unit: parses, resolves, shakes, renames, prints. */
#include "benchmarks/exporting/header.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/exporting/constant.h"
#include "benchmarks/exporting/document.h"
#include "benchmarks/exporting/print.h"
#include "benchmarks/exporting/rename.h"
#include "benchmarks/exporting/shake.h"
#include "benchmarks/exporting/tables.h"
#include "tools/base/cli.h"

enum { RESPOND, START, VALIDATE, IS_TWO, N_ROOTS };

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

/* Returns the names of functions that the step calls and the unit does not define. */
static const char *external_calls(struct source *source)
{
    const char *list = "";
    for (size_t d = 0; d < source->n; d++) {
        const struct tokens *tokens = &source->at[d].tokens;
        if (!source->at[d].live || source->at[d].kind != DECLARED_FUNCTION)
            continue;
        for (size_t i = function_body(&source->at[d]); i < tokens->n; i++) {
            const char *name = tokens->at[i].text;
            if (!token_is_name(tokens, i) || !token_is(tokens, i + 1, "(") ||
                !islower((unsigned char)*name) || source_find(source, DECLARED_FUNCTION, name) ||
                strstr("if for while switch return sizeof isfinite UNROLL", name) ||
                strstr(list, name))
                continue;
            list = source_text(source, "%s%s%s", list, *list ? ", " : "", name);
        }
    }
    return list;
}

static bool mentions(const struct source *source, const char *word)
{
    for (size_t d = 0; d < source->n; d++)
        for (size_t i = 0; source->at[d].live && i < source->at[d].tokens.n; i++)
            if (token_is(&source->at[d].tokens, i, word))
                return true;
    return false;
}

/* Attributes and builtins that only some compilers know: the macro's name behind the prefix, its
 * definition where the compiler knows it, and otherwise. */
static const struct hint {
    const char *name, *parameters, *known, *otherwise;
} hints[] = {
    { "FLATTEN", "", "__attribute__((flatten))", "" },
    { "APART", "", "__attribute__((flatten, noinline, cold, unused)) static", "static inline" },
    { "WEAK", "", "__attribute__((weak))", "static" },
    { "KNOWN", "(condition)", "__builtin_constant_p(condition)", "0" },
    { "EXPECT", "(value, usual)", "__builtin_expect(value, usual)", "(value)" },
};

static void print_hints(FILE *file, struct source *source, const struct header *h, bool known)
{
    for (size_t i = 0; i < sizeof hints / sizeof *hints; i++) {
        const struct hint *hint = &hints[i];
        const char *name = source_text(source, "%s_%s", h->prefix, hint->name);
        const bool wanted = strcmp(hint->name, "FLATTEN") == 0 ||
                            (strcmp(hint->name, "APART") == 0 && h->square) ||
                            mentions(source, name);
        const char *text = known ? hint->known : hint->otherwise;
        if (wanted)
            fprintf(file, "#define %s%s%s%s\n", name, hint->parameters, *text ? " " : "", text);
    }
}

static void print_macros(FILE *file, struct source *source, const struct header *h)
{
    const char *unroll = source_text(source, "%s_UNROLL", h->prefix);
    fputs("/* Hints to compilers that know them; nothing else depends on them. */\n"
          "#if defined __GNUC__\n",
          file);
    print_hints(file, source, h, true);
    fputs("#else\n", file);
    print_hints(file, source, h, false);
    fputs("#endif\n", file);
    if (mentions(source, unroll))
        fprintf(file,
                "#if defined __GNUC__ && __GNUC__ >= 8 && !defined __clang__\n"
                "#define %s _Pragma(\"GCC unroll 8\")\n#else\n#define %s\n#endif\n",
                unroll, unroll);
    fputc('\n', file);
}

/* Prints a comment in file scope: its lines begin at the margin. */
static void print_comment(FILE *file, const char *comment)
{
    for (const char *text = comment; *text;) {
        const size_t length = strcspn(text, "\n");
        fprintf(file, "%s%.*s\n", text == comment ? "" : " ", (int)length, text);
        text += length + (text[length] != '\0');
        text += strspn(text, " \t");
    }
}

/* Prints a declaration behind all declarations that it refers to, otherwise in the unit's order. */
static void print_after_what_it_needs(FILE *file, struct source *source,
                                      struct declaration *declaration)
{
    const struct tokens *tokens = &declaration->tokens;
    if (!declaration->live || declaration->printed)
        return;
    declaration->printed = true;
    for (size_t i = 0; i < tokens->n; i++) {
        struct declaration *needed = shake_reference(source, declaration, i);
        if (needed)
            print_after_what_it_needs(file, source, needed);
    }
    if (declaration->comment)
        print_comment(file, declaration->comment);
    print_declaration(file, declaration);
    fputc('\n', file);
}

static void print_live(FILE *file, struct source *source)
{
    for (size_t d = 0; d < source->n; d++)
        print_after_what_it_needs(file, source, &source->at[d]);
}

static const char *about(struct source *source, const char *path)
{
    const char *text = source_about(source, path);
    if (!text)
        cli_fail("cannot export: %s does not open with a comment", path);
    return text;
}

static const char *square_name(const struct source *source, const struct model *model,
                               const char *square)
{
    if (!square)
        return NULL;
    const struct constant index = constant_enumerator(source, square);
    if (!index.known || index.value < 0 || index.value >= model->n_params)
        cli_fail("cannot export: %s is not a parameter of %s", square, model->name);
    return model->params[(size_t)index.value].name;
}

static void print_header(FILE *file, struct source *source, struct header *h,
                         const char *const roots[])
{
    const char *guard = source_text(source, "%s_H", h->prefix);
    h->calls = external_calls(source);
    rename_live(source, h->prefix, h->real_type);
    const struct declaration *found[N_ROOTS] = { NULL };
    for (size_t i = 0; i < N_ROOTS; i++)
        if (roots[i])
            found[i] = source_find(source, DECLARED_FUNCTION, renamed(source, h->prefix, roots[i]));
    h->respond = found[RESPOND];
    h->start = found[START];
    h->validate = found[VALIDATE];
    h->is_two = found[IS_TWO];
    const struct declaration *memory =
        source_find(source, DECLARED_TYPE, renamed(source, h->prefix, "memory"));
    h->has_memory = memory && memory->live;
    const struct declaration *decay =
        source_find(source, DECLARED_FUNCTION, renamed(source, h->prefix, "decay_parts"));
    h->about_decay = decay && decay->live ? about(source, "models/decay.h") : NULL;
    document_opening(file, h);
    fprintf(file, "#ifndef %s\n#define %s\n\n", guard, guard);
    fputs("#include <float.h>\n#include <math.h>\n#include <stdbool.h>\n#include <stddef.h>\n"
          "#include <stdint.h>\n\n",
          file);
    print_macros(file, source, h);
    document_parameters(file, h);
    print_live(file, source);
    document_state(file, h);
    document_functions(file, h);
    fprintf(file, "\n#endif\n");
}

void header_write(FILE *file, const char *unit_name, const char *unit, const struct model *model,
                  const struct integrator *method, const char *square)
{
    struct source source = source_parse(unit_name, unit);
    const char *table = source_text(&source, "model_%s", model->name);
    const bool single = tables_single(&source);
    const char *roots[N_ROOTS] = { "kernel_respond", tables_member(&source, table, "start"),
                                   tables_member(&source, table, "validate"),
                                   square ? "r_is_two" : NULL };
    struct header header = {
        .prefix =
            source_text(&source, "%s_%s_%s", model->name, method->name, single ? "f32" : "f64"),
        .real_type = single ? "float" : "double",
        .suffix = single ? "f" : "",
        .model = model,
        .method = method,
        .square = square_name(&source, model, square),
        .about_law = about(&source, source_text(&source, "models/laws/%s.c", model->name)),
        .about_method =
            about(&source, source_text(&source, "integrators/methods/%s.c", method->name)),
    };
    if (!source_find(&source, DECLARED_FUNCTION, roots[RESPOND]))
        cli_fail("cannot export: %s has no function %s", unit_name, roots[RESPOND]);
    tables_size(&source, model);
    shake_mark(&source, roots, N_ROOTS);
    parameters_name(&source, model, header.parameters);
    shake(&source, roots, N_ROOTS);
    if (!single) /* in float they stay: avr-libc's fabsf has the type double */
        shake_forwarders(&source, roots, N_ROOTS);
    print_header(file, &source, &header, roots);
    source_free(&source);
}
