#include "ui/results/scale_view.h"

#include <QComboBox>
#include <QLabel>
#include <QSignalBlocker>
#include <QThread>
#include <algorithm>
#include <utility>

#include "core/base/hours.h"
#include "core/engine.h"
#include "ui/controls/flow_row.h"
#include "ui/render/kind_words.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"
#include "ui/render/outcome_words.h"
#include "ui/render/scale_words.h"
#include "ui/results/scale_plot.h"
#include "ui/results/why_plot.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

using plan::ScalePoint;

/// Each count is searched on half the processors for at most ten seconds, to within a hundredth of the
/// fastest.
SearchOptions optionsOfCounts() {
  constexpr double kLongestSeconds = 10.0, kNear = 0.01;
  SearchOptions options;
  options.top = 1;
  options.state_anywhere = true;  // as `plan` asks
  options.threads = std::max(1, QThread::idealThreadCount() / 2);
  options.time_limit = kLongestSeconds;
  options.tolerance = kNear;
  options.near_answers = false;
  return options;
}

/// Dollars of which an axis counts one, and what that is called: "M USD".
std::pair<double, QString> moneyOfAxis(double usd) {
  const double shown = shownMoney(usd);
  const QString& code = currentCurrency().code;
  for (const auto& [size, letter] : {std::pair(1e9, u'B'), std::pair(1e6, u'M'), std::pair(1e3, u'k')})
    if (shown >= size) return {dollars(size), QChar(letter) + u' ' + code};
  return {dollars(1.0), code};
}

constexpr double kAxisRoom = 1.2;       // above the largest value, for the word of the knee
constexpr double kLimitReach = 2.0;     // a line is in sight up to so many times the largest value
constexpr double kHoursInHours = 72.0;  // up to so many, time is counted in hours

}  // namespace

ScaleView::ScaleView(PlanDocument& document, StrategySelection& selection, QWidget* parent)
    : ScalePage(parent), m_document(document), m_selection(selection) {
  const auto pools = [this](QWidget* bar, FlowRow* row) {
    auto* what = new QLabel(tr("More or fewer nodes of"), bar);
    row->addWidget(what);
    m_pool = new QComboBox(bar);
    m_pool->setObjectName(u"scaleView.pool"_s);
    m_pool->setAccessibleName(tr("Pool whose nodes are counted"));
    m_pool->setMinimumWidth(scaled(140));
    what->setBuddy(m_pool);
    row->addWidget(m_pool);
  };
  setUpScale({.name = u"scaleView"_s,
              .title = tr("Scale"),
              .plot = tr("Time and cost of the job against nodes"),
              .side = tr("What the plot says"),
              .scroll = {}},
             pools);
  connect(m_pool, &QComboBox::activated, this, &ScaleView::follow);
  connect(&m_selection, &StrategySelection::changed, this, &ScaleView::follow);
  connect(&m_document, &PlanDocument::planChanged, this, &ScaleView::listPools);
  listPools();
  follow();
}

QString ScaleView::workingText() const { return tr("Searching with more and with fewer nodes…"); }

QString ScaleView::nothingText() const { return tr("Nothing was searched yet."); }

/// The pools of the plan; the one with the most nodes is looked at first.
void ScaleView::listPools() {
  const hardware::ClusterSpec& cluster = m_document.plan().cluster;
  QStringList ids;
  QString largest;
  int most = 0;
  for (const hardware::PoolSpec& pool : cluster.pools) {
    ids << QString::fromStdString(pool.id);
    if (pool.nodes <= most) continue;
    most = pool.nodes;
    largest = ids.back();
  }
  QStringList shown;
  for (int i = 0; i < m_pool->count(); ++i) shown << m_pool->itemText(i);
  if (shown == ids) return;
  const QString before = m_pool->currentText();
  const QSignalBlocker quiet(m_pool);
  m_pool->clear();
  m_pool->addItems(ids);
  m_pool->setCurrentText(ids.contains(before) ? before : largest);
}

/// After the search of the window, which has the processors to itself.
void ScaleView::follow() {
  const plan::SnapshotPtr snapshot = m_selection.snapshot();
  if (snapshot && snapshot->status == plan::Status::searching) {
    if (m_latest.isWorking() && m_asked != m_document.revision()) stop();
    return;
  }
  const std::string pool = m_pool->currentText().toStdString();
  const bool same = m_asked == m_document.revision() && m_askedPool == pool;
  if (snapshot && same && (m_found || m_latest.isWorking())) return;
  ask();
}

void ScaleView::ask() {
  if (!isLookedAt()) return;
  const plan::SnapshotPtr snapshot = m_selection.snapshot();
  const auto& problem = m_document.problem();
  if (!snapshot || !problem || m_pool->count() == 0) {
    leave();
    return showFound(nullptr);
  }
  m_asked = m_document.revision();
  const std::string pool = m_pool->currentText().toStdString();
  if (pool != std::exchange(m_askedPool, pool)) showFound(nullptr);
  begin();
  const plan::ScaleQuestion question{*problem, m_document.plan().cluster, m_document.catalogue(),
                                     m_askedPool};
  m_latest.ask(
      [this, question](const Latest::Turn& turn) {
        const plan::Ask search = [&turn](const strategy::Problem& each) {
          return run_search(each, optionsOfCounts(), turn.stop());
        };
        const auto publish = [&](const plan::Scale& known) {
          turn.tell([this, scale = std::make_shared<const plan::Scale>(known)] { showFound(scale); });
        };
        return std::make_shared<const plan::Scale>(plan::scale(question, search, turn.stop(), publish));
      },
      [this](const ScalePtr& scale) { showFound(scale); });
  showPage();
}

