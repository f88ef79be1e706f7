#pragma once
// How far the first strategy holds: a tornado of prices, power, links and speeds, and the values at which
// another strategy takes over.

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>
#include <QWidget>

#include "ui/document/latest.h"
#include "ui/document/selection.h"
#include "ui/document/sensitivity_answer.h"
#include "ui/render/theme.h"

class QScrollArea;
class QSpinBox;
class QTableWidget;

namespace astrolabe::ui {

class NamedPlot;

/// Asks when it is looked at, and again when the answer, the metric or the change is another one. Until the
/// first answer a line says what it waits for. Values that move #1 alike share a bar.
class SensitivityView : public QWidget {
  Q_OBJECT

 public:
  explicit SensitivityView(StrategySelection& selection, QWidget* parent = nullptr);

  void setStale(bool stale);
  bool showsTable() const { return m_table; }
  void setShowTable(bool table);
  bool hasFigure() const { return m_answer != nullptr; }
  void paintFigure(QPaintDevice& device, const QSize& size);
  SensitivityAnswerPtr answer() const { return m_answer; }
  /// True where the drawing is marked as older than the question.
  bool isMarkedOld() const { return m_drawnOld; }

 signals:
  /// The table instead of the plot, or there is a drawing now.
  void looksChanged();

 protected:
  void showEvent(QShowEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  QWidget* head();
  void follow();
  void ask();
  void showAsked();
  bool isOld() const;
  void showAnswer(const SensitivityAnswerPtr& answer);
  void draw(const Theme& theme);
  void fillCells();
  void showPage();

  StrategySelection& m_selection;
  SensitivityAnswerPtr m_answer;
  plan::SnapshotPtr m_asked;
  QComboBox* m_metric = nullptr;
  QSpinBox* m_change = nullptr;
  QLabel *m_state = nullptr, *m_words = nullptr, *m_nothing = nullptr;
  QScrollArea* m_side = nullptr;
  QPushButton* m_stop = nullptr;
  QStackedWidget* m_stack = nullptr;
  NamedPlot* m_plot = nullptr;
  QTableWidget* m_cells = nullptr;
  bool m_table = false, m_stale = false, m_dirty = false, m_drawnOld = false;
  Latest m_latest;
};

}  // namespace astrolabe::ui
