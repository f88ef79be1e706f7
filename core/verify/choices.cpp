#include "core/verify/choices.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "core/base/counted.h"
#include "core/base/error_codes.h"
#include "core/hardware/pool_marks.h"
#include "core/verify/checksum.h"
#include "core/verify/columns.h"
#include "core/verify/refusal.h"

namespace astrolabe::verify {

namespace {

constexpr std::string_view kChoicesMagic = "ASTMARK\n";
constexpr int kChoicesVersion = 1;
constexpr std::uint64_t kMostParts = 4096;

bool leaves_a_choice(const hardware::Pool& pool) { return hardware::is_marked(pool) && pool.max_gpus > 0; }

/// What is wrong with a GPU: the worst of its own marks and of its node's.
struct GpuMarks {
  bool failed = false;
  hardware::Slowness slow;
  double factor() const { return std::max({slow.kernels, slow.links, slow.network}); }
};

/// Those of each GPU that works, by node, the fastest first.
std::vector<std::vector<GpuMarks>> working_gpus(const hardware::Pool& pool) {
  std::vector<std::vector<GpuMarks>> nodes(
      static_cast<std::size_t>(pool.nodes),
      std::vector<GpuMarks>(static_cast<std::size_t>(pool.gpus_per_node)));
  const auto mark = [&](const auto& place, const auto& change) {
    std::vector<GpuMarks>& node = nodes[static_cast<std::size_t>(place.node)];
    for (std::size_t gpu = 0; gpu < node.size(); ++gpu)
      if (!place.gpu || static_cast<std::size_t>(*place.gpu) == gpu) change(node[gpu]);
  };
  for (const hardware::SlowSpec& slow : pool.slow)
    mark(slow, [&](GpuMarks& gpu) {
      gpu.slow.include({slow.factor, slow.gpu ? slow.link_factor : 1.0, slow.link_factor});
    });
  for (const hardware::FailedSpec& failed : pool.failed)
    mark(failed, [](GpuMarks& gpu) { gpu.failed = true; });
  for (std::vector<GpuMarks>& node : nodes) {
    std::erase_if(node, [](const GpuMarks& gpu) { return gpu.failed; });
    std::stable_sort(node.begin(), node.end(),
                     [](const GpuMarks& a, const GpuMarks& b) { return a.factor() < b.factor(); });
  }
  return nodes;
}

/// So many GPUs of each of some nodes, and the worst of what is wrong with them.
struct NodesInPart {
  int of_node = 0, gpus = 0;
  int joined = 0;  ///< neighbours that the fast link joins wherever they are
  bool divides = true;
  hardware::Slowness slow;
  /// As wide, as many, as fast in everything; what divides a node is covered by what does.
  bool covers(const NodesInPart& other) const {
    return of_node >= other.of_node && joined >= other.joined && gpus >= other.gpus &&
           slow.kernels <= other.slow.kernels && slow.links <= other.slow.links &&
           slow.network <= other.slow.network && (divides || !other.divides);
  }
};

/// For one width: each factor's nodes that have so many GPUs no slower, but for spares; at most `limit` GPUs.
void add_width(const hardware::Pool& pool, const std::vector<std::vector<GpuMarks>>& working, int of_node,
               int joined, int limit, std::vector<NodesInPart>& all) {
  const auto width = static_cast<std::size_t>(of_node);
  std::vector<const std::vector<GpuMarks>*> nodes;
  for (const std::vector<GpuMarks>& node : working)
    if (node.size() >= width) nodes.push_back(&node);
  const auto factor = [&](const std::vector<GpuMarks>* node) { return (*node)[width - 1].factor(); };
  std::stable_sort(nodes.begin(), nodes.end(),
                   [&](const auto* a, const auto* b) { return factor(a) < factor(b); });
  std::set<std::size_t> counts;
  for (const auto* slowest : nodes)
    counts.insert(std::min(
        {static_cast<std::size_t>(std::count_if(
             nodes.begin(), nodes.end(), [&](const auto* node) { return factor(node) <= factor(slowest); })),
         static_cast<std::size_t>(pool.nodes - pool.spares),
         static_cast<std::size_t>((limit + of_node - 1) / of_node)}));
  for (const std::size_t count : counts) {
    NodesInPart part{of_node,
                     std::min(limit, static_cast<int>(count) * of_node),
                     joined,
                     pool.gpus_per_node % of_node == 0,
                     {}};
    for (std::size_t node = 0; node < count; ++node)
      for (std::size_t gpu = 0; gpu < width; ++gpu) part.slow.include((*nodes[node])[gpu].slow);
    all.push_back(part);
  }
}

/// GPUs that the fast link joins where all GPUs are used. Domains of several nodes are used in parts that
/// divide a node alone.
int whole_domain(const hardware::Pool& pool) {
  if (pool.gpus_per_node % pool.gpus_of_node() != 0) return pool.gpus_per_node;
  return pool.scale_up_domain * pool.gpus_per_node / pool.gpus_of_node();
}

/// What of a domain is joined where so many GPUs of each node are used: of a part that does not divide the
/// node as many neighbours as, in whatever number, never lie in two nodes. 0: it may not be used so.
int joined_by(const hardware::Pool& pool, int of_node) {
  const int domain = whole_domain(pool);
  if (pool.gpus_per_node % of_node == 0)
    return domain * of_node % pool.gpus_per_node == 0 ? domain * of_node / pool.gpus_per_node : 0;
  if (domain != pool.gpus_per_node) return 0;
  const auto never_apart = [&](int neighbours) {
    for (int first = 0; first < of_node; first += neighbours)
      if (first + neighbours > of_node) return false;
    return true;
  };
  int most = 0;
  while (never_apart(most + 1)) ++most;
  return most;
}

/// What a pool may use, at most `limit` GPUs of it: every width, without what another one covers.
std::vector<ChosenNodes> choices_of(const hardware::Pool& pool, int limit) {
  const std::vector<std::vector<GpuMarks>> working = working_gpus(pool);
  std::vector<NodesInPart> all;
  for (int of_node = 1; of_node <= pool.gpus_per_node; ++of_node)
    if (const int joined = joined_by(pool, of_node); joined > 0)
      add_width(pool, working, of_node, joined, limit, all);
  std::vector<ChosenNodes> choices;
  for (const NodesInPart& one : all) {
    const auto covering =
        std::count_if(all.begin(), all.end(), [&](const NodesInPart& other) { return other.covers(one); });
    if (covering == 1)  // itself
      choices.push_back({one.gpus, one.of_node == pool.gpus_per_node ? 0 : one.of_node});
  }
  return choices;
}

tl::unexpected<Error> damaged_parts(std::string found) {
  return fail(code::damaged_certificate, {}, std::move(found),
              {Wanted::Kind::text, {"a certificate as it was written"}});
}

std::string words_of(const Chosen& chosen) {
  std::string text;
  for (const auto& [pool, nodes] : chosen) {
    text += fmt::format("{}{} of {}", text.empty() ? "" : ", ", counted(nodes.gpus, "GPU"), pool);
    if (nodes.of_node > 0) text += fmt::format(", {} of a node", nodes.of_node);
  }
  return text;
}

}  // namespace

std::vector<Chosen> all_choices(const hardware::Cluster& cluster) {
  std::vector<Chosen> all{{}};
  for (const hardware::Pool& pool : cluster.pools) {
    if (!leaves_a_choice(pool)) continue;
    const bool of_several = cluster.max_total_gpus && cluster.pools.size() > 1;
    std::vector<ChosenNodes> choices = choices_of(pool, cluster.max_total_gpus.value_or(pool.gpus()));
    if (of_several && choices.size() > 1) return {};
    if (of_several) choices = {{pool.max_gpus, pool.used_of_node}};
    std::vector<Chosen> more;
    for (const ChosenNodes& choice : choices)
      for (const Chosen& before : all) {
        if (more.size() > kMostParts) return {};
        more.push_back(before);
        more.back()[pool.id] = choice;
      }
    all = std::move(more);
  }
  return all;
}

Chosen chosen_in(const hardware::Cluster& cluster) {
  Chosen chosen;
  for (const hardware::Pool& pool : cluster.pools)
    if (leaves_a_choice(pool)) chosen[pool.id] = {pool.max_gpus, pool.used_of_node};
  return chosen;
}

bool is_choices_certificate(std::string_view bytes) { return bytes.starts_with(kChoicesMagic); }

/// Magic, version, how many, each certificate behind its size, checksum of all that.
std::string encode_choices(const std::vector<std::string>& certificates) {
  std::string bytes(kChoicesMagic);
  put_fixed(bytes, kChoicesVersion);
  put_fixed(bytes, certificates.size());
  for (const std::string& certificate : certificates) {
    put_fixed(bytes, certificate.size());
    bytes += certificate;
  }
  put_fixed(bytes, checksum(bytes));
  return bytes;
}

Result<std::vector<std::string_view>> parts_of(std::string_view bytes) {
  if (!is_choices_certificate(bytes))
    return fail(code::not_a_certificate, {}, "another kind of file",
                {Wanted::Kind::text, {"a file that plan --certificate wrote"}});
  if (bytes.size() < kChoicesMagic.size() + 3 * kFixedBytes) return damaged_parts("the end of the file");
  const std::string_view sealed = bytes.substr(0, bytes.size() - kFixedBytes);
  if (checksum(sealed) != fixed_at(bytes, sealed.size()))
    return damaged_parts("another checksum: cut short or changed");
  std::string_view rest = sealed.substr(kChoicesMagic.size());
  const std::uint64_t version = fixed_at(rest, 0), count = fixed_at(rest, kFixedBytes);
  rest.remove_prefix(2 * kFixedBytes);
  if (version != kChoicesVersion)
    return fail(version > kChoicesVersion ? code::newer_format : code::damaged_certificate, {},
                fmt::format("format {}", version),
                {Wanted::Kind::text, {fmt::format("format {}", kChoicesVersion)}});
  if (count < 1 || count > kMostParts) return damaged_parts(fmt::format("{} certificates", count));
  std::vector<std::string_view> parts;
  for (std::uint64_t part = 0; part < count; ++part) {
    if (rest.size() < kFixedBytes) return damaged_parts("a missing certificate");
    const std::uint64_t size = fixed_at(rest, 0);
    rest.remove_prefix(kFixedBytes);
    if (size > rest.size()) return damaged_parts("a certificate that ends too early");
    parts.push_back(rest.substr(0, size));
    rest.remove_prefix(size);
  }
  if (!rest.empty()) return damaged_parts("bytes behind the last certificate");
  return parts;
}

namespace {

/// The certificates one after the other; what was found so far stays.
class ChoicesCheck {
 public:
  /// Errors: what cannot be read. A refusal is in the finding.
  Result<void> take(std::string_view bytes) {
    const auto opened = open(bytes);
    if (!opened) return tl::unexpected<Error>(opened.error());
    const Certificate& claims = opened->claims;
    auto question = read_question(claims.question);
    if (!question) return tl::unexpected<Error>(question.error());
    const auto problem = problem_of(*question, claims.objective);
    if (!problem) return tl::unexpected<Error>(problem.error());
    const Chosen chosen = chosen_in(problem->cluster);
    Json asked = claims.question;
    asked.erase("choice");
    if (m_found.parts.empty())
      begin(std::move(asked), claims.objective, std::move(*question));
    else if (asked != m_found.claims.question || claims.objective != m_found.claims.objective)
      return refused(fmt::format("certificate {} answers another question", m_found.parts.size() + 1));
    const auto open_one = std::find(m_open.begin(), m_open.end(), chosen);
    if (open_one == m_open.end())
      return refused(fmt::format("certificate {} is of {}, which no other is left to be of",
                                 m_found.parts.size() + 1, words_of(chosen)));
    m_open.erase(open_one);
    m_found.parts.push_back(check(*opened, *problem));
    m_found.among.push_back(among_gpus(*problem));
    m_found.told.push_back(among_text(*problem));
    m_found.slow = m_found.slow || !slow_text(*problem).empty();
    if (const Finding& finding = m_found.parts.back(); !finding.accepted)
      return refused(words_of(chosen) + ": " + finding.reason);
    m_answers.push_back(claims.incumbents);
    return {};
  }

