#pragma once

#include <QWidget>

#include "ui/document/selection.h"
#include "ui/render/breakdown_painter.h"

namespace astrolabe::ui {

/// Beside the timeline: the step with its band, its parts with their sum, and the block that is selected.
class PartsPanel : public QWidget {
  Q_OBJECT

 public:
  explicit PartsPanel(StrategySelection& selection, QWidget* parent = nullptr);
  void setBlock(const QString& words);
  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  StrategySelection& m_selection;
  QString m_block;
};

}  // namespace astrolabe::ui
