#pragma once
// Branch and bound for clusters of more pools than a Tree holds: replicas and largest tensor parallelism,
// kinds, numbers of stages, then pool by pool its stages, settings, and last the order of the pools. Up to
// there bounds hold for every order, so that no order is looked at before it has to be. Where there are too
// many orders, the best one that a local search finds stands for them and the bound stays open: the gap is
// told. After so much work the search ends, the same in every run and for any number of workers.

#include <cstdint>
#include <optional>
#include <vector>

#include "core/search/judge.h"
#include "core/search/pool_bounds.h"
#include "core/search/reporter.h"

namespace astrolabe::search {

class ManyPools {
 public:
  ManyPools(const strategy::Problem& problem, const Request& request, Control& control,
            const strategy::Space& space, cost::Tables& tables, Findings& findings, Judge& judge,
            Reporter& reporter);
  /// Until all is proven, the work is spent or the search is ended.
  void run();
  /// What is still open.
  Unseen unseen() const;

 private:
  /// A configuration without its split.
  struct Ordered {
    strategy::Group group;
    std::uint64_t setting = 0;
    int micro_batch = 1;
    double value = kNothing;  ///< that it reaches
  };
  /// Of an open part or, with a group, of a configuration.
  struct Entry {
    OpenPools at;
    std::optional<strategy::Group> group;
    std::uint64_t number = 0;  ///< in the order in which they were met
  };
  static bool later(const Entry& a, const Entry& b);

  bool lay_out();
  void work_off();
  void take(Entry entry);
  void expand_box(const OpenPools& node);
  void expand_kind(const OpenPools& node);
  void expand_pools(const OpenPools& node);
  void expand_slot(const OpenPools& node, std::vector<OpenPools>& children);
  void expand_settings(const OpenPools& node);
  void expand_orders(const OpenPools& node);
  bool fits_behind(const OpenPools& node) const;
  bool bounded(OpenPools& node);
  void offer(OpenPools node);
  void push(OpenPools node, std::optional<strategy::Group> group = {});
  void push(Entry entry);
  Entry pop();
  void solve(std::vector<Entry> configurations);
  void leave_open(const OpenPools& node);
  bool is_over();
  std::int64_t most_work() const;

  std::vector<strategy::Group::Use> uses_of(const OpenPools& node) const;
  double orders_of(const OpenPools& node) const;
  bool alike(const strategy::Group::Use& a, const strategy::Group::Use& b) const;
  ConfigurationKey key_of(const Ordered& ordered) const;
  void look_at_orders(const OpenPools& node);
  void better(Ordered at);
  std::vector<Ordered> next_to(const Ordered& at) const;
  void reach(std::vector<Ordered>& tried, double below);
  std::int64_t work_of(const Ordered& ordered) const;
  void keep(const Ordered& found);
  void solve_best();
  void tell_why() const;

  static constexpr double kNothing = 1e300;
  const strategy::Problem& m_problem;
  const Request& m_request;
  Control& m_control;
  const strategy::Space& m_space;
  cost::Tables& m_tables;
  Findings& m_findings;
  Judge& m_judge;
  Reporter& m_reporter;
  SettingTables m_settings;
  std::vector<PoolClass> m_classes;
  std::vector<std::size_t> m_class_of;  ///< by pool
  strategy::Projection m_but_recompute;
  std::vector<PoolBox> m_boxes;
  std::vector<std::vector<PoolBounds::Reach>> m_behind;  ///< by box
  std::vector<Partitioner> m_partitioners;               ///< by worker
  std::optional<PoolBounds> m_bounds;
  std::vector<Entry> m_open;  ///< a heap
  std::uint64_t m_met = 0;
  std::optional<Entry> m_next;             ///< the best child of what was taken last
  bool m_following = false;                ///< down to a configuration
  double m_left = kNothing;                ///< the least bound of what was left open for good
  std::vector<FrontPoint> m_left_corners;  ///< the same for sets of time and money
  std::vector<Ordered> m_best;             ///< best first
  std::int64_t m_work = 0, m_most_work = 0;
  bool m_laid_out = false;
};

}  // namespace astrolabe::search
