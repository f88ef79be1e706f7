#pragma once
// Branch and bound over the tree: a first answer at once, then the node with the least bound, until none is
// open that could still rank.

#include <condition_variable>
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
  /// No configuration that is still open has an objective below it; 0 as long as not all is seen.
  double open_bound() const;

 private:
  bool grow();
  void dive(int leaves);
  bool expand(const Node& node, Tree::Expansion& expansion);
  void work(std::size_t worker);
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
  std::vector<Node> m_first;            ///< open nodes until all families are seen
  OpenNodes m_open;                     ///< from then on
  std::vector<double> m_at_work;        ///< bounds of the nodes in the workers' hands
  std::atomic<bool> m_all_seen{false};  ///< m_open bounds all that is open
};

}  // namespace astrolabe::search
