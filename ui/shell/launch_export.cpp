#include "ui/shell/launch_export.h"

#include <QMessageBox>
#include <QPushButton>

#include "ui/render/runtime_reasons.h"
#include "ui/render/runtime_words.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

void tellRefusal(QWidget& window, const runtimes::Runtime& runtime, const runtimes::Judgement& judgement,
                 const QString& runners) {
  QMessageBox box(&window);
  box.setObjectName(u"launchRefused"_s);
  box.setWindowTitle(LaunchText::tr("Export launch settings"));
  box.setIcon(QMessageBox::Information);
  box.setTextFormat(Qt::PlainText);
  box.setText(verdictText(runtime, judgement.verdict));
  box.setInformativeText(conditionText(runtime, judgement) + u"\n\n"_s + runners + u' ' +
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

QString conditionText(const runtimes::Runtime& runtime, const runtimes::Judgement& judgement) {
  if (judgement.decided == nullptr) return {};
  const runtimes::Condition& condition = *judgement.decided;
  QString text = LaunchText::tr("Setting: %1").arg(runtimeReasonText(condition.name)) + u'\n' +
                 LaunchText::tr("Condition: %1").arg(runtimeReasonText(condition.why));
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
                                     const exports::LaunchHeader& header) {
  const strategy::Problem problem = runtimes::with_defaults(question, runtime);
  const runtimes::Judgement judgement = runtimes::judge(runtime, problem, strategy);
  if (judgement.verdict != runtimes::Verdict::runs) {
    tellRefusal(window, runtime, judgement, runsOnText(question, strategy));
    return std::nullopt;
  }
  const std::string_view extension = exports::extension_of(runtime);
  return LaunchFile{QString::fromStdString("." + runtime.id + "." + std::string(extension)),
                    filterOf(extension),
                    QByteArray::fromStdString(exports::launch_file(runtime, problem, strategy, header))};
}

}  // namespace astrolabe::ui
