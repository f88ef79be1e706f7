#include "core/planning/placements.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "core/base/error_codes.h"
#include "core/base/stop_later.h"
#include "core/base/text.h"
#include "core/hardware/join_pools.h"
#include "core/placement/network.h"
#include "core/placement/routing.h"
#include "core/plan/answer.h"
#include "core/planning/deployments.h"
#include "core/planning/placement_question.h"
#include "core/planning/placement_shortfall.h"
#include "core/strategy/asked.h"

namespace astrolabe::planning {

namespace {

Result<PlacementQuestion> asked_of(const Question& question, const model::Architecture& architecture) {
  const auto job = serve_job_of(question);
  if (!job) return tl::unexpected<Error>(job.error());
  return placement_question(question.problem, question.objective, *job, architecture);
}

Result<PlacementQuestion> asked_of(const Question& question) {
  const auto architecture = architecture_of(question);
  if (!architecture) return tl::unexpected<Error>(architecture.error());
  return asked_of(question, **architecture);
}

/// Where a pool that was joined to an equal one begins there: its id and the nodes before its own.
std::pair<std::string, int> joined_place(const std::string& pool, const Question& question) {
  const auto parts = hardware::joined_pools(question.problem.cluster);
  const auto whole = parts.find(pool);
  if (whole == parts.end()) return {pool, 0};
  int before = 0;
  for (const hardware::PoolSpec& spec : question.asked.cluster.pools) {
    if (spec.id == pool) break;
    const auto other = parts.find(spec.id);
    if (spec.id == whole->second || (other != parts.end() && other->second == whole->second))
      before += spec.nodes;
  }
  return {whole->second, before};
}

class MachineReader {
 public:
  MachineReader(const placement::Network& network, const Question& question)
      : m_network(network), m_question(question), m_layout{{}, false} {
    m_layout.machines.resize(network.machines.size());
  }

  Result<placement::Layout> read(const Json& json) {
    ObjectReader reader(json, "");
    const Json* machines = reader.array("machines");
    if (machines == nullptr && reader.ok())
      reader.mistake(code::missing_key, "machines", "nothing", {Wanted::Kind::field, {"machines"}});
    for (std::size_t i = 0; machines != nullptr && i < machines->size() && reader.ok(); ++i) {
      ObjectReader member((*machines)[i], reader.path_of("machines[" + std::to_string(i) + "]"));
      read_machine(member);
      member.finish_into(reader);
    }
    m_layout.partial_inference = reader.boolean("partial_inference", false);
    if (const auto done = reader.finish(); !done) return tl::unexpected<Error>(done.error());
    return std::move(m_layout);
  }

 private:
  void read_machine(ObjectReader& member) {
    const std::string named = member.string("pool");
    const auto [pool, before] = joined_place(named, m_question);
    const int index = static_cast<int>(member.whole("index", 0, placement::kMostMachines)) + before;
    const std::int64_t layers = member.whole("layers", 1, m_network.layers);
    const std::int64_t first = member.whole("first_layer", 0, m_network.layers - 1);
    if (!member.ok()) return;
    std::vector<std::string> ids;
    int of_pool = 0, machine = -1;
    for (const placement::Type& type : m_network.types) ids.push_back(type.name);
    for (int each = 0; each < m_network.size(); ++each) {
      if (m_network.type_of(each).name != pool) continue;
      if (of_pool++ == index) machine = each;
    }
    if (std::find(ids.begin(), ids.end(), pool) == ids.end())
      return member.mistake(code::unknown_pool, "pool", named, {Wanted::Kind::one_of, near(named, ids)});
    if (machine < 0)
      return member.mistake(code::out_of_range, "index", std::to_string(index - before),
                            {Wanted::Kind::between, {"0", std::to_string(of_pool - before - 1)}});
    placement::Interval& held = m_layout.machines[static_cast<std::size_t>(machine)];
    if (held.layers > 0)
      return member.mistake(code::repeated_key, "index", named + "/" + std::to_string(index - before),
                            {Wanted::Kind::once, {}});
    const int most = m_network.type_of(machine).most_layers();
    if (layers > most)
      return member.mistake(code::out_of_range, "layers", std::to_string(layers),
                            {Wanted::Kind::between, {"1", std::to_string(most)}});
    held = {static_cast<int>(first), static_cast<int>(layers)};
    if (held.end() > m_network.layers)
      member.mistake(code::out_of_range, "first_layer", std::to_string(first),
                     {Wanted::Kind::between, {"0", std::to_string(m_network.layers - layers)}});
  }
  static std::vector<std::string> near(const std::string& name, const std::vector<std::string>& ids) {
    auto matches = near_matches(name, ids);
    return matches.empty() ? ids : matches;
  }

