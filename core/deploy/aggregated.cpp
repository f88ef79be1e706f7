#include "core/deploy/aggregated.h"

#include <algorithm>
#include <cmath>

#include "core/base/parallel.h"
#include "core/deploy/layouts.h"

namespace astrolabe::deploy {

namespace {

constexpr double kPerSecond = 1e3;
constexpr double kOfflineRank = 2048.0;  // most sequences of a rank in offline runs

bool is_offline(const Question& question) {
  return question.traffic().kind == serving::Traffic::Kind::offline;
}

Candidate candidate_of(const Question& question, const Prices& prices, const Layout& layout, int copies,
                       const serving::Worker& worker) {
  const Room& room = question.pools[static_cast<std::size_t>(layout.pool)].room;
  Candidate candidate;
  candidate.pool = layout.pool;
  candidate.order = layout.order;
  candidate.deployment.replicas = copies;
  candidate.deployment.worker = worker;
  candidate.gpus = copies * worker.gpus();
  candidate.nodes = nodes_of(room, candidate.deployment);
  candidate.paid = room.paid(candidate.nodes, candidate.gpus);
  candidate.usd_per_hour = prices.usd_per_hour(layout.pool, candidate.paid);
  return candidate;
}

/// The most copies that are paid for anyway where `copies` are.
int filled(const Question& question, const Layout& layout, int copies) {
  const Room& room = question.pools[static_cast<std::size_t>(layout.pool)].room;
  const auto paid = [&](int count) {
    serving::Deployment deployment;
    deployment.replicas = count;
    deployment.worker = layout.replica->worker();
    return room.paid(nodes_of(room, deployment), deployment.gpus());
  };
  const int now = paid(copies);
  int most = copies;
  while (most < layout.most && paid(most + 1) == now) ++most;
  return most;
}

/// Offline the load of a copy is how many sequences it may hold, by its limits.
std::vector<double> offline_loads(const Layout& layout) {
  std::vector<double> loads;
  for (const int limit : sequence_limits()) {
    const double places = std::min(layout.replica->places(limit),
                                   kOfflineRank * layout.replica->worker().attention_data_parallel);
    if (places >= 1.0 && std::find(loads.begin(), loads.end(), places) == loads.end())
      loads.push_back(places);
  }
  std::sort(loads.begin(), loads.end());
  return loads;
}

Point point_at(const Question& question, const Prices& prices, const Layout& layout, int copies,
               double load) {
  const Replica::State state = layout.replica->at(load);
  serving::Worker worker = layout.replica->worker();
  worker.max_sequences = state.max_sequences;
  Point point{candidate_of(question, prices, layout, copies, worker), state.missed};
  const double output = std::max(1.0, question.traffic().output.mean);
  point.candidate.tokens_per_second = state.flow.rate * kPerSecond * copies * output;
  point.candidate.tpot = state.flow.tpot;
  return point;
}

/// Points of a layout, computed once each: as copies grow (offline: as limits fall) users get faster.
class Walk {
 public:
  Walk(const Question& question, const Prices& prices, const Layout& layout, const std::stop_token& stop)
      : m_question(question), m_prices(prices), m_layout(layout), m_stop(stop) {
    if (is_offline(question)) m_loads = offline_loads(layout);
    m_points.resize(static_cast<std::size_t>(size()));
  }
  int size() const { return is_offline(m_question) ? static_cast<int>(m_loads.size()) : m_layout.most; }
  const Point& at(int index) {
    std::optional<Point>& point = m_points[static_cast<std::size_t>(index)];
    if (!point) {
      m_layout.see(is_offline(m_question) ? m_layout.most : index + 1);
      point = is_offline(m_question) ? point_at(m_question, m_prices, m_layout, m_layout.most,
                                                m_loads[m_loads.size() - 1 - static_cast<std::size_t>(index)])
                                     : point_of(m_question, m_prices, m_layout, index + 1);
    }
    return *point;
  }
  bool stopped() const { return m_stop.stop_requested(); }

