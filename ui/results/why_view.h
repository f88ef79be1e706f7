#pragma once

#include <QLabel>
#include <QStackedWidget>
#include <QWidget>

#include "ui/controls/refresh.h"
#include "ui/document/latest.h"
#include "ui/document/selection.h"
#include "ui/document/why_answer.h"
#include "ui/render/theme.h"
#include "ui/results/pareto_data.h"
#include "ui/results/why_plot.h"
#include "ui/results/why_reasons.h"

class QPaintDevice;
class QScrollArea;
class QBoxLayout;
class QTableWidget;

namespace astrolabe::ui {

class FlowRow;
class NamedPlot;
class StrategyField;
class WhyCard;
class WhyChosen;

/// Left: why the best strategy was chosen. Right: why the selected one is not first: the rule, the memory by
/// stage, the limit, or where the difference of the two steps comes from, beside the best strategy; where a
/// plan of another kind stands first, how far it is ahead, and of the best strategy by what. For a request
/// that nothing fits the nearest changes that help, each with its button. Children: whyView.strategy (pick or
/// type), whyView.mistake, whyView.pick, whyView.plot, whyView.table, whyView.title, whyView.text,
/// whyView.fix1…, whyView.widen, whyView.raise, whyView.rules, whyView.compare.
class WhyView : public QWidget {
  Q_OBJECT

 public:
  WhyView(PlanDocument& document, StrategySelection& selection, QWidget* parent = nullptr);
  void setMine(MineList mine);
  /// Sets the plan of another kind that stands first in the ranking; null: a strategy does.
  void setLeader(const planning::OptionPtr& leader);
  void setStale(bool stale);
  void setShowTable(bool table);
  bool showsTable() const { return m_table; }
  /// Puts the cursor where a strategy is typed.
  void focusStrategy();
  /// The answer shown; null while it is worked out or there is nothing to ask.
  WhyAnswerPtr answer() const { return m_answer; }
  /// There is something to draw: a difference, or memory that is lacking.
  bool hasFigure() const { return m_answer != nullptr && m_rows > 0; }
  /// Both sides as plain text: why the best was chosen, what the other one is told, and the table of the
  /// plot.
  QString plainText() const;
  /// The plot in the looks of paper.
  void paintFigure(QPaintDevice& device, const QSize& size);

 signals:
  /// The table instead of the plot, or there is a drawing now, or none any more.
  void looksChanged();
  /// A link of a sentence: the view that shows what it says, and a row for Evidence::Ranking.
  void evidenceRequested(astrolabe::ui::Evidence evidence, int rank);
  void fixRequested(const astrolabe::plan::Fix& fix);
  /// The question was changed to be asked anew, whether or not edits are searched by themselves.
  void searchRequested();
  /// The rules, at the one of that name.
  void rulesRequested(const QString& rule);
  /// A term of the glossary by its id.
  void glossaryRequested(const QString& term);

 protected:
  void changeEvent(QEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  static constexpr int kSideAir = 16, kPartsAir = 12;

  QWidget* whyNotSide();
  QWidget* whyNotHead(QWidget* side);
  void follow();
  void refresh();
  void ask(const plan::SnapshotPtr& snapshot, const planning::LayoutPtr& asked);
  void fillStrategies(const plan::SnapshotPtr& snapshot, const planning::LayoutPtr& asked);
  void choose(int index);
  void readTyped();
  void setMistake(const QString& text);
  void showAnswer();
  void showButtons();
  strategy::Allowed widenedJob() const;
  void widen();
  void drawPlot();
  void fitPlot();
  bool isLow() const;
  int plotRoom() const;
  RowRoom rowRoom() const;
  QString labelOf(const planning::LayoutPtr& layout) const;
  const Theme& look() const;

  PlanDocument& m_document;
  StrategySelection& m_selection;
  WhyAnswerPtr m_answer;
  MineList m_mine;
  planning::OptionPtr m_leader;
  std::vector<planning::LayoutPtr> m_candidates;
  WhyChosen* m_chosen = nullptr;
  QBoxLayout* m_answerParts = nullptr;  ///< words above the plot, or beside it in a low panel
  FlowRow* m_plotHead = nullptr;
  int m_rows = 0;  ///< of the plot
  RowRoom m_room;  ///< that the plot was drawn for
  StrategyField* m_strategy = nullptr;
  QLabel *m_mistake = nullptr, *m_rule = nullptr, *m_plotTitle = nullptr, *m_plotLegend = nullptr;
  WhyCard* m_card = nullptr;
  QScrollArea* m_right = nullptr;  ///< the answer
  QStackedWidget* m_stack = nullptr;
  NamedPlot* m_plot = nullptr;
  QTableWidget* m_cells = nullptr;
  Refresh m_refresh{[this] { refresh(); }};
  bool m_dirty = false, m_stale = false, m_table = false, m_hadFigure = false;
  std::optional<Theme> m_paper;
  Latest m_latest;
};

}  // namespace astrolabe::ui
