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

double Loops::longest(int stage, double in_sum, int rounds) const {
  const double* behind = by_rounds(stage + 1);
  const double link = (*m_links)[static_cast<std::size_t>(stage)];
  const double from_here = in_sum + link + m_behind[static_cast<std::size_t>(stage) + 1];
  const auto turn = [&](int length) {
    const auto last = static_cast<std::size_t>(stage + length - 1);
    return from_here - m_behind[last + 1] - (*m_links)[last];
  };
  double most = std::max(behind[rounds], rounds * in_sum);
  const int stages = std::min(rounds, m_walks->stages() - stage);
  for (int length = 2; length <= stages; ++length) {
    const double once = turn(length);
    const int turns = rounds / length;
    const int left = rounds - turns * length;
    most = std::max(most, turns * once + std::max(left * in_sum, behind[left]));
    if (left > 0 && length + left <= stages) most = std::max(most, (turns - 1) * once + turn(length + left));
  }
  return most;
}

double Loops::gain(int stage, double in_sum, Then then) const {
  const int rounds = free_rounds(stage, then);
  if (rounds < 2 || stage + 1 == m_walks->stages()) return 0.0;
  return longest(stage, in_sum, rounds) - rounds * in_sum;
}

double Loops::gain_across(int first, double in_sum, double way, int stage, double next, Then then) const {
  const int rounds = free_rounds(first, then);
  if (rounds < 2) return 0.0;
  const auto s = static_cast<std::size_t>(stage);
  const double* behind = by_rounds(stage + 1);
  const double from_here = way + next + (*m_links)[s] + m_behind[s + 1];
  double most = std::max(rounds * in_sum, behind[rounds]);
  const int stages = std::min(rounds, m_walks->stages() - first);
  for (int length = stage - first + 1; length <= stages; ++length) {
    const auto last = static_cast<std::size_t>(first + length - 1);
    const double turn =
        length == stage - first + 1 ? way + next : from_here - m_behind[last + 1] - (*m_links)[last];
    const int turns = rounds / length;
    const int left = rounds - turns * length;
    most = std::max(most, turns * turn + std::max(left * in_sum, behind[left]));
  }
  return most - rounds * in_sum;
}

double Loops::before_last(const LastPasses& last, int first, double range, int stage) const {
  constexpr int kMore = 16;
  const int rounds = beside(last);
  const auto s = static_cast<std::size_t>(stage);
  const double* behind = by_rounds(stage + 1);
  const double from_here = range + (*m_links)[s] + m_behind[s + 1];
  const auto turn = [&](int length) {
    const auto end = static_cast<std::size_t>(first + length - 1);
    return from_here - m_behind[end + 1] - (*m_links)[end];
  };
  const int shortest = std::max(2, stage - first + 1), stages = m_walks->stages() - first;
  const int counted = std::min(rounds, first + 1);  // rounds without weights, that the tables know
  double most = behind[counted];
  for (int length = shortest; length <= std::min(counted, stages); ++length) {
    const double once = turn(length);
    const int turns = counted / length, left = counted - turns * length;
    most = std::max(most, turns * once + std::max(left * last.in_sum, behind[left]));
    if (left > 0 && length + left <= stages) most = std::max(most, (turns - 1) * once + turn(length + left));
  }
  most += (rounds - counted) * behind[1];
  for (int more = rounds + 1; more <= rounds + kMore && most_rounds(0) <= 0; ++more) {
    const int from = std::max(more - most_rounds(0), stage + 1);
    if (from >= m_walks->stages()) break;
    most = std::max(most, by_rounds(from)[more] - (more - rounds) * last.pass);
  }
  for (int length = shortest; length <= stages; ++length) {
    const int more = most_rounds(first + length - 1);
    if (more <= rounds || more < length) continue;
    const int turns = more / length;
    most = std::max(
        most, turns * turn(length) + (more - turns * length) * last.in_sum - (more - rounds) * last.pass);
  }
  return most;
}

double Loops::before_last(const LastPasses& last, int end, int length, double link) const {
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
