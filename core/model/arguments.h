#pragma once
// Command-line arguments of Megatron-LM as people keep them: a bare list, a shell script with variables, or
// the MODEL_ARGS of a YAML file.

#include <string_view>

#include "core/base/json.h"

namespace astrolabe::model {

/// Whether the text names one of the arguments that size a model ("--num-layers").
bool holds_arguments(std::string_view text);

/// The arguments as an object: "--num-layers": 32, "--swiglu": true, "--normalization": "RMSNorm". The last
/// of repeated ones counts, as for Python's argparse. Variables that the script sets to one value are put in;
/// of others the text stays, with the values that the script may give them: "$LAYERS (32 or 80)".
Json read_arguments(std::string_view text);

}  // namespace astrolabe::model
