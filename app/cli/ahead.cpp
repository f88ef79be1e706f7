#include "app/cli/ahead.h"

#include "app/cli/ranking.h"
#include "core/planning/planner.h"
#include "ui/render/kind_words.h"
#include "ui/render/numbers.h"

namespace astrolabe::cli {

QString aheadNote(const planning::Option& first, int rank, const QStringList& forms) {
  const QString what = QStringLiteral("%1: %2 tokens/s, %3 a step")
                           .arg(settingText(first), ui::wholeText(first.evaluation.tokens_per_second),
                                ui::durationText(first.evaluation.step.value));
  const QString note =
      rank > 0 ? QStringLiteral(
                     "#%1 of the strategies is written. Ahead of all of them is a plan of another "
                     "kind, which is recommended: %2.")
                     .arg(rank)
                     .arg(what)
               : QStringLiteral("A plan of another kind fits: %1.").arg(what);
  if (forms.isEmpty()) return note;
  return note + QStringLiteral(" It is written as %1.").arg(forms.join(QStringLiteral(", ")));
}

Json aheadJson(const planning::Option& first, const std::vector<std::string>& pool_ids, const QString& note) {
  const planning::Planner* planner = planning::find_planner(planning::kind_of(first));
  const Json told{{"key", planner != nullptr ? planner->answer_key() : planning::kind_of(first)},
                  {"code", "ahead"},
                  {"text", note.toStdString()}};
  return {{"recommended",
           {{"kind", planning::kind_of(first)},
            {"layout", ui::layoutLine(first.layout).toStdString()},
            {"step_seconds", first.evaluation.step.value},
            {"tokens_per_second", first.evaluation.tokens_per_second},
            {"gap", first.proof.gap},
            {"strategy", first.layout ? first.layout->to_json(pool_ids) : Json()}}},
          {"notes", Json::array({told})}};
}

}  // namespace astrolabe::cli
