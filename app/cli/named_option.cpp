#include "app/cli/named_option.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "app/cli/command.h"
#include "core/base/error_codes.h"
#include "core/planning/running.h"
#include "ui/render/declined_words.h"

namespace astrolabe::cli {

namespace {

/// Whether an option is as a file says: all whole numbers, words and switches of the file stand in its
/// answer, too. Figures are left out, as they may differ in their last digits, and so are the place in a
/// ranking and what is proven.
bool isNamed(const Json& file, const Json& answer) {
  for (const auto& [key, value] : file.items()) {
    const bool tells = value.is_number_integer() || value.is_string() || value.is_boolean();
    if (!tells || key == "kind" || key == "rank" || key == "status") continue;
    if (!answer.contains(key) || answer[key] != value) return false;
  }
  return true;
}

/// What the file says of the step, in seconds; empty where it says nothing.
std::optional<double> stepOf(const Json& file) {
  const auto step = file.find("step_seconds");
  return step != file.end() && step->is_number() ? std::optional(step->get<double>()) : std::nullopt;
}

/// Whether a file says a layout in full: with the layout that entries of an answer keep under "strategy", or
/// with one of its own; an entry of a program, which keeps none, and a few words that an option of its kind
/// is found by do not.
bool saysLayout(const Json& file) {
  if (!file.is_object()) return false;
  if (file.contains("strategy") && file["strategy"].is_object()) return true;
  if (file.contains("rank")) return false;
  return std::any_of(file.begin(), file.end(), [](const Json& value) { return value.is_structured(); });
}

}  // namespace

Result<Named> readNamed(const Json& file, const planning::Question& asked) {
  auto layout = planning::read_layout(file, asked);
  if (layout) return Named{std::move(*layout), nullptr};
  if (!file.contains("kind") || saysLayout(file)) return tl::unexpected<Error>(std::move(layout.error()));
  const Json& kind = file["kind"];
  const planning::Planner* planner =
      kind.is_string() ? planning::find_planner(kind.get<std::string>()) : nullptr;
  if (planner == nullptr) return tl::unexpected<Error>(std::move(layout.error()));
  if (const std::string declined = planner->declines(asked); !declined.empty())
    return fail(
        code::out_of_range, "kind", std::string(planner->id()),
        {Wanted::Kind::text,
         {"a question that has one; here " + ui::declinedText(declined, asked.problem).toStdString()}});
  return Named{nullptr, planner};
}

Result<planning::OptionPtr> findNamed(const Named& named, const Json& file,
                                      const planning::QuestionPtr& asked, planning::Run& run) {
  if (named.layout) {
    auto predicted = planning::evaluate(*asked, named.layout);
    if (!predicted) return tl::unexpected<Error>(predicted.error());
    return std::make_shared<const planning::Option>(std::move(*predicted));
  }
  constexpr double kSame = 1e-9;  // of steps written and read again
  const std::optional<double> step = stepOf(file);
  planning::OptionPtr alike;
  for (const bool to_the_end : {false, true}) {
    run.options.to_the_end = to_the_end;
    const planning::FoundPtr found = named.planner->plan(asked, run);
    if (auto error = planning::error_of(*found)) return tl::unexpected<Error>(std::move(*error));
    for (const planning::OptionPtr& option : found->options) {
      const Json answer = option->layout->answer_json(*option, asked->problem, 0);
      if (!isNamed(file, answer)) continue;
      const std::optional<double> own = stepOf(answer);
      if (!step || (own && std::abs(*own - *step) <= kSame * *step)) return option;
      if (!alike) alike = option;
    }
    if (!found->stopped_early || run.stop.stop_requested()) break;  // going on finds nothing else
    double& limit = run.options.time_limit;
    if (limit > 0.0 && found->seconds >= limit) break;
    if (limit > 0.0) limit -= found->seconds;
  }
  if (alike) return alike;
  const std::string key(named.planner->answer_key());
  return fail(code::out_of_range, "kind", std::string(named.planner->id()),
              {Wanted::Kind::text,
               {"one that its search comes to: plan --" + key + " always --json lists these under " + key}});
}

Result<planning::LayoutPtr> readOrFind(const Json& file, const planning::QuestionPtr& asked,
                                       const planning::Run& run) {
  const auto named = readNamed(file, *asked);
  if (!named) return tl::unexpected<Error>(named.error());
  if (named->layout) return named->layout;
  planning::Run own = run;
  const auto option = findNamed(*named, file, asked, own);
  if (!option) return tl::unexpected<Error>(option.error());
  return (*option)->layout;
}

Result<void> checkPlaced(const planning::Question& asked, const Json& written,
                         const planning::Option& predicted, const std::string& file) {
  const auto stands = planning::stands_as_written(asked, written, predicted);
  if (!stands) return tl::unexpected<Error>(Error(stands.error()).in_file(file));
  if (!*stands)
    note(QStringLiteral("Warning: placed_on in %1 is not taken. Figures and starts are of the GPUs on which "
                        "it ranks; under running of the job it stands on those that it names.")
             .arg(QString::fromStdString(file)));
  return {};
}

}  // namespace astrolabe::cli
