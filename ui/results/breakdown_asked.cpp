// Asking the bars and cells of the breakdown how they are worked out.

#include <QKeyEvent>
#include <QMenu>
#include <QTableWidget>

#include "ui/render/icons.h"
#include "ui/results/breakdown_view.h"
#include "ui/results/named_plot.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

/// H asks, wherever the keys are.
class AskKey : public QObject {
 public:
  AskKey(QWidget* asked, std::function<void()> ask) : QObject(asked), m_ask(std::move(ask)) {
    asked->installEventFilter(this);
  }
  bool eventFilter(QObject*, QEvent* event) override {
    if (event->type() != QEvent::KeyPress) return false;
    const auto* key = static_cast<QKeyEvent*>(event);
    if (key->key() != Qt::Key_H || key->modifiers() != Qt::NoModifier) return false;
    m_ask();
    return true;
  }

 private:
  std::function<void()> m_ask;
};

}  // namespace

/// By key and by a menu of its own, for the plot and for its table.
void BreakdownView::letAsk(Panel BreakdownView::*of) {
  for (QWidget* part : {static_cast<QWidget*>((this->*of).plot), static_cast<QWidget*>((this->*of).table)}) {
    new AskKey(part, [this, of] { ask(this->*of); });
    part->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(part, &QWidget::customContextMenuRequested, this, [this, of, part](const QPoint& at) {
      if (!m_selection.detail()) return;
      QMenu menu(part);
      QAction* how = menu.addAction(icon(u"info"_s), tr("How is this calculated? (H)"));
      how->setObjectName(u"breakdown.how"_s);
      QAction* failures = menu.addAction(tr("How is the time with failures calculated?"));
      failures->setObjectName(u"breakdown.failures"_s);
      failures->setEnabled(m_selection.detail()->evaluation.outcome.hours > 0.0);
      const QAction* chosen = menu.exec(part->mapToGlobal(at));
      if (chosen == how) ask(this->*of);
      if (chosen == failures) askOf(KeyFigure::HoursWithFailures, *m_goodput);
    });
  }
}

/// What a panel shows of the selected strategy; of the one in whose column a cell of its table stands.
bool BreakdownView::ask(const Panel& panel) {
  const plan::SnapshotPtr snapshot = m_selection.snapshot();
  const auto detail = m_selection.detail();
  if (!snapshot || !snapshot->problem || snapshot->best.empty() || !detail) return false;
  FigureQuestion question{panel.plot == m_memory.plot ? KeyFigure::Memory
                          : panel.plot == m_time.plot ? KeyFigure::Step
                                                      : KeyFigure::TokensMoney,
                          detail->evaluation,
                          snapshot,
                          m_selection.label(),
                          {},
                          {},
                          std::string(planning::kind_of(*detail))};
  const QTableWidget& table = *panel.table;
  if (panel.stack->currentIndex() == 1 && table.currentColumn() >= 0) {
    const std::vector<Bar> shown = bars(*snapshot);
    const auto column = static_cast<std::size_t>(table.currentColumn());
    if (question.figure == KeyFigure::Memory) {
      question.detail.stage = table.currentColumn();
    } else if (column < shown.size()) {
      question.evaluation = *shown[column].evaluation;
      question.label = shown[column].label;
      question.kind = planning::kind_of(shown[column].layout);
    }
    if (question.figure == KeyFigure::Step && table.currentRow() == int(cost::Part::pipeline_bubble))
      question.figure = KeyFigure::Bubble;
    const QRect cell = table.visualRect(table.currentIndex()).intersected(table.viewport()->rect());
    question.at = QRect(table.viewport()->mapToGlobal(cell.topLeft()), cell.size());
  } else {
    question.at = QRect(panel.title->mapToGlobal(QPoint(0, 0)), panel.title->size());
  }
  emit figureAsked(question);
  return true;
}

/// A figure of the selected strategy that stands at `where`.
void BreakdownView::askOf(KeyFigure figure, const QWidget& where) {
  const plan::SnapshotPtr snapshot = m_selection.snapshot();
  const auto detail = m_selection.detail();
  if (!snapshot || !snapshot->problem || snapshot->best.empty() || !detail) return;
  emit figureAsked({figure,
                    detail->evaluation,
                    snapshot,
                    m_selection.label(),
                    {},
                    QRect(where.mapToGlobal(QPoint(0, 0)), where.size()),
                    std::string(planning::kind_of(*detail))});
}

bool BreakdownView::askFigure() {
  const QWidget* keys = window()->focusWidget();  // also while a menu or a dialog is in front of it
  for (const Panel* panel : {&m_memory, &m_money})
    if (keys == panel->plot || keys == panel->table) return ask(*panel);
  return ask(m_time);
}

}  // namespace astrolabe::ui
