/* What runs of firmware report, from files that are made up and an emulator that is a script: it
 * notes its arguments, and prints what stands in files. No emulator or compiler of a core is
 * needed. */
#include <dirent.h>
#include <math.h>

#include "benchmarks/microcontrollers/image_test.h"
#include "benchmarks/microcontrollers/read.h"
#include "benchmarks/microcontrollers/run.h"
#include "tools/base/cli.h"

Test(fields, are_found_by_their_whole_name)
{
    static const char line[] = "kernel a=1 bc=12 c=1f d=x e= f=7y states=1,2 g=8";
    static const struct {
        const char *name;
        int base;
        bool there;
        uint64_t value;
    } fields[] = {
        { "a", 10, true, 1 },       { "bc", 10, true, 12 },     { "c", 16, true, 31 },
        { "c", 10, false, 0 },      { "d", 16, false, 0 },      { "e", 10, false, 0 },
        { "f", 10, false, 0 },      { "g", 10, true, 8 },       { "b", 10, false, 0 },
        { "kernel", 10, false, 0 }, { "states", 10, false, 0 },
    };
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        uint64_t value = 0;
        const bool there = embedded_number(line, fields[i].name, fields[i].base, &value);
        cr_expect_eq(there, fields[i].there, "%s", fields[i].name);
        cr_expect(!there || value == fields[i].value, "%s", fields[i].name);
    }
    cr_expect(strncmp(embedded_field(line, "states"), "1,2 ", 4) == 0);
    cr_expect_float_eq(embedded_value(0x3f8ccccd, "f32"), (double)1.1F, 0);
    cr_expect_float_eq(embedded_value(0x3ff199999999999a, "f64"), 1.1, 0);
    cr_expect(isnan(embedded_value(0x7fc00000, "f32")));
}

static const char script[] =
    "#!/bin/sh\n"
    "for a; do case $a in\n"
    "  *.elf) image=$a;;\n"
    "  *,out=*) out=$(echo \"$a\" | sed 's/.*,out=//; s/,calls=.*//; s/,,/,/g');;\n"
    "  *.counts) out=$a;;\n"
    "esac; done\n"
    "from=${image%.elf}\n"
    "printf '%s\\n' \"$@\" >\"$from.args\"\n"
    "echo first complaint >&2; echo second >&2\n"
    "cat \"$from.console\"\n"
    "[ -e \"$from.told\" ] && cp \"$from.told\" \"$out\"\n"
    "[ ! -e \"$from.exits\" ] || exit 3\n";

static const char *const machine[] = { "-machine", "some board", NULL };
static char emulator[PATH], firmware[PATH], counter[PATH];

static struct embedded_core core_of(const char *family)
{
    return (struct embedded_core){ .name = "core",
                                   .title = "Core",
                                   .family = family,
                                   .emulator = emulator,
                                   .emulator_package = "some-package",
                                   .machine = machine,
                                   .cycles = "model",
                                   .flash = 110,
                                   .ram = 51 };
}

/* Makes the directory with the script and the sizes of five kernels in three images. */
static void make_firmware(void)
{
    const struct image made = image();
    put("emulator", script);
    chmod(path_of("emulator", emulator), 0700);
    path_of("", firmware);
    path_of("count,er.so", counter);
    setenv("TMPDIR", firmware, 1);
    put("sizes.csv", "law,method,precision,flash,ram\n"
                     "lugre,euler,f32,101,11\nlugre,rk4,f64,202,22\n"
                     "dahl,euler,f32,303,33\ndahl,heun,f32,404,44\nlugre_x,euler,f64,505,55\n");
    put_bytes("lugre.elf", &made, sizeof made);
    put_bytes("dahl.elf", &made, sizeof made);
    put_bytes("lugre_x_euler.elf", &made, sizeof made);
    /* the second pointer is to Thumb code, the third as it is */
    put("lugre.console",
        "hello\n"
        "kernel law=lugre method=rk4 precision=f64 entry=305 steps=500 restarts=3 stack=77 "
        "force=3ff199999999999a states=3fe0000000000000,c000000000000000,3ff0000000000000\n"
        "kernel law=lugre method=euler precision=f32 entry=0201 steps=400 restarts=0 stack=88 "
        "force=3f8ccccd states=3f000000\n"
        "end\n");
    put("lugre.told", "total 123\n"
                      "305 500 11:6000:13 1:700:3 21:12000:24 31:18000:35 0\n"
                      "200 400 41:18000:46 4:2000:6 51:22000:56 61:26000:66 1\n");
    put("dahl.console", "kernel law=dahl method=heun precision=f32 entry=10 steps=2 restarts=2 "
                        "stack=1 force=7fc00000\nnot the e");
    put("dahl.told", "total 9\n10 2 1:3:2 0:0:0 5:11:6 7:15:8 1\n");
    put("lugre_x_euler.console", "");
    put("lugre_x_euler.told", "total 5 limit\n");
}

