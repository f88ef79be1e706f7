// The row of distributed programs among the results of kinds.

#include <QCoreApplication>

#include "core/planning/programs.h"
#include "ui/results/kinds.h"
#include "ui/results/program_page.h"

namespace astrolabe::ui {

namespace {

struct ProgramTab {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::ResultsPanel)
};

class ProgramResults final : public KindResults {
 public:
  std::string_view kind() const override { return planning::kProgram; }
  QString title() const override { return ProgramTab::tr("Program"); }
  QString exportTitle() const override { return ProgramTab::tr("Export the program"); }
  ExportWords wordsOf(const std::string& exportId) const override {
    if (exportId == "json") return {ProgramTab::tr("Export as JSON…"), ProgramTab::tr("JSON (*.json)")};
    if (exportId == "pytorch")
      return {ProgramTab::tr("Export as a PyTorch script…"), ProgramTab::tr("Python (*.py)")};
    return {ProgramTab::tr("Export as text…"), ProgramTab::tr("Text (*.txt)")};
  }
  KindPage* makePage(PlanDocument& document, PlannerBridge& bridge, QWidget* parent) const override {
    return new ProgramPage(document, bridge, parent);
  }
};

}  // namespace

const KindResults& programResults() {
  static const ProgramResults results;
  return results;
}

}  // namespace astrolabe::ui
