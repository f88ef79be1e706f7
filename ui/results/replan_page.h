#pragma once
// What to do with the layout that runs while GPUs are slow or failed.

#include <QWidget>
#include <memory>
#include <optional>
#include <vector>

#include "core/replan/replan.h"
#include "ui/document/latest.h"
#include "ui/document/plan_document.h"
#include "ui/document/selection.h"
#include "ui/results/text_table.h"

class QComboBox;
class QLabel;
class QPushButton;
class QTableView;

namespace astrolabe::ui {

class NamedPlot;
struct Theme;

/// What is asked of core/replan and what came of it; shared, as the work on it is beside the window.
struct ReplanShown {
  strategy::Problem problem;
  planning::LayoutPtr running;
  std::optional<Error> refused;  ///< the question cannot be asked
  replan::Answer answer;
  std::vector<replan::GpuId> gpus;  ///< in use, that the curve is offered for
  std::optional<replan::Curve> curve;
};

/// The plans as a table, the recommended one said in words; what the selected one looks like; the step of
/// each kind of plan against how slow one GPU is. Asks anew when the plan changes while it is looked at.
/// Children: replanPage.running, .use, .clear, .gpu, .words, .plans, .detail, .curve, .points.
class ReplanPage : public QWidget {
  Q_OBJECT

 public:
  ReplanPage(PlanDocument& document, StrategySelection& selection, QWidget* parent = nullptr);
  /// What is shown; null for nothing.
  std::shared_ptr<const ReplanShown> shown() const { return m_shown; }
  /// The options of other kinds that rank beside the strategies of the question at hand: a fresh start of
  /// them is weighed, too.
  void setOthers(std::vector<planning::OptionPtr> others);
  bool isWorking() const { return m_latest.isWorking(); }
  bool showsTable() const { return m_table; }
  /// The numbers of the curve in place of the curve.
  void setShowTable(bool table);
  bool hasFigure() const { return m_shown && m_shown->curve; }
  void paintFigure(QPaintDevice& device, const QSize& size);
  /// All that is said and both tables, as plain text.
  QString plainText() const;

 signals:
  void looksChanged();

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  QWidget* makeHead();
  QWidget* makePlans();
  QWidget* makeCurve();
  void follow();
  void useSelected();
  std::vector<replan::Fresh> freshOfSearch() const;
  void weighAnew();
  void ask();
  void take(const std::shared_ptr<const ReplanShown>& shown);
  void listGpus();
  void showWords();
  void showDetail();
  void draw(const Theme& theme);
  std::optional<replan::GpuId> chosenGpu() const;

  PlanDocument& m_document;
  StrategySelection& m_selection;
  std::shared_ptr<const ReplanShown> m_shown;
  std::vector<replan::GpuId> m_gpus;   ///< listed, those of what was shown last
  quint64 m_asked = 0;                 ///< revision of the question
  std::vector<replan::Fresh> m_fresh;  ///< that the layout was weighed against
  std::vector<planning::OptionPtr> m_others;
  bool m_dirty = true, m_table = false;
  QWidget* m_head = nullptr;
  QLabel *m_running = nullptr, *m_words = nullptr, *m_rest = nullptr, *m_detail = nullptr;
  QPushButton *m_use = nullptr, *m_clear = nullptr;
  QComboBox* m_gpu = nullptr;
  TextTable m_plans, m_points;
  QTableView *m_plansView = nullptr, *m_pointsView = nullptr;
  NamedPlot* m_plot = nullptr;
  Latest m_latest;
};

}  // namespace astrolabe::ui
