#pragma once
// The page of one option that a planner found: its title, a drawing at the left, at the right views to choose
// from; each of them has its numbers as a table.

#include <utility>
#include <vector>

#include "ui/results/kinds.h"
#include "ui/results/sides_page.h"
#include "ui/results/walked_plot.h"

class QLabel;
class QStackedWidget;
class QTabBar;

namespace astrolabe::ui {

/// Shows what the window has selected, else the best; words in its place while there is none of the kind.
class OptionPage : public KindPage {
  Q_OBJECT

 public:
  planning::OptionPtr option() const override;
  bool hasTable() const override { return true; }
  bool showsTable() const override { return m_asTable; }
  void setShowTable(bool table) override;
  void follow(StrategySelection& selection) override;
  void setStale(bool stale) override;
  void showView(int view);

 protected:
  /// Names of its parts begin with `name`: "serving" has "serving.title", "serving.choice".
  OptionPage(PlannerBridge& bridge, const QString& name, QWidget* parent);
  /// The right side without views yet; `choice` and `all` name the row of tabs and the list of all of them
  /// for people who do not see them.
  QWidget* makeViews(const QString& choice, const QString& all);
  /// A view that has no `table` is one already.
  void addView(const QString& title, QWidget* view, QWidget* table = nullptr);
  /// Bars that are stale when the page is; `height`: the least, in pixels of the base font.
  LyingBars* makeBars(const QString& part, const QString& spoken, QWidget* parent, int height = 80);
  /// Tab goes by the order in which the sides were made. Shows what is found from now on.
  void setSides(QWidget* first, QWidget* second, int partsOfFirst, int partsOfSecond);
  /// What is chosen in a plot of options is selected in the window.
  template <typename Plot>
  void selectFrom(const Plot& plot) {
    connect(&plot, &WalkedPlot::chosen, this, [this, &plot](int index) {
      const planning::OptionPtr option = plot.optionAt(index);
      if (option && m_selection != nullptr) m_selection->select(option->layout);
    });
  }
  /// `note`, which may be empty, is HTML.
  void setTitle(const QString& name, const QString& figures, const QString& spoken, const QString& note);
  virtual void placeViews();
  bool isEmpty() const;
  int view() const;

  PlannerBridge& m_bridge;
  QWidget* m_head = nullptr;                                       ///< in a FlowRow
  QStackedWidget *m_leftStack = nullptr, *m_rightStack = nullptr;  ///< the drawing, then its table; the views
  bool m_asTable = false, m_stale = false;

 private:
  /// Keeps an answer, which may be null; false where it is none of the kind.
  virtual bool take(const planning::FoundPtr& found) = 0;
  virtual bool isOfKind(const planning::OptionPtr& option) const = 0;
  virtual QString noneText() const = 0;
  virtual void fill(const planning::OptionPtr& option) = 0;
  void refresh();

  QString m_name;
  StrategySelection* m_selection = nullptr;
  QLabel *m_title = nullptr, *m_words = nullptr;
  QStackedWidget* m_stack = nullptr;
  SidesPage* m_page = nullptr;
  QTabBar* m_choice = nullptr;
  std::vector<std::pair<QWidget*, QWidget*>> m_views;  ///< each with its table
  std::vector<LyingBars*> m_bars;
};

}  // namespace astrolabe::ui
