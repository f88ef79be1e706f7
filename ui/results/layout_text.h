#pragma once
// A strategy as a line a person types: "tp=8 pp=4 dp=2 mbs=1 recompute=selective h100:29 h100:28 a100:12
// a100:11".

#include <QString>

#include "core/base/result.h"
#include "core/strategy/problem.h"
#include "core/strategy/strategy.h"

namespace astrolabe::ui {

/// Reads such a line. `key=value` with the short names of the ranking or the names of the JSON; `pool:layers`
/// or `pool:layers@tp~full3` for each stage in order (its own tensor parallelism and recomputed layers); a
/// bare flag is true. Arguments of Megatron-LM
/// ("--tensor-model- parallel-size 8") mean the same. Left out: dp fills the GPUs, stages go to the pools by
/// their GPUs and take equal layers. Errors: unknown_key with near names, wrong_type, and those of
/// strategy::read_strategy.
Result<strategy::Strategy> readLayout(const QString& text, const strategy::Problem& problem);

/// The line that reads back as this strategy.
QString layoutText(const strategy::Strategy& strategy, const strategy::Problem& problem);

}  // namespace astrolabe::ui
