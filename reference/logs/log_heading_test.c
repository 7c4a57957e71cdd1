/* Headings in all their forms, and what is said of those that do not say enough. */
#include <math.h>

#include "reference/logs/log_label.h"
#include "reference/logs/log_test.h"

static const double pi = 3.14159265358979323846;

/* Expects that a heading is read, and returns a + b t: how x and F rise with the time. */
static void expect_read(const char *heading, const char *columns, double t, double x, double force)
{
    struct log log = { .runs = NULL };
    char error[LOG_ERROR];
    cr_assert(read_text(&log, heading, plain_rows(), columns, error), "%s", error);
    cr_assert_eq(log.n_runs, 1);
    const struct log_run *run = log.runs;
    const double *motion = run->x ? run->x : run->v, *f = run->force ? run->force : run->applied;
    cr_expect_eq(run->n, 24, "%s: %zu rows", heading, run->n);
    cr_expect_eq(log.n_notes, 0);
    for (size_t i = 0; i < run->n; i++) {
        cr_expect_float_eq(run->t[i], t * (double)i, 1e-14 * fabs(t) * 24, "%s", heading);
        cr_expect_float_eq(motion[i], x * (double)i, 1e-14 * fabs(x) * 24, "%s", heading);
        cr_expect_float_eq(f[i], force * (double)i, 1e-14 * fabs(force) * 24, "%s", heading);
    }
    log_free(&log);
}

static void expect_refused_by(const char *heading, const char *rows, const char *columns,
                              const char *words)
{
    struct log log = { .runs = NULL };
    char error[LOG_ERROR];
    cr_expect(!read_text(&log, heading, rows, columns, error), "%s", heading);
    cr_expect(log.n_runs == 0 && log.n_notes == 0 && !log.runs && !log.notes);
    cr_expect(strncmp(error, "'a.csv'", 7) == 0 && strstr(error, words) && !strchr(error, '\n'),
              "%s: '%s', not '%s'", heading, error, words);
    log_free(&log);
}

static void expect_said(const char *heading, const char *columns, const char *words)
{
    expect_refused_by(heading, plain_rows(), columns, words);
}

Test(heading, has_units_in_many_forms)
{
    static const char *const headings[] = {
        "t [s],x [mm],F [kN]\n",
        "T (s),X (mm),f (kN)\n",
        "time/s,position/mm,force/kN\n",
        "time_s,position_mm,friction_force_kN\n",
        "Zeit [s],\"pos, mm\",\"Friction, kN\"\n",
        " t[s] ,  Displacement[mm] ,F  (kN)\n",
        "\"t\"\" [s]\",x [mm],F [kN]\n",
        "t s,x mm,Friction-Force kN\n",
        "t,x,F\ns,mm,kN\n",
        "t,x,F\n[s],(mm),[kN]\n",
        "t,x [mm],F\ns,mm,kN\n",
        "t [s],x [mm],F [kN]\ns,mm,kN\n",
        "# a rig\n\nt,x,F\n\n# units\ns,mm,kN\n",
        "\xef\xbb\xbft [s],x [mm],F [kN]\n",
    };
    for (size_t i = 0; i < sizeof headings / sizeof *headings; i++)
        if (i != 6)
            expect_read(headings[i], NULL, 1, 0.5e-3, 250);
    expect_read("ticks [ms],x/(mm),load [N]\n", "t=ticks,F=load", 1e-3, 0.5e-3, 0.25);
    expect_said(headings[6], NULL, "there is no column of time; the columns are 't\" [s]', ");
}

/* Each name that is promised means its quantity, in a column beside others. */
Test(heading, has_all_names)
{
    static const char *const names[LOG_QUANTITIES][9] = {
        [LOG_T] = { "t", "time", "timestamp", "zeit" },
        [LOG_X] = { "x", "position", "pos", "displacement", "angle", "q" },
        [LOG_V] = { "v", "velocity", "speed" },
        [LOG_F] = { "F", "force", "friction", "friction_force", "torque", "friction_torque" },
        [LOG_U] = { "u", "applied", "applied_force", "input", "motor_force", "applied_torque",
                    "motor_torque" },
    };
    static const char *const units[LOG_QUANTITIES] = { "s", "m", "m/s", "N", "N" };
    for (int q = 0; q < LOG_QUANTITIES; q++)
        for (size_t i = 0; names[q][i]; i++) {
            char text[8192], error[LOG_ERROR], *c = text;
            struct log log = { .runs = NULL };
            for (int k = 0; k < LOG_QUANTITIES; k++)
                c += sprintf(c, "%s [%s],", names[k][k == q ? i : 0], units[k]);
            for (int row = 0; row < 20; row++)
                c += sprintf(c, "\n%d,%d,%d,%d,%d,", row, 2 * row, 3 * row, 4 * row, 5 * row);
            cr_assert(read_text(&log, text, "\n", NULL, error), "%s: %s", names[q][i], error);
            const double *const columns[] = { log.runs->t, log.runs->x, log.runs->v,
                                              log.runs->force, log.runs->applied };
            cr_expect_eq(log.runs->n, 20);
            for (int k = 0; k < LOG_QUANTITIES; k++)
                cr_expect(columns[k] && columns[k][19] == 19 * (k + 1), "%s", names[q][i]);
            log_free(&log);
        }
}

