/* The plots of findings. */
#ifndef BRISTLE_BENCHMARKS_REPLICATION_PLOT_H
#define BRISTLE_BENCHMARKS_REPLICATION_PLOT_H

/* Writes pre_sliding.svg, hysteresis.svg, stick_slip.svg, pid.svg and pid_error.svg into an
 * existing directory. Ends the program with one line, exit 2, on failure. */
void findings_plot(const char *directory);

#endif
