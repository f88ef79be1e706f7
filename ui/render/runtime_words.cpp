#include "ui/render/runtime_words.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

struct RuntimeWords {
  Q_DECLARE_TR_FUNCTIONS(RuntimeWords)
};

runtimes::Judgement judgementOf(const runtimes::Runtime& runtime, const strategy::Problem& problem,
                                const strategy::Strategy& strategy) {
  return runtimes::judge(runtime, runtimes::with_defaults(problem, runtime), strategy);
}

bool isLayout(const strategy::Problem& problem, const strategy::Strategy& strategy) {
  return problem.graph && !strategy.is_program() && !strategy.stages.empty();
}

}  // namespace

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

QString runsOnText(const strategy::Problem& problem, const strategy::Strategy& strategy) {
  if (!isLayout(problem, strategy)) return {};
  QStringList titles;
  for (const runtimes::Runtime& runtime : runtimes::runtimes())
    if (judgementOf(runtime, problem, strategy).verdict == runtimes::Verdict::runs)
      titles << QString::fromStdString(runtime.title);
  return titles.isEmpty() ? RuntimeWords::tr("No runtime that the program knows runs this layout as it is.")
                          : RuntimeWords::tr("It runs on %1.", "names of programs")
                                .arg(QLocale().createSeparatedList(titles));
}

QString runsOnReasons(const strategy::Problem& problem, const strategy::Strategy& strategy) {
  if (!isLayout(problem, strategy)) return {};
  QStringList lines;
  for (const runtimes::Runtime& runtime : runtimes::runtimes()) {
    const runtimes::Judgement judgement = judgementOf(runtime, problem, strategy);
    const std::string why = judgement.why();
    if (judgement.verdict == runtimes::Verdict::runs && why.empty()) continue;
    lines << verdictText(runtime, judgement.verdict) + u' ' + QString::fromStdString(why);
  }
  return lines.join(u'\n');
}

}  // namespace astrolabe::ui
