#include "core/verify/choices.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "core/base/error_codes.h"
#include "core/base/units.h"
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

/// How many times as slow each GPU of a pool is, node by node, as its marks say: the worst of its own and of
/// its node's, of kernels and of links; beyond all where it has failed.
std::vector<std::vector<double>> slowness_of(const hardware::Pool& pool) {
  std::vector<std::vector<double>> nodes(
      static_cast<std::size_t>(pool.nodes),
      std::vector<double>(static_cast<std::size_t>(pool.gpus_per_node), 1.0));
  const auto mark = [&](const auto& place, double factor) {
    std::vector<double>& node = nodes[static_cast<std::size_t>(place.node)];
    for (std::size_t gpu = 0; gpu < node.size(); ++gpu)
      if (!place.gpu || static_cast<std::size_t>(*place.gpu) == gpu) node[gpu] = std::max(node[gpu], factor);
  };
  for (const hardware::SlowSpec& slow : pool.slow) mark(slow, std::max(slow.factor, slow.link_factor));
  for (const hardware::FailedSpec& failed : pool.failed) mark(failed, kBeyond);
  return nodes;
}

/// So many GPUs of each of some nodes, none of them slower than `factor`.
struct Usable {
  int of_node = 0, gpus = 0;
  double factor = 1.0;
  /// As wide, as many and as fast, but for being the same.
  bool beats(const Usable& other) const {
    return of_node >= other.of_node && gpus >= other.gpus && factor <= other.factor &&
           std::tie(of_node, gpus, factor) != std::tie(other.of_node, other.gpus, other.factor);
  }
};

/// What a pool may use, at most `limit` GPUs of it: for each width that divides its nodes and its domains,
/// and each factor among the marks, all nodes with so many GPUs that are no slower; without what another
/// beats.
std::vector<ChosenNodes> choices_of(const hardware::Pool& pool, int limit) {
  const std::vector<std::vector<double>> slowness = slowness_of(pool);
  std::set<double> factors;
  for (const std::vector<double>& node : slowness) factors.insert(node.begin(), node.end());
  factors.erase(kBeyond);
  const int domain = pool.scale_up_domain * pool.gpus_per_node / pool.gpus_of_node();
  std::vector<Usable> all;
  for (int of_node = 1; of_node <= pool.gpus_per_node; ++of_node) {
    if (pool.gpus_per_node % of_node != 0 || domain * of_node % pool.gpus_per_node != 0) continue;
    for (const double factor : factors) {
      const auto nodes = std::count_if(slowness.begin(), slowness.end(), [&](const auto& node) {
        return std::count_if(node.begin(), node.end(), [&](double gpu) { return gpu <= factor; }) >= of_node;
      });
      const int gpus = std::min(limit, of_node * std::min(static_cast<int>(nodes), pool.nodes - pool.spares));
      if (gpus > 0) all.push_back({of_node, gpus, factor});
    }
  }
  std::vector<ChosenNodes> choices;
  for (const Usable& one : all) {
    const ChosenNodes choice{one.gpus, one.of_node == pool.gpus_per_node ? 0 : one.of_node};
    if (std::none_of(all.begin(), all.end(), [&](const Usable& other) { return other.beats(one); }))
      choices.push_back(choice);
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
    text += fmt::format("{}{} GPUs of {}", text.empty() ? "" : ", ", nodes.gpus, pool);
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
      m_found.reason = "a set of time and money is of one choice of nodes";
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
