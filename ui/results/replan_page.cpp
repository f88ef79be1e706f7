#include "ui/results/replan_page.h"

#include <QComboBox>
#include <QEvent>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "core/planning/running.h"
#include "core/planning/whole_answer.h"
#include "ui/controls/flow_row.h"
#include "ui/controls/selectable_words.h"
#include "ui/document/running_layout.h"
#include "ui/render/messages.h"
#include "ui/render/numbers.h"
#include "ui/render/replan_words.h"
#include "ui/render/strategy_words.h"
#include "ui/render/theme.h"
#include "ui/results/named_plot.h"
#include "ui/results/sides_page.h"
#include "ui/results/text_table_view.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

using ShownPtr = std::shared_ptr<const ReplanShown>;

constexpr int kLeastCurve = 160;          ///< pixels of the base font
constexpr std::size_t kMostOffered = 24;  ///< that the curve is offered for

/// Of those in use the ones that are marked, then the first of each pool.
std::vector<replan::GpuId> gpusToAsk(const strategy::Problem& problem,
                                     const std::vector<replan::GpuId>& used) {
  std::vector<replan::GpuId> gpus;
  /// The first GPU in use from `from` on, where it stands on that pool, and on that node unless any is meant.
  const auto add = [&](const replan::GpuId& from, bool anyNode) {
    const auto at = std::lower_bound(used.begin(), used.end(), from);
    if (at == used.end() || at->pool != from.pool || (!anyNode && at->node != from.node)) return;
    if (gpus.size() < kMostOffered && std::find(gpus.begin(), gpus.end(), *at) == gpus.end())
      gpus.push_back(*at);
  };
  const std::vector<hardware::Pool>& pools = problem.cluster.pools;
  for (std::size_t i = 0; i < pools.size(); ++i)
    for (const hardware::SlowSpec& mark : pools[i].slow) {
      const replan::GpuId marked{static_cast<int>(i), mark.node, mark.gpu.value_or(0)};
      if (!mark.gpu || std::binary_search(used.begin(), used.end(), marked)) add(marked, false);
    }
  for (std::size_t i = 0; i < pools.size(); ++i) add({static_cast<int>(i), 0, 0}, true);
  return gpus;
}

/// The GPU that a curve is about: the chosen one, the first where it is not offered, or where others are
/// offered than before and the first is marked.
std::optional<replan::GpuId> gpuToTell(const ReplanShown& shown, const std::optional<replan::GpuId>& chosen,
                                       const std::vector<replan::GpuId>& before) {
  const std::vector<replan::GpuId>& gpus = shown.gpus;
  if (gpus.empty()) return std::nullopt;
  if (!chosen || std::find(gpus.begin(), gpus.end(), *chosen) == gpus.end()) return gpus.front();
  const replan::GpuId& first = gpus.front();
  const auto& marks = shown.problem.cluster.pools[static_cast<std::size_t>(first.pool)].slow;
  const bool marked = std::any_of(marks.begin(), marks.end(), [&](const hardware::SlowSpec& mark) {
    return mark.node == first.node && mark.gpu.value_or(first.gpu) == first.gpu;
  });
  return gpus != before && marked ? first : *chosen;
}

/// Plans and curve for one question; an error where it cannot be asked.
ShownPtr workedReplan(strategy::Problem problem, const std::vector<replan::Fresh>& fresh,
                      const std::optional<replan::GpuId>& chosen, const std::vector<replan::GpuId>& before) {
  auto shown = std::make_shared<ReplanShown>();
  shown->problem = std::move(problem);
  const auto running = planning::running_layout(shown->problem);
  if (!running) {
    shown->refused = running.error();
    return shown;
  }
  shown->running = *running;
  auto answer = planning::replan(shown->problem, *running, fresh);
  if (!answer) {
    shown->refused = answer.error();
    return shown;
  }
  shown->answer = std::move(*answer);
  shown->gpus = gpusToAsk(shown->problem, planning::gpus_of_curves(shown->problem, *running));
  if (const auto about = gpuToTell(*shown, chosen, before))
    if (auto curve = planning::what_if(shown->problem, *running, *about)) shown->curve = std::move(*curve);
  return shown;
}

