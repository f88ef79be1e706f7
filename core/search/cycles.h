#pragma once
// CriticalPaths that go round a range of stages of a suffix: for one first stage with all ranges from it on
// at once. Formulas: search/partition.h.

#include <array>
#include <vector>

#include "core/search/critical_paths.h"

namespace astrolabe::search {

/// What such paths add to a step, dealt out from the last stage on. Seconds. One object a thread; its tables
/// are reused.
class Cycles {
 public:
  /// Beyond S, the longest: back through all stages, from the last backward of a stage, and not back.
  struct Longest {
    double path = 0.0, alone = 0.0, late = -1e300;
  };
  /// No stage is dealt out. `links`: both ways over the link behind each stage.
  void start(const CriticalPaths& paths, const std::vector<double>& links);
  /// All stages behind this one are dealt out.
  void open(int stage);
  /// The paths that go round ranges from the opened stage on, if it has such terms.
  Longest of(int stage, const StageTerms& terms);
  /// The opened stage is dealt out: `behind`, what lies behind it with its own link; `left`, the most of what
  /// may follow its last forward.
  void deal(int stage, const StageTerms& terms, double behind, double left);

 private:
  using Row = std::vector<double>;  ///< by last stage of the range
  /// Rows for each first stage of the range.
  struct Table {
    Row cells;
    std::size_t width = 0;
    void resize(std::size_t stages) { cells.resize(stages * (width = stages)); }
    double* operator[](int stage) { return cells.data() + static_cast<std::size_t>(stage) * width; }
  };
  /// How a path spends the rounds that it has: laps, those of them with the first stage's weights, and what
  /// is left on one stage, with its weights or without; of the opened stage, in seconds, laps and rest of
  /// the stages behind it.
  struct Way {
    Table laps, with_weights, full, unweighted;
    Table lapped, rest;
  };
  void count(int stage);
  bool has_rounds(int stage) const { return m_paths->rounds(stage + 1) >= 2.0; }
  void go_round(int stage, const StageTerms& terms);

  const CriticalPaths* m_paths = nullptr;
  const std::vector<double>* m_links = nullptr;
  int m_stages = 0, m_micro_batches = 0;
  std::array<Way, 2> m_ways;
  std::size_t m_different = 1;  ///< ways
  std::vector<char> m_counted;  ///< by first stage
  Row m_seconds, m_weights, m_backward, m_left, m_behind, m_stay;
  Row m_passes;  ///< backward passes behind the last forward, but one
  /// Behind the first stage: a lap round them; the stage with the longest round, with and without weights;
  /// what follows the last forward, less the way back; the longest backward with weights before the last.
  Table m_around, m_longest, m_longest_unweighted, m_late, m_longest_back;
  Table m_dwells;  ///< D_j, of paths over stages from the first on
  Row m_round;
};

}  // namespace astrolabe::search