/* Each column is brought to SI units by its own unit. */
Test(heading, has_a_unit_for_each_column)
{
    struct log log = { .runs = NULL };
    char error[LOG_ERROR], text[4096];
    char *c = text + sprintf(text, "t [ms],x [cm],v [m/min],F [kN],u [mN]\n");
    for (int i = 0; i < 20; i++)
        c += sprintf(c, "%d,%d,%d,%d,%d\n", i, 2 * i, 3 * i, 4 * i, 5 * i);
    cr_assert(read_text(&log, text, "", NULL, error), "%s", error);
    const struct log_run *run = log.runs;
    /* 1e-15 are nine roundings: powers, their product, its scale and what is expected have fewer */
    for (int i = 0; i < 20; i++) {
        cr_expect_float_eq(run->t[i], i / 1e3, i / 1e3 * 1e-15);
        cr_expect_float_eq(run->x[i], 2 * i / 1e2, 2 * i / 1e2 * 1e-15);
        cr_expect_float_eq(run->v[i], 3 * i / 60.0, 3 * i / 60.0 * 1e-15);
        cr_expect_float_eq(run->force[i], 4 * i * 1e3, 4 * i * 1e-12);
        cr_expect_float_eq(run->applied[i], 5 * i / 1e3, 5 * i / 1e3 * 1e-15);
    }
    log_free(&log);
}

Test(heading, is_of_lengths_or_of_angles)
{
    struct log log = { .runs = NULL };
    char error[LOG_ERROR];
    expect_read("t [s],pos [m],Friction Torque [N m]\n", "x=pos [rad]", 1, 0.5, 0.25);
    expect_read("t [s],v [mm/s],u [mN]\n", NULL, 1, 0.5e-3, 0.25e-3);
    expect_read("t [ms],angle [deg],torque [mN.m]\n", NULL, 1e-3, pi / 360, 0.25e-3);
    expect_read("t [min],speed [rpm],torque [Nm]\n", NULL, 60, pi / 60, 0.25);
    expect_read("t [s],q [\xb0],input [N m]\n", NULL, 1, pi / 360, 0.25);
    cr_assert(read_text(&log, "t [s],q [rad],u [Nm]\n", plain_rows(), NULL, error));
    cr_expect(log.is_angular && log.runs->applied && !log.runs->force && !log.runs->v);
    /* a second file appends, unless it is of the other kind */
    cr_expect(!read_text(&log, "t [s],x [m],F [N]\n", plain_rows(), NULL, error));
    cr_expect(strstr(error, "is of lengths, 'a.csv' of angles"), "%s", error);
    cr_expect(log.n_runs == 1 && log.is_angular);
    cr_expect(read_text(&log, "t [s],v [rpm],F [Nm]\n", plain_rows(), NULL, error));
    cr_expect(log.n_runs == 2 && log.runs[1].v && log.runs[1].force && !log.runs[1].x);
    log_free(&log);
    expect_said("t [s],x [m],F [N m]\n", NULL, "'x [m]' is of lengths and 'F [N m]' of angles");
    expect_said("t [s],x [deg],F [N]\n", NULL, "'x [deg]' is of angles and 'F [N]' of lengths");
}

