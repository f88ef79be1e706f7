#pragma once
// The steady state of a schedule, recognised so that whole periods can be jumped over.

#include <algorithm>

namespace astrolabe::cost {

/// Recognises that a row of times has advanced by one constant since it was last noted. Distances between
/// notes grow (Brent), so that a period of any length is found.
class Repetition {
 public:
  Repetition(double* note, int size) : m_note(note), m_size(size) {}
  /// Looks at the row of round `round`. 0, or the rounds of a period by which the row advanced `advance`.
  int look(const double* row, int round, double& advance) {
    if (m_at >= 0) {
      const double by = row[0] - m_note[0];
      int i = 1;
      while (i < m_size && row[i] - m_note[i] == by) ++i;
      if (i == m_size) {
        advance = by;
        return round - m_at;
      }
    }
    if (m_at < 0 || round - m_at >= m_reach) {
      std::copy(row, row + m_size, m_note);
      m_reach = m_at < 0 ? 1 : 2 * m_reach;
      m_at = round;
    }
    return 0;
  }

 private:
  double* m_note;
  int m_size;
  int m_at = -1, m_reach = 1;
};

}  // namespace astrolabe::cost
