#pragma once

#include "core/base/units.h"

namespace astrolabe::hardware {

/// A connection as a collective sees it: one-direction bandwidth and latency of one message.
struct Link {
  BytesPerSecond bandwidth;
  Seconds latency;
  bool operator==(const Link&) const = default;
};

}  // namespace astrolabe::hardware
