#include "ui/results/serving_page.h"

#include <QComboBox>
#include <QPainter>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "core/base/units.h"
#include "ui/render/deployment_words.h"
#include "ui/render/numbers.h"
#include "ui/render/serving_move_words.h"
#include "ui/results/deployment_ranking.h"
#include "ui/results/exchange_view.h"
#include "ui/results/serving_shares.h"
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
    : OptionPage(bridge, u"serving"_s, parent), m_document(document) {
  setObjectName(u"deploymentPage"_s);
  setAccessibleName(tr("Serving"));
  makeUpwards();
  QWidget* first = left();
  setSides(first, right(), 2, 3);
}

void ServingPage::makeUpwards() {
  auto* upwards = new QComboBox(m_head);
  upwards->setObjectName(u"serving.upwards"_s);
  upwards->setAccessibleName(tr("What the frontier shows against tokens/s of a user"));
  upwards->setToolTip(upwards->accessibleName());
  upwards->addItems({tr("tokens/s of a GPU"), metricName(planning::ServingMetric::usd_per_million_tokens)});
  m_head->layout()->addWidget(upwards);
  connect(upwards, &QComboBox::activated, this, [this](int index) {
    m_frontier->setOfMoney(index == 1);
    emit looksChanged();
  });
}

QWidget* ServingPage::left() {
  m_frontier = new FrontierPlot(m_leftStack);
  m_leftStack->addWidget(m_frontier);
  m_leftStack->addWidget(textTableView(u"serving.frontier.table"_s, tr("Frontier"), m_frontierRows, this));
  selectFrom(*m_frontier);
  return m_leftStack;
}

QWidget* ServingPage::right() {
  QWidget* side = makeViews(tr("What is shown of the deployment"), tr("All views of the deployment"));
  const auto table = [this](const QString& name, const QString& spoken, TextTable& rows) {
    return textTableView(u"serving.%1.table"_s.arg(name), spoken, rows, this);
  };
  m_load = new LoadPlots(m_rightStack);
  addView(tr("Load"), m_load, table(u"load"_s, tr("Figures against requests per second"), m_loadRows));
  m_iteration = makeBars(u"iteration"_s, tr("Time of one iteration by part"), m_rightStack);
  addView(tr("Iteration"), m_iteration,
          table(u"iteration"_s, tr("Time of one iteration by part"), m_iterationRows));
  auto* request = new QWidget(m_rightStack);
  auto* both = new QVBoxLayout(request);
  both->setContentsMargins(0, 0, 0, 0);
  constexpr int kLow = 60;  // one above the other
  m_first = makeBars(u"first"_s, tr("A request until its first token"), request, kLow);
  m_whole = makeBars(u"whole"_s, tr("A whole request"), request, kLow);
  both->addWidget(m_first);
  both->addWidget(m_whole);
  addView(tr("Request"), request, table(u"request"_s, tr("Time of a request by part"), m_requestRows));
  m_memory = makeBars(u"memory"_s, tr("Memory of a GPU by part"), m_rightStack);
  addView(tr("Memory"), m_memory, table(u"memory"_s, tr("Memory of a GPU by part"), m_memoryRows));
  m_experts = new ExchangeView(m_rightStack);
  addView(tr("Experts"), m_experts);
  return side;
}

void ServingPage::setStale(bool stale) {
  m_experts->setStale(stale);
  OptionPage::setStale(stale);
}

bool ServingPage::take(const planning::FoundPtr& found) {
  m_found = std::dynamic_pointer_cast<const planning::FoundDeployments>(found);
  return m_found != nullptr;
}

bool ServingPage::isOfKind(const planning::OptionPtr& option) const { return fleetOf(option) != nullptr; }

QString ServingPage::noneText() const { return noDeploymentText(m_bridge); }

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

void ServingPage::fill(const planning::OptionPtr& option) {
  const deploy::Fleet& fleet = *fleetOf(option);
  refreshTitle(fleet);
  m_frontier->setFound(m_found, option->layout, gpuIndices(), m_stale);
  fillFrontierTable();
  showLoad(fleet);
  showIteration(fleet);
  showRequest(fleet);
  showMemory(fleet);
}

void ServingPage::refreshTitle(const deploy::Fleet& fleet) {
  const QString name = fleetText(fleet, m_found->question->problem.pool_ids());
  const QString figures =
      tr("TTFT %1 · TPOT %2 · %3 · binds: %4", "figures of a deployment")
          .arg(bandedText(fleet.figures.ttft), furtherTokensText(fleet.figures),
               perMillionText(fleet.usd_per_million_tokens), bindsText(fleet.figures.binds));
  setTitle(name, figures, figures,
           fleet.keeps_promises() ? QString() : tr("Misses the promise: %1.").arg(missedText(fleet.missed)));
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
    for (const RankMemory& rank : rankMemories(group.figures))
      rows.push_back({withRole(poolName(group.pool), rank), rankMemoryShares(rank, theme),
                      rank.memory->device, gibText(rank.memory->device)});
  const auto text = [](double gib) { return tr("%1 GiB").arg(significantText(gib)); };
  for (LyingRow& row : rows) {
    for (Share& share : row.shares) share.value /= kGib;
    row.limit /= kGib;
  }
  fillShares(m_memoryRows, tr("Pool"), rows, text);
  m_memory->setRows(std::move(rows), tr("GiB of a GPU"), text);
}

QString ServingPage::copyText() const {
  switch (view()) {
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
  if (isEmpty()) return {};
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
