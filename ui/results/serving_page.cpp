#include "ui/results/serving_page.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPainter>
#include <QStackedWidget>
#include <QTabBar>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "core/base/units.h"
#include "ui/controls/flow_row.h"
#include "ui/render/deployment_words.h"
#include "ui/render/numbers.h"
#include "ui/render/serving_move_words.h"
#include "ui/results/deployment_ranking.h"
#include "ui/results/exchange_view.h"
#include "ui/results/serving_shares.h"
#include "ui/results/sides_page.h"
#include "ui/results/tab_fold.h"
#include "ui/results/text_table_view.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int kLoadPoints = 40;

/// Rows of bars as a table: a row for each bar and share.
void fillShares(TextTable& table, const QString& row, const std::vector<LyingRow>& rows,
                const std::function<QString(double)>& text) {
  std::vector<QStringList> cells;
  for (const LyingRow& each : rows)
    for (const Share& share : each.shares) cells.push_back({each.title, share.name, text(share.value)});
  table.setTable({{row}, {ServingPage::tr("Part")}, {ServingPage::tr("Value"), true}}, std::move(cells));
}

QString milliseconds(double seconds) { return seconds > 0.0 ? durationText(seconds) : unknownText(); }

std::vector<LyingRow> together(std::vector<LyingRow> a, const std::vector<LyingRow>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

}  // namespace

ServingPage::ServingPage(PlanDocument& document, PlannerBridge& bridge, QWidget* parent)
    : KindPage(parent), m_document(document), m_bridge(bridge) {
  setObjectName(u"deploymentPage"_s);
  setAccessibleName(tr("Serving"));
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Base);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  m_stack = new QStackedWidget(this);
  column->addWidget(m_stack);
  auto* words = new QWidget(m_stack);
  auto* lines = new QVBoxLayout(words);
  m_words = new QLabel(words);
  m_words->setObjectName(u"serving.words"_s);
  m_words->setAlignment(Qt::AlignCenter);
  m_words->setWordWrap(true);
  lines->addStretch();
  lines->addWidget(m_words);
  lines->addStretch();
  m_stack->addWidget(words);
  auto* page = new SidesPage(m_stack);
  page->setHead(head());
  QWidget* first = left();  // Tab goes by the order of their making
  page->setSides(first, right(), {.first = 2, .second = 3, .before = 12, .between = 12});
  m_stack->addWidget(page);
  connect(&m_bridge, &PlannerBridge::changed, this, &ServingPage::refresh);
  refresh();
}

QWidget* ServingPage::head() {
  auto* bar = new QWidget(this);
  auto* row = new FlowRow(bar);
  row->setContentsMargins(scaled(12), scaled(4), scaled(12), scaled(4));
  m_title = new QLabel(bar);
  m_title->setObjectName(u"serving.title"_s);
  m_title->setTextFormat(Qt::RichText);
  m_title->setWordWrap(true);
  row->addWidget(m_title);
  row->addStretch();
  m_upwards = new QComboBox(bar);
  m_upwards->setObjectName(u"serving.upwards"_s);
  m_upwards->setAccessibleName(tr("What the frontier shows against tokens/s of a user"));
  m_upwards->setToolTip(m_upwards->accessibleName());
  m_upwards->addItems({tr("tokens/s of a GPU"), metricName(planning::ServingMetric::usd_per_million_tokens)});
  row->addWidget(m_upwards);
  connect(m_upwards, &QComboBox::activated, this, [this](int index) {
    m_frontier->setOfMoney(index == 1);
    emit looksChanged();
  });
  return bar;
}

QWidget* ServingPage::left() {
  m_leftStack = new QStackedWidget(this);
  m_frontier = new FrontierPlot(m_leftStack);
  m_leftStack->addWidget(m_frontier);
  m_leftStack->addWidget(textTableView(u"serving.frontier.table"_s, tr("Frontier"), m_frontierRows, this));
  connect(m_frontier, &WalkedPlot::chosen, this, [this](int index) {
    const planning::OptionPtr option = m_frontier->optionAt(index);
    if (option && m_selection != nullptr) m_selection->select(option->layout);
  });
  return m_leftStack;
}

