#include "app/cli/leading_commands.h"

#include "app/cli/progress.h"
#include "app/cli/ranking.h"
#include "app/cli/table.h"
#include "core/base/error_codes.h"
#include "core/exports/row_table.h"
#include "core/plan/answer.h"
#include "core/plan/scenarios.h"
#include "core/plan/warnings.h"
#include "core/planning/behind.h"
#include "ui/render/numbers.h"

namespace astrolabe::cli {

namespace {

/// Numbers of two rows that differ, by key.
Json differencesOf(const Json& given, const Json& best) {
  Json all = Json::array();
  for (const auto& [key, value] : given.items()) {
    const auto other = best.find(key);
    if (other == best.end() || *other == value) continue;
    if (key == "parts") {  // seconds of a part that one of both does not have are 0
      Json own = value, its = *other;
      for (const auto& [part, seconds] : value.items()) its.emplace(part, 0.0);
      for (const auto& [part, seconds] : other->items()) own.emplace(part, 0.0);
      for (Json& difference : differencesOf(own, its)) all.push_back(std::move(difference));
      continue;
    }
    if (!value.is_number() || !other->is_number()) continue;
    if (key.ends_with("_low") || key.ends_with("_high") || key == "rank") continue;
    all.push_back(Json{{"figure", key}, {"given", value}, {"best", *other}});
  }
  return all;
}

/// How far behind a better answer the first can be.
QString gapText(const planning::Found& found) {
  if (found.status == plan::Status::optimal) return ui::percentText(0.0);
  return found.has_bound ? ui::percentText(found.gap) : ui::unknownText();
}

planning::FoundPtr planned(const planning::LeadingPlanner& planner, const planning::QuestionPtr& question,
                           const SearchOptions& search, const std::stop_token& stop, const Common& common) {
  planning::Run run;
  run.options = search;
  run.stop = stop;
  Progress progress(common.progress);
  progress.step(std::string(planner.answer_key()));
  planning::FoundPtr found = planner.plan(question, run);
  progress.finish();
  return found;
}

}  // namespace

int whyLeading(const planning::LeadingPlanner& planner, const Question& question, const Inputs& inputs,
               const SearchOptions& search, const std::stop_token& stop, const Common& common) {
  const strategy::Problem& problem = question.problem;
  const planning::QuestionPtr asked = question.asked();
  const auto json = readJson(inputs.strategy);
  if (!json) return refuse(json.error(), common.json);
  if (const auto sound = checkServed(question, inputs); !sound) return refuse(sound.error(), common.json);
  const auto layout = planning::read_layout(*json, *asked);
  if (!layout) return refuse(Error(layout.error()).in_file(inputs.strategy), common.json);
  const auto given = planning::evaluate(*asked, *layout);
  if (!given) return refuse(Error(given.error()).in_file(inputs.strategy), common.json);
  const planning::FoundPtr found = planned(planner, asked, search, stop, common);
  if (const auto error = planning::error_of(*found)) return refuse(inFileOf(*error, inputs), common.json);
  const std::vector<planning::OptionPtr> possible = planning::possible(found->options);
  const Json givenRow = given->layout->answer_json(*given, problem, 0);
  Json answer = {{"verdict", "impossible"}, {"objective", plan::objective_name(question.plan.objective)}};
  std::optional<double> behind;
  if (!given->is_possible()) {
    answer["binding"] = plan::to_json(given->violation, problem.pool_ids());
  } else if (!possible.empty()) {
    behind = planning::behind(*possible.front(), *given, question.plan.objective);
    answer["verdict"] = planning::same(given->layout, possible.front()->layout) ? "first"
                        : !behind                                               ? "unknown"
                        : *behind > 0.0                                         ? "behind"
                                                                                : "equal";
    answer["behind"] = behind ? Json(*behind) : Json();
  }
  answer["given"] = givenRow;
  answer["best"] = Json();
  answer["differences"] = Json::array();
  if (!possible.empty()) {
    answer["best"] = possible.front()->layout->answer_json(*possible.front(), problem, 1);
    answer["differences"] = differencesOf(givenRow, answer["best"]);
  }
  if (common.json) {
    plan::add_warnings(answer, question.model_warnings, problem);
    print(answer);
  } else {
    const QString why = whyBehindText(*found, *given);
    if (!given->is_possible())
      print(why.isEmpty() ? violationText(*given, problem) : why);
    else if (answer["verdict"] == "behind")
      print(QStringLiteral("It is %1 behind the best in what is asked for. %2")
                .arg(ui::percentText(*behind), why)
                .trimmed());
    else if (answer["verdict"] == "unknown")
      print(QStringLiteral("Whether it is behind the best is not known. %1").arg(why).trimmed());
    else
      print(QStringLiteral("Nothing is better."));
    print(figuresText(*given, problem));
    if (!possible.empty() && answer["verdict"] != "first") print(figuresText(*possible.front(), problem));
  }
  if (found->stopped_early) return StoppedEarly;
  return possible.empty() ? NothingFits : Done;
}

Result<std::vector<planning::QuestionPtr>> leadingScenarios(const Question& question) {
  std::vector<planning::QuestionPtr> leading;
  const std::vector<const plan::Scenario*> scenarios = plan::scenarios(question.plan);
  for (const plan::Scenario* scenario : scenarios) {
    if (scenario->job.trains()) continue;
    auto asked = planning::make_question(plan::plan_of(question.plan, scenario->id), question.catalogue);
    if (!asked) return tl::unexpected<Error>(asked.error());
    leading.push_back(std::move(*asked));
  }
  if (!leading.empty() && leading.size() < scenarios.size())
    return fail(code::contradicting_limits, "scenarios", "some train, some serve",
                {Wanted::Kind::text, {"scenarios of one task, or plan --scenario for each"}});
  return leading;
}

int compareLeading(const std::vector<planning::QuestionPtr>& questions, const Question& question,
                   const Inputs& inputs, const SearchOptions& search, const std::stop_token& stop, bool csv,
                   const Common& common) {
  Json rows = Json::array();
  Table table;
  table.column(QStringLiteral("Scenario"));
  table.column(QStringLiteral("Tokens/s"), Align::Right);
  table.column(QStringLiteral("Tokens/s a GPU"), Align::Right);
  table.column(QStringLiteral("$/1T tokens"), Align::Right);
  table.column(QStringLiteral("GPUs"));
  table.column(QStringLiteral("At most better by"), Align::Right);
  table.column(QStringLiteral("Best"));
  bool any = false, early = false;
  for (const planning::QuestionPtr& asked : questions) {
    const auto* planner = planning::leading_beside_pipelines(*asked);
    if (planner == nullptr) continue;
    const planning::FoundPtr found = planned(*planner, asked, search, stop, common);
    if (const auto error = planning::error_of(*found)) return refuse(inFileOf(*error, inputs), common.json);
    const std::vector<planning::OptionPtr> possible = planning::possible(found->options);
    const std::string letter = plan::scenario_letter(plan::place_of(question.plan, asked->asked.id));
    Json row = {
        {"scenario", letter}, {"title", asked->asked.title}, {"status", plan::to_string(found->status)}};
    row["best"] = Json();
    QStringList cells{
        QString::fromStdString(letter + (asked->asked.title.empty() ? "" : " " + asked->asked.title))};
    early = early || found->stopped_early;
    if (possible.empty()) {
      cells << ui::unknownText() << ui::unknownText() << ui::unknownText() << QString() << ui::unknownText()
            << QStringLiteral("nothing fits");
    } else {
      any = true;
      const planning::Option& best = *possible.front();
      row["best"] = best.layout->answer_json(best, asked->problem, 1);
      cells << ui::wholeText(best.evaluation.tokens_per_second)
            << ui::wholeText(best.evaluation.tokens_per_second_per_gpu)
            << ui::moneyText(best.evaluation.money.usd_per_trillion_tokens)
            << gpusText(best.evaluation, asked->problem) << gapText(*found) << layoutText(best);
    }
    rows.push_back(std::move(row));
    table.row(cells);
  }
  if (common.json)
    print(Json{{"scenarios", std::move(rows)}});
  else if (csv)
    print(QString::fromStdString(exports::rows_csv(rows)).chopped(2));  // printing ends the line
  else
    print(table.text());
  if (early) return StoppedEarly;
  return any ? Done : NothingFits;
}

}  // namespace astrolabe::cli
