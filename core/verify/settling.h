#pragma once
// Single configurations: the splits of each are searched for one that beats the answers.

#include <cstdint>
#include <vector>

#include "core/verify/answers.h"

namespace astrolabe::verify {

class Settling {
 public:
  /// Keeps references to `problem`, `tables` and `answers`.
  Settling(const strategy::Problem& problem, cost::Tables& tables, Answers& answers)
      : m_problem(problem), m_tables(tables), m_answers(answers) {}

  /// A configuration that is covered from the step `from` on. `told`: the step of the split that its node
  /// gives, 0 for none. Searches once many wait.
  void add(std::uint64_t node, const strategy::Strategy& configuration, const cost::Shape& shape, double from,
           double told);
  /// Checks all configurations that wait, on all cores: only an answer beats the step that covers its
  /// configuration, and each answer is the best split of its own. Throws Refusal for the first that is wrong.
  void search();

 private:
  struct Waiting {
    std::uint64_t node = 0;
    strategy::Strategy configuration;
    double from = 0.0, told = 0.0;
    std::vector<std::size_t> answers;  ///< that are splits of it
    double least = 0.0;                ///< step of these
  };
  void settle(const Waiting& waiting, bool found, double best);

  static constexpr std::size_t kTogether = 16384, kStagesTogether = std::size_t{1} << 21U;
  const strategy::Problem& m_problem;
  cost::Tables& m_tables;
  Answers& m_answers;
  std::vector<Waiting> m_waiting;
  std::size_t m_stages = 0;  ///< of all that wait
};

}  // namespace astrolabe::verify