QWidget* ServingPage::right() {
  auto* side = new QWidget(this);
  auto* column = new QVBoxLayout(side);
  column->setContentsMargins(0, 0, scaled(12), 0);
  column->setSpacing(scaled(4));
  auto* row = new QHBoxLayout;
  m_choice = new QTabBar(side);
  m_choice->setObjectName(u"serving.choice"_s);
  m_choice->setAccessibleName(tr("What is shown of the deployment"));
  m_choice->setDrawBase(false);
  m_choice->setExpanding(false);
  m_fold = new TabFold(*m_choice, u"serving.views"_s, tr("All views of the deployment"), side);
  m_fold->fitInto(side, scaled(20));
  row->addWidget(&m_fold->button());
  for (const QString& name : {tr("Load"), tr("Iteration"), tr("Request"), tr("Memory"), tr("Experts")})
    m_choice->addTab(name);
  row->addWidget(m_choice, 1);  // all of the row, or it scrolls
  column->addLayout(row);
  m_rightStack = new QStackedWidget(side);
  m_load = new LoadPlots(m_rightStack);
  m_rightStack->addWidget(m_load);
  m_iteration = new LyingBars(u"serving.iteration"_s, tr("Time of one iteration by part"), m_rightStack);
  m_rightStack->addWidget(m_iteration);
  auto* request = new QWidget(m_rightStack);
  auto* both = new QVBoxLayout(request);
  both->setContentsMargins(0, 0, 0, 0);
  m_first = new LyingBars(u"serving.first"_s, tr("A request until its first token"), request);
  m_whole = new LyingBars(u"serving.whole"_s, tr("A whole request"), request);
  both->addWidget(m_first);
  both->addWidget(m_whole);
  m_rightStack->addWidget(request);
  m_memory = new LyingBars(u"serving.memory"_s, tr("Memory of a GPU by part"), m_rightStack);
  m_rightStack->addWidget(m_memory);
  for (LyingBars* bars : {m_iteration, m_memory}) bars->setMinimumHeight(scaled(80));
  for (LyingBars* bars : {m_first, m_whole}) bars->setMinimumHeight(scaled(60));  // one above the other
  m_rightStack->addWidget(
      textTableView(u"serving.load.table"_s, tr("Figures against requests per second"), m_loadRows, this));
  m_rightStack->addWidget(textTableView(u"serving.iteration.table"_s, tr("Time of one iteration by part"),
                                        m_iterationRows, this));
  m_rightStack->addWidget(
      textTableView(u"serving.request.table"_s, tr("Time of a request by part"), m_requestRows, this));
  m_rightStack->addWidget(
      textTableView(u"serving.memory.table"_s, tr("Memory of a GPU by part"), m_memoryRows, this));
  m_experts = new ExchangeView(m_rightStack);
  m_rightStack->addWidget(m_experts);
  column->addWidget(m_rightStack, 1);
  connect(m_choice, &QTabBar::currentChanged, this, [this] {
    placeViews();
    emit looksChanged();
  });
  return side;
}

void ServingPage::placeViews() {
  constexpr int kViews = 4;
  m_leftStack->setCurrentIndex(m_asTable ? 1 : 0);
  const int view = m_choice->currentIndex();
  if (view == ExpertsShown)  // its mapping is a table already
    m_rightStack->setCurrentWidget(m_experts);
  else
    m_rightStack->setCurrentIndex(view + (m_asTable ? kViews : 0));
}

void ServingPage::showView(View view) { m_choice->setCurrentIndex(view); }

void ServingPage::setShowTable(bool table) {
  if (m_asTable == table) return;
  m_asTable = table;
  placeViews();
  emit looksChanged();
}

void ServingPage::follow(StrategySelection& selection) {
  m_selection = &selection;
  connect(&selection, &StrategySelection::changed, this, &ServingPage::refresh);
}

void ServingPage::setStale(bool stale) {
  if (std::exchange(m_stale, stale) == stale) return;
  for (LyingBars* bars : {m_iteration, m_first, m_whole, m_memory}) bars->setStale(stale);
  m_experts->setStale(stale);
  refresh();
}

/// What the window shows, else the best.
planning::OptionPtr ServingPage::option() const {
  const planning::OptionPtr selected = m_selection != nullptr ? m_selection->detail() : nullptr;
  if (fleetOf(selected) != nullptr && m_bridge.found()) return selected;
  const planning::OptionPtr best = m_bridge.option();
  return fleetOf(best) != nullptr ? best : nullptr;
}

QString ServingPage::poolName(int pool) const {
  const auto& pools = m_found->question->problem.cluster.pools;
  const auto place = static_cast<std::size_t>(pool);
  return place < pools.size() ? QString::fromStdString(pools[place].id) : QString();
}

