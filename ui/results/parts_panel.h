#pragma once

#include <QWidget>

#include "ui/document/selection.h"
#include "ui/render/breakdown_painter.h"

namespace astrolabe::ui {

/// Beside the timeline: the step with its band, its parts with their sum, what the
/// signs mean, idle shares, the block that is selected and what the cursor reads.
class PartsPanel : public QWidget {
  Q_OBJECT

 public:
  explicit PartsPanel(StrategySelection& selection, QWidget* parent = nullptr);
  void setBlock(const QString& words);
  /// Shows what stands at the time cursor, as lines; the first is the time.
  void setReading(const QString& lines);
  QSize sizeHint() const override;
  /// The least size, without the shares in per cent.
  QSize minimumSizeHint() const override;

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void showEvent(QShowEvent* event) override;

 private:
  void follow();
  void refresh();
  StrategySelection& m_selection;
  int paintSigns(QPainter& painter, int y, bool draw) const;
  int paintIdle(QPainter& painter, int y, bool draw) const;
  int paintWords(QPainter& painter, int y, const QString& words, bool draw) const;
  QSize m_hint;
  QString m_block, m_reading;
  bool m_outdated = false;  ///< another strategy was selected while nobody looked
};

}  // namespace astrolabe::ui
