#pragma once
// A fleet request by request: the slow twin of its figures, and traces as traffic.

#include <cstdint>
#include <vector>

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/deploy/fleet.h"
#include "core/deploy/question.h"
#include "core/serving/lengths.h"

namespace astrolabe::deploy {

/// Puts mean and variation of a trace's lengths in place of its name, and the variation of its arrivals into
/// `traffic`.
void take_trace(const std::vector<serving::Arrival>& trace, bool output, serving::Lengths& lengths,
                serving::Traffic& traffic);

/// Errors: bad_trace at the row of the first request that is longer than `most` tokens, those that a sequence
/// of the model has at most; 0: any.
Result<void> check_trace(const std::vector<serving::Arrival>& trace, int most);

/// The figures that a simulation of each group tells, under the keys of a row; of `trace`, or of requests
/// drawn from the traffic where it is empty. Requests that no replica has room for are left out and counted.
/// Errors: bad_trace, or out_of_range at the lengths, where all of them are.
Result<Json> simulated_json(const Question& question, const Fleet& fleet,
                            const std::vector<serving::Arrival>& trace, std::uint64_t seed);

}  // namespace astrolabe::deploy
