#pragma once

#include "core/base/units.h"

namespace astrolabe::hardware {

/// A connection as a collective sees it: one-direction bandwidth and latency of one message.
struct Link {
  BytesPerSecond bandwidth;
  Seconds latency;
  bool reduces = false;  ///< its switches add up what passes through them (NVLink SHARP, InfiniBand SHARP)
  bool operator==(const Link&) const = default;
};

}  // namespace astrolabe::hardware
