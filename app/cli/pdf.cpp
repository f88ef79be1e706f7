#include "app/cli/pdf.h"

#include <QDateTime>
#include <QGuiApplication>
#include <QString>
#include <QTranslator>
#include <memory>
#include <vector>

#include "core/engine.h"
#include "ui/render/report.h"

namespace astrolabe::cli {

namespace {

/// English always: it has the plural forms, and what another language does not say stays English.
void speak(const std::string& language) {
  static std::vector<std::unique_ptr<QTranslator>> spoken;
  spoken.clear();
  const auto add = [](const std::string& name) {
    auto translator = std::make_unique<QTranslator>();
    if (!translator->load(QStringLiteral(":/i18n/astrolabe_") + QString::fromStdString(name))) return;
    QCoreApplication::installTranslator(translator.get());
    spoken.push_back(std::move(translator));
  };
  add("en");
  if (language == "en") return;
  QLocale::setDefault(QLocale(QString::fromStdString(language)));
  add(language);
}

}  // namespace

const std::vector<std::string>& reportLanguages() {
  static const std::vector<std::string> languages{"en", "zh_CN"};
  return languages;
}

Result<void> writePdf(const Question& question, const plan::Snapshot& snapshot, std::uint64_t seed,
                      const std::string& path, const std::string& language) {
  // Fonts need the gui library, not a display.
  if (QGuiApplication::instance() == nullptr) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    static int argc = 1;
    static char name[] = "astrolabe-cli";
    static char* argv[] = {name, nullptr};
    static const QGuiApplication application(argc, argv);
  }
  speak(language);
  const auto winner = detail(question.problem, snapshot.best.front().strategy);
  if (!winner) return tl::unexpected<Error>(winner.error());
  ui::ReportOptions options;
  options.created = QDateTime::currentDateTime();
  options.seed = seed;
  options.settings = ui::reportSettings(question.plan.report);
  return ui::writeReport(snapshot, question.plan, *winner, question.catalogue, options,
                         QString::fromStdString(path));
}

}  // namespace astrolabe::cli
