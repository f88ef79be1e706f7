#include "ui/render/runtime_words.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>
#include <algorithm>

#include "ui/render/numbers.h"
#include "ui/render/runtime_reasons.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

struct RuntimeWords {
  Q_DECLARE_TR_FUNCTIONS(RuntimeWords)
};

bool isRunning(const RuntimeVerdict& verdict) { return verdict.judgement.verdict == runtimes::Verdict::runs; }

/// The titles of those that run it, as they are where there is little room.
QStringList startedBy(const RuntimeVerdicts& verdicts) {
  QStringList titles;
  for (const RuntimeVerdict& one : verdicts)
    if (isRunning(one)) titles << shortTitle(*one.runtime);
  return titles;
}

/// What the runtime that the question names makes of it; null where it names none.
const RuntimeVerdict* ofTheSearched(const RuntimeVerdicts& verdicts, const strategy::Problem& problem) {
  const runtimes::Runtime* searched = runtimes::find_runtime(problem.job.software.runtime);
  for (const RuntimeVerdict& one : verdicts)
    if (one.runtime == searched) return &one;
  return nullptr;
}

}  // namespace

RuntimeVerdicts judgeRuntimes(const strategy::Problem& problem, const strategy::Strategy& strategy) {
  RuntimeVerdicts verdicts;
  const auto pools = static_cast<int>(problem.cluster.pools.size());
  const bool known = std::all_of(strategy.stages.begin(), strategy.stages.end(),
                                 [&](const strategy::Stage& stage) { return stage.pool < pools; });
  if (!problem.graph || strategy.stages.empty() || !known) return verdicts;
  for (const runtimes::Runtime& runtime : runtimes::runtimes())
    verdicts.push_back(
        {&runtime, runtimes::judge(runtime, runtimes::with_defaults(problem, runtime), strategy)});
  return verdicts;
}

int countRunning(const RuntimeVerdicts& verdicts) {
  return static_cast<int>(std::count_if(verdicts.begin(), verdicts.end(), isRunning));
}

QString verdictText(const runtimes::Runtime& runtime, runtimes::Verdict verdict) {
  const QString title = QString::fromStdString(runtime.title);
  switch (verdict) {
    case runtimes::Verdict::runs:
      return RuntimeWords::tr("%1 runs this layout.").arg(title);
    case runtimes::Verdict::altered:
      return RuntimeWords::tr("%1 would start this layout and do something else.").arg(title);
    case runtimes::Verdict::refused:
      return RuntimeWords::tr("%1 refuses this layout with an error.").arg(title);
    case runtimes::Verdict::none:
      return RuntimeWords::tr("%1 has no setting for this layout.").arg(title);
    case runtimes::Verdict::own_code:
      return RuntimeWords::tr("%1 runs this layout only with code of your own.").arg(title);
    case runtimes::Verdict::unknown:
      break;
  }
  return RuntimeWords::tr("It is not known whether %1 runs this layout.").arg(title);
}

QString searchedRuntime(const strategy::Problem& problem) {
  const runtimes::Runtime* runtime = runtimes::find_runtime(problem.job.software.runtime);
  return runtime == nullptr ? QString() : QString::fromStdString(runtime->title);
}

QString verdictWord(runtimes::Verdict verdict) {
  switch (verdict) {
    case runtimes::Verdict::runs:
      return RuntimeWords::tr("runs it", "a runtime a layout");
    case runtimes::Verdict::altered:
      return RuntimeWords::tr("does something else", "a runtime with a layout");
    case runtimes::Verdict::refused:
      return RuntimeWords::tr("refuses it", "a runtime a layout");
    case runtimes::Verdict::none:
      return RuntimeWords::tr("no setting for it", "of a runtime for a layout");
    case runtimes::Verdict::own_code:
      return RuntimeWords::tr("with own code", "a runtime runs a layout");
    case runtimes::Verdict::unknown:
      break;
  }
  return RuntimeWords::tr("not known", "whether a runtime runs a layout");
}

QString shortTitle(const runtimes::Runtime& runtime) {
  return QString::fromStdString(runtime.title).section(u',', 0, 0);
}

QString whyText(const runtimes::Judgement& judgement) {
  if (const runtimes::Condition* condition = judgement.decided; condition != nullptr) {
    const QString text = runtimeReasonText(condition->name) + u": "_s + runtimeReasonText(condition->why);
    return condition->source.empty() ? text
                                     : text + u" (%1)"_s.arg(QString::fromStdString(condition->source));
  }
  QStringList remarks;
  for (const std::string& remark : judgement.remarks) {  // "overlap grad reduce: FSDP overlaps both"
    const std::size_t colon = std::min(remark.find(": "), remark.size());
    const std::string_view all = remark;
    remarks << runtimeReasonText(all.substr(0, colon)) +
                   (colon < all.size() ? u": "_s + runtimeReasonText(all.substr(colon + 2)) : QString());
  }
  return remarks.join(u"; "_s);
}

bool isStarted(const RuntimeVerdicts& verdicts, const strategy::Problem& problem) {
  const RuntimeVerdict* searched = ofTheSearched(verdicts, problem);
  return searched != nullptr ? isRunning(*searched) : countRunning(verdicts) > 0;
}

QString runsOnCell(const RuntimeVerdicts& verdicts, const strategy::Problem& problem) {
  if (verdicts.empty()) return unknownText();
  if (const RuntimeVerdict* searched = ofTheSearched(verdicts, problem)) {
    const QString title = shortTitle(*searched->runtime);
    return isRunning(*searched) ? title : RuntimeWords::tr("not on %1", "name of a program").arg(title);
  }
  constexpr qsizetype kNamed = 2;
  const QStringList titles = startedBy(verdicts);
  if (titles.isEmpty()) return RuntimeWords::tr("none as it is", "no program starts this layout");
  const QString first = titles.mid(0, kNamed).join(u", "_s);
  return titles.size() > kNamed ? RuntimeWords::tr("%1 +%2", "names of programs, how many more")
                                      .arg(first)
                                      .arg(titles.size() - kNamed)
                                : first;
}

QString runsOnNames(const RuntimeVerdicts& verdicts) {
  if (verdicts.empty()) return {};
  const QStringList titles = startedBy(verdicts);
  return titles.isEmpty() ? u"none"_s : titles.join(u", "_s);
}

QString runsOnText(const RuntimeVerdicts& verdicts) {
  if (verdicts.empty()) return {};
  QStringList titles;
  for (const RuntimeVerdict& one : verdicts)
    if (isRunning(one)) titles << QString::fromStdString(one.runtime->title);
  return titles.isEmpty() ? RuntimeWords::tr("No runtime that the program knows runs this layout as it is.")
                          : RuntimeWords::tr("It runs on %1.", "names of programs")
                                .arg(QLocale().createSeparatedList(titles));
}

QString runsOnReasons(const RuntimeVerdicts& verdicts) {
  QStringList lines;
  for (const RuntimeVerdict& one : verdicts) {
    const QString why = whyText(one.judgement);
    if (isRunning(one) && why.isEmpty()) continue;
    lines << verdictText(*one.runtime, one.judgement.verdict) + u' ' + why;
  }
  return lines.join(u'\n');
}

QString runsOnText(const strategy::Problem& problem, const strategy::Strategy& strategy) {
  return runsOnText(judgeRuntimes(problem, strategy));
}

}  // namespace astrolabe::ui
