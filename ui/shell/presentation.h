#pragma once
// Presenting: the answer on a whole screen, page by page, with what-if edits that never reach the plan by
// themselves.

#include <QLabel>
#include <QSpinBox>
#include <QTimer>
#include <QWidget>
#include <vector>

#include "ui/document/plan_document.h"
#include "ui/document/search_bridge.h"
#include "ui/shell/slides.h"

namespace astrolabe::ui {

/// A window of its own over a copy of the plan, with a search of its own. → Space PgDn next, ← PgUp back,
/// Home End, number and Enter jump, B blank, + − text size, H hide money, W what if, Esc leave.
class Presentation : public QWidget {
  Q_OBJECT

 public:
  /// Shows `snapshot` (of the same plan, may be null: then it searches) until a what-if is tried.
  Presentation(PlanDocument& document, plan::SnapshotPtr snapshot, QWidget* parent = nullptr);

  /// The scenarios of the plan for their page, in the place of those known so far.
  void setOptions(std::vector<SlideOption> options);
  Slide slide() const { return m_slide; }
  bool isBlank() const { return m_blank; }
  bool hidesMoney() const { return m_hideMoney; }
  /// What is on the page, as people who do not see it are told.
  QString spoken() const;
  /// Of the page as it was drawn last, in points.
  double smallestText() const { return m_smallest * 72.0 / logicalDpiY(); }
  /// The plan that is tried; equals the document's until a what-if edit.
  PlanDocument& trial() { return m_trial; }

  /// Where the step of a page stands in the foot; a click on it goes there.
  QRect stepPlace(Slide slide) const { return steps()[static_cast<std::size_t>(slide)].place; }

 signals:
  /// The presentation is over.
  void left();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void closeEvent(QCloseEvent* event) override;

 private:
  struct Step {
    QString name;
    QRect place;
  };
  QRect foot() const;
  std::vector<Step> steps() const;
  void go(int slide);
  void buildStrip();
  void showStrip(bool shown);
  void leave(QUndoCommand* keep);
  void refresh();
  plan::SnapshotPtr snapshot() const;

  PlanDocument& m_document;
  plan::SnapshotPtr m_before;
  std::vector<SlideOption> m_options;
  PlanDocument m_trial;
  SearchBridge m_bridge{m_trial};
  Slide m_slide = Slide::Cluster;
  bool m_blank = false, m_hideMoney = false;
  double m_zoom = 1.0;
  int m_number = 0, m_smallest = 0;
  QWidget *m_strip = nullptr, *m_question = nullptr;
  QLabel* m_effect = nullptr;
  QTimer m_pointer;
};

}  // namespace astrolabe::ui
