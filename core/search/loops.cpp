#include "core/search/loops.h"

#include <algorithm>

namespace astrolabe::search {

void Loops::start(const Walks& walks, const std::vector<double>& links) {
  m_walks = &walks;
  m_links = &links;
  m_width = static_cast<std::size_t>(walks.stages()) + 1;
  m_longest.resize(m_width * m_width);
  m_behind.assign(m_width, 0.0);
  std::fill_n(by_rounds(walks.stages()), m_width, 0.0);
}

double Loops::once_round(int first, double range, int stage, int length) const {
  const auto s = static_cast<std::size_t>(stage), end = static_cast<std::size_t>(first + length - 1);
  return range + (*m_links)[s] + m_behind[s + 1] - m_behind[end + 1] - (*m_links)[end];
}

double Loops::in_ranges(int first, double range, int stage, double in_sum, int rounds) const {
  const double* behind = by_rounds(stage + 1);
  const int stages = std::min(rounds, m_walks->stages() - first);
  double most = 0.0;
  for (int length = shortest(first, stage); length <= stages; ++length) {
    const double once = once_round(first, range, stage, length);
    const int turns = rounds / length, left = rounds - turns * length;
    most = std::max(most, turns * once + std::max(left * in_sum, behind[left]));
    if (left > 0 && length + left <= stages)
      most = std::max(most, (turns - 1) * once + once_round(first, range, stage, length + left));
  }
  return most;
}

double Loops::longest(int stage, double in_sum, int rounds) const {
  return std::max(
      {by_rounds(stage + 1)[rounds], rounds * in_sum, in_ranges(stage, in_sum, stage, in_sum, rounds)});
}

double Loops::gain(int stage, double in_sum, Then then) const {
  const int rounds = free_rounds(stage, then);
  if (rounds < 2 || stage + 1 == m_walks->stages()) return 0.0;
  return longest(stage, in_sum, rounds) - rounds * in_sum;
}

double Loops::gain_across(int first, double in_sum, double way, int stage, double next, Then then) const {
  const int rounds = free_rounds(first, then);
  if (rounds < 2) return 0.0;
  return std::max({0.0, by_rounds(stage + 1)[rounds] - rounds * in_sum,
                   in_ranges(first, way + next, stage, in_sum, rounds) - rounds * in_sum});
}

double Loops::before_last(const LastPasses& last, int first, double range, int stage) const {
  constexpr int kMore = 16;  // further ones cost more passes than links are worth
  const int rounds = beside(last), spare = most_rounds(0);
  const int counted = std::min(rounds, first + 1);  // rounds without weights, that the tables know
  const double* behind = by_rounds(stage + 1);
  double most = std::max(behind[counted], in_ranges(first, range, stage, last.in_sum, counted)) +
                (rounds - counted) * behind[1];
  for (int more = rounds + 1; more <= rounds + kMore && spare <= 0; ++more) {
    const int from = std::max(more - spare, stage + 1);
    if (from >= m_walks->stages()) break;
    most = std::max(most, by_rounds(from)[more] - (more - rounds) * last.pass);
  }
  for (int length = shortest(first, stage); first + length <= m_walks->stages(); ++length) {
    const int more = most_rounds(first + length - 1);
    if (more <= rounds || more < length) continue;
    const int turns = more / length;
    most = std::max(most, turns * once_round(first, range, stage, length) +
                              (more - turns * length) * last.in_sum - (more - rounds) * last.pass);
  }
  return most;
}

double Loops::before_last_of_run(const LastPasses& last, int end, int length, double link) const {
  const int rounds = beside(last);
  const auto seconds = [&](int spent) {
    const int turns = (spent + length - 1) / length;
    return spent * last.in_sum + (length > 1 ? (spent - turns) * link : 0.0) - (spent - rounds) * last.pass;
  };
  double most = seconds(rounds);
  const int more = most_rounds(end);
  for (const int spent : {more, more - more % length})
    if (spent > rounds) most = std::max(most, seconds(spent));
  return most;
}

void Loops::deal(int stage, double in_sum) {
  const auto s = static_cast<std::size_t>(stage);
  m_behind[s] = in_sum + (*m_links)[s] + m_behind[s + 1];
  double* here = by_rounds(stage);
  const double* behind = by_rounds(stage + 1);
  here[0] = 0.0;
  for (int k = 1; k <= stage; ++k) here[k] = std::max(behind[k], here[k - 1] + in_sum);
  const int stages = std::min(stage, m_walks->stages() - stage);
  for (int length = 2; length <= stages; ++length) {
    const auto last = static_cast<std::size_t>(stage + length - 1);
    const double turn = m_behind[s] - m_behind[last + 1] - (*m_links)[last];
    for (int k = length; k <= stage; ++k) here[k] = std::max(here[k], here[k - length] + turn);
  }
}

}  // namespace astrolabe::search
