#pragma once
// Turns what is said of a job's software into what costs read of it, for jobs and measured runs alike.

#include <optional>
#include <string>
#include <string_view>

#include "core/strategy/software.h"
#include "core/strategy/software_choice.h"

namespace astrolabe::strategy {

/// A stack with what belongs to it whatever runs on it: its attention kernel, how it holds weights and what
/// it recomputes selectively.
Software software_of(Stack stack);

/// Sets the options that are in use by `choice`: said, or the default of the runtime that it names. Options
/// that neither tells stay as they are. Those that a job holds itself (precision of products and of the
/// gradient reduction) and delay_weight_gradients, which moves work inside a backward pass and makes none,
/// leave it unchanged.
void set_options(const SoftwareChoice& choice, Software& software);

/// The day of a release ("0.19", "v0.19.0", "core_v0.19.0") of the runtime of that id; "" where its file does
/// not know it.
std::string release_date(std::string_view runtime, std::string_view release);

/// The rank of adapters that the runtime of that id has unless told, and where its code says so.
struct UsualRank {
  int rank = 0;
  std::string source;
};
std::optional<UsualRank> usual_rank(std::string_view runtime);

/// The software of a job: the stack of its runtime at the stated date, else at that of the stated release, at
/// the newest measured one where neither is known or it is later, with its options. No runtime, or "any": the
/// newest measured Megatron-Core.
Software software_of(const SoftwareChoice& choice);

}  // namespace astrolabe::strategy
