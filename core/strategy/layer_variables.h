#pragma once
// Kinds of layers that not every runtime has, as conditions of runtimes read them.

#include <string>
#include <vector>

#include "core/strategy/rule_variables.h"

namespace astrolabe::strategy {

/// A kind of layer beside attention over the whole sequence in front of an MLP or experts.
struct LayerTrait {
  const char* key;       ///< in the files of runtimes: "mamba_2"
  const char* variable;  ///< of a condition that asks whether a model has such layers: "has_mamba_2"
  const char* name;      ///< in plain English
  bool (*in)(const model::Graph& graph);
};

const std::vector<LayerTrait>& layer_traits();

/// One variable for each trait, and how the layers are made of mixers and MLPs.
std::vector<RuleVariable> layer_variables();

/// Mixer and MLP of every layer by the letters of Megatron-Core's hybrid models ("M-", "*E"), in the order of
/// the model; empty where a layer is something else.
std::vector<std::string> hybrid_letters(const model::Graph& graph);

}  // namespace astrolabe::strategy