std::vector<TextTable::Column> columnsOf(const QStringList& titles) {
  std::vector<TextTable::Column> columns;
  for (const QString& title : titles) columns.push_back({title, !columns.empty()});
  return columns;
}

}  // namespace

ReplanPage::ReplanPage(PlanDocument& document, StrategySelection& selection, QWidget* parent)
    : QWidget(parent), m_document(document), m_selection(selection) {
  setObjectName(u"replanPage"_s);
  setAccessibleName(tr("Re-plan"));
  SidesPage* page = SidesPage::in(*this);
  m_head = makeHead();
  page->setHead(m_head);
  page->setSides(makePlans(), makeCurve(), {.first = 2, .second = 1, .before = 12, .between = 12});
  connect(&m_document, &PlanDocument::planChanged, this, &ReplanPage::follow);
  connect(&m_selection, &StrategySelection::changed, this, &ReplanPage::weighAnew);
  take(nullptr);
}

QWidget* ReplanPage::makeHead() {
  auto* bar = new QWidget(this);
  auto* row = new FlowRow(bar);
  row->setContentsMargins(scaled(12), scaled(6), scaled(12), scaled(4));
  row->setSpacing(scaled(8));
  m_running = new QLabel(bar);
  m_running->setObjectName(u"replanPage.running"_s);
  row->addWidget(m_running);
  m_use = new QPushButton(tr("The selected strategy runs"), bar);
  m_use->setObjectName(u"replanPage.use"_s);
  connect(m_use, &QPushButton::clicked, this, &ReplanPage::useSelected);
  row->addWidget(m_use);
  m_clear = new QPushButton(tr("Nothing runs"), bar);
  m_clear->setObjectName(u"replanPage.clear"_s);
  connect(m_clear, &QPushButton::clicked, this, [this] { clearRunning(m_document); });
  row->addWidget(m_clear);
  auto* what = new QLabel(tr("What if this GPU were slower:"), bar);
  row->addWidget(what);
  m_gpu = new QComboBox(bar);
  m_gpu->setObjectName(u"replanPage.gpu"_s);
  m_gpu->setAccessibleName(tr("GPU that the curve is about"));
  m_gpu->setMinimumWidth(scaled(180));
  what->setBuddy(m_gpu);
  connect(m_gpu, &QComboBox::activated, this, [this] { ask(); });
  row->addWidget(m_gpu);
  row->addStretch();
  return bar;
}

QWidget* ReplanPage::makePlans() {
  auto* side = new QWidget(this);
  auto* column = new QVBoxLayout(side);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(scaled(4));
  m_words = selectableWords(u"replanPage.words"_s, side);
  column->addWidget(m_words);
  m_plansView = textTableView(u"replanPage.plans"_s, tr("Plans around slow and failed GPUs"), m_plans, side);
  dressSingleRows(*m_plansView);
  constexpr int kRow = 22, kHeadAndPlans = 26 + (replan::kKinds + 2) * kRow + 12;  // above a scroll bar
  m_plansView->verticalHeader()->setDefaultSectionSize(scaled(kRow));
  m_plansView->setMinimumHeight(scaled(kHeadAndPlans));
  column->addWidget(m_plansView, 1);
  m_rest = selectableWords(u"replanPage.rest"_s, side);
  column->addWidget(m_rest);
  m_detail = selectableWords(u"replanPage.detail"_s, side);
  m_detail->setFont(ui::font(TextRole::Caption));
  column->addWidget(m_detail);
  connect(&m_plans, &QAbstractItemModel::modelReset, this, [this] {
    connect(m_plansView->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &ReplanPage::showDetail, Qt::UniqueConnection);
  });
  return side;
}

