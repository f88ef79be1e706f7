#pragma once
// A proof that no configuration of a question beats its answer, as a file: README.md of this room.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/json.h"
#include "core/base/result.h"

namespace astrolabe::verify {

enum class Verdict : std::uint8_t {
  cut,        ///< every configuration of the node has at least its bound
  no_room,    ///< none of them fits
  refuted,    ///< a configuration none of whose splits fits, keeps the limits and beats the incumbent
  evaluated,  ///< the same, told with its best split, `layers`: the incumbent and what equals it
  limit       ///< all of them break the deadline or a limit on money
};

/// A part of the space. Its path, as far as it goes: family, kind, stages, setting, stages of all pools but
/// the slowest (the fastest first), order of the pools.
struct Node {
  std::vector<std::uint32_t> path;
  Verdict verdict = Verdict::cut;
  std::uint64_t count = 0;       ///< configurations that break no rule
  std::uint64_t bound = 0;       ///< of Verdict::cut, in units of Certificate::unit(), rounded down
  std::vector<int> layers = {};  ///< of Verdict::evaluated, a stage each
  bool operator==(const Node&) const = default;
};

struct Certificate {
  Json question;                ///< what core/verify/question.h reads
  Json incumbent;               ///< the strategy, or null when nothing fits
  double incumbent_step = 0.0;  ///< seconds; kNone when nothing fits
  std::uint64_t total = 0, rejected_by_rule = 0;
  /// Of each kind the settings (indices within a group) that share all a layer's time depends on.
  std::vector<std::vector<std::uint64_t>> kinds;
  std::vector<Node> nodes;  ///< ascending by path
  static constexpr double kNone = 1e300;
  bool feasible() const { return incumbent_step < kNone; }
  /// Bounds are told to one part in 2^24 of the incumbent's step, seconds.
  double unit() const { return incumbent_step * 0x1p-24; }
};

std::string encode(const Certificate& certificate);
/// Errors: not_a_certificate for other files, damaged_certificate for a truncated or changed one,
/// newer_format.
Result<Certificate> decode(std::string_view bytes);

}  // namespace astrolabe::verify
