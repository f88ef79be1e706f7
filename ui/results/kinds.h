#pragma once
// What the results have of each kind of plan beside the rows that all kinds share: a page and files. All
// kinds stand in one table: kinds.cpp. A kind without a row has its options in the ranking alone.

#include <QWidget>
#include <string>
#include <string_view>
#include <vector>

#include "ui/document/planner_bridge.h"
#include "ui/document/selection.h"
#include "ui/render/figure_file.h"

class QMenu;

namespace astrolabe::ui {

/// The page of a kind, which shows what its planner finds. Its object name is "<kind>Page".
class KindPage : public QWidget {
  Q_OBJECT

 public:
  using QWidget::QWidget;
  /// What the page shows, as files are written of it; null: nothing.
  virtual planning::OptionPtr option() const = 0;
  /// What it shows as plain text.
  virtual QString copyText() const = 0;
  /// Numbers in place of the drawing, where the page has both.
  virtual bool hasTable() const { return false; }
  virtual bool showsTable() const { return false; }
  virtual void setShowTable(bool /*table*/) {}
  /// A menu of the columns of its table, where these can be chosen.
  virtual bool hasColumns() const { return false; }
  virtual void fillColumns(QMenu& /*menu*/) {}
  /// What it shows as a drawing, while it lives; of no size where there is none.
  virtual Figure figure() const { return {}; }
  /// Sets the selection of the window, whose option it shows where it can; it outlives the page.
  virtual void follow(StrategySelection& /*selection*/) {}
  /// Older than the plan.
  virtual void setStale(bool /*stale*/) {}

 signals:
  void looksChanged();
};

class PlotPage;

/// A plot of a kind beside its page, with its table: "Sensitivity".
struct KindPlot {
  PlotPage* page = nullptr;
  QString title, figure;  ///< of the tab, and of its picture
};

/// How an export of the planner is told.
struct ExportWords {
  QString action, filter;  ///< "Export as text…", "Text (*.txt)"
};

class KindResults {
 public:
  virtual ~KindResults() = default;
  /// The id of the planner.
  virtual std::string_view kind() const = 0;
  virtual QString title() const = 0;        ///< of the tab
  virtual QString exportTitle() const = 0;  ///< of the tool that writes files
  virtual ExportWords wordsOf(const std::string& exportId) const = 0;
  virtual KindPage* makePage(PlanDocument& document, PlannerBridge& bridge, QWidget* parent) const = 0;
  /// The task of the jobs that its planner answers.
  virtual std::string_view task() const { return "train"; }
  /// Whether its planner answers the job before all others. Of a task that does not train, the pages of who
  /// answers are shown alone.
  virtual bool answers(const strategy::Job& job) const { return job.task == task(); }
  /// The page that stands in place of the ranking of strategies, "<kind>Ranking"; null: there is none.
  virtual KindPage* makeRanking(PlanDocument& /*document*/, PlannerBridge& /*bridge*/,
                                QWidget* /*parent*/) const {
    return nullptr;
  }
  /// The page of what weighs against each other, "<kind>ParetoPage"; null: there is none, or it is part of
  /// the other page.
  virtual KindPage* makePareto(PlanDocument& /*document*/, PlannerBridge& /*bridge*/,
                               QWidget* /*parent*/) const {
    return nullptr;
  }
  /// The page that says why an option is the best and others are not, "<kind>WhyPage"; null: there is none.
  virtual KindPage* makeWhy(PlanDocument& /*document*/, PlannerBridge& /*bridge*/,
                            QWidget* /*parent*/) const {
    return nullptr;
  }
  /// Further plots of what the planner finds, each a tab.
  virtual std::vector<KindPlot> makePlots(PlannerBridge& /*bridge*/, QWidget* /*parent*/) const { return {}; }
};

/// Null for a kind without a row.
const KindResults* kindResults(std::string_view kind);

/// Whose views a job has: "train", or the kind that answers it; its task where none has views.
std::string viewsOf(const strategy::Job& job);

/// A row that stands in the table while this lives: for tests. Made before the window.
class AddedKindResults {
 public:
  explicit AddedKindResults(const KindResults& results);
  ~AddedKindResults();
  AddedKindResults(const AddedKindResults&) = delete;
  AddedKindResults& operator=(const AddedKindResults&) = delete;

 private:
  const KindResults& m_results;
};

// The rows of the table.
const KindResults& programResults();
const KindResults& deploymentResults();
const KindResults& placementResults();
const KindResults& postTrainingResults();

}  // namespace astrolabe::ui
