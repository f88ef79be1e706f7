#pragma once
// How the search stands: a pill with icon and word, counters, best, bound and gap, a spark line, and the
// buttons.

#include <QTimer>
#include <QWidget>

#include "ui/document/search_bridge.h"
#include "ui/render/worked_figure.h"

class QLabel;
class QPushButton;
class QToolButton;

namespace astrolabe::ui {

class FigureLabel;
class HideToFit;
class SparkLine;
class StatePill;

/// Shows what it is given; asks for nothing itself. Fields: runBar.state, .end, .evaluated, .pruned, .rate,
/// .elapsed, .best, .bound, .gap, .stale; buttons runBar.pause, runBar.stop,
/// runBar.rules.
class RunBar : public QWidget {
  Q_OBJECT

 public:
  explicit RunBar(QWidget* parent = nullptr);

  /// The state and the newest picture (null before the first search). `error`: why the question cannot be
  /// asked.
  void setSearch(SearchBridge::State state, const plan::SnapshotPtr& snapshot,
                 const std::optional<Error>& error = {});
  /// What another planner came to, in place of the figures of strategies.
  void setElsewhere(const ElsewhereWords& words);
  /// The plan of another kind that stands first in the ranking: its figures, with its name, in place of those
  /// of strategies; null: none does. To be called after setSearch().
  void setLeader(const planning::OptionPtr& leader);
  /// Marks the figures as older than the inputs.
  void setStale(bool stale, int changes);

  /// The place on the screen of a figure that can be asked: the best, the bound or the gap.
  QRect figurePlace(KeyFigure figure) const;

  /// The word of a state, in the language in force.
  static QString stateWord(SearchBridge::State state);
  /// The icon of a state (resources/icons).
  static QString stateIcon(SearchBridge::State state);

  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 signals:
  void pauseRequested();
  void stopRequested();
  /// The rules were asked for, beside what they pruned.
  void rulesRequested();
  /// How the best, the bound or the gap is worked out was asked; `at` is where it stands on the screen.
  void figureAsked(astrolabe::ui::KeyFigure figure, const QRect& at);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  struct Figure {
    QWidget* box = nullptr;
    QLabel *value = nullptr, *caption = nullptr;
    QString label;                ///< of strategies
    FigureLabel* asks = nullptr;  ///< the value, where it can be asked
  };
  Figure addFigure(const QString& name, const QString& label, QLayout* layout,
                   std::optional<KeyFigure> asked = {});
  /// `drawn`: the value with marks of rich text, where it has some.
  void setFigure(const Figure& figure, const QString& value, const QString& tip = {},
                 const QString& drawn = {});
  void setJob(const cost::Evaluation* best, const QString& whose = {});
  void colour();
  void fitWidth();

  SearchBridge::State m_state = SearchBridge::State::Ready;
  plan::SnapshotPtr m_snapshot;
  bool m_led = false;        ///< by a plan of another kind
  double m_progress = -1.0;  ///< share of the space handled, below 0 for none
  StatePill* m_pill;
  StatePill* m_stale;
  QLabel* m_end;
  Figure m_evaluated, m_pruned, m_rate, m_elapsed, m_best, m_bound, m_gap, m_job, m_left;
  SparkLine* m_spark;
  HideToFit* m_fit = nullptr;
  QPushButton* m_pause;
  QPushButton* m_stop;
  QToolButton* m_rules = nullptr;
};

}  // namespace astrolabe::ui