QWidget* ReplanPage::makeCurve() {
  auto* side = new QWidget(this);
  auto* column = new QVBoxLayout(side);
  column->setContentsMargins(0, 0, 0, 0);
  m_plot = new NamedPlot(side);
  m_plot->setObjectName(u"replanPage.curve"_s);
  m_plot->setAccessibleName(tr("Step of each plan against how slow the GPU is"));
  m_plot->setFocusPolicy(Qt::StrongFocus);
  m_plot->setMinimumHeight(scaled(kLeastCurve));
  column->addWidget(m_plot, 1);
  m_pointsView = textTableView(u"replanPage.points"_s, tr("Step of each plan against how slow the GPU is"),
                               m_points, side);
  m_pointsView->hide();
  column->addWidget(m_pointsView, 1);
  column->addStretch();
  return side;
}

/// The curve is seen whole, however long the words beside it are.
void ReplanPage::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  const int room = height() - m_head->layout()->heightForWidth(width());
  m_plot->setMaximumHeight(
      std::max({room, scaled(kLeastCurve), static_cast<const QWidget*>(m_plot)->minimumSizeHint().height()}));
}

void ReplanPage::follow() {
  if (m_asked == m_document.revision() && !m_dirty) return;
  ask();
}

void ReplanPage::useSelected() {
  const plan::SnapshotPtr snapshot = m_selection.snapshot();
  const planning::LayoutPtr layout = m_selection.layout();
  if (snapshot && snapshot->problem && mayRun(layout, *snapshot->problem))
    setRunning(m_document, layout, *snapshot->problem);
}

std::optional<replan::GpuId> ReplanPage::chosenGpu() const {
  const auto at = static_cast<std::size_t>(std::max(0, m_gpu->currentIndex()));
  return m_gpu->currentIndex() >= 0 && at < m_gpus.size() ? std::optional(m_gpus[at]) : std::nullopt;
}

void ReplanPage::ask() {
  m_dirty = !isVisible();
  if (m_dirty) return;  // behind another tab: asked when it is looked at
  m_asked = m_document.revision();
  if (m_document.plan().job.running.empty() || !m_document.plan().job.trains()) {
    m_latest.cancel();
    return take(nullptr);
  }
  auto problem = m_document.problem();
  if (!problem) {
    m_latest.cancel();
    return take(nullptr);
  }
  m_fresh = freshOfSearch();
  m_latest.ask([problem = std::move(*problem), fresh = m_fresh, chosen = chosenGpu(), before = m_gpus](
                   const Latest::Turn&) { return workedReplan(problem, fresh, chosen, before); },
               [this](const ShownPtr& shown) { take(shown); });
  showWords();
}

/// The best that searches of the question at hand came to; none while that of strategies runs, and of an
/// older question.
std::vector<replan::Fresh> ReplanPage::freshOfSearch() const {
  const plan::SnapshotPtr snapshot = m_selection.snapshot();
  if (!snapshot || !snapshot->problem || snapshot->status == plan::Status::searching ||
      snapshot->revision != m_document.revision())
    return {};
  return planning::fresh_of(*snapshot, m_others);
}

void ReplanPage::setOthers(std::vector<planning::OptionPtr> others) {
  m_others = std::move(others);
  weighAnew();
}

/// A search has ended with another layout than was weighed: asked once more.
void ReplanPage::weighAnew() {
  showWords();
  if (m_asked != m_document.revision() || m_document.plan().job.running.empty()) return;
  m_dirty = m_dirty || !isVisible();
  if (m_dirty) return;
  const std::vector<replan::Fresh> fresh = freshOfSearch();
  if (!fresh.empty() && fresh != m_fresh) ask();
}

