#pragma once
// Offers what a start may begin with instead of a plan: recent plans, samples, a new one. Over the canvas.

#include <QAbstractButton>
#include <QAction>
#include <QFrame>
#include <QList>
#include <QStringList>

class QPushButton;
class QToolButton;
class QVBoxLayout;

namespace astrolabe::ui {

/// One thing to begin with: a line for what it is, one for what there is to know of it.
class StartEntry : public QAbstractButton {
  Q_OBJECT

 public:
  StartEntry(const QString& name, const QString& title, const QString& detail, QWidget* parent);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void enterEvent(QEnterEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  QString m_detail;
};

/// Children: startPage.new, .open, .close, a ".recent.PATH" with its ".pin.PATH" for each recent plan, a
/// ".NAME" for each sample by the name of its action. Goes when something was chosen, or with Esc.
class StartPage : public QFrame {
  Q_OBJECT

 public:
  /// Pinned plans stand first in `recent`, as in the menu.
  StartPage(const QStringList& recent, const QStringList& pinned, const QList<QAction*>& samples,
            QWidget* over);

 signals:
  void newRequested();
  void openRequested();
  void planChosen(const QString& path);
  void pinChosen(const QString& path, bool pinned);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  QVBoxLayout* addColumn();
  QToolButton* makeLeave(QWidget* page);
  QPushButton* addButtons(QVBoxLayout& column);
  void addRecent(QVBoxLayout& column, const QString& path, bool pinned);
};

}  // namespace astrolabe::ui
