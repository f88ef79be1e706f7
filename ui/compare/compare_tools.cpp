// The bar of the comparison: which scenarios, differences, and what can be taken away from it.

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QCoreApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>
#include <set>

#include "ui/compare/compare_bars.h"
#include "ui/compare/compare_window.h"
#include "ui/compare/comparison_text.h"
#include "ui/document/scenario_text.h"
#include "ui/render/icons.h"
#include "ui/render/money.h"
#include "ui/render/table_text.h"
#include "ui/render/theme.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

void CompareWindow::buildTools() {
  auto* bar = new QWidget(this);
  bar->setObjectName(u"compareWindow.tools"_s);
  auto* row = new QHBoxLayout(bar);
  row->setContentsMargins(scaled(kEdge), scaled(7), scaled(kEdge), scaled(7));
  row->setSpacing(scaled(10));
  auto* title = new QLabel(tr("Compare"), bar);
  title->setFont(ui::font(TextRole::Title));
  row->addWidget(title);
  m_about->setObjectName(u"compareWindow.about"_s);
  m_about->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  m_about->installEventFilter(this);
  row->addWidget(m_about, 1);
  const auto tool = [&](QToolButton* button, const QString& name, const QString& iconName,
                        const QString& text) {
    button->setObjectName(u"compareWindow."_s + name);
    if (!iconName.isEmpty()) button->setIcon(icon(iconName));
    button->setText(text);
    button->setToolButtonStyle(iconName.isEmpty() ? Qt::ToolButtonTextOnly : Qt::ToolButtonTextBesideIcon);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    row->addWidget(button);
  };
  tool(m_choose, u"choose"_s, u"cols"_s, tr("Scenarios"));
  m_choose->setToolTip(tr("Which scenarios stand here, at most four"));
  connect(m_choose, &QToolButton::clicked, this, &CompareWindow::chooseScenarios);
  m_differences->setObjectName(u"compareWindow.differences"_s);
  connect(m_differences, &QCheckBox::toggled, this, &CompareWindow::refresh);
  row->addWidget(m_differences);
  tool(m_copy, u"copy"_s, u"copy"_s, tr("Copy"));
  m_copy->setShortcut(QKeySequence::Copy);
  connect(m_copy, &QToolButton::clicked, this, &CompareWindow::copy);
  tool(m_export, u"export"_s, u"export"_s, tr("Export CSV…"));
  connect(m_export, &QToolButton::clicked, this, [this] {
    emit fileOffered(tr("Export the comparison"), u".compare.csv"_s, tr("Table (*.csv)"),
                     comparisonCsv(inDollars()));
  });
  tool(m_more, u"more"_s, {}, u"…"_s);  // the arrow of its menu says enough
  m_more->setAccessibleName(tr("More"));
  m_more->setToolTip(tr("More"));
  buildMore();
  m_report->setObjectName(u"compareWindow.report"_s);
  m_report->setIcon(icon(u"report"_s));
  m_report->setAutoDefault(false);
  connect(m_report, &QPushButton::clicked, this, [this] {
    setInReport(!m_inReport);
    emit reportToggled(m_inReport);
  });
  setInReport(false);
  row->addWidget(m_report);
  static_cast<QVBoxLayout*>(layout())->addWidget(bar);
}

/// What is asked for less often.
void CompareWindow::buildMore() {
  auto* menu = new QMenu(m_more);
  const auto add = [&](const QString& name, const QString& text, const QKeySequence& keys, auto&& act) {
    QAction* action = menu->addAction(text);
    action->setObjectName(u"compareWindow."_s + name);
    action->setShortcut(keys);
    connect(action, &QAction::triggered, this, act);
    addAction(action);  // its keys, while the menu is closed
  };
  add(u"exportJson"_s, tr("Export &JSON…"), {}, [this] {
    emit fileOffered(tr("Export the comparison"), u".compare.json"_s, tr("JSON (*.json)"),
                     QByteArray::fromStdString(text_of(comparisonJson(inDollars()), 2)) + '\n');
  });
  add(u"copyBars"_s, tr("Copy the &bars as a picture"), {}, [this] {
    const Figure figure = comparisonFigure(m_comparison);
    if (figure.size.isEmpty()) return emit told(tr("There are no bars: nothing was found yet"));
    QApplication::clipboard()->setMimeData(mimeOf(figure).release());
    emit told(tr("Copied the bars"));
  });
  add(u"exportBars"_s, tr("E&xport the bars…"), QKeySequence(u"Ctrl+E"_s), [this] {
    const Figure figure = comparisonFigure(m_comparison);
    if (figure.size.isEmpty()) return emit told(tr("There are no bars: nothing was found yet"));
    emit figureRequested(figure);
  });
  add(u"saveView"_s, tr("&Save as a step of the presentation"), QKeySequence(u"Ctrl+B"_s),
      [this] { emit viewSaved(); });
  m_more->setMenu(menu);
  m_more->setPopupMode(QToolButton::InstantPopup);
}

void CompareWindow::fitAbout() {
  m_about->setToolTip(m_aboutText);
  m_about->setAccessibleName(m_aboutText);
  m_about->setText(m_about->fontMetrics().elidedText(m_aboutText, Qt::ElideRight, m_about->width()));
}

/// What the bar is about has the room that its tools leave, whatever they say now.
bool CompareWindow::eventFilter(QObject* watched, QEvent* event) {
  if (watched == m_about && event->type() == QEvent::Resize) fitAbout();
  return QDialog::eventFilter(watched, event);
}

/// A menu of all scenarios; a fifth one has no room.
void CompareWindow::chooseScenarios() {
  QMenu menu(m_choose);
  menu.setObjectName(u"compareWindow.menu"_s);
  std::set<int> chosen;
  for (const ComparedColumn& column : m_comparison.columns) chosen.insert(column.id);
  for (const plan::Scenario* scenario : plan::scenarios(m_document.plan())) {
    QAction* action = menu.addAction(scenarioLabel(m_document.plan(), scenario->id, m_document.catalogue()));
    action->setCheckable(true);
    action->setChecked(chosen.contains(scenario->id));
    action->setEnabled(action->isChecked() ? chosen.size() > 1 : chosen.size() < kMostCompared);
    action->setData(scenario->id);
  }
  const QAction* picked = menu.exec(m_choose->mapToGlobal(QPoint(0, m_choose->height())));
  if (picked == nullptr) return;
  if (picked->isChecked())
    chosen.insert(picked->data().toInt());
  else
    chosen.erase(picked->data().toInt());
  setShown({chosen.begin(), chosen.end()});
}

Comparison CompareWindow::inDollars() const {
  std::vector<int> ids;
  for (const ComparedColumn& column : m_comparison.columns) ids.push_back(column.id);
  const InDollars meanwhile;
  return compareScenarios(m_document, m_answers, ids, currentTheme());
}

void CompareWindow::copy() {
  const WordTable table =
      comparisonTable(m_comparison, [this](const ComparedRow& row) { return isWanted(row); });
  QApplication::clipboard()->setMimeData(mimeOf(table).release());
  emit told(tr("Copied the comparison"));
}

}  // namespace astrolabe::ui