/// Those of the layout that is shown, and the one that the curve is about.
void ReplanPage::listGpus() {
  if (!m_shown) return;
  const QSignalBlocker quiet(m_gpu);
  if (m_gpus != m_shown->gpus) {
    m_gpus = m_shown->gpus;
    m_gpu->clear();
    for (const replan::GpuId& gpu : m_gpus) m_gpu->addItem(gpuPlaceText(gpu, m_shown->problem));
  }
  if (!m_shown->curve) return;
  const auto at = std::find(m_gpus.begin(), m_gpus.end(), m_shown->curve->gpu);
  if (at != m_gpus.end()) m_gpu->setCurrentIndex(static_cast<int>(at - m_gpus.begin()));
}

void ReplanPage::take(const ShownPtr& shown) {
  const bool first = hasFigure();
  m_shown = shown;
  listGpus();
  m_plans.setTable(columnsOf(replanColumns()),
                   shown && !shown->refused ? replanRows(shown->answer) : std::vector<QStringList>());
  m_points.setTable(columnsOf(curveColumns()),
                    hasFigure() ? curveRows(*shown->curve) : std::vector<QStringList>());
  if (shown && !shown->refused && shown->answer.recommended)
    m_plansView->selectRow(*shown->answer.recommended);
  showWords();
  showDetail();
  draw(currentTheme());
  if (first != hasFigure()) emit looksChanged();
}

void ReplanPage::showWords() {
  const strategy::Job& job = m_document.plan().job;
  const bool runs = !job.running.empty();
  const plan::SnapshotPtr snapshot = m_selection.snapshot();
  m_use->setEnabled(job.trains() && snapshot && snapshot->problem &&
                    mayRun(m_selection.layout(), *snapshot->problem));
  m_clear->setVisible(runs);
  m_gpu->setEnabled(runs && m_gpu->count() > 0);
  m_plansView->setVisible(m_shown && !m_shown->refused);
  m_plot->setVisible(hasFigure() && !m_table);
  m_pointsView->setVisible(hasFigure() && m_table);
  m_running->setText(!runs                          ? tr("No layout is said to run.")
                     : m_shown && !m_shown->refused ? tr("Runs: %1").arg(runningText(m_shown->running))
                                                    : tr("A layout is said to run."));
  m_rest->clear();
  m_rest->hide();
  if (!runs)
    return m_words->setText(
        tr("Say which strategy runs, then mark GPUs of a tile as slow or failed: this page tells what to do, "
           "what it costs to move, and when that pays."));
  if (!m_shown) return m_words->setText(m_latest.isWorking() ? tr("Calculating…") : QString());
  if (m_shown->refused) return m_words->setText(messageFor(*m_shown->refused).plain());
  QStringList rest = replanRest(m_shown->answer);
  QString title;
  for (const Error& warning : m_shown->answer.warnings) {  // one title for all that are alike
    const Message message = messageFor(warning);
    if (message.title != title) rest << message.title;
    title = message.title;
    rest << message.body;
  }
  m_words->setText(replanLead(m_shown->answer).join(u' '));
  m_rest->setText(rest.join(u' '));
  m_rest->setVisible(!rest.isEmpty());
}

void ReplanPage::showDetail() {
  const int row = m_plansView->currentIndex().row();
  if (!m_shown || m_shown->refused || row < 0 || row >= static_cast<int>(m_shown->answer.plans.size()))
    return m_detail->clear();
  const replan::Plan& plan = m_shown->answer.plans[static_cast<std::size_t>(row)];
  m_detail->setText(replanDetail(plan, m_shown->problem).join(u'\n'));
}

