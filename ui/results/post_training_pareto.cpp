#include "ui/results/post_training_pareto.h"

#include <QEvent>
#include <algorithm>

#include "ui/render/money.h"
#include "ui/render/numbers.h"
#include "ui/render/post_training_words.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr double kRoomOfPlacements = 0.08;  ///< of the range, at each end
constexpr double kOfFrontier = 8.0, kOfRing = 17.0, kBehind = 5.5, kBehindAlpha = 0.5;

double usdOfIteration(const planning::OptionPtr& option) { return placementOf(option)->usd; }

QCPRange roomFor(double low, double high) {
  const double air = std::max((high - low) * kRoomOfPlacements, high * 0.02);
  return {std::max(0.0, low - air), high + air};
}

/// How roles stand to each other is told by shape, not by colour alone.
Shape shapeOfArrangement(Arrangement arrangement) {
  switch (arrangement) {
    case Arrangement::colocated:
      return Shape::Circle;
    case Arrangement::split:
      return Shape::Square;
    case Arrangement::apart:
      break;
  }
  return Shape::TriangleUp;
}

}  // namespace

PostTrainingPareto::PostTrainingPareto(QWidget* parent)
    : WalkedPlot(u"postTraining.pareto"_s, tr("Time and cost of an iteration"), parent) {
  setMinimumHeight(scaled(120));
  setMinimumWidth(scaled(220));
}

planning::OptionPtr PostTrainingPareto::optionAt(int index) const {
  return index >= 0 && index < static_cast<int>(m_drawn.size()) ? m_drawn[static_cast<std::size_t>(index)]
                                                                : nullptr;
}

bool PostTrainingPareto::isOnFrontier(const planning::OptionPtr& option) const {
  return std::any_of(m_found->frontier.begin(), m_found->frontier.end(), [&](const auto& each) {
    return each == option || planning::same(each->layout, option->layout);
  });
}

void PostTrainingPareto::setFound(const PostTrainingsPtr& found, const planning::LayoutPtr& chosen,
                                  bool stale) {
  m_found = found;
  m_chosen = chosen;
  m_stale = stale;
  m_drawn.clear();
  const auto take = [&](const planning::OptionPtr& option) {
    if (!option || placementOf(option) == nullptr || usdOfIteration(option) <= 0.0) return;
    if (std::none_of(m_drawn.begin(), m_drawn.end(),
                     [&](const auto& each) { return planning::same(each->layout, option->layout); }))
      m_drawn.push_back(option);
  };
  if (m_found) {
    for (const planning::OptionPtr& option : m_found->frontier) take(option);
    for (const planning::OptionPtr& option : m_found->options) take(option);
    for (const planning::PostTrainingOfForm& form : m_found->forms) take(form.option);
  }
  std::stable_sort(m_drawn.begin(), m_drawn.end(), [](const auto& a, const auto& b) {
    return a->evaluation.step.value < b->evaluation.step.value;
  });
  draw(currentTheme());
}

void PostTrainingPareto::draw(const Theme& theme) {
  clearPlottables();
  clearItems();
  setWalked({});
  applyTheme(theme, fontScale());
  setAntialiasedElements(QCP::aeScatters | QCP::aePlottables | QCP::aeItems);
  setAccessibleDescription(m_stale ? tr("Older than the plan") : QString());
  setAxisTitles(*this, tr("seconds of an iteration"),
                tr("%1 an iteration", "sign of a currency").arg(currencySign()));
  if (m_drawn.empty()) return replot(rpQueuedReplot);
  double left = m_drawn.front()->evaluation.step.value, right = left;
  double low = shownMoney(usdOfIteration(m_drawn.front())), high = low;
  QVector<double> x, y;
  std::vector<Item> items;
  std::optional<QPointF> chosen;
  for (const planning::OptionPtr& option : m_drawn) {
    const double seconds = option->evaluation.step.value, usd = shownMoney(usdOfIteration(option));
    left = std::min(left, seconds);
    right = std::max(right, seconds);
    low = std::min(low, usd);
    high = std::max(high, usd);
    const bool is_chosen = m_chosen && planning::same(option->layout, m_chosen);
    if (is_chosen) chosen = QPointF(seconds, usd);
    if (isOnFrontier(option)) {
      x << seconds;
      y << usd;
    }
    items.push_back({tr("%1: %2, %3 an iteration", "placement, time, money")
                         .arg(placementText(*placementOf(option), m_found->question->problem.pool_ids()),
                              durationText(seconds), moneyText(usdOfIteration(option))),
                     QRectF(seconds, usd, 0.0, 0.0), is_chosen});
  }
  xAxis->setRange(roomFor(left, right));
  yAxis->setRange(roomFor(low, high));
  auto* line = addGraph();
  line->setPen(QPen(m_stale ? theme.stale : theme.text, 1.5));
  line->setLineStyle(QCPGraph::lsStepLeft);
  line->setData(x, y, true);
  line->setName(tr("none beats them in time and cost"));
  for (const Arrangement arrangement : {Arrangement::colocated, Arrangement::split, Arrangement::apart}) {
    for (const bool first : {true, false}) {
      QVector<double> xs, ys;
      for (const planning::OptionPtr& option : m_drawn) {
        if (arrangementOf(*placementOf(option)) != arrangement || isOnFrontier(option) != first) continue;
        xs << option->evaluation.step.value;
        ys << shownMoney(usdOfIteration(option));
      }
      if (xs.isEmpty()) continue;
      auto* marks = addGraph();
      marks->setLineStyle(QCPGraph::lsNone);
      QColor color = m_stale ? theme.stale : theme.accent;
      if (!first) color.setAlphaF(kBehindAlpha);
      marks->setScatterStyle(markerOf(shapeOfArrangement(arrangement), color, first ? theme.plot : color,
                                      (first ? kOfFrontier : kBehind) * fontScale()));
      marks->setData(xs, ys);
      marks->setName(first ? arrangementName(arrangement)
                           : tr("%1, behind", "how roles stand").arg(arrangementName(arrangement)));
    }
  }
  if (chosen) {
    auto* ring = addGraph();
    ring->setLineStyle(QCPGraph::lsNone);
    ring->setScatterStyle(QCPScatterStyle(QCPScatterStyle::ssCircle, QPen(theme.best, 2.2), Qt::NoBrush,
                                          kOfRing * fontScale()));
    ring->setData({chosen->x()}, {chosen->y()});
    ring->setName(tr("shown"));
  }
  setWalked(std::move(items));
  replot(rpQueuedReplot);
}

void PostTrainingPareto::changeEvent(QEvent* event) {
  WalkedPlot::changeEvent(event);
  if (event->type() == QEvent::StyleChange) draw(currentTheme());
}

}  // namespace astrolabe::ui
