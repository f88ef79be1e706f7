#pragma once
// A proof that no configuration of a question beats its answer, as a file: README.md of this room.

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/strategy/problem.h"
#include "core/verify/columns.h"

namespace astrolabe::verify {

enum class Verdict : std::uint8_t {
  cut,        ///< every configuration of the node has at least its bound
  no_room,    ///< none of them fits
  refuted,    ///< a configuration none of whose splits fits, keeps the limits and beats the incumbent
  evaluated,  ///< a configuration told with its best split, `layers`: the incumbent and what equals it
  limit       ///< all of them break the deadline or a limit on money
};

/// A part of the space. Its path, as far as it goes: family, kind, stages, setting, stages of all pools but
/// the slowest (the fastest first), order of the pools.
struct Node {
  std::vector<std::uint32_t> path;
  Verdict verdict = Verdict::cut;
  /// Bounds of Verdict::cut, as far as the goal counts them, rounded down: least step in units of
  /// Certificate::unit_seconds(), least price of it in those of unit_usd().
  std::uint64_t seconds = 0, usd = 0;
  std::uint64_t gpus = 0;        ///< fewest that a pipeline of the node pays for
  std::vector<int> layers = {};  ///< of Verdict::evaluated, a stage each
  bool operator==(const Node&) const = default;
};

/// An answer: the fastest strategy, the cheapest, the one on the fewest GPUs, or one of those that come next;
/// or one of the set of time and money.
struct Incumbent {
  Json strategy;
  double step = 0.0;  ///< seconds
  double usd = 0.0;   ///< price of a step: seconds times USD an hour; 0 where money does not count
  int gpus = 0;       ///< of the whole units that are paid for; 0 where they do not count
  bool operator==(const Incumbent&) const = default;
};

/// A price is a quotient: above this share of another it is no better.
inline constexpr double kAsDear = 1.0 - 1e-12;

struct Certificate {
  Json question;  ///< what core/verify/question.h reads
  strategy::Objective objective = strategy::Objective::throughput;
  /// The answers: of the set of time and money the fastest first, of other goals the first places in order.
  /// None when nothing fits.
  std::vector<Incumbent> incumbents;
  /// For each kind its settings (indices within a group), which share all that a layer's time depends on.
  std::vector<std::vector<std::uint64_t>> kinds;
  std::vector<Node> nodes;  ///< ascending by path
  bool feasible() const { return !incumbents.empty(); }
  bool counts_time() const { return objective != strategy::Objective::money; }
  bool counts_money() const {
    return objective == strategy::Objective::money || objective == strategy::Objective::pareto;
  }
  bool counts_gpus() const { return objective == strategy::Objective::gpus; }
  /// No better than the last place; of the set of time and money: some incumbent takes no longer and costs no
  /// more.
  bool covers(double seconds, double usd, double gpus) const;
  /// Pipelines on so many GPUs that cost so many USD an hour are covered from this step on, seconds; kBeyond
  /// where they never are.
  double covered_from(double usd_per_hour, int gpus) const;
  /// Bounds are told to one part in 2^24 of the least step and of the least price.
  double unit_seconds() const;
  double unit_usd() const;
};

std::string encode(const Certificate& certificate);

/// The nodes of a file one after the other, so that no list of them is made.
class NodeReader {
 public:
  NodeReader(std::shared_ptr<const std::string> body, const std::array<std::string_view, 4>& columns,
             std::uint64_t count, const Certificate& goal);
  /// The next node, until the call after; null behind the last one and after a mistake.
  const Node* next();
  /// No mistake so far, and nothing left over behind the last node.
  bool fine() const;
  bool all_read() const;
  std::uint64_t read() const { return m_read; }  ///< nodes so far

 private:
  enum : std::size_t { kPaths, kVerdicts, kBounds, kLayers };
  void take_path();
  std::shared_ptr<const std::string> m_body;  ///< what the columns are parts of
  std::array<Column, 4> m_columns;
  std::uint64_t m_count = 0, m_read = 0;
  bool m_time = false, m_money = false, m_gpus = false;  ///< what the bounds of cut nodes tell
  Node m_node;
};

/// A file that was opened: its claims without the nodes, which stay packed.
struct Opened {
  Certificate claims;
  std::shared_ptr<const std::string> body;
  std::array<std::string_view, 4> columns;  ///< of it
  std::uint64_t count = 0;                  ///< nodes
  NodeReader nodes() const { return {body, columns, count, claims}; }
};

/// What a file may unpack to for each of its bytes, and at most; the proofs that were measured stay below a
/// tenth of both (README.md).
inline constexpr std::uint64_t kMostUnpacked = 256, kLargestBody = 1U << 30;

/// Settings of one group that a proof may tell apart; those of shipped models are a tenth.
inline constexpr std::uint64_t kMostSettings = 1U << 23U;

/// An order of pools as a node's path tells it: the number-th permutation of 0 .. count - 1 in lexicographic
/// order.
std::vector<int> order_of(std::uint32_t number, int count);

/// Nothing is reserved for a size that the file tells before it is compared with the file's own. Every node
/// is read once. Errors: not_a_certificate for other files, damaged_certificate for a truncated or changed
/// one, one of an older format and one that is larger than any proof; newer_format.
Result<Opened> open(std::string_view bytes);
/// Reads a whole certificate into memory. Errors: those of open().
Result<Certificate> decode(std::string_view bytes);

}  // namespace astrolabe::verify
