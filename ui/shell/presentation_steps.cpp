#include "ui/shell/presentation_steps.h"

#include <QCoreApplication>
#include <algorithm>
#include <array>
#include <optional>

#include "core/base/json.h"

namespace astrolabe::ui {

namespace {

using namespace Qt::StringLiterals;

struct StepWords {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::Presentation)
};

/// Names in files, in the order of the pages.
constexpr std::array kPageKeys{"cluster", "options", "winner", "why",      "cost",
                               "risks",   "ranking", "pareto", "timeline", "breakdown"};

std::optional<Slide> pageOf(const Json& json) {
  for (std::size_t i = 0; i < kPageKeys.size(); ++i)
    if (json.contains("page") && json["page"] == kPageKeys[i]) return static_cast<Slide>(i);
  return std::nullopt;
}

template <class Value>
Value keptValue(const Json& json, const char* key, Value otherwise, bool understood) {
  return understood ? json[key].get<Value>() : otherwise;
}

std::optional<PresentationStep> stepOf(const Json& json) {
  if (!json.is_object()) return std::nullopt;
  const std::optional<Slide> page = pageOf(json);
  if (!page) return std::nullopt;
  const auto is = [&](const char* key, auto&& kind) { return json.contains(key) && kind(json[key]); };
  const auto text = [](const Json& value) { return value.is_string(); };
  const auto flag = [](const Json& value) { return value.is_boolean(); };
  const auto number = [](const Json& value) { return value.is_number(); };
  const auto whole = [](const Json& value) { return value.is_number_integer(); };
  PresentationStep step;
  step.page = *page;
  step.title = QString::fromStdString(keptValue<std::string>(json, "title", {}, is("title", text)));
  step.shown = keptValue(json, "shown", true, is("shown", flag));
  step.saved = is("scenario", whole);
  if (!step.saved) return step;
  step.scenario = json["scenario"].get<int>();
  step.strategy = keptValue<std::string>(json, "strategy", {}, is("strategy", text));
  step.begin = keptValue(json, "begin_seconds", 0.0, is("begin_seconds", number));
  step.end = keptValue(json, "end_seconds", 0.0, is("end_seconds", number));
  return step;
}

}  // namespace

QString slideTitle(Slide slide) {
  switch (slide) {
    case Slide::Cluster:
      return StepWords::tr("Cluster");
    case Slide::Options:
      return StepWords::tr("Options");
    case Slide::Winner:
      return StepWords::tr("Winner");
    case Slide::Why:
      return StepWords::tr("Why");
    case Slide::Cost:
      return StepWords::tr("Cost");
    case Slide::Risks:
      return StepWords::tr("Risks");
    case Slide::Ranking:
      return StepWords::tr("Ranking");
    case Slide::Pareto:
      return StepWords::tr("Speed against price");
    case Slide::Timeline:
      return StepWords::tr("Timeline");
    case Slide::Breakdown:
      break;
  }
  return StepWords::tr("Breakdown");
}

std::vector<PresentationStep> usualSteps() {
  std::vector<PresentationStep> steps(kSlides);
  for (int i = 0; i < kSlides; ++i) steps[static_cast<std::size_t>(i)].page = static_cast<Slide>(i);
  return steps;
}

std::vector<PresentationStep> presentationSteps(const std::string& json) {
  const Json read = json_or_null(json);
  if (!read.is_array()) return usualSteps();
  std::vector<PresentationStep> steps;
  const auto has = [&](Slide page) {
    return std::any_of(steps.begin(), steps.end(),
                       [page](const PresentationStep& step) { return !step.saved && step.page == page; });
  };
  for (const Json& each : read)
    if (const auto step = stepOf(each);
        step && (step->saved || (int(step->page) < kSlides && !has(step->page))))
      steps.push_back(*step);
  for (PresentationStep step : usualSteps())
    if (!has(step.page)) {
      step.shown = false;
      steps.push_back(std::move(step));
    }
  return steps;
}

std::string toJson(const std::vector<PresentationStep>& steps) {
  if (steps == usualSteps()) return {};
  Json all = Json::array();
  for (const PresentationStep& step : steps) {
    Json one{{"page", kPageKeys[static_cast<std::size_t>(step.page)]}, {"shown", step.shown}};
    if (!step.title.isEmpty()) one["title"] = step.title.toStdString();
    if (step.saved) {
      one["scenario"] = step.scenario;
      if (!step.strategy.empty()) one["strategy"] = step.strategy;
      if (step.end > step.begin) {
        one["begin_seconds"] = step.begin;
        one["end_seconds"] = step.end;
      }
    }
    all.push_back(std::move(one));
  }
  return text_of(all);
}

}  // namespace astrolabe::ui
