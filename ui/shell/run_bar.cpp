#include "ui/shell/run_bar.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "core/planning/recommended.h"
#include "ui/canvas/figure_label.h"
#include "ui/canvas/hide_to_fit.h"
#include "ui/render/answer_text.h"
#include "ui/render/icons.h"
#include "ui/render/leader_words.h"
#include "ui/render/messages.h"
#include "ui/render/numbers.h"
#include "ui/render/proof_figures.h"
#include "ui/render/theme.h"
#include "ui/shell/paint_helpers.h"
#include "ui/shell/run_bar_parts.h"

namespace astrolabe::ui {
namespace {

using namespace Qt::StringLiterals;
using State = SearchBridge::State;

struct PillColours {
  QColor ink, fill;
};

bool fitsNothing(const plan::SnapshotPtr& snapshot) {
  return snapshot && snapshot->status == plan::Status::infeasible;
}

/// A search that came to its end and found nothing is no success.
PillColours coloursOf(State state, bool found) {
  const Theme& theme = currentTheme();
  switch (state) {
    case State::Searching:
      return {theme.accent, theme.selection};
    case State::Paused:
    case State::StoppedEarly:
      return {theme.warn, theme.warnFill};
    case State::Finished:
      return found ? PillColours{theme.success, theme.successFill} : PillColours{theme.warn, theme.warnFill};
    case State::Failed:
      return {theme.error, theme.errorFill};
    case State::Ready:
    case State::Stopping:
      break;
  }
  return {theme.text2, theme.header};
}

bool runs(State state) {
  return state == State::Searching || state == State::Paused || state == State::Stopping;
}

/// A hairline between groups of figures.
class Rule : public QWidget {
 public:
  explicit Rule(QWidget* parent) : QWidget(parent) { setFixedSize(1, scaled(28)); }