/* Runs the firmware, which leaves no files; returns the rows, to be freed. */
static struct embedded_cost *costs_of(const struct embedded_core *core, char message[PATH])
{
    const struct embedded_request request = {
        .core = core,
        .firmware = firmware,
        .counter = counter,
        .runner = emulator,
        .h = 0.1,
        .jobs = 1,
        .limit = 987,
    };
    struct embedded_cost *rows;
    size_t n;
    message[0] = '\0';
    const bool ran = embedded_run(&request, &rows, &n, message, PATH);
    cr_assert_eq(ran, rows != NULL);
    cr_assert_eq(n, ran ? 5 : 0);
    cr_expect_eq(ran, !*message);
    DIR *directory = opendir(firmware);
    cr_assert(directory);
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;)
        cr_expect(strncmp(entry->d_name, "bristle_", 8) != 0, "%s is left", entry->d_name);
    closedir(directory);
    return rows;
}

static void expect_range(const struct embedded_range *r, uint64_t min, uint64_t max, double mean)
{
    cr_expect(r->min == min && r->max == max, "%g to %g", (double)r->min, (double)r->max);
    cr_expect_float_eq(r->mean, mean, 0);
}

static void expect_row(const struct embedded_cost *row, const char *key, unsigned flash,
                       unsigned ram, enum embedded_status status)
{
    char text[100];
    snprintf(text, sizeof text, "%s,%s,%s", row->law, row->method, row->precision);
    cr_expect_str_eq(text, key);
    cr_expect(row->flash == flash && row->ram == ram, "%s", key);
    cr_expect_eq(row->status, status, "%s: %s", key, embedded_status_text(row->status));
}

static void expect_arguments(const char *name, const char *expected)
{
    char path[PATH], file[40];
    snprintf(file, sizeof file, "%s.args", name);
    char *text = cli_read(path_of(file, path));
    cr_assert(text, "%s", path);
    /* the directory of the run's files has a name of its own */
    char *own = strstr(text, "/bristle_embedded_");
    cr_assert(own);
    memmove(own, own + strlen("/bristle_embedded_XXXXXX"),
            strlen(own + strlen("/bristle_embedded_XXXXXX")) + 1);
    cr_expect_str_eq(text, expected, "%s", text);
    free(text);
}

