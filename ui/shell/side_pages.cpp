#include "ui/shell/side_pages.h"

#include <QPlainTextEdit>

#include "ui/document/commands/set_calibration.h"
#include "ui/shell/accuracy_dialog.h"
#include "ui/shell/bring_up.h"
#include "ui/shell/glossary_dialog.h"
#include "ui/shell/goal_panel.h"
#include "ui/shell/ownership_dialog.h"
#include "ui/shell/panels.h"
#include "ui/shell/plan_files.h"
#include "ui/shell/report_flow.h"
#include "ui/shell/rules_dialog.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

SidePages::SidePages(PlanDocument& document, StrategySelection& selection, PlanFiles& files,
                     ReportFlow& report, const Panels& panels, QWidget& window)
    : m_document(document),
      m_selection(selection),
      m_files(files),
      m_report(report),
      m_panels(panels),
      m_window(window) {}

SidePages::~SidePages() {
  delete m_rules;
  delete m_accuracy;
  delete m_glossary;
}

void SidePages::showRules(const QString& name) {
  if (m_rules == nullptr) {
    m_rules = new RulesDialog(m_document, &m_window);
    m_rules->setAttribute(Qt::WA_DeleteOnClose);
  }
  if (!name.isEmpty()) m_rules->showRule(name);
  bringUp(*m_rules);
}

void SidePages::showAccuracy() {
  if (m_accuracy == nullptr) m_accuracy = makeAccuracy();
  bringUp(*m_accuracy);
}

AccuracyDialog* SidePages::makeAccuracy() {
  auto* page = new AccuracyDialog(m_document.catalogue(), &m_window);
  connect(page, &AccuracyDialog::planChosen, this, [this](const plan::Plan& plan) {
    if (m_files.mayDiscard()) m_files.openPlan(plan);
  });
  connect(page, &AccuracyDialog::calibrationChosen, this, [this](const std::string& calibration) {
    m_document.undoStack().push(new SetCalibration(m_document, calibration));
  });
  connect(page, &AccuracyDialog::reportChanged, this,
          [this](const std::vector<ReportAddition>& additions) { m_report.setPageSections(additions); });
  const auto tell = [this, page] { page->setPlanCalibration(m_document.plan().calibration); };
  connect(&m_document, &PlanDocument::planChanged, page, tell);
  connect(&m_document, &PlanDocument::wasReset, page, tell);
  page->setInReport(!m_report.pageSections().empty());
  tell();
  return page;
}

void SidePages::showGlossary(const QString& term) {
  if (m_glossary == nullptr) m_glossary = new GlossaryDialog(&m_window);
  bringUp(*m_glossary);
  m_glossary->showTerm(term);
}

void SidePages::showOwnership() {
  OwnershipDialog dialog(m_selection, &m_window);
  connect(&dialog, &OwnershipDialog::costsRequested, this,
          [this] { m_panels.goal->showDetails(u"jobDetails.years"_s); });
  dialog.exec();
}

bool SidePages::mayClose() { return m_rules == nullptr || !m_rules->isVisible() || m_rules->close(); }

SidePages::Kept SidePages::kept() const {
  Kept kept;
  if (m_rules != nullptr)
    kept.rules = m_rules->findChild<QPlainTextEdit*>(u"rulesDialog.text"_s)->toPlainText();
  kept.accuracy = m_accuracy != nullptr && m_accuracy->isVisible();
  if (m_glossary != nullptr && m_glossary->isVisible()) kept.glossary = m_glossary->term();
  return kept;
}

void SidePages::giveBack(const Kept& kept) {
  if (kept.rules) {
    showRules({});
    m_rules->setText(*kept.rules);
  }
  if (kept.accuracy) showAccuracy();
  if (kept.glossary) showGlossary(*kept.glossary);
}

}  // namespace astrolabe::ui
