#pragma once
// What is said where one value of a question moves and its best answer may change, whatever the task.

#include <QStringList>
#include <functional>
#include <optional>
#include <vector>

#include "core/planning/swings.h"

namespace astrolabe::ui {

/// The best answer with a value at one end, in words.
struct ToldEnd {
  QString at;                    ///< the value there
  QString until;                 ///< the value up to which the first stays the best
  QString best;                  ///< what is the best there
  std::optional<double> metric;  ///< of it
  QString figure;                ///< the same in words
  QString turn;                  ///< a sentence where the first is not the best there any more; else empty
};

struct ToldSwing {
  QString name, now;  ///< of the value, and what it is in the question
  ToldEnd low, high;
};

/// How far an answer holds, in words.
struct ToldMoves {
  QString nothing;                        ///< a sentence where no answer holds as things are; else empty
  QString first, figure;                  ///< the best as things are, and its figure
  QString metric;                         ///< what is looked at
  std::function<QString(double)> number;  ///< a value of it
  double base = 0.0, change = 0.0;        ///< the figure, and the share by which each value moves
  bool moreIsBetter = false;
  std::vector<ToldSwing> swings;  ///< widest first; those that are known
  int all = 0;                    ///< values that are moved
  bool stopped = false;
};

/// The function of a figure in words, or of none.
using MovedFigure = std::function<QString(const std::optional<double>&)>;

/// Puts what was found into the words of a task: `speech` has nothing(), first(), metric(), name(lever),
/// text(lever, value), best(end), turn(above, name, value, end), and a function `figure` that outlives what
/// was found.
template <typename Lever, typename Metric, typename Speech>
ToldMoves toldBy(const planning::MovedSensitivity<Lever, Metric>& found, const Speech& speech) {
  ToldMoves told;
  if (!found.first) told.nothing = speech.nothing();
  told.first = speech.first();
  told.figure = speech.figure(found.base);
  told.metric = speech.metric();
  told.number = speech.figure;
  told.base = found.base;
  told.change = found.change;
  told.moreIsBetter = more_is_better(found.metric);
  told.all = found.all;
  told.stopped = found.stopped;
  for (const planning::MovedSwing<Lever>& swing : found.swings) {
    const QString name = speech.name(swing.lever);
    const auto end = [&](const planning::MovedEnd& moved) {
      ToldEnd one{speech.text(swing.lever, moved.value),
                  speech.text(swing.lever, moved.until.value_or(moved.value)),
                  speech.best(moved),
                  moved.metric,
                  speech.figure(moved.metric),
                  {}};
      if (!moved.first_stays)
        one.turn = speech.turn(moved.value > swing.value, name,
                               speech.text(swing.lever, moved.until.value_or(swing.value)), moved);
      return one;
    };
    told.swings.push_back({name, speech.text(swing.lever, swing.value), end(swing.low), end(swing.high)});
  }
  return told;
}

/// "Rent of h200 above $3.1: 2 × TP 4 on h100 is better ($0.4)."
QString betterText(bool above, const QString& name, const QString& value, const QString& taker,
                   const QString& figure);
/// Whether the first stays the first, then each value at which it does not.
QStringList movedSentences(const ToldMoves& told);
/// A table of the values moved, without the column of their names; one of its rows.
QStringList movedColumns();
QStringList movedCells(const ToldSwing& swing);
/// "5.5 to 6.6": where the first stays the best.
QString holdsText(const ToldSwing& swing);
/// "$0.4 at 6.6".
QString figureAtText(const ToldEnd& end);

}  // namespace astrolabe::ui