void ScaleView::setOthers(std::vector<planning::OptionPtr> others) {
  m_others = std::move(others);
  if (m_found) showFigure(toldSentences());
}

/// What is drawn, and what is faster on the cluster as it is and is none of it.
QStringList ScaleView::toldSentences() const {
  if (!m_found) return {};
  QStringList told = scaleSentences(*m_found);
  if (m_asked != m_document.revision()) return told;
  const auto now = std::find_if(m_found->points.begin(), m_found->points.end(), [&](const ScalePoint& point) {
    return point.best && point.nodes == m_found->nodes_now;
  });
  if (now == m_found->points.end()) return told;
  const planning::Option* faster = nullptr;
  for (const planning::OptionPtr& option : m_others)
    if (planning::strategy_of(*option) == nullptr &&
        option->evaluation.step < (faster != nullptr ? faster->evaluation : *now->best).step)
      faster = option.get();
  if (faster != nullptr)
    told << tr("On %n nodes another kind of plan, which is not drawn, is faster: %1 takes %2.", nullptr,
               now->nodes)
                .arg(layoutLine(faster->layout), jobHoursText(faster->evaluation.outcome));
  return told;
}

void ScaleView::showFound(const ScalePtr& scale) {
  m_found = scale;
  if (m_latest.isWorking() && scale) {
    tellCounts(scale->points.size(), scale->counts.size());
  } else {
    rest();
  }
  showFigure(toldSentences());
}

/// Deadline, budget and the knee, where they are in sight; an axis grows up to its line.
void ScaleView::addLimits(ScalePlot& shown, const Theme& theme, double hoursOfUnit, double usdOfUnit) const {
  const auto horizontal = [&](bool right, const std::optional<double>& limit, double unit,
                              const QString& words) {
    if (!limit) return;
    double& top = right ? shown.topRight : shown.top;
    const double at = *limit / unit;
    if (at > kLimitReach * top) return;
    if (at > top) top = at * kAxisRoom;
    shown.limits.push_back({at, false, right, words, theme.limit});
  };
  if (m_found->deadline_hours)
    horizontal(false, m_found->deadline_hours, hoursOfUnit,
               tr("deadline %1").arg(hoursText(*m_found->deadline_hours)));
  if (m_found->budget_usd && shown.topRight > 0.0)
    horizontal(true, m_found->budget_usd, usdOfUnit, tr("budget %1").arg(moneyText(*m_found->budget_usd)));
  if (const auto at = plan::knee(*m_found))
    shown.limits.push_back(
        {static_cast<double>(m_found->points[*at].nodes), true, false, tr("knee"), theme.text2});
}

ScalePlot ScaleView::scale(const Theme& theme) const {
  double hours = 0.0, usd = 0.0;
  for (const ScalePoint& point : m_found->points) {
    if (!point.best || isEndless(point.best->outcome)) continue;
    hours = std::max(hours, point.best->outcome.hours);
    if (point.best->outcome.usd) usd = std::max(usd, point.best->outcome.usd->value);
  }
  const bool inHours = hours <= kHoursInHours, priced = usd > 0.0;
  const double hoursOfUnit = inHours ? 1.0 : kHoursPerDay;
  const auto [usdOfUnit, moneyUnit] = moneyOfAxis(usd);
  ScalePlot shown;
  shown.from = m_found->counts.front() - 0.5;
  shown.to = m_found->counts.back() + 0.5;
  shown.top = std::max(hours, 1e-6) / hoursOfUnit * kAxisRoom;
  if (priced) shown.topRight = usd / usdOfUnit * kAxisRoom;
  shown.below = tr("nodes of %1").arg(QString::fromStdString(m_found->pool));
  if (priced) shown.above = tr("time at the left, cost at the right");
  const auto line = [&](const QString& name, bool ofMoney) {
    ScaleLine of{name,    tr("%1, a limit is broken").arg(name), {}, ofMoney ? 1 : 0,
                 ofMoney, ofMoney ? Qt::DotLine : Qt::SolidLine};
    for (const ScalePoint& point : m_found->points) {
      if (!point.best || isEndless(point.best->outcome) || (ofMoney && !point.best->outcome.usd)) continue;
      of.spots.push_back(
          {static_cast<double>(point.nodes),
           ofMoney ? point.best->outcome.usd->value / usdOfUnit : point.best->outcome.hours / hoursOfUnit,
           point.violation.binding == cost::Binding::none});
    }
    shown.lines.push_back(std::move(of));
  };
  line(inHours ? tr("time, hours") : tr("time, days"), false);
  if (priced) line(tr("cost, %1", "unit of money: M USD").arg(moneyUnit), true);
  addLimits(shown, theme, hoursOfUnit, usdOfUnit);
  for (const ScalePoint& point : m_found->points) {
    const bool drawn = point.best && !isEndless(point.best->outcome);
    const double at = drawn ? point.best->outcome.hours / hoursOfUnit : 0.0;
    constexpr double kHalfWidth = 0.3, kHalfHeight = 0.03;
    shown.items.push_back({scalePointText(point),
                           QRectF(point.nodes - kHalfWidth, at - kHalfHeight * shown.top, 2 * kHalfWidth,
                                  2 * kHalfHeight * shown.top),
                           false});
  }
  return shown;
}

PlotTable ScaleView::cells() const {
  PlotTable table;
  table.columns = scaleColumns();
  if (m_found)
    for (const ScalePoint& point : m_found->points) {
      table.rows << wholeText(point.nodes);
      table.cells << scaleCells(point);
    }
  return table;
}

}  // namespace astrolabe::ui