  const placement::Network& m_network;
  const Question& m_question;
  placement::Layout m_layout;
};

/// Requests by machine, as a router reads them.
Json routing_json(const PlacedLayers& layers) {
  Json routing = Json::object();
  for (const RouteWords& route : layers.routes()) {
    routing[route.from] = Json::array();
    for (const auto& [to, share] : route.to) routing[route.from].push_back({{"to", to}, {"weight", share}});
  }
  return routing;
}

const char* limit_key(placement::Flow::LimitedBy limit) {
  using enum placement::Flow::LimitedBy;
  return limit == traffic ? "traffic" : limit == users ? "users" : "machines";
}

class PlacementPlanner final : public LeadingPlanner {
 public:
  std::string_view id() const override { return kPlacement; }
  std::string_view answer_key() const override { return "placements"; }
  std::string_view layout_key() const override { return "deployment"; }
  std::string help() const override {
    return "Whether layers of one copy are laid over unequal machines: auto, always or never";
  }
  std::string declines(const Question& question) const override {
    const strategy::Job& job = question.problem.job;
    if (job.task != "serve") return "no_serving";
    return lays_layers(job) ? "" : "no_placement";
  }
  bool may_rank(const Question&) const override { return true; }
  bool takes_long(const Question&) const override { return false; }

  FoundPtr plan(const QuestionPtr& question, Run& run) const override {
    // Reading the model is no part of the time that is told.
    const auto architecture = architecture_of(*question);
    const auto begin = std::chrono::steady_clock::now();
    auto found = std::make_shared<FoundPlacements>();
    found->planner = kPlacement;
    found->question = question;
    found->revision = run.revision;
    run.phase = plan::Phase::preparing;
    const auto asked =
        architecture ? asked_of(*question, **architecture) : tl::unexpected<Error>(architecture.error());
    if (asked) {
      run.phase = plan::Phase::searching;
      found->network = asked->network;
      search(*asked, run, *found);
    } else {
      found->status = plan::Status::failed;
      found->error = asked.error();
    }
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
    found->seconds = took.count();
    return found;
  }

  Result<LayoutPtr> read_layout(const Json& json, const Question& question) const override {
    const auto asked = asked_of(question);
    if (!asked) return tl::unexpected<Error>(asked.error());
    auto layout = MachineReader(*asked->network, question).read(json);
    if (!layout) return tl::unexpected<Error>(layout.error());
    return placed_option(*asked, std::move(*layout)).layout;
  }

  Result<Option> evaluate(const Question& question, const LayoutPtr& layout) const override {
    const auto asked = asked_of(question);
    if (!asked) return tl::unexpected<Error>(asked.error());
    // A layout of another question names machines, which may have gone.
    auto again = MachineReader(*asked->network, question).read(layout->to_json({}));
    if (!again) return tl::unexpected<Error>(again.error());
    return placed_option(*asked, std::move(*again));
  }

  void add_to_answer(Json& answer, const Found& found) const override {
    const auto* placements = dynamic_cast<const FoundPlacements*>(&found);
    if (placements == nullptr) return;
    answer["space"] = {{"evaluated", placements->evaluated}};
    answer["upper_bound_tokens_per_second"] = placements->upper_bound_tokens_per_second;
    const auto shortfall = shortfall_of(*placements);
    if (!shortfall) return;
    const bool limited = shortfall->nearest && shortfall->nearest->violation.binding != cost::Binding::rule;
    answer["binding"] = limited
                            ? plan::to_json(shortfall->nearest->violation, found.question->problem.pool_ids())
                            : to_json(*shortfall);
  }

  std::vector<Export> exports() const override {
    return {{"routing", ".routing.json", [](const Option& option) -> Result<std::string> {
               const auto* layout = as<PlacementLayout>(option.layout);
               Json json = layout->to_json({});
               json["routing"] = routing_json(layout->layers());
               return text_of(json, 1) + "\n";
             }}};
  }

