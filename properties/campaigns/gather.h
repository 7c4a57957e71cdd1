/* The slices that a campaign left behind. */
#ifndef BRISTLE_PROPERTIES_CAMPAIGNS_GATHER_H
#define BRISTLE_PROPERTIES_CAMPAIGNS_GATHER_H

#include "properties/campaigns/campaign.h"

struct slices {
    struct slice *slices;
    size_t n;
};

/* Adds the slices of a file, which is one of three: a slice; an archive of a test's undeclared
 * outputs (.zip), with a slice; or the events of a build (Bazel's --build_event_json_file), which
 * name the outputs of the tests of just that build: the last attempt of each run and shard. Fails
 * with a line that names the file, exit 2. */
void slices_gather(struct slices *slices, const char *path);
void slices_free(struct slices *slices);

#endif
