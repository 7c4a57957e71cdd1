/* The plots of findings. */
#ifndef BRISTLE_BENCHMARKS_REPLICATION_PLOT_H
#define BRISTLE_BENCHMARKS_REPLICATION_PLOT_H

/* Writes pre_sliding.svg, hysteresis.svg, stick_slip.svg, pid.svg and pid_error.svg into the
 * directory, which exists. Failures are one line, exit 2. */
void findings_plot(const char *directory);

#endif