 protected:
  void paintEvent(QPaintEvent*) override { QPainter(this).fillRect(rect(), currentTheme().border); }
};

/// What no remaining strategy can beat; its unit stands beside the best.
QString boundText(const plan::Snapshot& snapshot, double bound) {
  if (snapshot.objective == strategy::Objective::money) return moneyText(bound);
  return snapshot.objective == strategy::Objective::gpus ? wholeText(bound) : significantText(bound);
}

QString gapSum(const ProofFigures& proof) {
  return RunBar::tr("|bound − best| ÷ the larger of the two = |%1 − %2| ÷ %3 = %4")
      .arg(exactText(*proof.bound), exactText(*proof.best), exactText(std::max(*proof.bound, *proof.best)),
           percentText(*proof.gap, 6));
}

/// How the gap follows from the two figures beside it, and what it does not say.
QString gapTip(const plan::Snapshot& snapshot, const ProofFigures& proof) {
  QStringList said;
  if (proof.gap) said << gapSum(proof);
  if (snapshot.objective == strategy::Objective::pareto && snapshot.has_bound)
    said << RunBar::tr("For the speed alone; the Pareto frontier can improve by at most %1")
                .arg(percentText(snapshot.gap));
  if (const QString covered = coveredText(snapshot); !covered.isEmpty() && proof.gap)
    said << RunBar::tr("Of all strategies, %1", "what a bound covers").arg(covered);
  if (const QString mixtures = provenMixturesText(snapshot); !mixtures.isEmpty()) said << mixtures;
  return said.join(u'\n');
}

/// What is left of the space at the rate so far; not told before there are two seconds of data.
QString leftText(const plan::Snapshot& snapshot) {
  constexpr double kEnoughSeconds = 2.0;
  const plan::Space& space = snapshot.space;
  const std::uint64_t handled = space.rejected_by_rule + space.rejected_by_limit + space.rejected_by_memory +
                                space.cut_by_bound + space.evaluated;
  if (snapshot.seconds < kEnoughSeconds || snapshot.rate <= 0.0 || space.total < handled)
    return unknownText();
  return elapsedText(double(space.total - handled) / snapshot.rate);
}

}  // namespace

QString RunBar::stateWord(State state) {
  switch (state) {
    case State::Ready:
      return tr("Ready");
    case State::Searching:
      return tr("Searching");
    case State::Paused:
      return tr("Paused");
    case State::Stopping:
      return tr("Stopping");
    case State::Finished:
      return tr("Finished");
    case State::StoppedEarly:
      return tr("Stopped early");
    case State::Failed:
      break;
  }
  return tr("Failed");
}

QString RunBar::stateIcon(State state) {
  switch (state) {
    case State::Ready:
    case State::Searching:
      return u"play"_s;
    case State::Paused:
      return u"pause"_s;
    case State::Stopping:
    case State::StoppedEarly:
      return u"stop"_s;
    case State::Finished:
      return u"ok"_s;
    case State::Failed:
      break;
  }
  return u"err"_s;
}

RunBar::RunBar(QWidget* parent) : QWidget(parent) {
  setObjectName(u"runBar"_s);
  setAccessibleName(tr("Search"));
  setProperty("compactControls", true);
  setFixedHeight(scaled(46));
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(scaled(12), scaled(3), scaled(12), scaled(2));
  layout->setSpacing(scaled(14));
  m_pill = new StatePill(this);
  m_pill->setObjectName(u"runBar.state"_s);
  layout->addWidget(m_pill);
  m_end = new QLabel(this);
  m_end->setObjectName(u"runBar.end"_s);
  m_end->setFont(ui::font(TextRole::BodyStrong));
  layout->addWidget(m_end);
  m_evaluated = addFigure(u"evaluated"_s, tr("Evaluated"), layout);
  m_pruned = addFigure(u"pruned"_s, tr("Pruned"), layout);
  m_rules = new QToolButton(m_pruned.box);
  m_rules->setObjectName(u"runBar.rules"_s);
  m_rules->setIcon(icon(u"info"_s));
  m_rules->setAccessibleName(tr("Rules that prune"));
  m_rules->setToolTip(tr("Show the rules that prune"));
  m_rules->setAutoRaise(true);
  m_rules->setFocusPolicy(Qt::TabFocus);
  m_pruned.box->layout()->addWidget(m_rules);
  m_rate = addFigure(u"rate"_s, tr("Rate"), layout);
  m_elapsed = addFigure(u"elapsed"_s, tr("Elapsed"), layout);
  m_best = addFigure(u"best"_s, tr("Best"), layout, KeyFigure::Best);
  m_bound = addFigure(u"bound"_s, tr("Bound"), layout, KeyFigure::Bound);
  m_gap = addFigure(u"gap"_s, tr("Gap"), layout, KeyFigure::Gap);
  m_job = addFigure(u"job"_s, tr("The job"), layout, KeyFigure::HoursWithFailures);
  m_left = addFigure(u"left"_s, tr("Left"), layout);
  layout->addStretch();
  m_stale = new StatePill(this);
  m_stale->setObjectName(u"runBar.stale"_s);
  m_stale->hide();
  layout->addWidget(m_stale);
  m_spark = new SparkLine(this);
  m_spark->setObjectName(u"runBar.spark"_s);
  m_spark->setAccessibleName(tr("Best and bound over the time of the search"));
  layout->addWidget(m_spark);
  m_pause = new QPushButton(icon(u"pause"_s), {}, this);
  m_pause->setObjectName(u"runBar.pause"_s);
  m_stop = new QPushButton(icon(u"stop"_s), tr("Stop"), this);
  m_stop->setObjectName(u"runBar.stop"_s);
  m_stop->setAccessibleName(tr("Stop the search"));
  layout->addWidget(m_pause);
  layout->addWidget(m_stop);
  for (QPushButton* button : {m_pause, m_stop}) button->setFocusPolicy(Qt::TabFocus);  // they come and go
  connect(m_pause, &QPushButton::clicked, this, &RunBar::pauseRequested);
  connect(m_stop, &QPushButton::clicked, this, &RunBar::stopRequested);
  connect(m_rules, &QToolButton::clicked, this, &RunBar::rulesRequested);
  m_fit = new HideToFit(this, {m_spark, m_rate.box, m_elapsed.box, m_pruned.box, m_evaluated.box, m_bound.box,
                               m_end, m_gap.box, m_job.box});
  setSearch(State::Ready, nullptr);
}

RunBar::Figure RunBar::addFigure(const QString& name, const QString& label, QLayout* layout,
                                 std::optional<KeyFigure> asked) {
  Figure figure;
  figure.label = label;
  figure.box = new QWidget(this);
  auto* row = new QHBoxLayout(figure.box);
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(scaled(14));
  row->addWidget(new Rule(figure.box));
  auto* column = new QVBoxLayout;
  column->setSpacing(0);
  column->addStretch();
  figure.caption = new QLabel(label, figure.box);
  figure.caption->setObjectName(u"runBar.%1.label"_s.arg(name));
  figure.caption->setFont(ui::font(TextRole::Caption));
  figure.caption->setProperty("caption", true);
  column->addWidget(figure.caption);
  if (asked) {
    figure.value = figure.asks = new FigureLabel(figure.box);
    connect(figure.asks, &FigureLabel::asked, this,
            [this, what = *asked](const QRect& at) { emit figureAsked(what, at); });
  } else {
    figure.value = new QLabel(figure.box);
  }
  figure.value->setText(unknownText());
  figure.value->setObjectName(u"runBar.%1"_s.arg(name));
  figure.value->setFont(ui::font(TextRole::BodyStrong));
  column->addWidget(figure.value);
  column->addStretch();
  row->addLayout(column);
  layout->addWidget(figure.box);
  return figure;
}

void RunBar::setFigure(const Figure& figure, const QString& value, const QString& tip, const QString& drawn) {
  const QString& shown = drawn.isEmpty() ? value : drawn;
  figure.value->setTextFormat(drawn.isEmpty() ? Qt::PlainText : Qt::RichText);
  if (figure.value->text() != shown) figure.value->setText(shown);
  figure.value->setAccessibleName(tr("%1: %2", "label and value").arg(figure.caption->text(), value));
  figure.box->setToolTip(roundedNumbers(tip));
  if (figure.asks) figure.asks->setAskable(value != unknownText());
}

/// What the best comes to; energy of power that is partly estimated leans, as all that is assumed. `whose`:
/// of which plan, in the tip.
void RunBar::setJob(const cost::Evaluation* best, const QString& whose) {
  const QStringList parts = best != nullptr ? outcomeParts(*best) : QStringList();
  if (parts.isEmpty()) return setFigure(m_job, unknownText());
  QStringList tip{tr("With failures, checkpoints and restarts, and an 80 % band; %1 without")
                      .arg(hoursText(best->hours_for_job))};
  if (!whose.isEmpty()) tip.prepend(whose);
  const QString plain = parts.join(u" · "_s);
  if (!best->money.power_estimated) return setFigure(m_job, plain, tip.join(u'\n'));
  tip << tr("The energy is an estimate, as no power is published of some machines or switches");
  QStringList drawn;
  for (const QString& part : parts) drawn << part.toHtmlEscaped();
  drawn.last() = u"<i>%1</i>"_s.arg(drawn.last());
  setFigure(m_job, plain, tip.join(u'\n'), drawn.join(u" · "_s));
}

QRect RunBar::figurePlace(KeyFigure figure) const {
  const Figure& of = figure == KeyFigure::Bound               ? m_bound
                     : figure == KeyFigure::Gap               ? m_gap
                     : figure == KeyFigure::HoursWithFailures ? m_job
                                                              : m_best;
  return {of.value->mapToGlobal(QPoint(0, 0)), of.value->size()};
}

void RunBar::setSearch(State state, const plan::SnapshotPtr& snapshot, const std::optional<Error>& error) {
  m_state = state;
  m_snapshot = snapshot;
  m_led = false;
  for (const Figure* figure : {&m_best, &m_bound, &m_gap, &m_job}) figure->caption->setText(figure->label);
  const bool searching = runs(state);
  m_progress = -1.0;
  QString end;
  if (snapshot) {
    const plan::Space& space = snapshot->space;
    const std::uint64_t pruned =
        space.rejected_by_rule + space.rejected_by_limit + space.rejected_by_memory + space.cut_by_bound;
    setFigure(m_evaluated, wholeText(double(space.evaluated)));
    setFigure(m_pruned, wholeText(double(pruned)),
              tr("By rule %1, by a limit %2, by memory %3, by the bound %4")
                  .arg(wholeText(double(space.rejected_by_rule)), wholeText(double(space.rejected_by_limit)),
                       wholeText(double(space.rejected_by_memory)), wholeText(double(space.cut_by_bound))));
    setFigure(
        m_rate, snapshot->rate > 0 ? tr("%1 /s", "rate").arg(significantText(snapshot->rate)) : unknownText(),
        searching
            ? tr("%1 strategies a second so far").arg(exactText(snapshot->rate))
            : tr("%1 strategies a second, the average of the whole search").arg(exactText(snapshot->rate)));
    setFigure(m_elapsed,
              snapshot->seconds < 10 ? durationText(snapshot->seconds) : elapsedText(snapshot->seconds),
              tr("%1 s").arg(exactText(snapshot->seconds)));
    const ProofFigures proof = proofFigures(*snapshot);
    const strategy::Objective goal = snapshot->objective;
    setFigure(m_best, proof.best ? goalFigureText(goal, *proof.best) : unknownText(),
              proof.best ? exactGoalFigureText(goal, *proof.best) : QString());
    const QString covered = coveredText(*snapshot);
    const QString beyond = proof.bound ? exactGoalFigureText(goal, *proof.bound) : QString();
    setFigure(m_bound, proof.bound ? boundText(*snapshot, *proof.bound) : unknownText(),
              !proof.bound        ? QString()
              : covered.isEmpty() ? tr("No strategy can beat %1").arg(beyond)
                                  : tr("No strategy, %2, can beat %1").arg(beyond, covered));
    setFigure(m_gap, gapText(*snapshot), gapTip(*snapshot, proof));
    setJob(snapshot->best.empty() ? nullptr : &snapshot->best.front());
    setFigure(m_left, searching ? leftText(*snapshot) : unknownText());
    if (searching && space.total > 0)
      m_progress = std::min(1.0, double(pruned + space.evaluated) / double(space.total));
    if (!searching && state != State::Ready) end = endText(*snapshot);
  } else {
    for (const Figure* figure :
         {&m_evaluated, &m_pruned, &m_rate, &m_elapsed, &m_best, &m_bound, &m_gap, &m_job, &m_left})
      setFigure(*figure, unknownText());
  }
  if (!searching && error) end = messageFor(*error).title;
  m_spark->setSnapshot(snapshot);
  m_spark->setToolTip({});
  m_end->setText(end);
  m_end->setToolTip(end);
  m_pill->setToolTip(end);  // where there is no room for the words
  m_pause->setVisible(searching);
  m_stop->setVisible(searching);
  m_pause->setEnabled(state != State::Stopping);
  m_stop->setEnabled(state != State::Stopping);
  m_pause->setText(state == State::Paused ? tr("Resume") : tr("Pause"));
  m_pause->setIcon(icon(state == State::Paused ? u"play"_s : u"pause"_s));
  m_pause->setAccessibleName(state == State::Paused ? tr("Resume the search") : tr("Pause the search"));
  colour();
  fitWidth();
  update();
}

void RunBar::setElsewhere(const ElsewhereWords& words) {
  if (words == ElsewhereWords()) return;
  setFigure(m_best, words.best.isEmpty() ? unknownText() : words.best, words.bestTip);
  setFigure(m_bound, words.bound.isEmpty() ? unknownText() : words.bound,
            words.bound.isEmpty() ? QString() : tr("Nothing that is searched can beat %1").arg(words.bound));
  setFigure(m_gap, words.gap.isEmpty() ? unknownText() : words.gap);
  for (const Figure* figure : {&m_best, &m_bound, &m_gap})
    if (figure->asks) figure->asks->setAskable(false);
  if (!runs(m_state) && !words.end.isEmpty()) {
    m_end->setText(words.end);
    m_end->setToolTip(words.why.isEmpty() ? words.end : words.why);
    m_pill->setToolTip(m_end->toolTip());
  }
  fitWidth();
}

void RunBar::setLeader(const planning::OptionPtr& leader) {
  if (!leader || !m_snapshot) return;
  m_led = true;
  const plan::SnapshotPtr led = planning::led_by(m_snapshot, leader);
  const strategy::Objective goal = led->objective;
  const ProofFigures proof = proofFigures(*led);
  const QString kind = unrankedLabel(leader->layout), whose = unrankedLine(leader->layout);
  for (const Figure* figure : {&m_best, &m_job})
    figure->caption->setText(tr("%1: %2", "label, kind of plan").arg(figure->label, kind));
  const auto tip = [&](const QString& words) { return whose + u'\n' + words; };
  setFigure(m_best, proof.best ? goalFigureText(goal, *proof.best) : unknownText(),
            proof.best ? tip(exactGoalFigureText(goal, *proof.best)) : QString());
  const QString open = tip(tr("No bound is known of plans of its kind"));
  const QString beyond = proof.bound ? exactGoalFigureText(goal, *proof.bound) : QString();
  setFigure(m_bound, proof.bound ? boundText(*led, *proof.bound) : unknownText(),
            proof.bound ? tip(tr("No plan of its kind can beat %1").arg(beyond)) : open);
  setFigure(m_gap, gapText(*led), proof.gap ? tip(gapSum(proof)) : open);
  setJob(&leader->evaluation, whose);
  m_spark->setToolTip(tr("Of strategies alone"));
  if (!runs(m_state) && m_state != State::Ready) {
    const QString strategies = m_end->text(), all = leadEndText(leader->proof);
    m_end->setText(m_state == State::StoppedEarly
                       ? tr("%1 (strategies)", "how their search ended").arg(strategies)
                       : all);
    m_end->setToolTip(tr("%1\nStrategies: %2", "how the search ended for what leads, and for strategies")
                          .arg(all, strategies));
    m_pill->setToolTip(m_end->toolTip());
  }
  colour();
  fitWidth();
}

void RunBar::setStale(bool stale, int changes) {
  m_stale->setVisible(stale);
  m_stale->setToolTip(tr("%n change(s) since this run", nullptr, changes));
  colour();
  fitWidth();
}

void RunBar::colour() {
  const Theme& theme = currentTheme();
  const bool nothing = m_state == State::Finished && fitsNothing(m_snapshot) && !m_led;
  const PillColours pill = coloursOf(m_state, !nothing);
  m_pill->setPill(nothing ? u"warn"_s : stateIcon(m_state), stateWord(m_state), pill.ink, pill.fill);
  m_stale->setPill(u"stale"_s, tr("Stale"), theme.stale, theme.staleFill);
  for (QLabel* label : findChildren<QLabel*>())
    if (label->property("caption").toBool()) setInk(label, theme.text3);
  setInk(m_best.value, theme.best);
}

/// Less than its layout needs, so that narrow windows can do without some of its figures.
QSize RunBar::minimumSizeHint() const { return {scaled(220), scaled(46)}; }

/// Narrow windows do without the spark line, then the rate, then the counters of less use, then bound, words
/// and gap, and the job last: state and best stay.
void RunBar::fitWidth() {
  const bool searching = runs(m_state);
  m_left.box->setVisible(searching);
  m_fit->setWanted(m_end, !m_end->text().isEmpty());
  m_fit->setWanted(m_job.box, m_job.value->text() != unknownText());  // none before a search has ended
  m_fit->setWanted(m_rate.box, m_snapshot != nullptr && m_snapshot->rate > 0.0);
  m_fit->setWanted(m_spark, width() >= scaled(1100));
}

QSize RunBar::sizeHint() const { return {scaled(900), scaled(46)}; }

void RunBar::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fitWidth();
}

void RunBar::paintEvent(QPaintEvent*) {
  const Theme& theme = currentTheme();
  QPainter painter(this);
  painter.fillRect(rect(), theme.panel);
  // The handle above draws the hairline there.
  painter.fillRect(QRect(0, height() - 1, width(), 1), theme.border);
  if (m_progress >= 0) painter.fillRect(QRect(0, 0, int(width() * m_progress), 2), theme.accent);
}

void RunBar::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::StyleChange) colour();
}

}  // namespace astrolabe::ui