  ChoicesFinding end() {
    if (m_found.reason.empty() && !m_open.empty())
      m_found.reason = "no certificate is of " + words_of(m_open.front());
    try {
      count();
    } catch (const Refusal& refusal) {
      if (m_found.reason.empty()) m_found.reason = refusal.reason;
    }
    m_found.accepted = m_found.reason.empty();
    if (m_found.accepted) join_answers();
    return std::move(m_found);
  }
  bool is_refused() const { return !m_found.reason.empty(); }

 private:
  void begin(Json asked, strategy::Objective objective, Question question) {
    m_found.claims.question = std::move(asked);
    m_found.claims.objective = objective;
    question.chosen.clear();
    m_found.question = std::move(question);
    if (objective == strategy::Objective::pareto) {
      m_found.reason = "no certificate is of a set of time and money of several choices of nodes";
      return;
    }
    const auto first = problem_of(m_found.question, objective);
    if (first) m_open = all_choices(first->cluster);
  }

  void count() {
    for (const Finding& part : m_found.parts) {
      m_found.nodes += part.nodes;
      m_found.configurations += part.configurations;
      m_found.rejected_by_rule += part.rejected_by_rule;
    }
  }

  Result<void> refused(std::string reason) {
    if (m_found.reason.empty()) m_found.reason = std::move(reason);
    return {};
  }

