#pragma once
// A graph made ready for the search: the canonical order of its nodes, their rules, and the open tensors at
// each step packed into a few words. Independent of devices and ratios.

#include <array>
#include <cstdint>
#include <vector>

#include "core/base/result.h"
#include "core/spmd/graph.h"
#include "core/spmd/prices.h"
#include "core/spmd/rules.h"

namespace astrolabe::spmd {

/// Properties as small numbers: 0 I, 1 R, 2 + d G_d.
constexpr int code_of(Property property) {
  if (property.kind == Property::Kind::identity) return 0;
  return property.kind == Property::Kind::reduce ? 1 : 2 + property.dim;
}
constexpr Property property_of(int code) {
  if (code == 0) return Property::identity();
  return code == 1 ? Property::reduce() : Property::gather(code - 2);
}
inline constexpr int kMostCodes = 8;  ///< so tensors have at most 6 dimensions

/// What is known of the open tensors. A tensor is open from the first step that touches it to the last. Each
/// slot has 16 bits: which properties are wanted (low 8, by code) and in which it is made (code + 1, then 4
/// bits; 0: not known yet, its producer comes later in the order, or it is a leaf).
struct State {
  static constexpr int kWords = 6, kSlots = 4 * kWords;
  std::array<std::uint64_t, kWords> words{};
  bool operator==(const State&) const = default;
  unsigned slot(int index) const {
    return static_cast<unsigned>(words[index >> 2] >> ((index & 3) * 16)) & 0xffffU;
  }
  void set(int index, unsigned value) {
    const int shift = (index & 3) * 16;
    words[index >> 2] =
        (words[index >> 2] & ~(std::uint64_t{0xffff} << shift)) | (std::uint64_t{value} << shift);
  }
};

/// All tensors that are priced alike.
struct TensorClass {
  TensorForm form;
  Role role = Role::activation;
  bool communicates = true;  ///< conversions are allowed
  bool updated = false;      ///< a parameter with an optimizer node
  bool loss = false;
  int codes = 2;  ///< 2 + rank
};

/// A rule wants a tensor in a property, or makes it in one.
struct Access {
  std::int16_t slot = 0;
  std::int16_t tensor_class = 0;
  std::int8_t code = 0;
  bool makes = false;
  bool first = false;  ///< nothing is known of the tensor yet: its price does not depend on the state
};

struct StepRule {
  bool sharded = false, exchanges = false;
  std::vector<Access> accesses;
};

/// One node of the canonical order. Steps that are alike in all but the tensors' names share a class, so that
/// repeated layers are priced once.
struct StepClass {
  double flops = 0.0;
  int kind = 0;  ///< class of speed
  Phase phase = Phase::forward;
  bool again = false;  ///< computed again in backward, where that is told apart
  double exchange_elements = 0.0;
  std::vector<StepRule> rules;
  std::vector<std::int16_t> opens;   ///< slots of tensors that no earlier step touches
  std::vector<std::int16_t> closes;  ///< slots of tensors that no later step touches
};

/// What is still to come for an open tensor.
struct OpenKind {
  int tensor_class = 0;
  unsigned may_want = 0;  ///< set of codes that later steps may want it in
  bool unmade = false;    ///< its producer comes later in the order (or its update)
  auto operator<=>(const OpenKind&) const = default;
};
struct OpenSlot {
  std::int16_t slot = 0, kind = 0;  ///< kind: in Theory::open_kinds
};

struct Theory {
  const Graph* graph = nullptr;
  std::vector<NodeId> order;      ///< canonical order; backward nodes stand behind their forward node
  std::vector<int> step_classes;  ///< of each place in the order
  std::vector<StepClass> classes;
  std::vector<TensorClass> tensor_classes;
  std::vector<int> class_of_tensor;
  std::vector<int> slot_of_tensor;
  std::vector<std::vector<Rule>> rules;  ///< of each class
  std::vector<OpenKind> open_kinds;
  std::vector<std::vector<OpenSlot>> open;  ///< before each place of the order
  /// A forward node with what belongs to it: steps [first, first + length). Groups of the same kind are alike
  /// in all but the tensors' names. Within a group no slot is used twice.
  struct Group {
    int first = 0, length = 1, kind = 0;
  };
  std::vector<Group> groups;
  int group_kinds = 0;
  /// A run of equal blocks of groups: [first, first + length * repeats).
  struct Repeat {
    int first = 0, length = 0, repeats = 0;
  };
  std::vector<Repeat> repeats;  ///< disjoint, in order
};

/// Well-known ways of parallel training, as parts of the theory: what the synthesised program is compared
/// with. Optimizer nodes and sums of weight gradients are free in all, so each comes with its ZeRO variants.
enum class Restriction {
  none,
  data_parallel,   ///< whatever has a batch is split along it
  tensor_parallel  ///< nothing is split along the batch
};

/// Errors: AST-M105 for a tensor of more than 6 dimensions or more tensors open at a time than a state holds;
/// the error names the tensor or node.
/// `recompute`: tells apart what is made again in backward, for prices at which it is made twice.
Result<Theory> make_theory(const Graph& graph, Restriction restriction = Restriction::none,
                           bool recompute = false);

}  // namespace astrolabe::spmd
