/* Collects the slices of a campaign from files. */
#ifndef BRISTLE_PROPERTIES_CAMPAIGNS_GATHER_H
#define BRISTLE_PROPERTIES_CAMPAIGNS_GATHER_H

#include "properties/campaigns/campaign.h"

struct slices {
    struct slice *slices;
    size_t n;
};

/* Adds the slices of a file, which is one of three: a slice; an archive of a test's undeclared
 * outputs (.zip) with a slice; or the events of a build (Bazel's --build_event_json_file), which
 * name the outputs of the tests of that build: the last attempt of each run and shard. Ends the
 * program with a line that names the file, exit 2, if the file cannot be read. */
void slices_gather(struct slices *slices, const char *path);
void slices_free(struct slices *slices);

#endif
