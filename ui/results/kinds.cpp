#include "ui/results/kinds.h"

#include "ui/results/groups_page.h"

namespace astrolabe::ui {

namespace {

/// The table: a kind of plan with a page is a row.
std::vector<const KindResults*>& resultsOfKinds() {
  static std::vector<const KindResults*> rows{&programResults(), &groupsResults(), &deploymentResults(),
                                              &placementResults(), &postTrainingResults()};
  return rows;
}

}  // namespace

const KindResults* kindResults(std::string_view kind) {
  for (const KindResults* results : resultsOfKinds())
    if (results->kind() == kind) return results;
  return nullptr;
}

std::string viewsOf(const strategy::Job& job) {
  if (!job.trains())
    for (const KindResults* results : resultsOfKinds())
      if (results->answers(job)) return std::string(results->kind());
  return job.task;
}

AddedKindResults::AddedKindResults(const KindResults& results) : m_results(results) {
  resultsOfKinds().push_back(&results);
}

AddedKindResults::~AddedKindResults() { std::erase(resultsOfKinds(), &m_results); }

}  // namespace astrolabe::ui
