#include "ui/results/deployment_ranking.h"

#include <QHeaderView>
#include <QItemSelectionModel>
#include <QLabel>
#include <QMenu>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/render/messages.h"
#include "ui/render/numbers.h"
#include "ui/render/theme.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int kRankColumn = 0, kLayoutColumn = 1, kOwnColumns = 2;
constexpr int kDeploymentAir = 14;
constexpr QChar kAirBefore(0x2003);  ///< em space: words behind a column of numbers

}  // namespace

DeploymentModel::DeploymentModel(QObject* parent)
    : QAbstractTableModel(parent), m_columns(deploymentColumns()) {}

void DeploymentModel::setOptions(std::vector<planning::OptionPtr> options, std::vector<std::string> pools) {
  beginResetModel();
  m_options = std::move(options);
  m_pools = std::move(pools);
  endResetModel();
}

int DeploymentModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_options.size());
}

int DeploymentModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : kOwnColumns + static_cast<int>(m_columns.size());
}

QString DeploymentModel::text(int row, int column) const {
  const deploy::Fleet& fleet = *fleetOf(m_options[static_cast<std::size_t>(row)]);
  if (column == kRankColumn) return wholeText(row + 1);
  if (column == kLayoutColumn) return fleetText(fleet, m_pools);
  return m_columns[static_cast<std::size_t>(column - kOwnColumns)].text(fleet);
}

QVariant DeploymentModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const deploy::Fleet& fleet = *fleetOf(m_options[static_cast<std::size_t>(index.row())]);
  const bool words = index.column() == kLayoutColumn || index.column() == columnCount() - 1;
  switch (role) {
    case Qt::DisplayRole:
      return index.column() == columnCount() - 1 ? kAirBefore + text(index.row(), index.column())
                                                 : text(index.row(), index.column());
    case Qt::TextAlignmentRole:
      return QVariant::fromValue((words ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    case Qt::FontRole:
      return index.row() == 0 ? ui::font(TextRole::BodyStrong) : QVariant();
    case Qt::ForegroundRole:
      return index.row() == 0 && index.column() == kRankColumn ? QVariant(currentTheme().best) : QVariant();
    case Qt::ToolTipRole: {
      QStringList lines{
          fleetText(fleet, m_pools),
          tr("TTFT %1, 99 %: %2").arg(bandedText(fleet.figures.ttft), bandedText(fleet.figures.ttft_p99)),
          tr("TPOT %1, 99 %: %2").arg(furtherTokensText(fleet.figures), bandedText(fleet.figures.tpot_p99)),
          tr("end to end %1").arg(bandedText(fleet.figures.e2e))};
      if (index.column() >= kOwnColumns)
        lines.prepend(m_columns[static_cast<std::size_t>(index.column() - kOwnColumns)].tip);
      return lines.join(u'\n');
    }
    case kSortRole: {
      if (index.column() == kRankColumn) return index.row();
      if (index.column() == kLayoutColumn) return text(index.row(), index.column());
      const double number = m_columns[static_cast<std::size_t>(index.column() - kOwnColumns)].number(fleet);
      return std::isnan(number) ? QVariant() : QVariant(number);
    }
    default:
      return {};
  }
}

QVariant DeploymentModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
  if (role == Qt::DisplayRole)
    return section == kRankColumn     ? tr("#", "rank")
           : section == kLayoutColumn ? tr("Deployment")
           : section == columnCount() - 1
               ? kAirBefore + m_columns[static_cast<std::size_t>(section - kOwnColumns)].title
               : m_columns[static_cast<std::size_t>(section - kOwnColumns)].title;
  if (role == Qt::TextAlignmentRole) {
    const bool words = section == kLayoutColumn || section == columnCount() - 1;
    return QVariant::fromValue((words ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  }
  if (role == Qt::ToolTipRole && section == kLayoutColumn)
    return tr(
        "Replicas and their layout: tensor (TP), pipeline (PP), expert (EP) and attention data "
        "parallelism (ADP)");
  if (role == Qt::ToolTipRole && section >= kOwnColumns)
    return m_columns[static_cast<std::size_t>(section - kOwnColumns)].tip;
  return {};
}

QString DeploymentModel::plainText() const {
  QStringList titles, lines;
  for (int column = 0; column < columnCount(); ++column)
    titles << headerData(column, Qt::Horizontal, Qt::DisplayRole).toString().trimmed();
  lines << titles.join(u'\t');
  for (int row = 0; row < rowCount(); ++row) {
    QStringList cells;
    for (int column = 0; column < columnCount(); ++column) cells << text(row, column);
    lines << cells.join(u'\t');
  }
  return lines.join(u'\n') + u'\n';
}

QString noDeploymentText(const PlannerBridge& bridge) {
  using State = PlannerBridge::State;
  switch (bridge.state()) {
    case State::Idle:
      return DeploymentRanking::tr("Not planned yet. Run plans the deployments that keep the promises.");
    case State::Running:
      return DeploymentRanking::tr("Looking for deployments that keep the promises…");
    case State::Stopped:
      return DeploymentRanking::tr("Stopped before a deployment was found.");
    case State::Declines:
      return bridge.declined() == "layers_placed"
                 ? DeploymentRanking::tr(
                       "One copy of the model is laid over all machines here: see its own page.")
                 : DeploymentRanking::tr("The job of this scenario serves no model.");
    case State::NoPlan:
    case State::Failed:
      return bridge.error() ? messageFor(*bridge.error()).plain() : DeploymentRanking::tr("No deployment.");
    case State::Done:
      if (!bridge.found())  // another scenario is shown
        return DeploymentRanking::tr("Not planned yet. Run plans the deployments that keep the promises.");
      break;
  }
  const auto* found = dynamic_cast<const planning::FoundDeployments*>(bridge.found().get());
  QString words = DeploymentRanking::tr("No deployment keeps the promises.");
  if (found != nullptr && found->shortfall)
    words += u' ' + shortfallText(*found->shortfall, found->question->problem);
  return words;
}

DeploymentRanking::DeploymentRanking(PlanDocument& document, PlannerBridge& bridge, QWidget* parent)
    : KindPage(parent), m_document(document), m_bridge(bridge) {
  setObjectName(u"deploymentRanking"_s);
  setAccessibleName(tr("Ranking of deployments"));
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Base);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  m_stack = new QStackedWidget(this);
  column->addWidget(m_stack);
  m_table = new QTableView(m_stack);
  m_table->setObjectName(u"deploymentRanking.table"_s);
  m_table->setAccessibleName(tr("Deployments, the best first"));
  m_sorted.setSourceModel(&m_model);
  m_sorted.setSortRole(DeploymentModel::kSortRole);
  m_table->setModel(&m_sorted);
  m_table->setSortingEnabled(true);
  m_table->sortByColumn(kRankColumn, Qt::AscendingOrder);
  m_table->setFrameShape(QFrame::NoFrame);
  m_table->setShowGrid(false);
  m_table->setWordWrap(false);
  m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
  m_table->setSelectionMode(QAbstractItemView::SingleSelection);
  m_table->setTabKeyNavigation(false);
  m_table->verticalHeader()->hide();
  m_table->verticalHeader()->setDefaultSectionSize(scaled(26));
  m_table->horizontalHeader()->setHighlightSections(false);
  m_stack->addWidget(m_table);
  auto* page = new QWidget(m_stack);
  auto* lines = new QVBoxLayout(page);
  m_words = new QLabel(page);
  m_words->setObjectName(u"deploymentRanking.words"_s);
  m_words->setAlignment(Qt::AlignCenter);
  m_words->setWordWrap(true);
  lines->addStretch();
  lines->addWidget(m_words);
  lines->addStretch();
  m_stack->addWidget(page);
  connect(&m_bridge, &PlannerBridge::changed, this, &DeploymentRanking::refresh);
  connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          [this](const QModelIndex& at) {
            if (!at.isValid() || m_selecting || m_selection == nullptr) return;
            const int row = m_sorted.mapToSource(at).row();
            m_selection->select(m_model.options()[static_cast<std::size_t>(row)]->layout);
          });
  refresh();
}

