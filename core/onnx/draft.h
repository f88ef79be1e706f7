#pragma once
// A graph while it is read: dimensions may still be split by a later reshape, and tensors then have more
// dimensions than they seemed to have (a projection to `heads * width` that is later seen as heads and
// width).

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/spmd/graph.h"

namespace astrolabe::onnx {

/// Dimensions that may be found to be products of smaller ones. Each belongs to one tensor; linked ones are
/// split alike.
class Atoms {
 public:
  int make(std::int64_t extent);
  std::int64_t extent(int atom) const { return m_atoms[atom].extent; }
  /// The parts that are not split further, outermost first.
  void expand(int atom, std::vector<int>& parts) const;
  std::vector<int> expand(const std::vector<int>& list) const;
  /// expand() without the parts of extent 1.
  std::vector<int> real(const std::vector<int>& list) const;
  /// Links two lists of equal product, split as far as is needed. False when neither refines the other.
  bool unify(const std::vector<int>& a, const std::vector<int>& b);
  /// Splits into outer and inner part, also whatever is linked. False when that can't be.
  bool split(int atom, std::int64_t outer);
  bool is_whole(int atom) const { return m_atoms[atom].parts.empty(); }
  /// Forbids from now on to split `atom` and what is linked to it.
  void keep_whole(int atom) { m_atoms[atom].kept = true; }
  bool is_kept_whole(int atom) const;

 private:
  struct Atom {
    std::int64_t extent = 1;
    std::vector<int> parts, links;
    bool kept = false;
  };
  void link(int a, int b);
  std::vector<Atom> m_atoms;
};

struct DraftTensor {
  std::string name;
  spmd::Role role = spmd::Role::activation;
  std::vector<int> dims;  ///< atoms
};

/// What a node reads or makes.
struct DraftOperand {
  int tensor = -1;
  std::vector<int> dims;    ///< the tensor's atoms as far as they were split when the node was made
  std::vector<int> labels;  ///< one for each of them, -1: none. Equal labels: equal dimensions.
};

struct DraftNode {
  spmd::Op op = spmd::Op::contract;
  std::string name;
  std::vector<DraftOperand> inputs;
  DraftOperand output;
  std::vector<int> locked;  ///< labels that may be neither sharded nor split
  int exchanged = -1;       ///< label
  bool atomic = false;      ///< no dimension may be split: the operator counts on their order
  int axis = -1;            ///< dimension of the first input that Attributes::axis is to name
  spmd::Attributes attributes;
  double flops_per_product = 1.0;  ///< times the product of all labels
};

struct Draft {
  Atoms atoms;
  std::vector<DraftTensor> tensors;
  std::vector<DraftNode> nodes;
  int loss = -1;
  double samples = 1.0;
  /// Dimensions that the node needs whole are kept so: a later reshape takes them apart with a node.
  void add(DraftNode node);
};

/// The graph of a finished draft. Errors: AST-M115 names a node whose dimension a later reshape splits though
/// the operator needs it whole, or a tensor of more than 6 dimensions.
Result<spmd::Graph> graph_of(const Draft& draft, const std::string& name);

}  // namespace astrolabe::onnx
