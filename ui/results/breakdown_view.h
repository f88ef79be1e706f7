#pragma once

#include <QStackedWidget>
#include <QWidget>
#include <optional>
#include <vector>

#include "ui/controls/refresh.h"
#include "ui/document/plan_document.h"
#include "ui/document/selection.h"
#include "ui/render/theme.h"
#include "ui/results/figure_question.h"

class QBoxLayout;
class QLabel;
class QPaintDevice;
class QTableWidget;

namespace astrolabe::ui {

class NamedPlot;

/// Where time, memory and money go: three plots side by side, each with the same numbers as a table.
class BreakdownView : public QWidget {
  Q_OBJECT

 public:
  BreakdownView(PlanDocument& document, StrategySelection& selection, QWidget* parent = nullptr);
  void setStale(bool stale);
  void setShowTable(bool table);
  bool showsTable() const { return m_table; }
  /// The three plots side by side in the looks of paper.
  void paintFigure(QPaintDevice& device, const QSize& size);
  /// Asks how what has the focus here is worked out, else the step; false where nothing is shown.
  bool askFigure();

 signals:
  void looksChanged();
  void figureAsked(const astrolabe::ui::FigureQuestion& asked);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void changeEvent(QEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void follow();
  struct Panel {
    QLabel* title = nullptr;
    QStackedWidget* stack = nullptr;
    NamedPlot* plot = nullptr;
    QTableWidget* table = nullptr;
  };
  Panel makePanel(const QString& name, const QString& title, int stretch);
  void refresh();
  /// A strategy drawn as one bar.
  struct Bar {
    const cost::Evaluation* evaluation = nullptr;
    QString label;
    bool selected = false, best = false;
    planning::LayoutPtr layout = {};
  };
  std::vector<Bar> bars(const plan::Snapshot& snapshot) const;
  const Theme& look() const;
  // breakdown_asked.cpp
  void letAsk(Panel BreakdownView::*of);
  bool ask(const Panel& panel);
  void askOf(KeyFigure figure, const QWidget& where);
  // breakdown_plots.cpp
  void drawNothing(const Panel& panel, const QString& why);
  void drawTime(const plan::Snapshot& snapshot);
  void drawMemory(const plan::Snapshot& snapshot, const planning::Option& detail);
  void drawMoney(const plan::Snapshot& snapshot);
  void labelBars(NamedPlot& plot, const std::vector<Bar>& shown, const std::vector<double>& ends,
                 const QStringList& texts) const;

  PlanDocument& m_document;
  StrategySelection& m_selection;
  Panel m_time, m_memory, m_money;
  QBoxLayout* m_row = nullptr;
  QLabel* m_goodput = nullptr;  ///< what failures make of the job
  Refresh m_refresh{[this] { refresh(); }};
  bool m_dirty = false;
  bool m_table = false;
  bool m_stale = false;
  std::optional<Theme> m_paper;  ///< while a figure is drawn
};

}  // namespace astrolabe::ui
