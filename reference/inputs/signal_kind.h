/* The kinds of segments of the velocity grammar (signal.h): names only, which the witness checker
 * and the signals share.
 */
#ifndef BRISTLE_REFERENCE_INPUTS_SIGNAL_KIND_H
#define BRISTLE_REFERENCE_INPUTS_SIGNAL_KIND_H

enum signal_kind { SIGNAL_HOLD, SIGNAL_RAMP, SIGNAL_SINE, SIGNAL_COSINE, SIGNAL_CHIRP, SIGNAL_CSV };

#endif
