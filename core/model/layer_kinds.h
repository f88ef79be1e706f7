#pragma once
// From the blocks of a described layer to its LayerKind.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/model/description.h"

namespace astrolabe::model {

/// What of a layer has no cost; empty when all of it has.
std::string without_cost(const LayerBlocks& blocks);

/// The kind of a layer in a stack of width `hidden`. Precondition: without_cost() finds nothing.
LayerKind kind_of(const DescribedLayer& layer, std::int64_t hidden);

/// The matrices among `blocks`, each as one product a token.
std::vector<Product> products_of(const BlockList& blocks);

/// Gives every kind of layer of a part a name of its own: layers of one kind hold the same tensors, and where
/// the first has a table of its own, or a norm less, its kind is another one.
class KindNames {
 public:
  LayerKind named(LayerKind kind, const LayerBlocks& blocks);

 private:
  std::vector<std::pair<LayerKind, std::int64_t>> m_known;
};

}  // namespace astrolabe::model