Test(run, reports_what_was_printed_counted_and_sized)
{
    const struct embedded_core core = core_of("cortex_m");
    char message[PATH], expected[4 * PATH], twice[PATH] = "";
    make_firmware();
    struct embedded_cost *rows = costs_of(&core, message);
    cr_assert(rows, "%s", message);
    expect_row(&rows[0], "lugre,euler,f32", 101, 11, EMBEDDED_OK);
    expect_row(&rows[1], "lugre,rk4,f64", 202, 22, EMBEDDED_OK);
    expect_row(&rows[2], "dahl,euler,f32", 303, 33, EMBEDDED_FAULT);
    expect_row(&rows[3], "dahl,heun,f32", 404, 44, EMBEDDED_OK);
    expect_row(&rows[4], "lugre_x,euler,f64", 505, 55, EMBEDDED_LIMIT);
    cr_expect(rows[0].steps == 400 && rows[0].restarts == 0 && rows[0].stack == 88);
    cr_expect(rows[1].steps == 500 && rows[1].restarts == 3 && rows[1].stack == 77);
    cr_expect(rows[0].has_cycles && !rows[1].has_cycles);
    expect_range(&rows[0].instructions, 41, 46, 45);
    expect_range(&rows[0].exp_calls, 4, 6, 5);
    expect_range(&rows[0].cycles_lo, 51, 56, 55);
    expect_range(&rows[0].cycles_hi, 61, 66, 65);
    expect_range(&rows[1].instructions, 11, 13, 12);
    expect_range(&rows[1].exp_calls, 1, 3, 1.4);
    expect_range(&rows[1].cycles_lo, 21, 24, 24);
    expect_range(&rows[1].cycles_hi, 31, 35, 36);
    expect_range(&rows[3].instructions, 1, 2, 1.5);
    cr_expect_float_eq(rows[0].force, (double)1.1F, 0);
    cr_expect_float_eq(rows[1].force, 1.1, 0);
    cr_expect(rows[0].force_bits == 0x3f8ccccd && isnan(rows[3].force));
    cr_expect(rows[0].n_states == 1 && rows[1].n_states == 3 && rows[3].n_states == 0);
    cr_expect_float_eq(rows[0].states[0], 0.5, 0);
    cr_expect(rows[1].states[0] == 0.5 && rows[1].states[1] == -2 && rows[1].states[2] == 1);
    cr_expect_eq(rows[1].state_bits[1], 0xc000000000000000);
    free(rows);
    for (const char *s = firmware; *s; s++)
        snprintf(twice + strlen(twice), sizeof twice - strlen(twice), *s == ',' ? ",," : "%c", *s);
    snprintf(expected, sizeof expected,
             "-machine\nsome board\n-display\nnone\n-serial\nnone\n-monitor\nnone\n-net\nnone\n"
             "-kernel\n%s/lugre.elf\n-semihosting-config\n"
             "enable=on,target=native,arg=profile,arg=3dcccccd,arg=3fb999999999999a\n-plugin\n"
             "%s/count,,er.so,driver=1230:1270,model=model,limit=987,out=%s/lugre.counts,"
             "calls=2a0,calls=3b0,calls=4c2\n",
             firmware, twice, twice);
    expect_arguments("lugre", expected);
}

/* Flash and RAM just as large as the part's: the stack needs some RAM. */
Test(run, of_an_avr_knows_what_fits)
{
    struct embedded_core core = core_of("avr");
    char message[PATH], expected[4 * PATH];
    make_firmware();
    put("dahl.exits", "");
    struct embedded_cost *rows = costs_of(&core, message);
    cr_assert(rows, "%s", message);
    cr_expect_eq(rows[0].status, EMBEDDED_OK);
    cr_expect_eq(rows[2].status, EMBEDDED_DOES_NOT_FIT, "its stack has met data");
    cr_expect_eq(rows[3].status, EMBEDDED_OK, "this one was finished before");
    free(rows);
    snprintf(expected, sizeof expected,
             "%s/lugre.elf\nprofile 3dcccccd 3fb999999999999a\n%s/lugre.counts\n150,1d8,261\n987\n",
             firmware, firmware);
    expect_arguments("lugre", expected);
    for (int k = 0; k < 2; k++) {
        core.flash = k == 0 ? 109 : 110;
        core.ram = k == 1 ? 50 : 51;
        rows = costs_of(&core, message);
        cr_assert(rows, "%s", message);
        for (size_t i = 0; i < 5; i++)
            cr_expect_eq(rows[i].status, EMBEDDED_DOES_NOT_FIT);
        free(rows);
    }
}

/* Of a RISC-V core addresses are what they are. */
Test(run, of_other_cores_counts_calls_at_their_addresses)
{
    const struct embedded_core core = core_of("riscv");
    char message[PATH], path[PATH];
    make_firmware();
    struct embedded_cost *rows = costs_of(&core, message);
    cr_assert(rows, "%s", message);
    free(rows);
    char *text = cli_read(path_of("dahl.args", path));
    cr_expect(text && strstr(text, ",calls=2a1,calls=3b0,calls=4c3\n"), "%s", text);
    free(text);
}

