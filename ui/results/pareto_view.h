#pragma once

#include <QStackedWidget>

#include "ui/controls/refresh.h"
#include "ui/document/plan_document.h"
#include "ui/document/selection.h"
#include "ui/render/theme.h"
#include "ui/results/pareto_data.h"

class QComboBox;
class QCPItemText;
class QLabel;
class QPaintDevice;
class QTableWidget;

namespace astrolabe::ui {

class NamedPlot;
class RankingView;

/// Speed against cost: every strategy a point, the frontier a step line. Click selects, Ctrl+click compares.
/// Keys: Left and Right walk the frontier, Up and Down all points by height, Space compares, D hides what is
/// dominated, T shows the table.
class ParetoView : public QWidget {
  Q_OBJECT

 public:
  static constexpr std::size_t kMostDrawn = 5000;

  ParetoView(PlanDocument& document, StrategySelection& selection, QWidget* parent = nullptr);
  void setMine(MineList mine);
  /// The card under the pointer tells the columns that are chosen there.
  void setRanking(const RankingView& ranking) { m_ranking = &ranking; }
  /// A hollow star; empty where the scenario that is shown is the baseline itself, or that has no answer.
  void setBaseline(std::optional<ParetoBaseline> baseline);
  const std::optional<ParetoBaseline>& baseline() const { return m_baseline; }
  void setStale(bool stale);
  void setAxes(PlotAxis x, PlotAxis y);
  PlotAxis xAxis() const { return m_x; }
  PlotAxis yAxis() const { return m_y; }
  void setShowTable(bool table);
  bool showsTable() const;
  void setDominatedShown(bool shown);
  bool isDominatedShown() const { return m_dominated; }
  std::size_t drawnCount() const { return m_drawn.size(); }
  const ParetoPoints& points() const { return m_points; }
  /// Selects the point nearest to a place in the plot, within reach of a finger; false for none there.
  bool pick(const QPointF& at, bool compare);
  /// The plot in the looks of paper, for files: light theme on white.
  void paintFigure(QPaintDevice& device, const QSize& size);

 signals:
  void looksChanged();
  void whyRequested();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void changeEvent(QEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void addPlot();
  void addTable();
  QWidget* makeAxes();
  void makeCard();
  void follow();
  void refresh();
  void draw(const Theme& theme);
  void drawPoints(const Theme& theme, const plan::Snapshot& snapshot);
  void drawFrontier(const Theme& theme);
  void drawLimits(const Theme& theme, const plan::Snapshot& snapshot);
  void drawMarks(const Theme& theme);
  void drawBaseline(const Theme& theme);
  std::optional<QPointF> baselinePlace() const;
  QString describeBaseline() const;
  void setRanges(const plan::Snapshot& snapshot);
  void fillTable();
  void updateCard();
  bool key(int key);
  void walk(int step, bool frontier);
  int nearest(const QPointF& at) const;
  QString describe(const PlotPoint& point, bool card = false) const;
  /// Heading and value of what is chosen in the ranking, in its order, without the two axes.
  QStringList chosenColumns(const planning::LayoutPtr& layout) const;
  QString countsText() const;
  /// That nothing is beyond the frontier: not where plans of other kinds stand there, which no search bounds.
  bool isProven() const;
  /// The name of a point that is not of the ranking: "mine", or what its kind is called.
  static QString ownName(const PlotPoint& point);
  Shape shapeOf(std::size_t mix, const Theme& theme, QColor& color) const;
  double shownX(double value) const;
  double shownY(double value) const;

  PlanDocument& m_document;
  StrategySelection& m_selection;
  plan::SnapshotPtr m_snapshot;  ///< owns the strategies of the points
  MineList m_mine;
  std::optional<ParetoBaseline> m_baseline;
  const RankingView* m_ranking = nullptr;
  ParetoPoints m_points;
  std::vector<std::size_t> m_drawn;  ///< indices into m_points
  PlotAxis m_x = PlotAxis::UsdPerTrillion, m_y = PlotAxis::TokensPerSecond;
  AxisUnit m_xUnit{1.0, axisTitle(m_x)}, m_yUnit{1.0, axisTitle(m_y)};
  bool m_dominated = true, m_stale = false, m_dirty = false;
  Refresh m_refresh{[this] { refresh(); }};
  QStackedWidget* m_stack = nullptr;
  NamedPlot* m_plot = nullptr;
  QTableWidget* m_table = nullptr;
  QLabel *m_counts = nullptr, *m_card = nullptr;
  QComboBox *m_xBox = nullptr, *m_yBox = nullptr;
};

}  // namespace astrolabe::ui
