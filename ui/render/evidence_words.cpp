#include "ui/render/evidence_words.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>
#include <utility>
#include <vector>

#include "ui/render/marks.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

struct EvidenceWords {
  Q_DECLARE_TR_FUNCTIONS(EvidenceWords)
};

/// Names of devices that nobody measured, each with what stands behind its predictions.
using Unmeasured = std::vector<std::pair<QString, cost::Evidence>>;

void addUnmeasured(const strategy::Problem& problem, std::size_t pool, Unmeasured& found) {
  if (pool >= problem.cluster.pools.size()) return;
  const hardware::Gpu& gpu = problem.cluster.pools[pool].gpu;
  const cost::Evidence evidence = cost::evidence_of(gpu, problem.software);
  const std::pair<QString, cost::Evidence> one{shortGpuName(gpu), evidence};
  if (evidence != cost::Evidence::measured && std::find(found.begin(), found.end(), one) == found.end())
    found.push_back(one);
}

Unmeasured unmeasuredOf(const strategy::Problem& problem) {
  Unmeasured found;
  for (std::size_t pool = 0; pool < problem.cluster.pools.size(); ++pool) addUnmeasured(problem, pool, found);
  return found;
}

QString namesOf(const Unmeasured& found) {
  QStringList names;
  for (const auto& [name, evidence] : found)
    names << EvidenceWords::tr("%1 (%2)", "device, what its predictions rest on")
                 .arg(name, evidenceWord(evidence));
  return names.join(u", "_s);
}

}  // namespace

QString evidenceWord(cost::Evidence evidence) {
  switch (evidence) {
    case cost::Evidence::measured:
      return EvidenceWords::tr("measured", "what a prediction rests on");
    case cost::Evidence::sibling:
      return EvidenceWords::tr("sibling", "what a prediction rests on");
    case cost::Evidence::tables:
      return EvidenceWords::tr("tables", "what a prediction rests on");
    case cost::Evidence::datasheet:
      break;
  }
  return EvidenceWords::tr("datasheet", "what a prediction rests on");
}

QString evidenceText(cost::Evidence evidence) {
  switch (evidence) {
    case cost::Evidence::measured:
      return EvidenceWords::tr(
          "Measured: runs of this GPU generation with this software were published, and "
          "the constants were fitted to them.");
    case cost::Evidence::sibling:
      return EvidenceWords::tr(
          "Not measured together: runs of this GPU generation with other software were, "
          "or of this software on other GPUs. The band is wider.");
    case cost::Evidence::tables:
      return EvidenceWords::tr(
          "Not measured: only times of single kernels stand behind its predictions, its "
          "own or those of a sibling. The band is wider.");
    case cost::Evidence::datasheet:
      break;
  }
  return EvidenceWords::tr(
      "Not measured: only its datasheet stands behind its predictions. The band is the "
      "widest.");
}

QString unmeasuredNames(const strategy::Problem& problem) { return namesOf(unmeasuredOf(problem)); }

QString unmeasuredNames(const strategy::Problem& problem, const strategy::Strategy& strategy) {
  if (strategy.stages.empty()) return unmeasuredNames(problem);
  Unmeasured found;
  for (const strategy::Stage& stage : strategy.stages)
    addUnmeasured(problem, static_cast<std::size_t>(stage.pool), found);
  return namesOf(found);
}

QString unmeasuredInProof(const strategy::Problem& problem) {
  constexpr std::size_t kNamed = 2;
  Unmeasured found = unmeasuredOf(problem);
  std::erase_if(found, [](const auto& one) { return one.second == cost::Evidence::sibling; });
  if (found.empty()) return {};
  QStringList names;
  for (std::size_t i = 0; i < found.size() && i < kNamed; ++i) names << found[i].first;
  return found.size() > kNamed
             ? EvidenceWords::tr("%n types of GPU were not measured", nullptr, static_cast<int>(found.size()))
             : EvidenceWords::tr("%1 not measured", "one or two types of GPU").arg(names.join(u", "_s));
}

QString proofEvidenceText(const plan::Snapshot& snapshot) {
  if (snapshot.status != plan::Status::optimal || !snapshot.problem) return {};
  const QString names = unmeasuredNames(*snapshot.problem);
  return names.isEmpty() ? QString()
                         : EvidenceWords::tr(
                               "The proof compares predictions, and nobody measured this "
                               "software on %1: a measured run may change who is first.")
                               .arg(names);
}

}  // namespace astrolabe::ui