 private:
  const Question& m_question;
  const Prices& m_prices;
  const Layout& m_layout;
  const std::stop_token& m_stop;
  std::vector<double> m_loads;
  std::vector<std::optional<Point>> m_points;
};

/// Candidates of which none beats another: kept in order of time per token, rising; GPU seconds fall.
class Hull {
 public:
  bool beaten(double tpot, double gpu_seconds) const {
    // The last of those at most as slow has the least GPU seconds.
    auto at = std::upper_bound(m_kept.begin(), m_kept.end(), tpot,
                               [](double value, const Candidate& one) { return value < one.tpot; });
    return at != m_kept.begin() && std::prev(at)->gpu_seconds() <= gpu_seconds;
  }
  void insert(const Candidate& candidate) {
    if (beaten(candidate.tpot, candidate.gpu_seconds())) return;
    std::erase_if(m_kept, [&](const Candidate& one) {
      return one.tpot >= candidate.tpot && one.gpu_seconds() >= candidate.gpu_seconds();
    });
    m_kept.insert(std::upper_bound(m_kept.begin(), m_kept.end(), candidate.tpot,
                                   [](double value, const Candidate& one) { return value < one.tpot; }),
                  candidate);
  }
  std::vector<Candidate> take() { return std::move(m_kept); }