std::optional<serving::Question> ServingPage::askedOf(int pool) const {
  const auto place = static_cast<std::size_t>(pool);
  return place < m_found->pools.size() ? m_found->pools[place] : std::nullopt;
}

std::vector<int> ServingPage::gpuIndices() const {
  std::vector<int> indices;
  for (const hardware::Pool& pool : m_found->question->problem.cluster.pools)
    indices.push_back(m_document.gpuIndex(pool.gpu.id));
  return indices;
}

void ServingPage::refresh() {
  m_found = std::dynamic_pointer_cast<const planning::FoundDeployments>(m_bridge.found());
  const planning::OptionPtr shown = option();
  const deploy::Fleet* fleet = fleetOf(shown);
  if (!m_found || fleet == nullptr) {
    m_words->setText(noDeploymentText(m_bridge));
    setAccessibleDescription(m_words->text());
    m_stack->setCurrentIndex(0);
    return emit looksChanged();
  }
  m_stack->setCurrentIndex(1);
  refreshTitle(*fleet);
  m_frontier->setFound(m_found, shown->layout, gpuIndices(), m_stale);
  fillFrontierTable();
  showLoad(*fleet);
  showIteration(*fleet);
  showRequest(*fleet);
  showMemory(*fleet);
  placeViews();
  emit looksChanged();
}

void ServingPage::refreshTitle(const deploy::Fleet& fleet) {
  const QString name = fleetText(fleet, m_found->question->problem.pool_ids());
  const QString figures =
      tr("TTFT %1 · TPOT %2 · %3 · binds: %4", "figures of a deployment")
          .arg(bandedText(fleet.figures.ttft), furtherTokensText(fleet.figures),
               perMillionText(fleet.usd_per_million_tokens), bindsText(fleet.figures.binds));
  QString text = u"<b>%1</b> &nbsp; %2"_s.arg(name.toHtmlEscaped(), figures.toHtmlEscaped());
  if (!fleet.keeps_promises())
    text += u" &nbsp; "_s + tr("Misses the promise: %1.").arg(missedText(fleet.missed));
  if (m_stale || m_bridge.isStale()) text += u" &nbsp; "_s + tr("Older than the plan.");
  m_title->setText(text);
  setAccessibleDescription(name + u", "_s + figures);
}

void ServingPage::fillFrontierTable() {
  const std::vector<DeploymentColumn> columns = deploymentColumns();
  std::vector<TextTable::Column> titles{{tr("Deployment")}};
  for (const DeploymentColumn& column : columns) titles.push_back({column.title, true});
  std::vector<QStringList> rows;
  const std::vector<std::string> pools = m_found->question->problem.pool_ids();
  for (const planning::OptionPtr& option : m_found->frontier) {
    const deploy::Fleet& fleet = *fleetOf(option);
    QStringList cells{fleetText(fleet, pools)};
    for (const DeploymentColumn& column : columns) cells << column.text(fleet);
    rows.push_back(std::move(cells));
  }
  m_frontierRows.setTable(std::move(titles), std::move(rows));
}

/// Of the group that answers most.
void ServingPage::showLoad(const deploy::Fleet& fleet) {
  const auto largest =
      std::max_element(fleet.groups.begin(), fleet.groups.end(),
                       [](const deploy::Group& a, const deploy::Group& b) { return a.share < b.share; });
  const auto pool = static_cast<std::size_t>(largest->pool);
  m_experts->setGroup(pool < m_found->pools.size() ? m_found->pools[pool] : std::nullopt, *largest);
  std::vector<deploy::LoadPoint> curve;
  if (pool < m_found->pools.size() && m_found->pools[pool])
    curve = deploy::load_curve(*m_found->pools[pool], largest->deployment, kLoadPoints);
  std::vector<QStringList> rows;
  for (const deploy::LoadPoint& point : curve)
    rows.push_back({significantText(point.requests_per_second), milliseconds(point.figures.ttft.value),
                    milliseconds(point.figures.ttft_p99.value), timeText(point.figures.tpot.value),
                    significantText(point.figures.batch), percentText(point.figures.kv_use)});
  m_loadRows.setTable({{tr("Requests/s"), true},
                       {tr("TTFT"), true},
                       {tr("TTFT, 99 %"), true},
                       {tr("TPOT"), true},
                       {tr("Batch"), true},
                       {tr("KV use"), true}},
                      std::move(rows));
  m_load->setCurve(std::move(curve), m_found->job.promises,
                   largest->share * fleet.figures.requests_per_second, m_stale);
}