/* Columns that say nothing may hold anything. */
Test(heading, may_have_other_columns)
{
    static char text[8192];
    struct log log = { .runs = NULL };
    char error[LOG_ERROR], *c = text;
    c += sprintf(c, "n;t [s];comment;v [m/s];x [m];u [N];F [N];F_min [N];U [V]\n");
    for (int i = 0; i < 30; i++)
        c += sprintf(c, "%d;%d;\"a;b\";%d;%d;%d;%d;abc;\n", i, i, 2 * i, 3 * i, 4 * i, 5 * i);
    cr_assert(read_text(&log, text, "", NULL, error), "%s", error);
    cr_assert_eq(log.runs->n, 30);
    for (int i = 0; i < 30; i++)
        cr_expect(log.runs->t[i] == i && log.runs->v[i] == 2 * i && log.runs->x[i] == 3 * i &&
                  log.runs->applied[i] == 4 * i && log.runs->force[i] == 5 * i);
    log_free(&log);
    cr_assert(read_text(&log, text, "", "v=,u=", error), "%s", error);
    cr_expect(!log.runs->v && !log.runs->applied && log.runs->x && log.runs->force);
    log_free(&log);
}

Test(heading, takes_columns_that_are_asked_for)
{
    static const char heading[] = "Time,Pos X [mm],Load cell\n";
    expect_read(heading, "t=Time [ms],x=Pos X [mm],F=Load cell[N]", 1e-3, 0.5e-3, 0.25);
    expect_read(heading, "time=time[s], x = pos_x ,u=LOAD CELL [kN]", 1, 0.5e-3, 250);
    expect_read(heading, "t=Time [s],x=Pos X [m],F=Load cell[N]", 1, 0.5, 0.25);
    expect_read("t [s],\"a, b [m]\",F [N]\n", "x=a, b", 1, 0.5, 0.25);
    expect_read("t [s],a [m],Load_N\n", "x=a,F=Load", 1, 0.5, 0.25);
    expect_read("t [s],a [m],Load_N\n", "x=a,F=Load_N", 1, 0.5, 0.25);
    expect_read("Time,way,load\ns,mm,N\n", "x=way,F=load", 1, 0.5e-3, 0.25);
    expect_read("Time,way,load\ns,mm,N\n", "t=time[ms],x=way[m],F=load[kN]", 1e-3, 0.5, 250);
    expect_said(heading, "x=Pos Y,F=Load cell",
                "columns: there is no column 'Pos Y' (did you mean 'Pos X [mm]'?); the columns are "
                "'Time', 'Pos X [mm]', 'Load cell'");
    expect_said(heading, "y=Pos X", "columns: found 'y', expected one of t, x, v, F and u");
    expect_said(heading, "Pos X", "columns: found 'Pos X', expected NAME=COLUMN");
    expect_said(heading, "t=Time,t=Time", "columns: t is given twice");
    expect_said(heading, "x=Pos X,v=Pos X,F=Load cell",
                "'Pos X [mm]' is asked for twice, as x and");
    expect_said(heading, "t=Time[s],x=Pos X,F=Load cell [V]",
                "'V' is no unit of the friction force");
}

Test(heading, that_says_too_little_is_refused)
{
    expect_said("t [s],x [m],F\n", NULL,
                "line 1: column 'F' has no unit, expected N or N m: write 'F [N]' in the heading, "
                "or columns 'F=F [N]'");
    expect_said("t,x [m],F [N]\n", NULL, "column 't' has no unit, expected s or ms: write 't [s]'");
    expect_said("t [s],x [],F [N]\n", NULL, "has no unit, expected m, mm, rad or deg");
    expect_said("t [s],x [N],F [N]\n", NULL,
                "column 'x [N]': 'N' is no unit of the position, expected m, mm, rad or deg");
    expect_said("t [s],x [m],F [V]\n", NULL, "'V' is no unit of the friction force");
    expect_said("t [m],x [m],F [N]\n", NULL, "'m' is no unit of the time, expected s or ms");
    expect_said("t,x,F\ns,mm,V\n", NULL, "line 1: column 'F': 'V' is no unit");
    expect_said("t,x,F\ns,mm,\n", NULL, "column 'F' has no unit");
    expect_said("a [s],x [m],F [N]\n", NULL,
                "there is no column of time; the columns are 'a [s]', 'x [m]', 'F [N]': name it "
                "'t [s]', or say which one is, by columns 't=NAME [UNIT]'");
    expect_said("t [s],y [m],F [N]\n", NULL, "there is no column of position or velocity");
    expect_said("t [s],x [m],load [N]\n", NULL, "no column of friction force or applied force");
    expect_said("t [s],x [m],F [N]\n", "F=", "no column of friction force or applied force");
    expect_said("t [s] x [m] F [N]\n", NULL,
                "line 2: found 1 cells, expected 3 as in the heading, separated by blanks");
    expect_said("# rig 7\n", NULL,
                "line 1: found 'rig', expected a heading of three columns or more");
    expect_said("", NULL, "line 1: found numbers, expected a heading");
}

