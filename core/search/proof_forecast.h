#pragma once
// Whether a depth-first search may end within the nodes it is given.

namespace astrolabe::search {

/// Looks at the pace of a search from time to time. Searches mostly get faster on the way, as what is refuted
/// first is the largest part: one is hopeless only where it seems to miss as many nodes again as it is given.
class ProofForecast {
 public:
  /// Nodes before the pace is looked at for the first time; then whenever twice as many were taken. Searches
  /// that are given fewer are looked at once, after this share of them.
  static constexpr int kTaste = 20000;
  static constexpr int kShare = 8;
  /// A search that is given so many nodes comes next. Not `watched`: it is hopeful to its last node.
  void start(int nodes, bool watched) {
    m_given = nodes;
    m_left_at_look = watched ? nodes - (nodes < kTaste ? nodes / kShare : kTaste) : kNever;
    m_done = m_done_then = 0.0;
    m_hopeless = false;
  }
  /// The share of the search that is done, the children of a node taken for equal.
  double done() const { return m_done; }
  void set_done(double share) { m_done = share; }
  /// A node was taken, so many are left. True where they seem not to suffice.
  bool ends(int left) {
    if (left != m_left_at_look) return false;
    look(m_given - left);
    return m_hopeless;
  }
  /// The search is over; what comes next is not looked at.
  void stop() { m_left_at_look = kNever; }
  /// True when ends() was.
  bool hopeless() const { return m_hopeless; }

 private:
  static constexpr int kNever = -1;
  static constexpr double kPatience = 2.0;        ///< times the nodes given
  static constexpr double kEarlyPatience = 20.0;  ///< the same before kTaste
  /// At the pace since half as many were taken, or since the start.
  void look(int taken) {
    if (taken < kTaste) {
      m_hopeless = taken > kEarlyPatience * m_given * m_done;
      m_left_at_look = kNever;
      return;
    }
    const int since = taken == kTaste ? taken : taken / 2;
    m_hopeless = (1.0 - m_done) * since > kPatience * m_given * (m_done - m_done_then);
    m_done_then = m_done;
    m_left_at_look = m_given - 2 * taken;
    if (m_hopeless || m_left_at_look < 0) m_left_at_look = kNever;
  }
  int m_given = 0, m_left_at_look = kNever;
  double m_done = 0.0, m_done_then = 0.0;
  bool m_hopeless = false;
};

}  // namespace astrolabe::search
