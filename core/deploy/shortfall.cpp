#include "core/deploy/shortfall.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "core/base/units.h"
#include "core/deploy/disaggregated.h"
#include "core/deploy/layouts.h"
#include "core/deploy/more_nodes.h"

namespace astrolabe::deploy {

namespace {

constexpr double kAlone = 1e-9;  // requests a second that never meet
constexpr double kFromBelow = 0.999, kLeastShare = 1e-6, kCloseEnough = 1e-3, kLittleMore = 1.01;
constexpr double kLongerTime = 1.25, kMuchLonger = 1e3;  // times a promise

const serving::Question& asked_of(const Question& question, int pool) {
  return *question.pools[static_cast<std::size_t>(pool)].asked;
}

/// GiB of a rank that weights, work space, reserve and one request take.
double gib_needed(const serving::Question& asked, const serving::Memory& memory) {
  const serving::Demand demand = serving::demand_of(asked.traffic);
  return (memory.weights + memory.workspace + memory.reserve +
          memory.kv_token * (demand.prefix + demand.input + demand.output) + memory.kv_sequence) /
         kGib;
}

Shortfall of_memory(const Question& question, const std::stop_token& stop) {
  Shortfall nearest;
  double share = kBeyond;
  for (std::size_t pool = 0; pool < question.pools.size(); ++pool) {
    const PoolQuestion& of = question.pools[pool];
    if (!of.asked) continue;
    for (const serving::Worker& worker : workers_of(*of.asked, of.room, question.job)) {
      if (stop.stop_requested()) break;
      const serving::Memory memory = Replica(*of.asked, worker).memory();
      const double found = gib_needed(*of.asked, memory), limit = memory.device / kGib;
      if (found / limit >= share) continue;
      share = found / limit;
      nearest.pool = static_cast<int>(pool);
      nearest.worker = worker;
      nearest.found = found;
      nearest.limit = limit;
    }
  }
  return nearest;
}

/// The part of a step that takes longest.
void name_term(const serving::StepParts& parts, Shortfall& shortfall) {
  double longest = -1.0;
  const auto take = [&](const char* term, double us) {
    if (us <= longest) return;
    shortfall.term = term;
    longest = us;
  };
  for (const auto& [key, us] : parts.by_key()) take(key, us);
  take("host", parts.host_ms * 1e3);
  shortfall.term_seconds = longest * 1e-6;
}

double limit_of(const serving::Promises& promises, Missed missed) {
  return missed == Missed::ttft   ? promises.ttft_seconds.value_or(0.0)
         : missed == Missed::tpot ? promises.tpot_seconds.value_or(0.0)
                                  : promises.e2e_seconds.value_or(0.0);
}

double time_of(const PromisedTimes& times, Missed missed) {
  return missed == Missed::ttft ? times.ttft : missed == Missed::tpot ? times.tpot : times.e2e;
}

/// One request alone on one copy.
serving::Figures alone(const serving::Question& asked, const serving::Worker& worker) {
  serving::Question one = asked;
  if (one.traffic.kind != serving::Traffic::Kind::rate)
    one.traffic.kind = serving::Traffic::Kind::concurrency;
  one.traffic.requests_per_second = kAlone;
  one.traffic.concurrency = 1.0;
  serving::Deployment deployment;
  deployment.worker = worker;
  return serving::predict(one, deployment);
}

/// What copies of one layout, or a pair of layouts, carry on a pool, spares beside.
struct Carried {
  const Layout* layout = nullptr;
  const Layout* prefill = nullptr;  ///< null: copies
  double able = 0.0;
};

/// Copies, or a pair, that carry the most of all pools; of no layout where none carries anything.
class Ablest {
 public:
  explicit Ablest(const Question& question) : m_question(question) {}

