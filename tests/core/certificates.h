#pragma once
// Certificates for tests: of proven answers, and how a false one is expected to be refused.

#include <QtTest>
#include <optional>
#include <vector>

#include "core/search/certify.h"
#include "core/search/search.h"
#include "core/verify/verify.h"
#include "problems.h"
#include "tests/core/cases.h"

namespace astrolabe::tests {

using strategy::Objective;
using verify::Certificate;
using verify::Verdict;

inline search::Progress answer_of(const strategy::Problem& problem,
                                  Objective objective = Objective::throughput, int top = 1) {
  search::Request request;
  request.top = top;
  request.objective = objective;
  return search::run(problem, request, {}, nullptr, {});
}

/// The certificate of a problem's answer; null when it is not proven.
inline std::optional<Certificate> certificate_of(const strategy::Problem& problem,
                                                 Objective objective = Objective::throughput, int top = 1) {
  const search::Progress answer = answer_of(problem, objective, top);
  if (!answer.finished || (!answer.best.empty() && !answer.optimal)) return std::nullopt;
  std::vector<strategy::Strategy> answers;
  if (objective == Objective::pareto)
    for (const search::ParetoPoint& point : answer.pareto) answers.push_back(point.strategy);
  else
    for (const cost::Evaluation& place : answer.best) answers.push_back(place.strategy);
  auto made = search::certify(problem, objective, answers);
  if (!made) return std::nullopt;
  return std::move(*made);
}

/// Two pools with counts free: nodes of every level.
inline strategy::Problem free_counts() {
  hardware::Cluster cluster =
      make_cluster({make_pool("a", 2, 4, 1.0), make_pool("b", 2, 4, 0.5, 20.0)}, 20.0);
  cluster.may_leave_unused = true;
  strategy::Problem problem = make_test_problem(make_graph(12, 2048), cluster, 2048, 32);
  without_offload(problem);  // a proof is altered many times: one of a quarter of the size
  return problem;
}

inline QByteArray why(const verify::Finding& finding) { return QByteArray::fromStdString(finding.reason); }

inline bool refused(const Certificate& certificate, const strategy::Problem& problem, const char* words) {
  const verify::Finding finding = verify::check(certificate, problem);
  if (!finding.accepted && finding.reason.find(words) != std::string::npos) return true;
  qWarning("expected \"%s\", found \"%s\"", words, finding.accepted ? "accepted" : finding.reason.c_str());
  return false;
}

inline std::vector<std::size_t> cut_nodes(const Certificate& certificate) {
  std::vector<std::size_t> cut;
  for (std::size_t i = 0; i < certificate.nodes.size(); ++i)
    if (certificate.nodes[i].verdict == Verdict::cut) cut.push_back(i);
  return cut;
}

/// Refused with the bound of any of its cut nodes a step of the file's precision lower or higher; a few of
/// them are tried.
inline bool bounds_are_checked(const Certificate& certificate, const strategy::Problem& problem) {
  constexpr std::size_t kTried = cases(4);
  const std::vector<std::size_t> cut = cut_nodes(certificate);
  for (std::size_t i = 0; i < cut.size(); i += 1 + cut.size() / kTried)
    for (const std::int64_t by : {-1, 1}) {
      Certificate altered = certificate;
      if (certificate.counts_time()) {
        altered.nodes[cut[i]].seconds += static_cast<std::uint64_t>(by);
        if (!refused(altered, problem, "claims the bound")) return false;
        altered = certificate;
      }
      if (certificate.counts_money()) {
        altered.nodes[cut[i]].usd += static_cast<std::uint64_t>(by);
        if (!refused(altered, problem, "claims the bound")) return false;
        altered = certificate;
      }
      if (certificate.counts_gpus()) {
        altered.nodes[cut[i]].gpus += static_cast<std::uint64_t>(by);
        if (!refused(altered, problem, "claims the bound")) return false;
      }
    }
  return true;
}

}  // namespace astrolabe::tests