/* Of several columns with a name, the one whose unit can be. */
Test(heading, that_may_mean_two_things_is_refused)
{
    expect_said(
        "t [s],pos [m],angle [rad]\n", NULL,
        "both 'pos [m]' and 'angle [rad]' may be the position: say which one is, by columns "
        "'x=NAME [UNIT]'");
    expect_said("t [s],time [s],x [m]\n", NULL, "both 't [s]' and 'time [s]' may be the time");
    expect_said("t [s],x [m],F [N]\n", "x=", "there is no column of position or velocity");
    expect_said("t [s],x [m],x [m]\n", "x=x", "both 'x [m]' and 'x [m]' may be the position");
    struct log log = { .runs = NULL };
    char error[LOG_ERROR];
    static char text[4096];
    char *c = text + sprintf(text, "t [s],T [Nm],x [m],q [A],F [N]\n");
    for (int i = 0; i < 30; i++)
        c += sprintf(c, "%d,%d,%d,abc,%d\n", i, 2 * i, 3 * i, 4 * i);
    cr_assert(read_text(&log, text, "", NULL, error), "%s", error);
    cr_expect(log.runs->t[7] == 7 && log.runs->x[7] == 21 && log.runs->force[7] == 28);
    log_free(&log);
}

/* Expects that a heading of five names is read, with the motion from that column. */
static void expect_motion(const char *heading, const char *columns, int place)
{
    struct log log = { .runs = NULL };
    char error[LOG_ERROR], text[4096], *c = text;
    for (int i = 0; i < 30; i++)
        c += sprintf(c, "%d,%d,%d,%d,%d\n", i, 2 * i, 3 * i, 4 * i, 5 * i);
    cr_assert(read_text(&log, heading, text, columns, error), "%s: %s", heading, error);
    cr_expect_eq(log.runs->x[10], 10 * (place + 1), "%s by %s: %g", heading, columns,
                 log.runs->x[10]);
    log_free(&log);
}

/* A column that is called so as a whole comes before one that is without its unit; of several the
 * one whose unit can be, wherever it stands. */
Test(heading, has_the_nearest_column)
{
    static const char heading[] = "t [s],a [N],a [m],a,F [N]\n";
    expect_motion(heading, "x=a [m]", 2);
    expect_motion(heading, "x=a[m]", 3);
    expect_motion("t [s],a [rad],a,b,F [N]\n", "x=a [m]", 2);
    expect_motion("t [s],a [rad],a [m],a [s],F [N]\n", "x=A [m]", 2);
    expect_motion("q [A],pos [V],x [m],t [s],F [N]\n", NULL, 2);
    expect_motion("x [m],q [A],pos [V],t [s],F [N]\n", NULL, 0);
    /* A column is near another whatever the letters' case. */
    expect_said("t [s],POSITIO [mm],F [N]\n", "x=position", "did you mean 'POSITIO [mm]'?");
    expect_said("t [s],positio [mm],F [N]\n", "x=POSITION", "did you mean 'positio [mm]'?");
    expect_said("t [s],a [mm],a,F [N]\n", "x=a", "column 'a' has no unit");
    expect_said("t [s],q [A],pos [V],F [N]\n", NULL, "both 'q [A]' and 'pos [V]' may be");
    expect_said("t [s],q [A],pos [m],x [m],angle [V],F [N]\n", NULL,
                "both 'pos [m]' and 'x [m]' may be");
}

/* As many columns are listed as 200 bytes have, each as a whole: eight of 20 bytes with what is
 * around them have 190, and dots stand for the others. */
Test(heading, lists_columns_that_there_is_room_for)
{
    for (int n = 8; n <= 10; n++) {
        char text[400], expected[400], *c = text, *e = expected;
        e += sprintf(e, "the columns are ");
        for (int i = 0; i < n; i++) {
            c += sprintf(c, "%s%dabcdefghijklmnopqrs", i > 0 ? "," : "", i % 10);
            if (i < 8)
                e += sprintf(e, "%s'%dabcdefghijklmnopqrs'", i > 0 ? ", " : "", i % 10);
        }
        sprintf(c, "\n");
        sprintf(e, "%s: name it", n > 8 ? ", ..." : "");
        expect_said(text, NULL, expected);
    }
}
