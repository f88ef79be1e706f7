#pragma once
// How far the first strategy holds: a tornado of prices, power, links and speeds, and the values at which
// another strategy takes over.

#include <QComboBox>
#include <QLabel>
#include <QPushButton>

#include "ui/document/latest.h"
#include "ui/document/selection.h"
#include "ui/document/sensitivity_answer.h"
#include "ui/results/plot_page.h"

class QSpinBox;

namespace astrolabe::ui {

/// Asks when it is looked at, and again when the answer, the metric or the change is another one. Until the
/// first answer a line says what it waits for. Values that move #1 alike share a bar.
class SensitivityView : public PlotPage {
  Q_OBJECT

 public:
  explicit SensitivityView(StrategySelection& selection, QWidget* parent = nullptr);

  bool hasFigure() const override { return m_answer != nullptr; }
  bool isWorking() const override { return m_latest.isWorking(); }
  SensitivityAnswerPtr answer() const { return m_answer; }
  /// True where the drawing is marked as older than the question.
  bool isMarkedOld() const { return m_drawnOld; }

 private:
  void addBoxes(QWidget* bar, FlowRow* row);
  QString workingText() const override;
  QString nothingText() const override;
  void follow();
  void catchUp() override { ask(); }
  void ask();
  void stop();
  void showAsked();
  bool isOld() const;
  void showAnswer(const SensitivityAnswerPtr& answer);
  void draw(const Theme& theme) override;
  void fillCells();

  StrategySelection& m_selection;
  SensitivityAnswerPtr m_answer;
  plan::SnapshotPtr m_asked;
  QComboBox* m_metric = nullptr;
  QSpinBox* m_change = nullptr;
  bool m_drawnOld = false;
  Latest m_latest;
};

}  // namespace astrolabe::ui
