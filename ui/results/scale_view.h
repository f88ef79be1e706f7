#pragma once
// How far more nodes carry: time and cost of the job against the number of nodes of a pool.

#include <QWidget>
#include <memory>

#include "core/plan/scale.h"
#include "ui/document/latest.h"
#include "ui/document/plan_document.h"
#include "ui/document/selection.h"
#include "ui/render/theme.h"

class QComboBox;
class QLabel;
class QPushButton;
class QScrollArea;
class QStackedWidget;
class QTableWidget;

namespace astrolabe::ui {

class NamedPlot;

using ScalePtr = std::shared_ptr<const plan::Scale>;

/// Asks when it is looked at after a search has ended, and again when the question or the pool is another
/// one. Points are drawn as they are found; hollow ones break a limit of the job.
class ScaleView : public QWidget {
  Q_OBJECT

 public:
  ScaleView(PlanDocument& document, StrategySelection& selection, QWidget* parent = nullptr);

  void setStale(bool stale);
  bool showsTable() const { return m_table; }
  void setShowTable(bool table);
  bool hasFigure() const { return m_found && !m_found->points.empty(); }
  void paintFigure(QPaintDevice& device, const QSize& size);
  /// The results that are drawn; null for none.
  ScalePtr found() const { return m_found; }
  bool isWorking() const { return m_latest.isWorking(); }

 signals:
  /// The table instead of the plot, or there is a drawing now.
  void looksChanged();

 protected:
  void showEvent(QShowEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  QWidget* head();
  QWidget* words();
  void listPools();
  void follow();
  void ask();
  void stop();
  void showFound(const ScalePtr& scale);
  void draw(const Theme& theme);
  void drawLines(const Theme& theme, double hoursOfUnit, double usdOfUnit);
  void fillCells();
  void showPage();

  PlanDocument& m_document;
  StrategySelection& m_selection;
  ScalePtr m_found;
  quint64 m_asked = 0;  ///< revision of the question
  std::string m_askedPool;
  QComboBox* m_pool = nullptr;
  QLabel *m_state = nullptr, *m_words = nullptr, *m_nothing = nullptr;
  QScrollArea* m_side = nullptr;
  QPushButton* m_stop = nullptr;
  QStackedWidget* m_stack = nullptr;
  NamedPlot* m_plot = nullptr;
  QTableWidget* m_cells = nullptr;
  bool m_table = false, m_stale = false, m_dirty = false;
  Latest m_latest;
};

}  // namespace astrolabe::ui