planning::OptionPtr DeploymentRanking::option() const { return m_bridge.option(); }

void DeploymentRanking::follow(StrategySelection& selection) {
  m_selection = &selection;
  connect(&selection, &StrategySelection::changed, this, &DeploymentRanking::select);
}

void DeploymentRanking::setStale(bool stale) {
  m_table->setAccessibleDescription(stale ? tr("Older than the plan") : QString());
}

void DeploymentRanking::refresh() {
  const planning::FoundPtr found = m_bridge.found();
  std::vector<planning::OptionPtr> options;
  if (found)
    std::copy_if(found->options.begin(), found->options.end(), std::back_inserter(options),
                 [](const planning::OptionPtr& option) { return fleetOf(option) != nullptr; });
  m_words->setText(noDeploymentText(m_bridge));
  m_selecting = true;
  m_model.setOptions(options, found ? found->question->problem.pool_ids() : std::vector<std::string>());
  for (int column = kOwnColumns; column < m_sorted.columnCount(); ++column)
    m_table->setColumnHidden(column, m_hidden.contains(column));
  m_table->resizeColumnsToContents();
  for (int column = 0; column < m_sorted.columnCount(); ++column)
    m_table->setColumnWidth(column, m_table->columnWidth(column) + scaled(kDeploymentAir));
  m_table->horizontalHeader()->setStretchLastSection(true);
  m_selecting = false;
  m_stack->setCurrentIndex(options.empty() ? 1 : 0);
  setAccessibleDescription(options.empty() ? m_words->text() : QString());
  select();
  emit looksChanged();
}

/// All but rank and layout may go.
void DeploymentRanking::fillColumns(QMenu& menu) {
  for (int column = kOwnColumns; column < m_sorted.columnCount(); ++column) {
    QAction* action =
        menu.addAction(m_model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString().trimmed());
    action->setCheckable(true);
    action->setChecked(!m_hidden.contains(column));
    connect(action, &QAction::toggled, this, [this, column](bool shown) {
      if (shown)
        m_hidden.remove(column);
      else
        m_hidden.insert(column);
      m_table->setColumnHidden(column, !shown);
    });
  }
  menu.addSeparator();
  connect(menu.addAction(tr("All columns")), &QAction::triggered, this, [this] {
    m_hidden.clear();
    refresh();
  });
}

/// The row of what the window shows.
void DeploymentRanking::select() {
  const planning::LayoutPtr shown = m_selection != nullptr ? m_selection->layout() : nullptr;
  if (!shown) return;
  for (std::size_t i = 0; i < m_model.options().size(); ++i) {
    if (!planning::same(m_model.options()[i]->layout, shown)) continue;
    m_selecting = true;
    m_table->setCurrentIndex(m_sorted.mapFromSource(m_model.index(static_cast<int>(i), 0)));
    m_selecting = false;
  }
}

}  // namespace astrolabe::ui
