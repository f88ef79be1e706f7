#pragma once
// Presenting: the answer on a whole screen, page by page, with what-if edits that never reach the plan by
// themselves.

#include <QTimer>
#include <QWidget>
#include <array>
#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "ui/controls/refresh.h"
#include "ui/document/plan_document.h"
#include "ui/document/search_bridge.h"
#include "ui/document/tried_kinds.h"
#include "ui/render/money.h"
#include "ui/shell/slides.h"

namespace astrolabe::ui {

class WhatIfStrip;

/// The keys of a presentation, and what they do.
std::vector<std::array<QString, 2>> presentationKeys();

/// The steps of the plan, over a copy of it with a search of its own. → Space PgDn next, ← PgUp back, Home
/// End, number and Enter jump, B blank, + − text size, H hide money, W what if, ? keys, Esc leave.
class Presentation : public QWidget {
  Q_OBJECT

 public:
  /// Shows `snapshot` (of the same plan, may be null: then it searches) until a what-if is tried.
  Presentation(PlanDocument& document, plan::SnapshotPtr snapshot, QWidget* parent = nullptr);

  /// Who tells all scenarios of the plan with their answers: asked where a page is made of them.
  void setOptions(std::function<std::vector<SlideOption>()> told);
  /// They are others now. However many such changes follow each other, the page is made once for all of them.
  void outdateOptions();
  /// A newer answer of the search beside it, to `asked`: it takes the place of the one presented as long as
  /// that one's search had not ended. Where that search is gone, this one searches itself.
  void follow(const plan::SnapshotPtr& answer, const plan::Plan& asked);
  /// The desktop ends its session: closing asks nothing, unless somebody goes on presenting.
  void prepareForLogout() { m_loggingOut = true; }
  /// Ends it unasked: what was tried is dropped.
  void end() { leave(nullptr); }
  /// The step that is shown: its place among those presented, from 0, and its page.
  int step() const { return m_step; }
  int stepCount() const { return static_cast<int>(m_steps.size()); }
  Slide slide() const { return shown().page; }
  bool isBlank() const { return m_blank; }
  /// The content of the page in words, for people who do not see it.
  QString spoken() const;
  /// The size of the smallest text of the page as it was drawn last, in points.
  double smallestText() const { return m_smallest * 72.0 / logicalDpiY(); }
  /// The plan that is tried; equals the document's until a what-if edit.
  PlanDocument& trial() { return m_trial; }

  /// The place in the foot of the first step that shows a page; a click on it goes there. Empty without one.
  QRect stepPlace(Slide slide) const;
  /// True while the keys are told above the foot, which is as long as the pointer is seen.
  bool isHintShown() const { return m_hint; }

 signals:
  /// The presentation is over.
  void left();

 protected:
  void changeEvent(QEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void closeEvent(QCloseEvent* event) override;

 private:
  struct Place {
    QString name;
    QRect place;
  };
  QRect foot() const;
  std::vector<Place> places() const;
  const PresentationStep& shown() const { return m_steps[static_cast<std::size_t>(m_step)]; }
  bool isPresented(int scenario) const;
  void noteGone();
  const std::vector<SlideOption>& options() const;
  void go(int step);
  void buildStrip();
  void buildQuestion();
  void showStrip(bool shown);
  void placeStrip();
  /// The page as it is, made once until something of it changes.
  const SlideContent& content() const;
  SlideContent madeContent() const;
  /// The name of a step, as it may be shown now: without sums of money where they are hidden.
  QString nameOf(const PresentationStep& step) const;
  /// The answer and the strategy of a step.
  const SlideOption* optionOf(const PresentationStep& step) const;
  const SlideOption* servedOption(const PresentationStep& step) const;
  planning::OptionPtr chosen(const PresentationStep& step, const plan::SnapshotPtr& answer) const;
  /// The plan of another kind that leads the answer as it was before something is tried; null: none does.
  planning::OptionPtr leaderBefore() const;
  /// That of the answer that is presented.
  planning::OptionPtr leader() const;
  /// What was tried has brought, in words; empty for nothing.
  QString effect() const;
  void leave(QUndoCommand* keep);
  void refresh();
  void outdate();
  plan::SnapshotPtr snapshot() const;

  PlanDocument& m_document;
  plan::SnapshotPtr m_before;
  std::function<std::vector<SlideOption>()> m_tellOptions;
  mutable std::vector<SlideOption> m_options;
  mutable bool m_optionsOutdated = false;
  /// A scenario that there was when it began.
  struct Presented {
    plan::Plan asked;  ///< what it asked last
    bool there = true;
  };
  std::map<int, Presented> m_presented;  ///< by id
  PlanDocument m_trial;
  SearchBridge m_bridge{m_trial};
  TriedKinds m_tried{m_trial, m_bridge};
  std::vector<PresentationStep> m_steps;
  int m_step = 0;
  bool m_blank = false, m_hideMoney = false, m_keys = false, m_hint = true, m_loggingOut = false;
  double m_zoom = 1.0;
  int m_number = 0, m_smallest = 0;
  WhatIfStrip* m_strip = nullptr;
  QWidget* m_question = nullptr;
  QTimer m_pointer;
  /// The strategy of a step that was asked last, and of which answer.
  struct Asked {
    plan::SnapshotPtr answer;
    std::string strategy;
    planning::OptionPtr detail;
  };
  mutable Asked m_asked;
  /// A page with what it was made in; none: it has to be made.
  struct Made {
    SlideContent page;
    ThemeKind theme;
    PlotPalette plots;
    Currency currency;
  };
  mutable std::optional<Made> m_made;
  Refresh m_soon{[this] { refresh(); }};
};

}  // namespace astrolabe::ui
