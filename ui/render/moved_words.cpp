#include "ui/render/moved_words.h"

#include <QCoreApplication>

#include "ui/render/numbers.h"

namespace astrolabe::ui {

namespace {

struct MovedWords {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::Moves)
};

}  // namespace

QString betterText(bool above, const QString& name, const QString& value, const QString& taker,
                   const QString& figure) {
  return (above ? MovedWords::tr("%1 above %2: %3 is better (%4).", "value, how much, what, its figure")
                : MovedWords::tr("%1 below %2: %3 is better (%4).", "value, how much, what, its figure"))
      .arg(name, value, taker, figure);
}

QStringList movedSentences(const ToldMoves& told) {
  if (!told.nothing.isEmpty()) return {told.nothing};
  if (told.swings.empty()) return {MovedWords::tr("No price is known: choose another figure.")};
  QStringList turns;
  for (const ToldSwing& swing : told.swings)
    for (const ToldEnd* end : {&swing.low, &swing.high})
      if (!end->turn.isEmpty()) turns << end->turn;
  const QString change = percentText(told.change, 0);
  const int known = static_cast<int>(told.swings.size());
  QStringList all;
  if (!turns.isEmpty())
    all << MovedWords::tr("%1 is the best as things are (%2). Within ±%3 that ends:",
                          "what, its figure, change")
               .arg(told.first, told.figure, change);
  else if (known < told.all)
    all << MovedWords::tr("%1 stays the best whichever of the first %2 of %3 values changes by ±%4.",
                          "what, how many, of how many, change")
               .arg(told.first, wholeText(known), wholeText(told.all), change);
  else
    all << MovedWords::tr("%1 stays the best whichever value changes by ±%2.", "what, change")
               .arg(told.first, change);
  if (told.stopped) all << MovedWords::tr("Stopped: not every value was moved.");
  return all + turns;
}

QStringList movedColumns() {
  return {MovedWords::tr("Now"),        MovedWords::tr("Lower"),      MovedWords::tr("Best there"),
          MovedWords::tr("Its figure"), MovedWords::tr("Higher"),     MovedWords::tr("Best there"),
          MovedWords::tr("Its figure"), MovedWords::tr("First holds")};
}

QStringList movedCells(const ToldSwing& swing) {
  QStringList cells{swing.now};
  for (const ToldEnd* end : {&swing.low, &swing.high}) cells << end->at << end->best << end->figure;
  cells << holdsText(swing);
  return cells;
}

QString holdsText(const ToldSwing& swing) {
  return MovedWords::tr("%1 to %2", "range in which the first stays the best")
      .arg(swing.low.until, swing.high.until);
}

QString figureAtText(const ToldEnd& end) {
  return MovedWords::tr("%1 at %2", "figure, value").arg(end.figure, end.at);
}

}  // namespace astrolabe::ui
