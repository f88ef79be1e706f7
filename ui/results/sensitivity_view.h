#pragma once
// How far the first strategy holds: a tornado of prices, power, links and speeds, and the values at which
// another strategy takes over.

#include "ui/document/selection.h"
#include "ui/document/sensitivity_answer.h"
#include "ui/results/tornado_page.h"

namespace astrolabe::ui {

/// Asks when it is looked at, and again when the answer, the metric or the change is another one. Until the
/// first answer a line says what it waits for. Values that move #1 alike share a bar.
class SensitivityView : public TornadoPage {
  Q_OBJECT

 public:
  explicit SensitivityView(StrategySelection& selection, QWidget* parent = nullptr);

  bool hasFigure() const override { return m_answer != nullptr; }
  SensitivityAnswerPtr answer() const { return m_answer; }
  /// True where the drawing is marked as older than the question.
  bool isMarkedOld() const { return m_drawnOld; }

 private:
  QString workingText() const override;
  QString nothingText() const override;
  void follow();
  void ask() override;
  void stop() override;
  void showAsked();
  bool isOld() const override;
  void showAnswer(const SensitivityAnswerPtr& answer);
  Tornado tornado() const override;
  PlotTable cells() const override;

  StrategySelection& m_selection;
  SensitivityAnswerPtr m_answer;
  plan::SnapshotPtr m_asked;
};

}  // namespace astrolabe::ui
