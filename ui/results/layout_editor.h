#pragma once

#include <QDialog>
#include <memory>
#include <optional>

#include "core/engine.h"

class QLabel;
class QPlainTextEdit;
class QPushButton;
class QTableWidget;

namespace astrolabe::ui {

/// "What would this run do": a strategy typed as a line or edited by stages, checked and predicted while one
/// types. A number that no stage can have stays as it was typed, and nothing is added meanwhile.
class LayoutEditor : public QDialog {
  Q_OBJECT

 public:
  /// `start`: the strategy to begin with.
  LayoutEditor(std::shared_ptr<const strategy::Problem> problem, const strategy::Strategy& start,
               double bestTokensPerSecond, QWidget* parent = nullptr);
  /// The strategy that was typed, possible or not; none while it cannot be predicted.
  const std::optional<strategy::Strategy>& strategy() const { return m_strategy; }
  void setText(const QString& text);

 private:
  void check();
  void refuse(const QString& why);
  QString stagesProblem() const;
  void fillStages();
  void readStages();
  void showPrediction();

  std::shared_ptr<const strategy::Problem> m_problem;
  double m_best;
  std::optional<strategy::Strategy> m_strategy;
  QPlainTextEdit* m_text = nullptr;
  QLabel* m_answer = nullptr;
  QTableWidget* m_stages = nullptr;
  QPushButton* m_add = nullptr;
  bool m_filling = false;
};

}  // namespace astrolabe::ui
