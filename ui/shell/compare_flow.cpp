#include "ui/shell/compare_flow.h"

#include "ui/compare/compare_window.h"
#include "ui/document/commands/scenarios.h"
#include "ui/render/report_settings.h"
#include "ui/shell/announcer.h"
#include "ui/shell/bring_up.h"
#include "ui/shell/exports.h"
#include "ui/shell/report_flow.h"

namespace astrolabe::ui {

CompareFlow::CompareFlow(PlanDocument& document, ScenarioAnswers& answers, Exports& exports,
                         ReportFlow& report, Announcer& announcer, QWidget& window)
    : m_document(document),
      m_answers(answers),
      m_exports(exports),
      m_report(report),
      m_announcer(announcer),
      m_window(window) {}

CompareFlow::~CompareFlow() { delete m_compare; }

void CompareFlow::show() {
  if (m_compare == nullptr) m_compare = make();
  bringUp(*m_compare);
}

bool CompareFlow::isShown() const { return m_compare != nullptr && m_compare->isVisible(); }

CompareWindow* CompareFlow::make() {
  auto* compare = new CompareWindow(m_document, m_answers, &m_window);
  connect(compare, &CompareWindow::scenarioChosen, this, [this](int id) {
    m_document.showScenario(id);
    emit comeForward();
  });
  connect(compare, &CompareWindow::baselineChosen, this, [this](int id) {
    if (plan::find_scenario(m_document.plan(), id) == nullptr) return;  // it has gone meanwhile
    m_document.undoStack().push(setBaseline(m_document, id));
  });
  connect(compare, &CompareWindow::duplicateRequested, this, &CompareFlow::duplicateRequested);
  connect(compare, &CompareWindow::fileOffered, &m_exports,
          &Exports::offer);
  connect(compare, &CompareWindow::figureAsked, this,
          [this, compare](const WorkedFigure& figure, const QRect& at) {
            emit figureAsked(figure, at, compare);
          });
  connect(compare, &CompareWindow::figureRequested, &m_exports,
          [this](const Figure& figure) { m_exports.offerFigure(tr("Export the comparison"), figure); });
  connect(compare, &CompareWindow::viewSaved, this, [this] {
    PresentationStep step;
    step.page = Slide::Options;
    step.saved = true;
    step.scenario = m_document.plan().id;
    emit stepWanted(step);
  });
  connect(compare, &CompareWindow::reportToggled, this, &CompareFlow::putIntoReport);
  const auto follow = [this, compare] {
    compare->setInReport(reportSettings(m_document.plan().report).has(ReportPart::options));
  };
  connect(&m_document, &PlanDocument::planChanged, compare, follow);
  follow();
  connect(compare, &CompareWindow::told, this, [this](const QString& text) { m_announcer.say(text); });
  return compare;
}

void CompareFlow::putIntoReport(bool inside) {
  std::vector<int> ids;
  for (const ComparedColumn& column : m_compare->comparison().columns) ids.push_back(column.id);
  m_report.putComparison(inside, ids);
  m_announcer.say(inside ? tr("The report has a section that compares the scenarios.")
                         : tr("The report does not compare the scenarios."));
}

}  // namespace astrolabe::ui