/* A run may end well and have left out a kernel: its row does not count as measured. */
Test(run, without_a_word_on_a_kernel_is_a_fault)
{
    const struct embedded_core core = core_of("cortex_m");
    char message[PATH];
    make_firmware();
    put("lugre.console", "kernel law=lugre method=rk4 precision=f64 entry=305 steps=500 restarts=3 "
                         "stack=77 force=3ff199999999999a states=3fe0000000000000\nend\n");
    struct embedded_cost *rows = costs_of(&core, message);
    cr_assert(rows, "%s", message);
    cr_expect_eq(rows[0].status, EMBEDDED_FAULT, "%s", embedded_status_text(rows[0].status));
    cr_expect_eq(rows[1].status, EMBEDDED_OK, "%s", embedded_status_text(rows[1].status));
    free(rows);
}

/* One file is missing or as it must not be. */
Test(run, says_what_is_missing_or_wrong)
{
    static const struct {
        const char *file, *text, *message;
    } cases[] = {
        { "sizes.csv", NULL, "sizes.csv: No such file or directory" },
        { "sizes.csv", "law,method,precision,flash,ram\n", "expected lines law,method" },
        { "sizes.csv", "law,method,precision,ram,flash\na,b,f32,1,2\n", "expected lines law" },
        { "sizes.csv", "law,method,precision,flash,ram\na,b,f32,1\n", "expected lines law" },
        { "sizes.csv", "law,method,precision,flash,ram\na,b,f32,1,2,3\n", "expected lines law" },
        { "dahl.told", NULL, "on dahl: first complaint" },
        { "dahl.told", "9\n10 2 1:3:2 0:0:0 5:11:6 7:15:8 1\n", "on dahl: first complaint" },
        { "dahl.told", "total 9\n10 2 1:3:2 0:0:0 5:11:6 1\n", "on dahl: first complaint" },
        { "dahl.told", "total 9\n10 3 1:3:2 0:0:0 5:11:6 7:15:8 1\n", "is not as expected" },
        { "dahl.told", "total 9\n12 2 1:3:2 0:0:0 5:11:6 7:15:8 1\n", "is not as expected" },
        { "dahl.console",
          "kernel law=dahl method=rk4 precision=f32 entry=10 steps=2 restarts=2 "
          "stack=1 force=0\n",
          "dahl.elf: its console is not as expected" },
        { "dahl.console",
          "kernel law=dahl method=heun precision=f32 entry=10 steps=2 restarts=2 "
          "stack=1 force=0 states=0,x\n",
          "is not as expected" },
        { "dahl.console",
          "kernel law=dahl method=heun precision=f32 entry=10 steps=2 "
          "stack=1 force=0\n",
          "is not as expected" },
        { "dahl.elf", "no image", "dahl.elf: not a 32-bit little-endian ELF file" },
        { "emulator", NULL, "emulator is missing: apt-get install some-package" },
    };
    const struct embedded_core core = core_of("avr");
    char message[PATH], path[PATH];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        make_firmware();
        unlink(path_of("lugre.elf", path));
        unlink(path_of("lugre_x_euler.elf", path));
        unlink(path_of(cases[i].file, path));
        if (cases[i].text)
            put(cases[i].file, cases[i].text);
        struct embedded_cost *rows = costs_of(&core, message);
        cr_expect(!rows && strstr(message, cases[i].message), "%zu: %s", i, message);
        free(rows);
    }
}

Test(run, needs_a_driver_and_images)
{
    const struct embedded_core core = core_of("cortex_m");
    struct image made = image();
    char message[PATH], path[PATH];
    make_firmware();
    made.section_names[1] = 'D';
    put_bytes("lugre.elf", &made, sizeof made);
    cr_expect(!costs_of(&core, message) && strstr(message, "lugre.elf: has no driver"));
    unlink(path_of("lugre.elf", path));
    unlink(path_of("dahl.elf", path));
    unlink(path_of("lugre_x_euler.elf", path));
    cr_expect(!costs_of(&core, message) && strstr(message, ": no images of firmware"));
}