 private:
  static void search(const PlacementQuestion& asked, Run& run, FoundPlacements& found) {
    const StopLater later(run.stop, deadline_in(run.options.time_limit));
    placement::FindOptions options;
    options.thorough = run.options.to_the_end || run.options.exhaustive;
    options.stop = later.token();
    if (run.options.settings.is_object())
      options.partial_inference = run.options.settings.value("partial_inference", false);
    PlacementsFound answer = find_placements(asked, options);
    found.upper_bound_tokens_per_second = answer.upper_bound_tokens_per_second;
    found.evaluated = answer.evaluated;
    found.stopped_early = answer.stopped_early;
    found.options = std::move(answer.options);
    const bool fits = !found.options.empty() && found.options.front()->is_possible();
    found.status = !fits           ? plan::Status::infeasible
                   : answer.proven ? plan::Status::optimal
                                   : plan::Status::feasible;
    found.has_bound = fits;
    found.gap = fits ? found.options.front()->proof.gap : 1.0;
  }
};

}  // namespace

bool lays_layers(const strategy::Job& job) {
  if (job.task != "serve") return false;
  return strategy::asked_of(job).value("placement", Json()) == "layers";
}

const LeadingPlanner& placement_planner() {
  static const PlacementPlanner planner;
  return planner;
}

double PlacedLayers::gap() const {
  const double flow = placed.flow.tokens_per_second;
  return upper_bound_tokens_per_second > 0.0 ? std::max(0.0, 1.0 - flow / upper_bound_tokens_per_second)
                                             : 0.0;
}

double PlacedLayers::served_gap() const {
  if (placed.flow.limited_by != placement::Flow::LimitedBy::users) return gap();
  return upper_bound_tokens_per_second > 0.0
             ? std::max(0.0, 1.0 - placed.flow.served / upper_bound_tokens_per_second)
             : 0.0;
}

std::vector<std::string> PlacedLayers::min_cut() const {
  std::vector<std::string> names;
  for (const placement::CutPart& part : placed.flow.min_cut) names.push_back(name_of(part, *network));
  return names;
}

std::vector<RouteWords> PlacedLayers::routes() const {
  const auto name = [&](int machine) {
    return machine == placement::kCoordinator ? std::string("coordinator")
                                              : network->machines[static_cast<std::size_t>(machine)].name;
  };
  std::vector<RouteWords> routes;
  for (const placement::Route& route : placement::routes_of(placed.flow)) {
    routes.push_back({name(route.from), {}});
    for (const placement::Share& share : route.shares)
      routes.back().to.emplace_back(name(share.to), share.share);
  }
  return routes;
}

Json PlacementLayout::to_json(const std::vector<std::string>&) const {
  const placement::Network& network = *m_layers->network;
  const std::vector<placement::Interval>& held = m_layers->placed.layout.machines;
  std::vector<std::size_t> order;
  for (std::size_t machine = 0; machine < held.size(); ++machine)
    if (held[machine].layers > 0) order.push_back(machine);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return held[a].first_layer < held[b].first_layer; });
  Json machines = Json::array();
  for (const std::size_t machine : order)
    machines.push_back({{"pool", network.type_of(static_cast<int>(machine)).name},
                        {"index", network.machines[machine].id.index},
                        {"first_layer", held[machine].first_layer},
                        {"layers", held[machine].layers}});
  return {{"machines", std::move(machines)},
          {"partial_inference", m_layers->placed.layout.partial_inference}};
}

Json PlacementLayout::answer_json(const Option& option, const strategy::Problem& problem, int rank) const {
  const placement::Flow& flow = m_layers->placed.flow;
  const cost::Evaluation& figures = option.evaluation;
  Json row = {
      {"kind", kPlacement},
      {"deployment", to_json(problem.pool_ids())},
      {"flow_tokens_per_second", flow.tokens_per_second},
      {"served_tokens_per_second", flow.served},
      {"spare_tokens_per_second", flow.tokens_per_second - flow.served},
      {"limited_by", limit_key(flow.limited_by)},
      {"upper_bound_tokens_per_second", m_layers->upper_bound_tokens_per_second},
      {"gap", m_layers->gap()},
      {"least_gpus", m_layers->least_gpus ? Json(*m_layers->least_gpus) : Json()},
      {"least_usd_per_hour", m_layers->least_usd_per_hour ? Json(*m_layers->least_usd_per_hour) : Json()},
      {"chain_seconds", flow.chain_seconds},
      {"chain_machines", flow.chain_machines},
      {"min_cut", m_layers->min_cut()},
      {"routing", routing_json(*m_layers)},
      {"output_tokens_per_second", figures.tokens_per_second},
      {"output_tokens_per_second_per_gpu", figures.tokens_per_second_per_gpu},
      {"requests_per_second",
       m_layers->tokens_of_a_request > 0.0 ? Json(flow.served / m_layers->tokens_of_a_request) : Json()}};
  const auto by_pool = [&](const std::vector<int>& gpus) {
    Json json = Json::object();
    for (std::size_t pool = 0; pool < gpus.size(); ++pool) json[problem.cluster.pools[pool].id] = gpus[pool];
    return json;
  };
  row["gpus"] = by_pool(figures.gpus);
  row["paid_gpus"] = by_pool(figures.all_paid());
  row["usd_per_hour"] = figures.money.usd_per_hour ? Json(figures.money.usd_per_hour->value) : Json();
  row["usd_per_million_tokens"] =
      figures.money.usd_per_trillion_tokens ? Json(*figures.money.usd_per_trillion_tokens * 1e-6) : Json();
  row["power_kw"] = figures.money.power_kw;
  // What a rate by layers does not tell.
  for (const char* unknown : {"ttft_seconds", "ttft_p99_seconds", "tpot_seconds",
                              "tokens_per_second_per_user", "batch", "kv_use", "memory", "binds"})
    row[unknown] = nullptr;
  row["rank"] = rank > 0 ? Json(rank) : Json();
  return row;
}

int PlacementLayout::compare(const Layout& other) const {
  const placement::Layout& mine = m_layers->placed.layout;
  const placement::Layout& others = static_cast<const PlacementLayout&>(other).layers().placed.layout;
  if (mine.partial_inference != others.partial_inference) return mine.partial_inference ? 1 : -1;
  const auto key = [](const placement::Interval& held) { return std::pair(held.first_layer, held.layers); };
  for (std::size_t i = 0; i < std::min(mine.machines.size(), others.machines.size()); ++i)
    if (mine.machines[i] != others.machines[i])
      return key(mine.machines[i]) < key(others.machines[i]) ? -1 : 1;
  return static_cast<int>(mine.machines.size()) - static_cast<int>(others.machines.size());
}

}  // namespace astrolabe::planning
