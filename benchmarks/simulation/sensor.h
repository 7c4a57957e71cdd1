/* A log of a simulated run, as the sensors of a rig would write it. */
#ifndef BRISTLE_BENCHMARKS_SIMULATION_SENSOR_H
#define BRISTLE_BENCHMARKS_SIMULATION_SENSOR_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "reference/experiments/scenario.h"
#include "reference/experiments/trajectory.h"

/* What sensors do to a run. Begin with { 0 }. */
struct sensor {
    double encoder;  /* step of the position, m; 0: none */
    double noise;    /* standard deviation of the force, N, or its share of the largest force */
    bool is_share;   /* the latter */
    double quantise; /* step of the force, N; 0: none */
    double delay;    /* of the force behind the position, s */
    double rate;     /* samples per second; 0: no log is asked for */
    uint64_t seed;   /* of the noise */
};

/* Reads "encoder=1e-6,noise=1%,rate=1000", whose text it cuts up; what is not given is 0, and the
 * rate 1000/s. Ends the program with one line, exit 2, where the text is something else. */
void sensor_read(struct sensor *sensor, char *text);

/* Returns how many samples there are from 0 to t_end, s; ends the program with one line, exit 2,
 * where these are fewer than two or more than 1e8, or the delay takes all of them. */
size_t sensor_samples(const struct sensor *sensor, double t_end);

/* Writes the log as CSV: "t [s],x [m],F [N]" with the friction force or, of a mass, "u [N]" with
 * the force that the plant applies to it. The trajectory has samples at the sensor's rate. Between
 * them the delayed force is linear, before the first it is that one's; where the friction force is
 * an interval the cell is empty. The force is delayed, then noisy, then rounded. */
void sensor_write(FILE *out, const struct sensor *sensor, const struct setup *setup,
                  const struct trajectory *trajectory);

#endif