  void add_copies(const Layout& layout) {
    const double each = layout.replica->largest_load();
    add({&layout, nullptr, each * std::max(0, layout.most - m_question.job.spare_replicas)});
  }
  void add_pairs(const std::vector<Layout>& layouts, const std::stop_token& stop) {
    for (std::size_t pool = 0; pool < m_question.pools.size(); ++pool) {
      std::vector<Layout> own;
      for (const Layout& layout : layouts)
        if (layout.pool == static_cast<int>(pool)) own.push_back(layout);
      const auto pairs = capacities_of_pairs(m_question, Prices(m_question), static_cast<int>(pool), own,
                                             m_question.demand(), stop);
      if (pairs.empty()) continue;
      const auto at = [&](const Layout* one) {
        return std::find_if(layouts.begin(), layouts.end(), [&](const Layout& other) {
          return other.pool == one->pool && other.order == one->order;
        });
      };
      const PairCapacity& most = pairs.back();
      add({&*at(most.decode), &*at(most.prefill), most.able});
    }
  }
  const Carried& most() const { return m_most; }

 private:
  void add(const Carried& one) {
    if (one.able > m_most.able) m_most = one;
  }
  const Question& m_question;
  Carried m_most;
};

/// `question` with other traffic.
Question at_demand(Question question, double factor) {
  const auto scale = [&](serving::Traffic& traffic) {
    traffic.requests_per_second *= factor;
    traffic.concurrency *= factor;
  };
  scale(question.job.traffic);
  for (PoolQuestion& pool : question.pools)
    if (pool.asked) scale(pool.asked->traffic);
  return question;
}
/// A question whose promise `which` may be changed, with layouts that are asked it.
class OtherPromise {
 public:
  OtherPromise(const Question& question, Missed which, const Settings& settings)
      : m_question(question), m_which(which), m_settings(settings) {
    for (std::size_t pool = 0; pool < m_question.pools.size(); ++pool)
      for (Layout& layout : layouts_in(m_question, static_cast<int>(pool), settings.threads, settings.stop))
        m_layouts.push_back(std::move(layout));
  }
  OtherPromise(const OtherPromise&) = delete;
  OtherPromise& operator=(const OtherPromise&) = delete;

  bool kept(double seconds) {
    set(m_question.job.promises, seconds);
    for (PoolQuestion& pool : m_question.pools)
      if (pool.asked) set(pool.asked->promises, seconds);
    return has_answer(m_question, m_layouts, m_settings);
  }

