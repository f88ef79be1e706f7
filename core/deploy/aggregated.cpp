#include "core/deploy/aggregated.h"

#include <algorithm>
#include <cmath>

#include "core/base/parallel.h"
#include "core/deploy/layouts.h"

namespace astrolabe::deploy {

namespace {

constexpr double kPerSecond = 1e3;
constexpr double kOfflineRank = 2048.0;  // most sequences of a rank in offline runs
constexpr double kAsGood = 1.0 + kFrontierResolution;

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

/// The copies of a layout that carry the traffic, on their way to a hull: as they grow users get faster.
class Walk {
 public:
  Walk(const Question& question, const Prices& prices, const Layout& layout, Hull& hull,
       const std::stop_token& stop)
      : m_question(question), m_prices(prices), m_layout(layout), m_hull(hull), m_stop(stop) {}

  void run() {
    const int spare = m_question.job.spare_replicas;
    if (is_offline(m_question)) {
      if (m_layout.most <= spare) return;
      m_layout.see(m_layout.most);
      for (const double load : offline_loads(m_layout))
        m_hull.insert(point_at(m_question, m_prices, m_layout, m_layout.most, load).candidate);
      return;
    }
    const auto carried = [&](int working) {
      return m_layout.replica->at(m_question.demand() / working).missed != Missed::traffic;
    };
    int high = m_layout.most - spare;
    if (high < 1 || !carried(high)) return;
    int low = 0;
    while (high - low > 1) {
      const int middle = low + (high - low) / 2;
      (carried(middle) ? high : low) = middle;
    }
    const Candidate many = seen(m_layout.most);
    if (high + spare == m_layout.most) return;
    between(high + spare, seen(high + spare), m_layout.most, many);
  }

 private:
  Candidate seen(int copies) {
    m_layout.see(copies);
    Candidate candidate = point_of(m_question, m_prices, m_layout, copies).candidate;
    m_hull.insert(candidate);
    return candidate;
  }
  /// Between two that were looked at.
  void between(int low, const Candidate& few, int high, const Candidate& many) {
    if (high - low < 2 || m_stop.stop_requested()) return;
    // One of both stands for all between them.
    if (few.tpot <= many.tpot * kAsGood || many.gpu_seconds() <= few.gpu_seconds() * kAsGood) return;
    if (m_hull.beaten(many.tpot, few.gpu_seconds())) return;
    const int middle = low + (high - low) / 2;
    const Candidate point = seen(middle);
    between(middle, point, high, many);
    between(low, few, middle, point);
  }

  const Question& m_question;
  const Prices& m_prices;
  const Layout& m_layout;
  Hull& m_hull;
  const std::stop_token& m_stop;
};

/// Copies of a worker that a pool has room for.
int most_in(const Question& question, int pool, const serving::Worker& worker) {
  const Room& room = question.pools[static_cast<std::size_t>(pool)].room;
  const int all = question.cluster->max_total_gpus.value_or(room.max_gpus);
  return std::min(
      room.most_workers(worker.tensor_parallel * worker.attention_data_parallel, worker.pipeline_parallel),
      all / worker.gpus());
}

}  // namespace

std::vector<Layout> layouts_in(const Question& question, int pool, int threads, const std::stop_token& stop) {
  const PoolQuestion& of = question.pools[static_cast<std::size_t>(pool)];
  std::vector<Layout> layouts;
  if (!of.asked) return layouts;
  const std::vector<serving::Worker> workers = workers_of(*of.asked, of.room, question.job);
  layouts.resize(workers.size());
  for (std::size_t i = 0; i < workers.size(); ++i) {
    const serving::Worker& worker = workers[i];
    Layout& layout = layouts[i];
    layout.pool = pool;
    layout.order = static_cast<int>(i);
    layout.most = most_in(question, pool, worker);
    layout.seen = std::make_shared<std::map<int, Seen>>();
  }
  parallel_for(workers.size(), threads, stop, [&](std::size_t i, int) {
    auto replica = std::make_shared<const Replica>(*of.asked, workers[i]);
    layouts[i].too_large = !replica->fits();
    if (replica->fits()) layouts[i].replica = std::move(replica);
  });
  return layouts;
}

std::vector<Layout> in_room_of(const Question& question, const std::vector<Layout>& layouts) {
  std::vector<Layout> others;
  for (const Layout& layout : layouts) {
    if (!layout.replica) continue;
    Layout other = layout;
    other.most = most_in(question, layout.pool, layout.replica->worker());
    other.seen = std::make_shared<std::map<int, Seen>>();
    if (other.most > 0) others.push_back(std::move(other));
  }
  return others;
}

Counts counts_of(const std::vector<Layout>& layouts) {
  Counts counts;
  for (const Layout& layout : layouts) {
    counts.total += layout.most;
    if (layout.too_large) {
      counts.rejected_by_memory += layout.most;
      continue;
    }
    const auto beyond = std::count_if(layout.seen->begin(), layout.seen->end(),
                                      [](const auto& one) { return one.second == Seen::beyond_limits; });
    const auto all = static_cast<std::int64_t>(layout.seen->size());
    counts.evaluated += all - beyond;
    counts.rejected_by_limit += beyond;
    counts.cut_by_bound += layout.most - all;
  }
  return counts;
}

Point point_of(const Question& question, const Prices& prices, const Layout& layout, int copies) {
  const double load =
      is_offline(question) ? offline_loads(layout).back() : question.demand() / std::max(1, copies);
  Point point = point_at(question, prices, layout, copies, load);
  // Copies that are left take their sequences, too.
  const int left = copies - question.job.spare_replicas;
  if (!is_offline(question) && left > 0 && left < copies)
    point.candidate.deployment.worker.max_sequences =
        layout.replica->at(question.demand() / left).max_sequences;
  return point;
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
    const int spare = question.job.spare_replicas;
    if (layout.most <= spare) return std::nullopt;
    const int copies = question.objective == strategy::Objective::gpus ? 1 + spare : layout.most;
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

void add_copies_to(Hull& hull, const Question& question, const Prices& prices,
                   const std::vector<Layout>& layouts, const std::stop_token& stop) {
  for (const Layout& layout : layouts) {
    if (!layout.replica || layout.most == 0 || stop.stop_requested()) continue;
    Walk(question, prices, layout, hull, stop).run();
  }
}

std::vector<Candidate> everything_of(const Question& question, const Prices& prices,
                                     const std::vector<Layout>& layouts, Hull& hull,
                                     const std::stop_token& stop) {
  std::vector<Candidate> all;
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
        const Missed all_work = missed_of(figures, asked.promises, output);
        Missed some_fail = copies > spare ? all_work : Missed::traffic;
        if (!offline && spare > 0 && copies > spare)
          some_fail = missed_of(predicted(copies - spare), asked.promises, output);
        if (all_work != Missed::traffic && some_fail != Missed::traffic) hull.insert(candidate);
        const bool kept = all_work == Missed::none && some_fail == Missed::none;
        if (kept && prices.within_limits(layout.pool, candidate.paid)) all.push_back(candidate);
      }
    }
  }
  std::sort(all.begin(), all.end(),
            [&](const Candidate& a, const Candidate& b) { return before(a, b, question.objective); });
  return all;
}

}  // namespace astrolabe::deploy
