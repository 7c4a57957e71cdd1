/* What positions that an encoder rounds to its steps say of the real ones.
 *
 * While a motion goes slowly through steps, samples within a step all have the same value, and say
 * no more than that the position is in it. Where the value changes, the position is at the edge
 * between two steps, to within the way from one sample to the next: the slower, the better
 * (R. J. E. Merry, M. J. G. van de Molengraft and M. Steinbuch, "Velocity and acceleration
 * estimation for optical incremental encoders", Mechatronics 20 (2010)). */
#ifndef BRISTLE_PROPERTIES_MEASUREMENT_STEPS_H
#define BRISTLE_PROPERTIES_MEASUREMENT_STEPS_H

#include <stdbool.h>
#include <stddef.h>

/* An encoder, in the unit of what it measures. */
struct steps {
    double size;
    double edge;  /* by how much edges are beside their places, standard deviation */
    double noise; /* before rounding, standard deviation: it moves values to and fro over edges */
};

/* Returns an encoder of steps of that size, whose edges are as the n values say, measured at these
 * times, s: a motion that is smooth passes one after the other smoothly. Where too few of them are
 * passed slowly, edges are taken to be off by a twentieth of a step. */
struct steps steps_of(size_t n, const double t[], const double measured[], double size);

/* level[n]: what was measured, without going to and fro over edges: where the motion is slow, the
 * middle one of values around each sample, of more of them as it is slower. Without noise it is
 * what was measured. */
void steps_settle(const struct steps *steps, size_t n, const double measured[], double level[]);

/* seen[n]: where the position is at each sample, by values that have settled; weight[n]: the
 * variance of rounding, size^2/12, over that of what is seen. A value that lasts counts where it
 * begins, and next to nothing behind that; but where the curve, unless NULL, has left the step, it
 * counts at the edge that is nearest. May not be the same arrays. */
void steps_see(const struct steps *steps, size_t n, const double level[], const double curve[],
               double seen[], double weight[]);

/* rest[n]: at samples where the position rests, by how much it may be off the sample before, as a
 * variance in parts of that of rounding; 0: it may move. It rests where a value lasts for far
 * longer than those before and behind it, and not only because it turns there: no constant
 * acceleration makes one last for more than five times the next. begin[n]: likewise, at the first
 * samples behind a rest, by how much it may begin to move from one sample to the next; 0 at others.
 */
void steps_rests(const struct steps *steps, size_t n, const double level[], double rest[],
                 double begin[]);

#endif
