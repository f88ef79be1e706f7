#pragma once
// Links of single machines while pools come and go.

#include <string>

#include "core/hardware/cluster.h"

namespace astrolabe::hardware {

/// Takes out the links of machines that `spec` no longer has: of a pool that went, or beyond its nodes.
void drop_gone_machine_links(ClusterSpec& spec);
/// Their ends of a pool that is called `to` from now on.
void rename_in_machine_links(ClusterSpec& spec, const std::string& from, const std::string& to);

}  // namespace astrolabe::hardware