 private:
  std::vector<Candidate> m_kept;
};

/// Points from `low` to `high`, both looked at already.
void walk_between(Walk& walk, int low, int high, Hull& hull) {
  if (high - low < 2 || walk.stopped()) return;
  const Point& few = walk.at(low);
  const Point& many = walk.at(high);
  const bool stable = few.missed != Missed::traffic;
  if (stable && hull.beaten(many.candidate.tpot, few.candidate.gpu_seconds())) return;
  const int middle = low + (high - low) / 2;
  const Point& point = walk.at(middle);
  if (point.missed != Missed::traffic) hull.insert(point.candidate);
  walk_between(walk, middle, high, hull);
  // What comes with fewer copies than an unstable one is unstable, too.
  if (point.missed != Missed::traffic) walk_between(walk, low, middle, hull);
}

}  // namespace

std::vector<Layout> layouts_in(const Question& question, int pool, int threads, const std::stop_token& stop) {
  const PoolQuestion& of = question.pools[static_cast<std::size_t>(pool)];
  std::vector<Layout> layouts;
  if (!of.asked) return layouts;
  const std::vector<serving::Worker> workers = workers_of(*of.asked, of.room, question.job);
  const int all = question.cluster->max_total_gpus.value_or(of.room.max_gpus);
  layouts.resize(workers.size());
  for (std::size_t i = 0; i < workers.size(); ++i) {
    const serving::Worker& worker = workers[i];
    Layout& layout = layouts[i];
    layout.pool = pool;
    layout.order = static_cast<int>(i);
    layout.most = std::min(of.room.most_workers(worker.tensor_parallel * worker.attention_data_parallel,
                                                worker.pipeline_parallel),
                           all / worker.gpus());
    layout.seen =
        std::make_shared<std::vector<Seen>>(static_cast<std::size_t>(std::max(0, layout.most)), Seen::no);
  }
  parallel_for(workers.size(), threads, stop, [&](std::size_t i, int) {
    auto replica = std::make_shared<const Replica>(*of.asked, workers[i]);
    layouts[i].too_large = !replica->fits();
    if (replica->fits()) layouts[i].replica = std::move(replica);
  });
  return layouts;
}

Counts counts_of(const std::vector<Layout>& layouts) {
  Counts counts;
  for (const Layout& layout : layouts) {
    counts.total += layout.most;
    if (layout.too_large) {
      counts.rejected_by_memory += layout.most;
      continue;
    }
    const std::vector<Seen>& seen = *layout.seen;
    counts.evaluated += std::count(seen.begin(), seen.end(), Seen::predicted);
    counts.rejected_by_limit += std::count(seen.begin(), seen.end(), Seen::beyond_limits);
    counts.cut_by_bound += std::count(seen.begin(), seen.end(), Seen::no);
  }
  return counts;
}

Point point_of(const Question& question, const Prices& prices, const Layout& layout, int copies) {
  const double load =
      is_offline(question) ? offline_loads(layout).back() : question.demand() / std::max(1, copies);
  return point_at(question, prices, layout, copies, load);
}

int fewest_copies(const Question& question, const Layout& layout) {
  const int spare = question.job.spare_replicas;
  const auto kept = [&](int working) {
    layout.see(working);
    return layout.replica->at(question.demand() / working).missed == Missed::none;
  };
  int high = layout.most - spare;
  if (high < 1 || !kept(high)) return 0;
  int low = 0;
  while (high - low > 1) {
    const int middle = low + (high - low) / 2;
    (kept(middle) ? high : low) = middle;
  }
  return high + spare;
}

std::optional<Candidate> best_of(const Question& question, const Prices& prices, const Layout& layout) {
  if (!layout.replica || layout.most == 0) return std::nullopt;
  if (is_offline(question)) {
    // More sequences at once make more tokens: the most within the promises.
    const std::vector<double> loads = offline_loads(layout);
    const int copies = question.objective == strategy::Objective::gpus ? 1 : layout.most;
    for (auto load = loads.rbegin(); load != loads.rend(); ++load) {
      layout.see(copies);
      const Point point = point_at(question, prices, layout, copies, *load);
      if (point.missed != Missed::none) continue;
      if (prices.within_limits(layout.pool, point.candidate.paid)) return point.candidate;
      layout.see(copies, Seen::beyond_limits);
      return std::nullopt;
    }
    return std::nullopt;
  }
  const int fewest = fewest_copies(question, layout);
  if (fewest == 0) return std::nullopt;
  Point point = point_of(question, prices, layout, fewest);
  if (!prices.within_limits(layout.pool, point.candidate.paid)) {
    layout.see(fewest, Seen::beyond_limits);
    return std::nullopt;
  }
  layout.see(fewest);
  // Requests in flight go round faster on copies that are paid for anyway.
  const bool in_flight = question.traffic().kind != serving::Traffic::Kind::rate;
  if (in_flight && question.objective == strategy::Objective::money)
    if (const int more = filled(question, layout, fewest); more > fewest) {
      layout.see(more);
      const Point other = point_of(question, prices, layout, more);
      if (other.missed == Missed::none && before(other.candidate, point.candidate, question.objective))
        point = other;
    }
  return point.candidate;
}

std::vector<Candidate> frontier_of(const Question& question, const Prices& prices,
                                   const std::vector<Layout>& layouts, const std::vector<Candidate>& beside,
                                   const std::stop_token& stop) {
  Hull hull;
  for (const Candidate& one : beside) hull.insert(one);
  for (const Layout& layout : layouts) {
    if (!layout.replica || layout.most == 0 || stop.stop_requested()) continue;
    Walk walk(question, prices, layout, stop);
    if (walk.size() == 0) continue;
    const int last = walk.size() - 1;
    for (const int index : {last, 0})
      if (const Point& point = walk.at(index); point.missed != Missed::traffic) hull.insert(point.candidate);
    if (walk.at(last).missed == Missed::traffic) continue;
    walk_between(walk, 0, last, hull);
  }
  return hull.take();
}

Everything everything_of(const Question& question, const Prices& prices, const std::vector<Layout>& layouts,
                         const std::vector<Candidate>& beside, const std::stop_token& stop) {
  Everything all;
  Hull hull;
  for (const Candidate& one : beside) hull.insert(one);
  const bool offline = is_offline(question);
  const int spare = question.job.spare_replicas;
  const double output = std::max(1.0, question.traffic().output.mean);
  for (const Layout& layout : layouts) {
    if (!layout.replica) continue;
    const serving::Question& asked = *question.pools[static_cast<std::size_t>(layout.pool)].asked;
    for (int copies = 1; copies <= layout.most && !stop.stop_requested(); ++copies) {
      const int paid = candidate_of(question, prices, layout, copies, layout.replica->worker()).paid;
      layout.see(copies, prices.within_limits(layout.pool, paid) ? Seen::predicted : Seen::beyond_limits);
      for (const int limit : sequence_limits()) {
        const double load = question.demand() / copies;
        // A limit that keeps requests waiting for which there is room is no deployment of this traffic.
        const double places = layout.replica->places(limit),
                     room = layout.replica->places(sequence_limits().back());
        if (!offline && asked.traffic.kind != serving::Traffic::Kind::rate && places < std::min(load, room))
          continue;
        serving::Worker worker = layout.replica->worker();
        worker.max_sequences = limit;
        Candidate candidate = candidate_of(question, prices, layout, copies, worker);
        const auto predicted = [&](int working) {
          serving::Deployment deployment = candidate.deployment;
          deployment.replicas = working;
          return serving::predict(asked, deployment);
        };
        const serving::Figures figures = predicted(copies);
        if (!figures.fits) continue;
        candidate.tokens_per_second = figures.output_tokens_per_second.value;
        candidate.tpot = figures.tpot.value * kPerSecond;
        if (figures.stable) hull.insert(candidate);
        const bool kept = missed_of(figures, asked.promises, output) == Missed::none &&
                          (offline || spare == 0 ||
                           (copies > spare &&
                            missed_of(predicted(copies - spare), asked.promises, output) == Missed::none));
        if (kept && prices.within_limits(layout.pool, candidate.paid)) all.kept.push_back(candidate);
      }
    }
  }
  std::sort(all.kept.begin(), all.kept.end(),
            [&](const Candidate& a, const Candidate& b) { return before(a, b, question.objective); });
  all.frontier = hull.take();
  return all;
}

}  // namespace astrolabe::deploy
