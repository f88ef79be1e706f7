#pragma once
// Branch and bound over the tree: a first answer at once, then the node with the least bound, until none is
// open that could still rank.

#include <condition_variable>
#include <limits>
#include <mutex>
#include <optional>
#include <vector>

#include "core/search/judge.h"
#include "core/search/open_nodes.h"
#include "core/search/reporter.h"

namespace astrolabe::search {

class Branching {
 public:
  Branching(const Request& request, Control& control, Tree& tree, Findings& findings, Judge& judge,
            Reporter& reporter)
      : m_request(request),
        m_control(control),
        m_tree(tree),
        m_findings(findings),
        m_judge(judge),
        m_reporter(reporter) {}
  /// To the end or until the search is ended.
  void run();
  /// The beginning of it: until there is a first answer, or none after a short look.
  void begin();
  /// What is still open: no objective is below 0 as long as not all is seen. The gap is looked at anew where
  /// that takes little of the time, and holds from then on: fronts only get better.
  Unseen unseen(bool anew = true);

 private:
  double open_bound() const;
  double open_gap();
  class DiveTimes;
  bool grow();
  void tell_mixtures();
  void try_starts();
  void dive(int leaves, int nodes = kAnyNumber);
  static constexpr int kAnyNumber = std::numeric_limits<int>::max();
  bool expand(const Node& node, const Cutoff& cutoff, Tree::Expansion& expansion);
  void take_roots(std::size_t first);
  void look_further(double far);
  void work_on_all();
  void work(std::size_t worker);
  void work_off(std::size_t worker);
  bool take(const Node& node, Partitioner& partitioner, Tree::Expansion& expansion);
  std::optional<Node> promising(Tree::Expansion& expansion) const;

  const Request& m_request;
  Control& m_control;
  Tree& m_tree;
  Findings& m_findings;
  Judge& m_judge;
  Reporter& m_reporter;
  mutable std::mutex m_mutex;  ///< of what follows
  std::condition_variable m_changed;
  std::optional<Node> m_best;           ///< configuration: where the first values come from
  std::vector<Node> m_first;            ///< open nodes until all families are seen
  OpenNodes m_open;                     ///< from then on
  std::vector<Node> m_at_work;          ///< the nodes in the workers' hands
  std::atomic<bool> m_all_seen{false};  ///< m_open bounds all that is open
  std::optional<Front> m_not_grown;     ///< corners of the families that are not in the tree yet
  double m_seen_to = 0.0;               ///< nothing unseen has an objective below it
  double m_gap = 1.0;
  double m_gap_seen = 0.0, m_gap_took = 0.0;  ///< seconds since the start
};

}  // namespace astrolabe::search