void ReplanPage::draw(const Theme& theme) {
  m_plot->clearPlottables();
  m_plot->clearItems();
  m_plot->setItems({});
  m_plot->applyTheme(theme, fontScale());
  m_plot->setAntialiasedElements(QCP::aeScatters | QCP::aePlottables);
  if (!hasFigure()) return m_plot->replot();
  const std::vector<replan::CurvePoint>& points = m_shown->curve->points;
  double last = 1.0;
  for (const replan::CurvePoint& point : points)
    if (std::isfinite(point.factor)) last = std::max(last, point.factor);
  const double failed = last * 1.1;  // where what failed stands
  const auto at = [&](const replan::CurvePoint& point) {
    return std::isfinite(point.factor) ? point.factor : failed;
  };
  const std::optional<double> replan::CurvePoint::*values[] = {&replan::CurvePoint::keep,
                                                               &replan::CurvePoint::rebalance_data,
                                                               &replan::CurvePoint::rebalance_layers,
                                                               &replan::CurvePoint::regroup,
                                                               &replan::CurvePoint::drop,
                                                               &replan::CurvePoint::spare};
  constexpr Qt::PenStyle kDashes[] = {Qt::SolidLine,   Qt::DashLine,       Qt::DotLine,
                                      Qt::DashDotLine, Qt::DashDotDotLine, Qt::SolidLine};
  std::vector<NamedPlot::Item> items;
  double high = m_shown->answer.healthy_step_seconds * 1.2;
  const double low = m_shown->answer.healthy_step_seconds * 0.8;
  for (int kind = 0; kind < replan::kKinds; ++kind) {
    QVector<double> xs, ys;
    for (const replan::CurvePoint& point : points)
      if (const std::optional<double> step = point.*values[kind]) {
        xs << at(point);
        ys << *step;
        items.push_back({tr("%1, %2: %3 a step", "how slow, plan, seconds")
                             .arg(factorText(point.factor), replanKindText(static_cast<replan::Kind>(kind)),
                                  durationText(*step)),
                         QRectF(at(point) - 0.1, *step, 0.2, 1e-9), false});
      }
    if (xs.isEmpty()) continue;
    // What does nothing soon leaves the picture of the others.
    if (kind >= static_cast<int>(replan::Kind::rebalance_layers))
      high = std::max(high, *std::max_element(ys.begin(), ys.end()) * 1.1);
    const GpuStyle style = theme.gpu(kind);
    auto* line = m_plot->addGraph();
    line->setName(replanKindText(static_cast<replan::Kind>(kind)));
    line->setPen(QPen(style.color, 1.6, kDashes[kind]));
    line->setScatterStyle(markerOf(style.shape, style.color, theme.plot, 7.0 * fontScale()));
    line->setData(xs, ys, true);
  }
  m_plot->xAxis->setRange(1.0, failed * 1.02);
  m_plot->yAxis->setRange(low, high);
  const QSharedPointer<QCPAxisTickerText> ticks(new QCPAxisTickerText);
  for (double factor = 1.0; factor <= last; factor += last > 6.0 ? 2.0 : 1.0)
    ticks->addTick(factor, significantText(factor));
  ticks->addTick(failed, factorText(points.back().factor));
  m_plot->xAxis->setTicker(ticks);
  setAxisTitles(*m_plot, tr("times as slow"), tr("seconds of a step"));
  m_plot->setItems(std::move(items));
  m_plot->replot();
}

void ReplanPage::paintFigure(QPaintDevice& device, const QSize& size) {
  draw(Theme::make(ThemeKind::Light));
  m_plot->paintOn(device, QRect(QPoint(), size));
  draw(currentTheme());
}

QString ReplanPage::plainText() const {
  return QStringList{m_running->text(), m_words->text(),  m_plans.plainText(),
                     m_rest->text(),    m_detail->text(), m_points.plainText()}
      .join(u"\n\n"_s);
}

void ReplanPage::setShowTable(bool table) {
  if (m_table == table) return;
  m_table = table;
  showWords();
  emit looksChanged();
}

void ReplanPage::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  if (m_dirty) ask();
}

void ReplanPage::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (m_plot != nullptr && (event->type() == QEvent::StyleChange || event->type() == QEvent::PaletteChange))
    draw(currentTheme());
}

}  // namespace astrolabe::ui
