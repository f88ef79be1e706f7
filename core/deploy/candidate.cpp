#include "core/deploy/candidate.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "core/base/units.h"
#include "core/cost/limits.h"
#include "core/cost/money.h"
#include "core/deploy/capacity.h"
#include "core/deploy/spares.h"

namespace astrolabe::deploy {

namespace {

constexpr double kUnknownPrice = 1e299;

double usd_per_token(const Candidate& candidate) {
  return candidate.usd_per_hour ? *candidate.usd_per_hour / candidate.tokens_per_second : kUnknownPrice;
}

/// The usual tokens of a step first.
auto worker_key(const serving::Worker& worker) {
  const int usual = serving::Worker{}.max_batched_tokens;
  const int budget = worker.max_batched_tokens == usual ? 0 : worker.max_batched_tokens;
  return std::make_tuple(worker.tensor_parallel, worker.pipeline_parallel, worker.attention_data_parallel,
                         worker.expert_parallel, budget, worker.speculation.draft_tokens, worker.kv_host_gib,
                         worker.max_sequences);
}

auto deployment_key(const serving::Deployment& deployment) {
  return std::make_tuple(deployment.disaggregated(), deployment.replicas, worker_key(deployment.worker),
                         worker_key(deployment.prefill.value_or(serving::Worker{})),
                         deployment.prefill_workers, deployment.decode_workers);
}

template <class Value>
int sign_of(const Value& a, const Value& b) {
  return a < b ? -1 : b < a ? 1 : 0;
}

/// Figures by which answers stand, whatever they are of.
struct Rank {
  double gpu_seconds = 0.0, money = 0.0;
  int paid = 0, gpus = 0;
  double time = 0.0;  ///< ms per token of candidates; see time_of() of fleets
};

/// Seconds of a whole request, which a late first token adds to; per token where requests wait without end.
double time_of(const Fleet& fleet) {
  return std::isfinite(fleet.figures.e2e.value) ? fleet.figures.e2e.value : fleet.figures.tpot.value;
}

/// What sums in another order make of the same value is the same.
double without_rounding(double value) {
  constexpr double kDigits = 1e9;
  int exponent = 0;
  const double part = std::frexp(value, &exponent);
  return std::ldexp(std::round(part * kDigits) / kDigits, exponent);
}

int compare_ranks(const Rank& a, const Rank& b, strategy::Objective objective) {
  if (objective == strategy::Objective::gpus && a.paid != b.paid) return sign_of(a.paid, b.paid);
  const bool money_first = objective == strategy::Objective::money;
  const auto key = [&](const Rank& rank) {
    return std::make_tuple(money_first ? rank.money : rank.gpu_seconds,
                           money_first ? rank.gpu_seconds : rank.money, rank.gpus, rank.time);
  };
  return sign_of(key(a), key(b));
}

Rank rank_of(const Fleet& fleet) {
  const double tokens = std::max(1e-12, fleet.figures.output_tokens_per_second.value);
  return {without_rounding(fleet.gpus / tokens),
          fleet.usd_per_hour ? without_rounding(*fleet.usd_per_hour / tokens) : kUnknownPrice,
          fleet.paid_gpus, fleet.gpus, time_of(fleet)};
}

void add(serving::Banded& sum, const serving::Banded& other, double weight) {
  sum.value += other.value * weight;
  sum.low += other.low * weight;
  sum.high += other.high * weight;
}

/// Figures of several groups: rates add, times are means by requests, tails those of the slowest.
serving::Figures together(const std::vector<Group>& groups) {
  const auto largest = std::max_element(groups.begin(), groups.end(), [](const Group& a, const Group& b) {
    return a.figures.requests_per_second < b.figures.requests_per_second;
  });
  serving::Figures all = largest->figures;
  all.gpus = 0;
  all.requests_per_second = all.batch = all.kv_use = 0.0;
  all.ttft = all.ttft_mean = all.tpot = all.e2e = all.output_tokens_per_second = {};
  all.fits = all.stable = true;
  double requests = 0.0;
  for (const Group& group : groups) requests += group.figures.requests_per_second;
  for (const Group& group : groups) {
    const serving::Figures& one = group.figures;
    const double weight = requests > 0.0 ? one.requests_per_second / requests : group.share;
    all.gpus += one.gpus;
    all.fits = all.fits && one.fits;
    all.stable = all.stable && one.stable;
    all.requests_per_second += one.requests_per_second;
    add(all.ttft, one.ttft, weight);
    add(all.ttft_mean, one.ttft_mean, weight);
    add(all.tpot, one.tpot, weight);
    add(all.e2e, one.e2e, weight);
    add(all.output_tokens_per_second, one.output_tokens_per_second, 1.0);
    all.batch += one.batch * weight;
    all.kv_use += one.kv_use * weight;
    all.longer_answers_seconds = std::max(all.longer_answers_seconds, one.longer_answers_seconds);
    all.ttft_p90_seconds = std::max(all.ttft_p90_seconds, one.ttft_p90_seconds);
    all.tpot_p90_seconds = std::max(all.tpot_p90_seconds, one.tpot_p90_seconds);
    if (one.ttft_p99.value > all.ttft_p99.value) all.ttft_p99 = one.ttft_p99;
    if (one.tpot_p99.value > all.tpot_p99.value) all.tpot_p99 = one.tpot_p99;
  }
  all.tokens_per_second_per_user = all.tpot.value > 0.0 ? 1.0 / all.tpot.value : 0.0;
  all.output_tokens_per_second_per_gpu = all.output_tokens_per_second.value / std::max(1, all.gpus);
  return all;
}

}  // namespace

bool before(const Candidate& a, const Candidate& b, strategy::Objective objective) {
  const auto rank = [](const Candidate& one) {
    return Rank{one.gpu_seconds(), usd_per_token(one), one.paid, one.gpus, one.tpot};
  };
  if (const int order = compare_ranks(rank(a), rank(b), objective); order != 0) return order < 0;
  return std::make_tuple(a.pool, deployment_key(a.deployment)) <
         std::make_tuple(b.pool, deployment_key(b.deployment));
}

bool is_same_but_for_budget(const Candidate& a, const Candidate& b) {
  const auto without = [](serving::Deployment deployment) {
    deployment.worker.max_batched_tokens = 0;
    if (deployment.prefill) deployment.prefill->max_batched_tokens = 0;
    return deployment_key(deployment);
  };
  return a.pool == b.pool && a.tokens_per_second == b.tokens_per_second && a.tpot == b.tpot &&
         without(a.deployment) == without(b.deployment);
}

int compare_groups(const Fleet& a, const Fleet& b) {
  const auto order = [](const Group& x, const Group& y) {
    return sign_of(std::make_tuple(x.pool, deployment_key(x.deployment)),
                   std::make_tuple(y.pool, deployment_key(y.deployment)));
  };
  if (a.groups.size() != b.groups.size()) return a.groups.size() < b.groups.size() ? -1 : 1;
  if (a.groups.empty()) return 0;
  if (const int by_time = sign_of(time_of(a), time_of(b)); by_time != 0) return by_time;
  for (std::size_t i = 0; i < a.groups.size(); ++i)
    if (const int by_group = order(a.groups[i], b.groups[i]); by_group != 0) return by_group;
  return 0;
}

bool before(const Fleet& a, const Fleet& b, strategy::Objective objective) {
  if (const int order = compare_ranks(rank_of(a), rank_of(b), objective); order != 0) return order < 0;
  return compare_groups(a, b) < 0;
}

cost::Money hourly_of_paid(const hardware::Cluster& cluster, const strategy::Job& limits,
                           const std::vector<int>& paid) {
  cost::Evaluation row;
  row.gpus = row.paid = paid;
  row.kept = cost::kept_gpus(cluster, limits.cost, paid);
  return cost::hourly_of_row(cluster, limits, row);
}

Prices::Prices(const Question& question)
    : m_question(question), m_charges(cost::charges_of(*question.cluster, *question.limits)) {
  const strategy::Limits& limits = question.limits->limits;
  m_limits = limits.power_kw || limits.usd_per_hour || limits.usd_per_month || limits.purchase_usd ||
             limits.ownership_usd;
}

std::optional<double> Prices::usd_per_hour(int pool, int paid) const {
  const std::optional<double>& rate = m_charges.of_gpu[static_cast<std::size_t>(pool)].usd_per_hour;
  if (!rate || !m_charges.base.usd_per_hour) return std::nullopt;
  return *m_charges.base.usd_per_hour + paid * *rate;
}

std::optional<double> Prices::usd_per_hour(const std::vector<int>& paid) const {
  if (!m_charges.base.usd_per_hour) return std::nullopt;
  double sum = *m_charges.base.usd_per_hour;
  for (std::size_t i = 0; i < paid.size(); ++i) {
    if (paid[i] == 0) continue;
    if (!m_charges.of_gpu[i].usd_per_hour) return std::nullopt;
    sum += paid[i] * *m_charges.of_gpu[i].usd_per_hour;
  }
  return sum;
}

double Prices::of_gpu(int pool) const {
  return m_charges.of_gpu[static_cast<std::size_t>(pool)].usd_per_hour.value_or(0.0);
}

bool Prices::within_limits(const std::vector<int>& paid) const {
  if (!m_limits) return true;
  const cost::Money money = hourly_of_paid(*m_question.cluster, *m_question.limits, paid);
  return cost::broken_limit_of_machines(m_question.limits->limits, money).binding == cost::Binding::none;
}

bool Prices::within_limits(int pool, int paid) const {
  if (!m_limits) return true;
  std::vector<int> all(m_question.pools.size(), 0);
  all[static_cast<std::size_t>(pool)] = paid;
  return within_limits(all);
}

serving::Question with_share(const serving::Question& question, double share) {
  serving::Question asked = question;
  asked.traffic.requests_per_second *= share;
  asked.traffic.concurrency *= share;
  return asked;
}

Fleet fleet_of(const Question& question, std::vector<Group> groups, bool with_capacity) {
  const int spares = question.job.spare_replicas;
  const bool offline = question.traffic().kind == serving::Traffic::Kind::offline;
  Fleet fleet;
  std::vector<int> paid(question.pools.size(), 0), nodes(question.pools.size(), 0), used = nodes;
  for (Group& group : groups) {
    const auto pool = static_cast<std::size_t>(group.pool);
    const PoolQuestion& of = question.pools[pool];
    const serving::Question asked = with_share(*of.asked, group.share);
    group.figures = serving::predict(asked, group.deployment);
    const Missed missed = missed_of(group.figures, asked.promises, asked.traffic.output.mean);
    if (fleet.missed == Missed::none) fleet.missed = missed;
    group.nodes = nodes_of(of.room, group.deployment);
    used[pool] += group.deployment.gpus();
    nodes[pool] += group.nodes;
    if (with_capacity && (spares == 0 || offline))
      fleet.capacity_requests_per_second += capacity_of(asked, group);
  }
  for (std::size_t i = 0; i < paid.size(); ++i) {
    if (used[i] == 0) continue;
    const Room& room = question.pools[i].room;
    nodes[i] = std::min(nodes[i], room.nodes);
    paid[i] = room.paid(nodes[i], used[i]);
    fleet.gpus += used[i];
    fleet.paid_gpus += paid[i];
    fleet.nodes += nodes[i];
  }
  fleet.pool_gpus = used;
  fleet.pool_paid = paid;
  fleet.pool_kept = cost::kept_gpus(*question.cluster, question.limits->cost, paid);
  fleet.figures = groups.size() == 1 ? groups.front().figures : together(groups);
  fleet.groups = std::move(groups);
  if (spares > 0) fail_spares(question, with_capacity, fleet);
  const cost::Money money = hourly_of_paid(*question.cluster, *question.limits, paid);
  const double tokens = fleet.figures.output_tokens_per_second.value * question.mean_of_peak();
  if (money.usd_per_hour) {
    fleet.usd_per_hour = money.usd_per_hour->value;
    if (tokens > 0.0) fleet.usd_per_million_tokens = 1e6 * *fleet.usd_per_hour / (kSecondsPerHour * tokens);
  }
  return fleet;
}

Fleet fleet_of(const Question& question, const Candidate& candidate, bool with_capacity) {
  Group group;
  group.pool = candidate.pool;
  group.deployment = candidate.deployment;
  return fleet_of(question, std::vector<Group>{std::move(group)}, with_capacity);
}

}  // namespace astrolabe::deploy
