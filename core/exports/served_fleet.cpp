#include "core/exports/served_fleet.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "core/base/error_codes.h"

namespace astrolabe::exports {

namespace {

/// The longest that lengths can be; none where their tail has no end.
std::optional<double> longest_of(const serving::Lengths& lengths) {
  switch (lengths.form) {
    case serving::Lengths::Form::fixed:
      return lengths.mean;
    case serving::Lengths::Form::uniform:
      return lengths.high;
    default:
      return {};
  }
}

/// A name of letters, digits and dashes, as Kubernetes and shells take it.
std::string plain_name(const std::string& text) {
  std::string name;
  for (const char each : text) {
    const bool digit = each >= '0' && each <= '9';
    if ((each >= 'a' && each <= 'z') || digit)
      name += each;
    else if (each >= 'A' && each <= 'Z')
      name += static_cast<char>(each - 'A' + 'a');
    else if (!name.empty() && name.back() != '-')
      name += '-';
  }
  constexpr std::size_t kLongest = 40;
  name.resize(std::min(name.size(), kLongest));
  while (!name.empty() && name.back() == '-') name.pop_back();
  return name.empty() ? "pool" : name;
}

}  // namespace

const char* to_string(Role role) {
  constexpr const char* kNames[] = {"whole", "prefill", "decode"};
  return kNames[static_cast<int>(role)];
}

int Server::nodes() const {
  return std::max(1, (worker.gpus() + pool->gpus_per_node - 1) / pool->gpus_per_node);
}
int Server::copies_a_node() const { return std::max(1, pool->gpus_per_node / worker.gpus()); }
int Server::gpus_a_node() const { return worker.gpus() / nodes(); }

std::optional<int> Server::only_first_gpu() const {
  for (const CopyPlace& place : places)
    if (place.first_gpu != places.front().first_gpu) return {};
  return places.empty() ? 0 : places.front().first_gpu;
}
int Server::machines() const {
  std::set<int> taken;
  for (const CopyPlace& place : places) taken.insert(place.machine);
  return static_cast<int>(taken.size()) * nodes();
}

Result<std::vector<Server>> servers_of(const ServedFleet& served) {
  std::vector<Server> servers;
  const auto input = longest_of(served.job.traffic.input), output = longest_of(served.job.traffic.output);
  std::optional<int> longest;
  if (input && output) longest = static_cast<int>(std::ceil(*input) + std::ceil(*output));
  if (longest && served.positions > 0 && *longest > served.positions)
    return fail(
        code::out_of_range, "input_tokens", std::to_string(*longest),
        {Wanted::Kind::text,
         {"prompt and answer within the " + std::to_string(served.positions) + " positions of the model"}});
  std::map<std::string, int> named;
  for (const deploy::Group& group : served.fleet.groups) {
    const std::size_t at = static_cast<std::size_t>(group.pool);
    if (at >= served.pools.size() || !served.pools[at].question)
      return fail(code::unknown_pool, "pool", group.deployment.pool);
    const ServedPool& pool = served.pools[at];
    std::string name = plain_name(pool.id);
    if (const int number = ++named[name]; number > 1) name += '-' + std::to_string(number);
    const auto add = [&](Role role, const serving::Worker& worker, int copies) -> Result<void> {
      Server server;
      server.name = role == Role::whole ? name : name + '-' + to_string(role);
      server.role = role;
      server.worker = worker;
      if (worker.max_sequences == 0) server.worker.max_sequences = pool.question->engine.max_sequences;
      server.copies = copies * group.deployment.replicas;
      server.share = group.share;
      server.pool = &pool;
      server.weights = pool.question->weights;
      server.cache = pool.question->cache;
      server.memory_share = pool.question->engine.memory_share;
      server.kv_bytes = role == Role::prefill ? 0.0 : group.figures.memory.kv_bytes;
      server.mixture = pool.question->shape.moe();
      server.reuses_prefixes = served.job.traffic.cached_prefix > 0.0;
      server.longest = longest;
      if (worker.gpus() % server.nodes() != 0)
        return fail(code::out_of_range, "tensor_parallel", std::to_string(worker.gpus()),
                    {Wanted::Kind::multiple_of, {std::to_string(server.nodes())}});
      servers.push_back(std::move(server));
      return {};
    };
    const serving::Deployment& deployment = group.deployment;
    if (deployment.prefill)
      if (const auto added = add(Role::prefill, *deployment.prefill, deployment.prefill_workers); !added)
        return tl::unexpected<Error>(added.error());
    const Role role = deployment.prefill ? Role::decode : Role::whole;
    if (const auto added = add(role, deployment.worker, deployment.prefill ? deployment.decode_workers : 1);
        !added)
      return tl::unexpected<Error>(added.error());
  }
  place_copies(servers);
  return servers;
}

}  // namespace astrolabe::exports
