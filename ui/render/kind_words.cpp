#include "ui/render/kind_words.h"

#include <algorithm>
#include <cmath>

#include "core/planning/pipelines.h"
#include "ui/render/numbers.h"

namespace astrolabe::ui {

namespace {

/// The table: a kind of plan is a row.
std::vector<const KindWords*>& wordsOfKinds() {
  static std::vector<const KindWords*> rows{
      &pipelineWords(),       &programKindWords(),   &groupsKindWords(),
      &replannedKindWords(),  &shardedKindWords(),   &widthsKindWords(),
      &deploymentKindWords(), &placementKindWords(), &postTrainingKindWords()};
  return rows;
}

}  // namespace

const KindWords& kindWords(std::string_view kind) {
  for (const KindWords* words : wordsOfKinds())
    if (words->kind() == kind) return *words;
  return pipelineWords();
}

AddedKindWords::AddedKindWords(const KindWords& words) : m_words(words) { wordsOfKinds().push_back(&words); }

AddedKindWords::~AddedKindWords() { std::erase(wordsOfKinds(), &m_words); }

QString KindWords::cell(std::string_view, const planning::Option&) const { return unknownText(); }

double KindWords::number(std::string_view, const planning::Option&) const { return std::nan(""); }

QString KindWords::word(std::string_view, const planning::Option&) const { return {}; }

std::vector<KindLane> KindWords::lanes(const planning::Option& option,
                                       const strategy::Problem& problem) const {
  std::vector<KindLane> lanes;
  const std::vector<int>& gpus = option.evaluation.gpus;
  for (const cost::Lane& lane : option.timeline.lanes) {
    const auto pool = static_cast<std::size_t>(lane.pool);
    lanes.push_back({lane.pool, pool < gpus.size() ? gpus[pool] : 0, lane.layers,
                     QString::fromStdString(problem.cluster.pools[pool].id)});
  }
  return lanes;
}

planning::LayoutPtr layoutOf(const planning::Option& option) {
  return option.layout ? option.layout : planning::layout_of(option.evaluation.strategy);
}

bool isPipeline(const planning::LayoutPtr& layout, const strategy::Strategy& strategy) {
  const auto* pipeline = planning::as<planning::PipelineLayout>(layout);
  return pipeline != nullptr && pipeline->strategy() == strategy;
}

QString layoutLine(const planning::LayoutPtr& layout) {
  return layout ? kindWords(layout->kind()).line(*layout) : QString();
}

}  // namespace astrolabe::ui
