#include "ui/shell/launch_export.h"

#include <QLocale>
#include <QMessageBox>
#include <QPushButton>

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

/// Titles of the runtimes that run a layout.
QStringList runnersOf(const strategy::Problem& question, const strategy::Strategy& strategy) {
  QStringList titles;
  for (const runtimes::Runtime& runtime : runtimes::runtimes())
    if (runtimes::judge(runtime, runtimes::with_defaults(question, runtime), strategy).verdict ==
        runtimes::Verdict::runs)
      titles << QString::fromStdString(runtime.title);
  return titles;
}

void tellRefusal(QWidget& window, const runtimes::Runtime& runtime, const runtimes::Judgement& judgement,
                 const QStringList& runners) {
  QMessageBox box(&window);
  box.setObjectName(u"launchRefused"_s);
  box.setWindowTitle(LaunchText::tr("Export launch settings"));
  box.setIcon(QMessageBox::Information);
  box.setTextFormat(Qt::PlainText);
  box.setText(refusalText(runtime, judgement.verdict));
  const QString others =
      runners.isEmpty()
          ? LaunchText::tr("No runtime that the program knows runs this layout as it is.")
          : LaunchText::tr("It runs on %1.", "names of programs").arg(QLocale().createSeparatedList(runners));
  box.setInformativeText(conditionText(runtime, judgement) + u"\n\n"_s + others + u' ' +
                         LaunchText::tr("Nothing was written."));
  QPushButton* close = box.addButton(QMessageBox::Close);
  close->setObjectName(u"launchRefused.close"_s);
  box.setDefaultButton(close);
  box.setEscapeButton(close);
  box.exec();
}

/// Kinds of file that a dialog offers.
QString filterOf(std::string_view extension) {
  const QString pattern = u"*."_s + QString::fromUtf8(extension.data(), qsizetype(extension.size()));
  return extension == "args" ? LaunchText::tr("Arguments (%1)").arg(pattern)
         : extension == "py" ? LaunchText::tr("Python (%1)").arg(pattern)
                             : LaunchText::tr("Configuration (%1)").arg(pattern);
}

}  // namespace

QString refusalText(const runtimes::Runtime& runtime, runtimes::Verdict verdict) {
  const QString title = QString::fromStdString(runtime.title);
  switch (verdict) {
    case runtimes::Verdict::runs:
      return LaunchText::tr("%1 runs this layout.").arg(title);
    case runtimes::Verdict::altered:
      return LaunchText::tr("%1 would start this layout and do something else.").arg(title);
    case runtimes::Verdict::refused:
      return LaunchText::tr("%1 refuses this layout with an error.").arg(title);
    case runtimes::Verdict::none:
      return LaunchText::tr("%1 has no setting for this layout.").arg(title);
    case runtimes::Verdict::own_code:
      return LaunchText::tr("%1 runs this layout only with code of your own.").arg(title);
    case runtimes::Verdict::unknown:
      break;
  }
  return LaunchText::tr("It is not known whether %1 runs this layout.").arg(title);
}

QString conditionText(const runtimes::Runtime& runtime, const runtimes::Judgement& judgement) {
  if (judgement.decided == nullptr) return {};
  const runtimes::Condition& condition = *judgement.decided;
  QString text = LaunchText::tr("Setting: %1").arg(QString::fromStdString(condition.name)) + u'\n' +
                 LaunchText::tr("Condition: %1").arg(QString::fromStdString(condition.why));
  constexpr std::size_t kShort = 8;  // digits of a commit that name it
  const QString code = LaunchText::tr("%1 at %2 (%3)", "repository, commit, date")
                           .arg(QString::fromStdString(runtime.repository),
                                QString::fromStdString(runtime.commit.substr(0, kShort)),
                                QString::fromStdString(runtime.date));
  return text + u'\n' +
         (condition.source.empty()
              ? LaunchText::tr("Source: %1").arg(code)
              : LaunchText::tr("Source: %1, %2").arg(QString::fromStdString(condition.source), code));
}

std::optional<LaunchFile> launchFile(QWidget& window, const runtimes::Runtime& runtime,
                                     const strategy::Problem& question, const strategy::Strategy& strategy,
                                     const runtimes::LaunchHeader& header) {
  const strategy::Problem problem = runtimes::with_defaults(question, runtime);
  const runtimes::Judgement judgement = runtimes::judge(runtime, problem, strategy);
  if (judgement.verdict != runtimes::Verdict::runs) {
    tellRefusal(window, runtime, judgement, runnersOf(question, strategy));
    return std::nullopt;
  }
  const std::string_view extension = runtimes::extension_of(runtime);
  return LaunchFile{QString::fromStdString("." + runtime.id + "." + std::string(extension)),
                    filterOf(extension),
                    QByteArray::fromStdString(runtimes::launch_file(runtime, problem, strategy, header))};
}

}  // namespace astrolabe::ui
