#pragma once

#include <QFrame>

#include "ui/render/worked_figure.h"

class QPushButton;
class QTextBrowser;

namespace astrolabe::ui {

/// Beside a figure: how it is worked out, its inputs and where they are from. Esc or a click elsewhere closes
/// it; it keeps what it says whatever a search finds meanwhile. Children: figureCard.text, figureCard.copy,
/// figureCard.breakdown, figureCard.close.
class FigureCard : public QFrame {
  Q_OBJECT

 public:
  FigureCard(WorkedFigure figure, QWidget* parent);
  const WorkedFigure& figure() const { return m_figure; }
  /// Opens it below `figure`, a place on the screen, or above where there is no room. It deletes itself once
  /// closed.
  void showAt(const QRect& figure);

 signals:
  void breakdownRequested();
  /// The properties of a pool, by its id.
  void poolRequested(const QString& pool);

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void fill();
  void fitText();
  WorkedFigure m_figure;
  QTextBrowser* m_text;
};

}  // namespace astrolabe::ui