void ServingPage::showIteration(const deploy::Fleet& fleet) {
  const Theme& theme = currentTheme();
  std::vector<LyingRow> rows;
  for (const deploy::Group& group : fleet.groups) {
    const QString of = fleet.groups.size() > 1 ? u" · "_s + poolName(group.pool) : QString();
    const auto add = [&](const QString& title, const serving::StepParts& parts) {
      if (parts.step_ms > 0.0)
        rows.push_back({title + of, stepShares(parts, theme), 0.0, durationText(parts.step_ms * 1e-3)});
    };
    add(tr("decoding", "an iteration"), group.figures.decode_step);
    add(group.deployment.prefill ? tr("of a prompt alone", "an iteration")
                                 : tr("with a prompt", "an iteration"),
        promptStep(group, askedOf(group.pool)));
  }
  fillShares(m_iterationRows, tr("Iteration"), rows, milliseconds);
  m_iteration->setRows(std::move(rows), tr("seconds of one iteration"), milliseconds);
}

void ServingPage::showRequest(const deploy::Fleet& fleet) {
  const Theme& theme = currentTheme();
  const serving::Traffic& traffic = m_found->job.traffic;
  const double prompt = traffic.input.mean * (1.0 - traffic.cached_prefix), output = traffic.output.mean;
  std::vector<LyingRow> first, whole;
  for (const deploy::Group& group : fleet.groups) {
    const serving::Worker& reads = group.deployment.prefill.value_or(group.deployment.worker);
    const QString of = fleet.groups.size() > 1 ? u" · "_s + poolName(group.pool) : QString();
    first.push_back({tr("first token", "of a request") + of,
                     firstTokenShares(group.figures, promptStep(group, askedOf(group.pool)), prompt,
                                      reads.max_batched_tokens, theme),
                     0.0, milliseconds(group.figures.ttft.value)});
    whole.push_back({tr("whole answer", "of a request") + of, requestShares(group.figures, output, theme),
                     m_found->job.promises.e2e_seconds.value_or(0.0), milliseconds(group.figures.e2e.value)});
  }
  fillShares(m_requestRows, tr("Request"), together(first, whole), milliseconds);
  m_first->setRows(std::move(first), tr("seconds to the first token"), milliseconds);
  m_whole->setRows(std::move(whole), tr("seconds of a whole request"), milliseconds);
}

void ServingPage::showMemory(const deploy::Fleet& fleet) {
  const Theme& theme = currentTheme();
  std::vector<LyingRow> rows;
  for (const deploy::Group& group : fleet.groups)
    rows.push_back({poolName(group.pool), rankMemoryShares(group.figures, theme), group.figures.memory.device,
                    gibText(group.figures.memory.device)});
  const auto text = [](double gib) { return tr("%1 GiB").arg(significantText(gib)); };
  for (LyingRow& row : rows) {
    for (Share& share : row.shares) share.value /= kGib;
    row.limit /= kGib;
  }
  fillShares(m_memoryRows, tr("Pool"), rows, text);
  m_memory->setRows(std::move(rows), tr("GiB of a GPU that decodes"), text);
}

QString ServingPage::copyText() const {
  switch (m_choice->currentIndex()) {
    case IterationShown:
      return m_iterationRows.plainText();
    case RequestShown:
      return m_requestRows.plainText();
    case MemoryShown:
      return m_memoryRows.plainText();
    case ExpertsShown:
      return m_experts->copyText();
    default:
      return m_frontierRows.plainText() + u'\n' + m_loadRows.plainText();
  }
}

/// Frontier and load curve beside each other, in the looks of paper.
Figure ServingPage::figure() const {
  if (m_stack->currentIndex() == 0) return {};
  const QSize size(1200, 420);
  return {tr("Frontier and load"), size, [this, size](QPaintDevice& device) {
            const QSize half(size.width() / 2, size.height());
            m_frontier->draw(Theme::make(ThemeKind::Light));
            m_load->draw(Theme::make(ThemeKind::Light));
            QCPPainter painter(&device);
            m_frontier->paintOn(painter, QRect(QPoint(), half));
            painter.save();
            m_load->paintOn(painter, QRect(QPoint(half.width(), 0), half));
            painter.restore();
            painter.end();
            m_frontier->draw(currentTheme());
            m_load->draw(currentTheme());
          }};
}

}  // namespace astrolabe::ui