 private:
  void set(serving::Promises& promises, double seconds) const {
    (m_which == Missed::ttft   ? promises.ttft_seconds
     : m_which == Missed::tpot ? promises.tpot_seconds
                               : promises.e2e_seconds) = seconds;
  }
  Question m_question;
  Missed m_which;
  const Settings& m_settings;
  std::vector<Layout> m_layouts;
};

/// The largest demand that all machines carry within the promises, from below; 0 where they carry nothing.
double carried_at_most(const Question& question, const std::vector<Layout>& layouts, const Settings& settings,
                       double known) {
  const double demand = question.demand();
  double low = 0.0, high = 1.0;
  const auto kept = [&](double share) { return has_answer(at_demand(question, share), layouts, settings); };
  for (double share = std::min(known / demand, 1.0) * kFromBelow; share > kLeastShare; share *= 0.5) {
    if (kept(share)) {
      low = share;
      break;
    }
    high = share;
  }
  if (low == 0.0) return 0.0;
  // What is known is near.
  for (double more = kLittleMore; low * more < high; more *= more) {
    if (!kept(low * more)) {
      high = low * more;
      break;
    }
    low *= more;
  }
  while (high - low > kCloseEnough * high && !settings.stop.stop_requested()) {
    const double middle = std::sqrt(low * high);
    (kept(middle) ? low : high) = middle;
  }
  return low * demand;
}

/// Seconds that these machines keep in place of one promise, all else as asked, rounded up; 0: none.
double kept_in_place_of(const Question& question, const Settings& settings, Missed which, double missed) {
  OtherPromise other(question, which, settings);
  if (!other.kept(missed * kMuchLonger)) return 0.0;
  double low = missed, high = missed * kLongerTime;
  while (!other.kept(high) && !settings.stop.stop_requested()) {
    low = high;
    high *= kLongerTime;
  }
  while (high - low > kCloseEnough * high && !settings.stop.stop_requested()) {
    const double middle = std::sqrt(low * high);
    (other.kept(middle) ? high : low) = middle;
  }
  return high;
}

/// The most spare copies, fewer than asked, with which there is an answer; -1: there is none.
int spares_with_answer(Question question, const std::vector<Layout>& layouts, const Settings& settings) {
  const auto answered = [&](int spares) {
    question.job.spare_replicas = spares;
    return has_answer(question, layouts, settings);
  };
  int low = -1, high = question.job.spare_replicas;
  if (!answered(0)) return low;
  low = 0;
  while (high - low > 1 && !settings.stop.stop_requested()) {
    const int middle = low + (high - low) / 2;
    (answered(middle) ? low : high) = middle;
  }
  return low;
}

/// What would be right: nodes, spares, and the promise that is kept.
void add_remedies(const Question& question, const std::vector<Layout>& layouts, const Settings& settings,
                  Shortfall& shortfall) {
  if (shortfall.missed == Missed::none) return;
  Settings quick = settings;
  quick.top = 1;
  quick.publish = {};
  const bool some = shortfall.missed == Missed::traffic && shortfall.found > 0.0;
  const double times = some ? shortfall.limit / shortfall.found : 1.0;
  const NodesNeeded needed = nodes_needed(question, layouts, times, quick);
  shortfall.nodes_needed = needed.nodes;
  shortfall.nodes_pool = needed.pool;
  shortfall.nodes_there = question.pools[static_cast<std::size_t>(needed.pool)].room.nodes;
  if (shortfall.spares > 0) shortfall.kept_spares = spares_with_answer(question, layouts, quick);
  if (shortfall.missed == Missed::traffic || shortfall.missed == Missed::memory) return;
  shortfall.kept_promise = kept_in_place_of(question, quick, shortfall.missed, shortfall.limit);
}

/// One request alone on a layout, with its times over what is promised.
struct Alone {
  const Layout* layout = nullptr;
  serving::Figures figures;
  std::array<double, 3> shares{};  ///< of kPromises; 0: not promised
  bool keeps() const { return *std::max_element(shares.begin(), shares.end()) <= 1.0; }
};
constexpr std::array kPromises{Missed::ttft, Missed::tpot, Missed::e2e};

Alone alone_on(const Question& question, const Layout& layout) {
  const serving::Question& asked = asked_of(question, layout.pool);
  Alone one{&layout, alone(asked, layout.replica->worker())};
  const PromisedTimes times =
      promised_times(one.figures, std::max(1.0, asked.traffic.output.mean), question.job.promises.quantile);
  for (std::size_t i = 0; i < kPromises.size(); ++i) {
    const double limit = limit_of(question.job.promises, kPromises[i]);
    one.shares[i] = limit > 0.0 ? time_of(times, kPromises[i]) / limit : 0.0;
  }
  return one;
}

/// Why one request alone keeps the promises on none of these layouts: the promise that none keeps, of several
/// the one that is farthest, on the layout that comes nearest to it; where each is kept by some layout, the
/// layout that comes nearest to all at once, and what it misses most. Precondition: none keeps all.
Shortfall missed_alone(const Question& question, const std::vector<Alone>& all) {
  std::size_t which = 0;
  double farthest = 1.0;
  const Alone* nearest = nullptr;
  for (std::size_t i = 0; i < kPromises.size(); ++i) {
    const auto best = std::min_element(
        all.begin(), all.end(), [&](const Alone& a, const Alone& b) { return a.shares[i] < b.shares[i]; });
    if (best->shares[i] <= farthest) continue;
    farthest = best->shares[i];
    nearest = &*best;
    which = i;
  }
  if (nearest == nullptr) {
    const auto worst = [](const Alone& one) {
      return std::max_element(one.shares.begin(), one.shares.end());
    };
    nearest = &*std::min_element(all.begin(), all.end(),
                                 [&](const Alone& a, const Alone& b) { return *worst(a) < *worst(b); });
    which = static_cast<std::size_t>(worst(*nearest) - nearest->shares.begin());
  }
  const serving::Promises& promises = question.job.promises;
  Shortfall shortfall;
  shortfall.missed = kPromises[which];
  shortfall.pool = nearest->layout->pool;
  shortfall.worker = nearest->layout->replica->worker();
  shortfall.limit = limit_of(promises, shortfall.missed);
  shortfall.found = nearest->shares[which] * shortfall.limit;
  shortfall.quantile = promises.quantile;
  shortfall.binds = nearest->figures.binds;
  shortfall.of_any_load = true;
  name_term(shortfall.missed == Missed::ttft ? nearest->figures.mixed_step : nearest->figures.decode_step,
            shortfall);
  return shortfall;
}

/// What breaks first on all copies of the ablest layout where a little more comes than they carry.
void name_breaking(const Question& question, const Carried& most, Shortfall& traffic) {
  const int copies = most.layout->most - question.job.spare_replicas;
  if (most.prefill != nullptr || copies < 1) return;
  const Replica& replica = *most.layout->replica;
  const double load = most.able / copies * kLittleMore;
  const Replica::State state = replica.at(load);
  if (state.missed == Missed::none || state.missed == Missed::traffic) return;
  const serving::Demand demand = serving::demand_of(asked_of(question, most.layout->pool).traffic);
  traffic.breaks = state.missed;
  traffic.breaks_seconds =
      time_of(promised_times(state.flow, demand.output, tail_shares(traffic.quantile)), state.missed);
}

}  // namespace

Shortfall shortfall_of(const Question& question, const std::vector<Layout>& layouts,
                       const Settings& settings) {
  const std::stop_token& stop = settings.stop;
  const auto usable = [](const Layout& layout) { return layout.replica && layout.most > 0; };
  if (std::none_of(layouts.begin(), layouts.end(), usable)) {
    Shortfall memory = of_memory(question, stop);
    add_remedies(question, layouts, settings, memory);
    return memory;
  }
  const serving::Promises& promises = question.job.promises;
  std::vector<Alone> late;
  bool kept_alone = false;
  Ablest ablest(question);
  for (const Layout& layout : layouts) {
    if (stop.stop_requested()) break;
    if (!usable(layout)) continue;
    Alone one = alone_on(question, layout);
    if (one.keeps()) {
      kept_alone = kept_alone || question.job.choices.aggregated;
      if (question.job.choices.aggregated) ablest.add_copies(layout);
    } else {
      late.push_back(std::move(one));
    }
  }
  if (question.job.choices.disaggregated) ablest.add_pairs(layouts, stop);
  // Where one request alone keeps the promises but workers apart alone are allowed, the search says how much.
  if (ablest.most().layout == nullptr && !kept_alone && !late.empty()) {
    Shortfall nearest = missed_alone(question, late);
    add_remedies(question, layouts, settings, nearest);
    return nearest;
  }
  const Carried& most = ablest.most();
  Shortfall traffic;
  const Layout& nearby =
      most.layout != nullptr ? *most.layout : *std::find_if(layouts.begin(), layouts.end(), usable);
  traffic.pool = nearby.pool;
  traffic.worker = nearby.replica->worker();
  if (most.prefill != nullptr) traffic.prefill = most.prefill->replica->worker();
  traffic.limit = question.demand();
  traffic.quantile = promises.quantile;
  traffic.spares = question.job.spare_replicas;
  if (traffic.limit > 0.0)
    traffic.found =
        carried_at_most(question, layouts, settings, most.layout != nullptr ? most.able : traffic.limit);
  // Spares may be all that there is room for.
  const bool carries = traffic.found > 0.0 || (kept_alone && traffic.spares > 0 && most.layout == nullptr);
  traffic.missed = carries ? Missed::traffic : Missed::none;
  if (traffic.found > 0.0 && most.layout != nullptr) name_breaking(question, most, traffic);
  add_remedies(question, layouts, settings, traffic);
  return traffic;
}

Shortfall shortfall_of(const Question& question, const std::vector<Layout>& layouts, const Fleet& nearest,
                       const Settings& settings) {
  const Group& group = nearest.groups.front();
  const double output = std::max(1.0, question.traffic().output.mean);
  const serving::Promises& promises = question.job.promises;
  Shortfall shortfall;
  shortfall.missed = nearest.missed;
  shortfall.pool = group.pool;
  shortfall.worker = group.deployment.worker;
  shortfall.found = time_of(promised_times(nearest.figures, output, promises.quantile), nearest.missed);
  shortfall.limit = limit_of(promises, nearest.missed);
  shortfall.quantile = promises.quantile;
  shortfall.binds = group.figures.binds;
  add_remedies(question, layouts, settings, shortfall);
  return shortfall;
}

}  // namespace astrolabe::deploy
