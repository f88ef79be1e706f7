#include "ui/results/sensitivity_view.h"

#include <QComboBox>
#include <QLabel>
#include <QSignalBlocker>
#include <QSpinBox>
#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "core/engine.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"
#include "ui/render/sensitivity_words.h"
#include "ui/results/named_plot.h"
#include "ui/results/why_plot.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

using plan::Metric;
using plan::Swing;

/// Swings that move the first strategy alike, by their places in the answer.
using Alike = std::vector<const Swing*>;
std::vector<Alike> grouped(const plan::Sensitivity& found) {
  const auto same = [&](const std::optional<double>& a, const std::optional<double>& b) {
    return a.has_value() == b.has_value() && (!a || std::fabs(*a - *b) <= 1e-6 * std::fabs(found.base));
  };
  std::vector<Alike> groups;
  for (const Swing& swing : found.swings) {
    const auto group = std::find_if(groups.begin(), groups.end(), [&](const Alike& each) {
      return same(each.front()->low, swing.low) && same(each.front()->high, swing.high);
    });
    if (group == groups.end())
      groups.push_back({&swing});
    else
      group->push_back(&swing);
  }
  return groups;
}

}  // namespace

SensitivityView::SensitivityView(StrategySelection& selection, QWidget* parent)
    : TornadoPage(parent), m_selection(selection) {
  setUpBoxes({.name = u"sensitivityView"_s,
              .title = tr("Sensitivity"),
              .plot = tr("Effect of each value on #1"),
              .side = tr("Values at which another strategy is better"),
              .scroll = tr("Sensitivity plot")},
             {tr("%1 of #1", "$/1T tokens").arg(moneyPerTokens()), tr("Tokens/s of #1")});
  connect(&m_selection, &StrategySelection::changed, this, &SensitivityView::follow);
  follow();
}

void SensitivityView::stop() {
  TornadoPage::stop();
  showAsked();
  draw(currentTheme());
}

QString SensitivityView::workingText() const { return tr("Calculating how each value changes #1…"); }

QString SensitivityView::nothingText() const { return tr("No strategy to show yet."); }

/// The boxes say what the bars show, whatever was asked for and not worked out.
void SensitivityView::showAsked() {
  if (!m_answer) return;
  const plan::Sensitivity& found = m_answer->found;
  const QSignalBlocker quiet(m_change);
  const int change = static_cast<int>(std::lround(found.change * 100.0));
  if (m_change->value() != change) m_change->setValue(change);  // else a refused text stays as it was typed
  m_metric->setCurrentIndex(found.metric == Metric::tokens_per_second ? 1 : 0);
}

/// The bars are of another question than the one in force, or of other boxes.
bool SensitivityView::isOld() const {
  if (!m_answer) return false;
  const plan::SnapshotPtr now = m_selection.snapshot();
  return m_stale || m_latest.isWorking() || !now || now->revision != m_answer->snapshot->revision;
}

/// Only finished answers are moved about: a running search would be asked for nothing. Until it ends, bars
/// of the question before are marked.
void SensitivityView::follow() {
  const plan::SnapshotPtr snapshot = m_selection.snapshot();
  if (m_answer && isOld() != m_drawnOld) draw(currentTheme());
  if (m_answer && snapshot && snapshot->status == plan::Status::searching &&
      snapshot->revision != m_answer->snapshot->revision) {
    const bool working = m_latest.isWorking();
    m_latest.cancel();  // what is worked out is of the question before
    rest(tr("From the previous search, until this one ends"));
    if (working) {
      showAsked();
      draw(currentTheme());
    }
  }
  if (snapshot == m_asked && (m_answer || m_latest.isWorking())) return;
  if (snapshot && snapshot->status == plan::Status::searching) return;
  ask();
}

void SensitivityView::ask() {
  if (!isLookedAt()) return;
  const plan::SnapshotPtr snapshot = m_selection.snapshot();
  m_asked = snapshot;
  if (!snapshot || !snapshot->problem || snapshot->best.empty()) {
    m_latest.cancel();
    showAnswer(nullptr);
    return;
  }
  const bool priced = snapshot->best.front().money.usd_per_trillion_tokens.has_value();
  if (!priced) m_metric->setCurrentIndex(1);
  m_metric->setEnabled(priced);
  begin();
  const Metric metric =
      m_metric->currentIndex() == 0 ? Metric::usd_per_trillion_tokens : Metric::tokens_per_second;
  m_latest.ask(
      [snapshot, metric, change = change()](const Latest::Turn& turn) {
        return SensitivityAnswer{snapshot, sensitivity(*snapshot, metric, change, turn.stop())};
      },
      [this](SensitivityAnswer answer) {
        showAnswer(std::make_shared<const SensitivityAnswer>(std::move(answer)));
      });
  showPage();
  if (m_answer) draw(currentTheme());  // bars of other boxes are marked at once
}

void SensitivityView::showAnswer(const SensitivityAnswerPtr& answer) {
  m_answer = answer;
  rest();
  showAsked();
  showFigure(answer ? sensitivitySentences(answer->found, *answer->snapshot->problem) : QStringList());
}

Tornado SensitivityView::tornado() const {
  const plan::Sensitivity& found = m_answer->found;
  const strategy::Problem& problem = *m_answer->snapshot->problem;
  Tornado shown;
  shown.base = found.base;
  shown.moreIsBetter = found.metric == Metric::tokens_per_second;
  shown.axis = shown.moreIsBetter ? tr("tokens/s") : moneyPerTokens();
  shown.number = [metric = found.metric](double value) { return metricText(metric, value); };
  for (const Alike& group : grouped(found)) {
    const Swing& swing = *group.front();
    const bool moves = swing.low != found.base || swing.high != found.base;
    const int others = static_cast<int>(group.size()) - 1;
    TornadoRow row;
    row.name = !moves && others > 0 ? tr("%n value(s) without effect", nullptr, others + 1)
               : others > 0         ? tr("%1 + %n more", nullptr, others).arg(leverName(swing.lever, problem))
                                    : leverName(swing.lever, problem);
    row.low.figure = swing.low;
    row.high.figure = swing.high;
    if (others == 0) {
      row.low.at = leverText(swing.lever, swing.low_value);
      row.high.at = leverText(swing.lever, swing.high_value);
    }
    QStringList told;
    for (const Swing* each : group)
      told << tr("%1: %2 at %3, %4 at %5")
                  .arg(leverName(each->lever, problem), metricText(found.metric, each->low),
                       leverText(each->lever, each->low_value), metricText(found.metric, each->high),
                       leverText(each->lever, each->high_value));
    row.told = told.join(u'\n');
    shown.rows.push_back(std::move(row));
  }
  return shown;
}

PlotTable SensitivityView::cells() const {
  PlotTable table;
  table.columns = sensitivityColumns();
  if (m_answer)
    for (const Swing& swing : m_answer->found.swings) {
      table.rows << leverName(swing.lever, *m_answer->snapshot->problem);
      table.cells << sensitivityCells(m_answer->found, swing);
    }
  return table;
}

}  // namespace astrolabe::ui