  std::tuple<double, double> rank(const Incumbent& answer) const {
    const Certificate& goal = m_found.claims;
    if (goal.counts_gpus()) return {answer.gpus, answer.step};
    return {goal.counts_money() ? answer.usd : answer.step, 0.0};
  }

  /// Each choice proves that beside its answers none beats its last. So beside all answers none of any choice
  /// beats the least of these last ones. A strategy that several choices hold counts where it is best.
  void join_answers() {
    std::size_t places = 0;
    const Incumbent* least = nullptr;
    for (const std::vector<Incumbent>& answers : m_answers) {
      places = std::max(places, answers.size());
      if (!answers.empty() && (least == nullptr || rank(answers.back()) < rank(*least)))
        least = &answers.back();
    }
    if (least == nullptr) return;
    std::vector<Incumbent> all;
    for (const std::vector<Incumbent>& answers : m_answers)
      for (const Incumbent& answer : answers)
        if (rank(answer) <= rank(*least)) all.push_back(answer);
    std::stable_sort(all.begin(), all.end(),
                     [&](const Incumbent& a, const Incumbent& b) { return rank(a) < rank(b); });
    std::vector<Incumbent>& told = m_found.claims.incumbents;
    for (const Incumbent& answer : all)
      if (told.size() < places && std::none_of(told.begin(), told.end(), [&](const Incumbent& before) {
            return before.strategy == answer.strategy;
          }))
        told.push_back(answer);
  }

  ChoicesFinding m_found;
  std::vector<Chosen> m_open;  ///< no certificate is of them yet
  std::vector<std::vector<Incumbent>> m_answers;
};

}  // namespace

Result<ChoicesFinding> check_choices(std::string_view bytes) {
  const auto parts = parts_of(bytes);
  if (!parts) return tl::unexpected<Error>(parts.error());
  ChoicesCheck all;
  for (const std::string_view part : *parts) {
    if (const auto taken = all.take(part); !taken) return tl::unexpected<Error>(taken.error());
    if (all.is_refused()) break;
  }
  return all.end();
}

}  // namespace astrolabe::verify
