/* Measured runs, from CSV files with a heading of names and units:
 *
 *     t [s],position [mm],force [N]
 *     0,0.000,0.12
 *     0.001,0.002,0.35
 *
 * Cells are separated by tabs, semicolons or commas, whichever of these the heading has, or else
 * by blanks; unless they are commas, numbers may have a decimal comma. Cells may be quoted. Blank
 * lines and lines that begin with # or % say nothing; but directly above a first line of numbers
 * they are the heading. A heading is `force [N]`, `force (N)`, `force/N`, `force_N` or `"force,
 * N"`, in any case; or names alone, with a line of units below. Names:
 *
 *     t   t, time, timestamp, zeit
 *     x   x, position, pos, displacement, angle, q
 *     v   v, velocity, speed
 *     F   F, force, friction, friction_force, torque, friction_torque
 *     u   u, applied, applied_force, input, motor_force, applied_torque, motor_torque
 *
 * A file has the time, a position or a velocity, and a friction force or an applied force; other
 * columns say nothing. Units are of lengths or of angles, not both: m, in, rad, deg, °, rev, rpm,
 * s, min, h, g, N, Nm with prefixes from n to G (µ or u), their powers, products and quotients:
 * `mm/s`, `mN.m`, `kg m^2/s^2`.
 */
#ifndef BRISTLE_REFERENCE_LOGS_LOG_H
#define BRISTLE_REFERENCE_LOGS_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Bytes of an error; the rows that a run has at least; and those that are kept of a file at most:
 * of more, every second one, or every fourth, and so on. Fits take as long as their data. */
enum { LOG_ERROR = 512, LOG_LEAST_ROWS = 20, LOG_MOST_ROWS = 60000 };

/* A run: n samples in order of strictly increasing time. */
struct log_run {
    const char *file; /* as the user named it; borrowed */
    size_t n;         /* at least LOG_LEAST_ROWS */
    double *t;        /* s, from the file's own zero */
    double *x, *v;    /* position m, velocity m/s, or rad, rad/s; NULL: not measured */
    double *force;    /* friction force, N or N m; NULL: not measured */
    double *applied;  /* applied force, N or N m; NULL: not measured */
};

/* All runs of some files. Begin with { 0 }; release by log_free. */
struct log {
    struct log_run *runs;
    size_t n_runs;
    bool is_angular; /* rad, rad/s, N m, kg m^2 in place of m, m/s, N, kg */
    char **notes; /* what was repaired or left out, a line each for people, with the file's name */
    size_t n_notes;
};

/* Reads a file and appends its runs and notes. A relative path means the caller's directory, also
 * under `bazel run`. Gaps of more than ten usual intervals cut a run in two. Rows with an empty
 * cell, or one that is not finite, are left out, and so is the later one of two at the same time;
 * notes say so.
 *
 * columns: NULL, or which columns are read, where names do not say it: "t=Time,x=Pos X [mm],F=Load
 * cell[N]", with units that take precedence over those of the heading; "v=" reads none. Returns
 * false with one clear line in error where the file or `columns` is not as described, the time goes
 * back, more than half of the rows would be left out, or a force or motion never changes; nothing
 * is appended then. */
bool log_read(struct log *log, const char *path, const char *columns, char error[LOG_ERROR]);

/* Reads so a file that is open, and that the caller closes; path is its name. */
bool log_read_stream(struct log *log, FILE *file, const char *path, const char *columns,
                     char error[LOG_ERROR]);

/* Releases what a log owns and leaves it empty. */
void log_free(struct log *log);

#endif
