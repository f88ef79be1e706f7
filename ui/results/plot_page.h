#pragma once
// A view with a plot of what is worked out beside the window.

#include <QString>
#include <QStringList>
#include <QWidget>
#include <functional>
#include <memory>

#include "core/planning/planner.h"
#include "ui/document/latest.h"
#include "ui/document/planner_bridge.h"
#include "ui/render/theme.h"

class QLabel;
class QPushButton;
class QScrollArea;
class QStackedWidget;
class QTableWidget;

namespace astrolabe::ui {

class FlowRow;
class NamedPlot;
struct PlotTable;

/// Above the plot stands what is asked, with the state of the answer and a button that stops it; beside it,
/// in sentences, what the plot says. The plot's numbers as a table, or what is waited for, take its place.
/// Parts are named after the view: "scaleView.plot", "scaleView.table".
class PlotPage : public QWidget {
  Q_OBJECT

 public:
  /// The question has changed since.
  void setStale(bool stale);
  bool showsTable() const { return m_table; }
  void setShowTable(bool table);
  virtual bool hasFigure() const = 0;
  bool isWorking() const { return m_latest.isWorking(); }
  void paintFigure(QPaintDevice& device, const QSize& size);

 signals:
  /// The table instead of the plot, or there is a drawing now.
  void looksChanged();

 protected:
  explicit PlotPage(QWidget* parent) : QWidget(parent) {}

  /// Names of the view in code, and of its parts for screen readers.
  struct Names {
    QString name;    ///< "scaleView"
    QString title;   ///< of the view
    QString plot;    ///< of plot and table
    QString side;    ///< of the sentences
    QString scroll;  ///< of an area in which a plot scrolls that is higher than the view; empty: none
  };
  /// Makes the parts; `ask` puts what the view asks into the row above the plot. Once, in the constructor.
  void setUp(const Names& names, const std::function<void(QWidget* bar, FlowRow* row)>& ask);
  /// Shows plot or table, or what is waited for.
  void showPage();
  /// Another figure, or none: draws it, with these sentences beside it.
  void showFigure(const QStringList& sentences);

  /// Asks anew what is drawn, if isLookedAt().
  virtual void ask() = 0;
  /// False behind another tab: then the view is dirty, and asks when it is looked at.
  bool isLookedAt();
  /// It is looked at, and dirty.
  virtual void catchUp() { ask(); }
  /// What is worked out is told, with the button that ends it.
  void begin();
  /// Nothing is worked out any more; `told` stands in place of the state.
  void rest(const QString& told = {});
  /// Works out on another thread what is drawn: `work(stop, publish)` returns a Result<Found>, `take` gets a
  /// shared pointer to what is published and to what is found in the end, null where the work fails. Why it
  /// failed is told.
  template <class Found, class Work, class Take>
  void workOut(Work work, Take take) {
    begin();
    m_latest.ask(
        [work, take](const Latest::Turn& turn) {
          return work(turn.stop(), [&](const Found& known) {
            turn.tell([take, part = std::make_shared<const Found>(known)] { take(part); });
          });
        },
        [this, take](const Result<Found>& answer) {
          rest(answer ? QString() : wordsOf(answer.error()));
          take(answer ? std::make_shared<const Found>(*answer) : nullptr);
        });
    showPage();
  }
  /// Nobody waits for what is worked out.
  void leave();
  /// A person ends it.
  virtual void stop();
  /// Asks when `bridge`, which outlives the view, has another answer; its search is never held up.
  void followAnswer(PlannerBridge& bridge);
  /// What `bridge` has found, where it is done and there are options: that is asked about. Else leaves; null.
  planning::FoundPtr finishedAnswer(const PlannerBridge& bridge);
  virtual void draw(const Theme& theme) = 0;
  /// The numbers of the plot.
  virtual PlotTable cells() const = 0;
  /// In place of the plot: while it is worked out, and before anything was asked.
  virtual QString workingText() const = 0;
  virtual QString nothingText() const = 0;

  void showEvent(QShowEvent* event) override;
  void changeEvent(QEvent* event) override;

  QLabel* m_state = nullptr;
  QPushButton* m_stop = nullptr;  ///< hidden, but while something is worked out
  NamedPlot* m_plot = nullptr;
  QTableWidget* m_cells = nullptr;
  bool m_stale = false;
  bool m_dirty = false;           ///< there is something to be asked when it is looked at
  planning::FoundPtr m_answered;  ///< of followAnswer(): what was asked about last

 private:
  void follow(PlannerBridge& bridge);
  void setUpStack(const Names& names);
  void setUpSide(const Names& names);
  static QString wordsOf(const Error& error);

  QStackedWidget* m_stack = nullptr;
  QLabel *m_words = nullptr, *m_nothing = nullptr;
  QScrollArea* m_side = nullptr;
  bool m_table = false, m_hadFigure = false;

 protected:
  Latest m_latest;  ///< last: its work ends before the rest goes
};

}  // namespace astrolabe::ui
