#include "core/deploy/question.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "core/base/error_codes.h"
#include "core/base/text.h"
#include "core/base/units.h"
#include "core/cost/kernel.h"
#include "core/cost/memory.h"
#include "core/deploy/layouts.h"
#include "core/serving/resources.h"

namespace astrolabe::deploy {

namespace {

constexpr double kLargestQuantile = 0.99;  // of the tails that a prediction knows

/// The pool's own links, domain and speed in place of those of its type.
serving::Machine machine_in(const hardware::Pool& pool, serving::Machine machine) {
  if (pool.scale_up_domain > 0) machine.domain = pool.scale_up_domain;
  if (pool.intra_node.bandwidth.value > 0.0) machine.link_gb_per_s = pool.intra_node.bandwidth.value / kGb;
  if (pool.nodes > 1 && pool.inter_node.bandwidth.value > 0.0)
    machine.network_gb_per_s = pool.inter_node.bandwidth.value / kGb / std::max(1, pool.gpus_per_node);
  // A pool that does not say what memory its nodes have offers none for keys and values.
  if (pool.host_memory) machine.host_gib = cost::host_limit(pool).value / kGib;
  machine.host_gb_per_s = cost::host_link_of(pool.gpu) / kGb;
  const double compute = pool.relative_speed * pool.sustained_clock;
  machine.bf16_tflops *= compute;
  machine.fp8_tflops *= compute;
  machine.fp4_tflops *= compute;
  machine.gb_per_s *= pool.relative_speed;
  return machine;
}

Room room_of(const hardware::Pool& pool) {
  Room room;
  room.nodes = pool.nodes;
  room.gpus_per_node = std::max(1, pool.gpus_of_node());
  room.domain = std::max(room.gpus_per_node, std::min(pool.scale_up_domain, pool.gpus()));
  room.max_gpus = pool.max_gpus;
  room.unit = std::max(1, pool.unit);
  if (pool.used_of_node > 0 && pool.unit > 1) room.built_node = pool.gpus_per_node;
  room.joined = pool.nodes > 1 && pool.inter_node.bandwidth.value > 0.0;
  return room;
}

/// Tokens of the longest that are said; of profiles, whose lengths are those of other models, the mean.
double longest_of(const serving::Lengths& lengths) {
  if (lengths.form == serving::Lengths::Form::uniform) return lengths.high;
  if (lengths.form == serving::Lengths::Form::quantiles || lengths.form == serving::Lengths::Form::trace)
    return std::max(lengths.mean, lengths.p99);
  return lengths.mean;
}

/// Errors: out_of_range where a request of a trace alone is longer than the model reads, with the most that
/// it does.
Result<void> check_traced(const serving::Lengths& lengths, const char* key, double most) {
  if (lengths.form != serving::Lengths::Form::trace || lengths.high <= most) return {};
  return fail(code::out_of_range, key, format_number(lengths.high) + " tokens in " + lengths.name,
              {Wanted::Kind::between, {"1", format_number(most)}});
}

/// Errors: out_of_range at more spare copies than GPUs besides one that works.
Result<void> check_spares(const Question& question) {
  int gpus = 0;
  for (const PoolQuestion& pool : question.pools) gpus += pool.room.max_gpus;
  gpus = std::min(gpus, question.cluster->max_total_gpus.value_or(gpus));
  if (question.job.spare_replicas == 0 || question.job.spare_replicas < gpus) return {};
  return fail(code::out_of_range, "spare_replicas", std::to_string(question.job.spare_replicas),
              {Wanted::Kind::between, {"0", std::to_string(std::max(0, gpus - 1))}});
}

/// Errors: unsupported_model for models that do not write one token after the other, and for those whose
/// answers attend to an encoder, which no form here has.
Result<void> check_generates(const model::Architecture& architecture) {
  const auto any = [&](auto is) {
    return std::any_of(architecture.layers.begin(), architecture.layers.end(), [&](int kind) {
      return is(architecture.layer_kinds[static_cast<std::size_t>(kind)]);
    });
  };
  const bool across = any([](const model::LayerKind& kind) { return kind.cross_attention; });
  const bool writes = any([](const model::LayerKind& kind) { return kind.causal || !kind.scans.empty(); });
  if (writes && !across) return {};
  return fail(code::unsupported_model, "model",
              architecture.family + (across ? " with an encoder" : ", an encoder"),
              {Wanted::Kind::text, {"a decoder, which writes one token after the other"}});
}

Result<void> check_job(const model::Architecture& architecture, const serving::ServeJob& job) {
  if (const auto writes = check_generates(architecture); !writes) return writes;
  if (job.promises.quantile > kLargestQuantile)
    return fail(code::out_of_range, "promises.quantile", format_number(job.promises.quantile),
                {Wanted::Kind::between, {"0.01", format_number(kLargestQuantile)}});
  if (!job.traffic.hours.empty()) {
    if (job.traffic.kind != serving::Traffic::Kind::rate)
      return fail(code::contradicting_limits, "traffic.hours", "without requests_per_second",
                  {Wanted::Kind::field, {"traffic.requests_per_second"}});
    if (*std::max_element(job.traffic.hours.begin(), job.traffic.hours.end()) <= 0.0)
      return fail(code::out_of_range, "traffic.hours", "0 in all hours", {Wanted::Kind::positive_number, {}});
  }
  const int longest = positions_of(architecture);
  if (longest > 0) {
    const double most = longest - 1.0;  // a prompt and one token at the least
    if (const auto fits = check_traced(job.traffic.input, "input_tokens", most); !fits) return fits;
    if (const auto fits = check_traced(job.traffic.output, "output_tokens", most); !fits) return fits;
  }
  const double inputs = longest_of(job.traffic.input), outputs = longest_of(job.traffic.output);
  if (longest > 0 && inputs + outputs > longest) {
    const bool input = inputs >= outputs;
    const double rest = longest - (input ? outputs : inputs);
    return fail(code::out_of_range, input ? "input_tokens" : "output_tokens",
                format_number(input ? inputs : outputs),
                {Wanted::Kind::between, {"1", format_number(std::max(1.0, std::floor(rest)))}});
  }
  const Json runs = serving::engine_resource(serving::to_string(job.runtime));
  if (runs.is_object() && runs.contains("runs") && runs["runs"].contains("types")) {
    std::vector<std::string> types;
    for (const Json& type : runs["runs"]["types"]) types.push_back(type.get<std::string>());
    if (std::find(types.begin(), types.end(), serving::to_string(job.weights)) == types.end())
      return fail(code::out_of_range, "precision", serving::to_string(job.weights),
                  {Wanted::Kind::one_of, types});
  }
  return {};
}

/// Errors: out_of_range where the job asks for more of the host's memory than any pool has.
Result<void> check_host_memory(const Question& question) {
  const serving::Choices& choices = question.job.choices;
  const auto said = choices.values.find("kv_host_gib");
  if (said == choices.values.end()) return {};
  double most = 0.0;
  for (const PoolQuestion& pool : question.pools)
    if (pool.asked) most = std::max(most, host_gib_of(*pool.asked, question.job));
  if (said->second.front() <= most) return {};
  const bool fixed =
      std::find(choices.fixed.begin(), choices.fixed.end(), said->first) != choices.fixed.end();
  return fail(code::out_of_range, (fixed ? "fixed." : "allowed.") + said->first,
              std::to_string(said->second.front()), {Wanted::Kind::between, {"0", format_number(most)}});
}

/// Whether any worker is left that the job allows. Errors: out_of_range at the key whose values no worker
/// has, with those that some have; impossible_strategy where no worker has all of them at once.
Result<void> check_choices(const Question& question) {
  const serving::Choices& choices = question.job.choices;
  if (choices.values.empty()) return {};
  serving::ServeJob free = question.job;
  for (const std::string& key : serving::worker_choice_keys())
    if (key != "max_batched_tokens" && key != "kv_host_gib") free.choices.values.erase(key);
  std::map<std::string, std::set<int>> there;
  bool any = false;
  for (const PoolQuestion& pool : question.pools) {
    if (!pool.asked) continue;
    for (const serving::Worker& worker : workers_of(*pool.asked, pool.room, free)) {
      if (choices.allow(worker)) return {};
      any = true;
      for (const auto& [key, values] : choices.values) there[key].insert(serving::setting_of(worker, key));
    }
  }
  if (!any) return {};
  const auto place = [&](const std::string& key) {
    const bool fixed = std::find(choices.fixed.begin(), choices.fixed.end(), key) != choices.fixed.end();
    return (fixed ? "fixed." : "allowed.") + key;
  };
  const auto text = [](const auto& values) {
    std::vector<std::string> texts;
    for (const int value : values) texts.push_back(std::to_string(value));
    return texts;
  };
  for (const auto& [key, values] : choices.values) {
    const std::set<int>& some = there[key];
    if (std::none_of(values.begin(), values.end(), [&](int value) { return some.contains(value); }))
      return fail(code::out_of_range, place(key), text(values).front(), {Wanted::Kind::one_of, text(some)});
  }
  const auto& [key, values] = *choices.values.begin();
  return fail(code::impossible_strategy, place(key), text(values).front(),
              {Wanted::Kind::text, {"values that some layout has at once"}});
}

}  // namespace

int positions_of(const model::Architecture& architecture) {
  return architecture.positions > 0 ? architecture.positions : architecture.max_sequence;
}

int Room::most_workers(int stage, int stages) const {
  const int gpus = std::min(nodes * gpus_per_node, max_gpus);
  const int worker = stage * stages;
  if ((stage > domain && !joined) || worker > gpus) return 0;
  const int all = nodes * gpus_per_node;
  const int domains = all / domain, rest = all % domain;
  if (stage > domain) return std::min(domains / (stages * domains_of(stage)), max_gpus / worker);
  int most = 0;
  if (worker <= domain) {
    most = domains * (domain / worker) + rest / worker;
  } else {
    const int in_domain = domain / stage;
    most = domains / ((stages + in_domain - 1) / in_domain);
  }
  return std::min(most, max_gpus / worker);
}

int Room::domains_of(int stage) const { return (stage + domain - 1) / domain; }

int Room::nodes_of(int workers, int stage, int stages) const {
  const int worker = stage * stages;
  const auto up = [](int a, int b) { return (a + b - 1) / b; };
  if (stage > domain)
    return workers * stages * domains_of(stage) * up(up(stage, domains_of(stage)), gpus_per_node);
  if (worker <= gpus_per_node) return up(workers, gpus_per_node / worker);
  if (worker <= domain) {
    const int in_domain = domain / worker, full = workers / in_domain, rest = workers % in_domain;
    return full * up(in_domain * worker, gpus_per_node) + up(rest * worker, gpus_per_node);
  }
  const int in_domain = domain / stage;
  return workers * up(stages, in_domain) * up(domain, gpus_per_node);
}

int Room::paid(int taken_nodes, int used) const {
  int gpus = unit >= gpus_per_node ? std::max(used, taken_nodes * gpus_per_node) : used;
  if (built_node > 0) gpus = taken_nodes * built_node;
  return (gpus + unit - 1) / unit * unit;
}

int nodes_of(const Room& room, const serving::Deployment& deployment) {
  const auto of = [&](const serving::Worker& worker, int workers) {
    return room.nodes_of(workers, worker.tensor_parallel * worker.attention_data_parallel,
                         worker.pipeline_parallel);
  };
  if (!deployment.disaggregated()) return of(deployment.worker, deployment.replicas);
  const int apart = of(*deployment.prefill, deployment.replicas * deployment.prefill_workers) +
                    of(deployment.worker, deployment.replicas * deployment.decode_workers);
  // Workers of both kinds share nodes where degrees are parts of each other.
  const int large = std::max(deployment.prefill->gpus(), deployment.worker.gpus());
  const int small = std::min(deployment.prefill->gpus(), deployment.worker.gpus());
  if (large > room.gpus_per_node || large % small != 0 || room.gpus_per_node % large != 0) return apart;
  return (deployment.gpus() + room.gpus_per_node - 1) / room.gpus_per_node;
}

double Question::peak_factor() const {
  const std::vector<double>& hours = traffic().hours;
  return hours.empty() ? 1.0 : *std::max_element(hours.begin(), hours.end());
}

double Question::mean_of_peak() const {
  const std::vector<double>& hours = traffic().hours;
  if (hours.empty()) return 1.0;
  const double sum = std::accumulate(hours.begin(), hours.end(), 0.0);
  return sum / static_cast<double>(hours.size()) / peak_factor();
}

double Question::demand() const {
  switch (traffic().kind) {
    case serving::Traffic::Kind::rate:
      return traffic().requests_per_second * peak_factor();
    case serving::Traffic::Kind::offline:
      return 0.0;
    default:
      return traffic().concurrency;
  }
}

Question with_nodes(const Question& question, int pool, int nodes, hardware::Cluster& cluster) {
  const auto at = static_cast<std::size_t>(pool);
  hardware::Pool& changed = cluster.pools[at];
  const bool was_one = changed.nodes <= 1;
  const int unused = changed.gpus() - changed.max_gpus;
  const bool marked = !changed.failed.empty() || changed.spares > 0;
  changed.nodes = nodes;
  // GPUs that failed or are spare stay so; a limit on a pool stays what it is.
  if (unused == 0 || marked) changed.max_gpus = changed.gpus() - unused;
  Question other = question;
  other.cluster = &cluster;
  PoolQuestion& of = other.pools[at];
  of.room.nodes = nodes;
  of.room.max_gpus = changed.max_gpus;
  of.room.domain = std::max(of.room.gpus_per_node, std::min(changed.scale_up_domain, of.room.max_gpus));
  // What lies between the nodes of a pool of one counts for nothing.
  if (was_one && nodes > 1 && changed.inter_node.bandwidth.value > 0.0) {
    of.room.joined = true;
    if (of.asked)
      of.asked->machine.network_gb_per_s =
          changed.inter_node.bandwidth.value / kGb / std::max(1, changed.gpus_per_node);
  }
  return other;
}

Result<Question> make_question(const hardware::Cluster& cluster, const strategy::Job& job,
                               const model::Architecture& architecture, const serving::ServeJob& asked,
                               strategy::Objective objective) {
  if (const auto sound = check_job(architecture, asked); !sound) return tl::unexpected<Error>(sound.error());
  if (const auto sound = serving::check_expert_load(serving::shape_of(architecture), asked); !sound)
    return tl::unexpected<Error>(sound.error());
  Question question;
  question.job = asked;
  question.objective = objective;
  question.cluster = &cluster;
  question.limits = &job;
  bool any = false;
  for (const hardware::Pool& pool : cluster.pools) {
    PoolQuestion one;
    one.room = room_of(pool);
    auto made = serving::make_question(architecture, pool.gpu, asked);
    if (made) {
      made->machine = machine_in(pool, std::move(made->machine));
      made->traffic.requests_per_second *= question.peak_factor();
      one.asked = std::move(*made);
      any = true;
    } else {
      one.refused = made.error();
      one.refused->where = "pools[" + pool.id + "].gpu";
    }
    question.pools.push_back(std::move(one));
  }
  if (const auto some = check_spares(question); !some) return tl::unexpected<Error>(some.error());
  if (const auto room = check_host_memory(question); !room) return tl::unexpected<Error>(room.error());
  if (const auto some = check_choices(question); !some) return tl::unexpected<Error>(some.error());
  if (!any && !question.pools.empty()) return tl::unexpected<Error>(*question.pools.front().refused);
  return question;
}

}  // namespace astrolabe::deploy
