#include "ui/results/kind_ranking.h"

#include <QHeaderView>
#include <QItemSelectionModel>
#include <QLabel>
#include <QMenu>
#include <QScrollBar>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <utility>

#include "ui/render/numbers.h"
#include "ui/render/theme.h"
#include "ui/results/text_table_view.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int kKindRank = 0, kKindLayout = 1, kKindOwn = 2;
constexpr int kKindAir = 14;
constexpr QChar kAirOfWords(0x2003);  ///< em space: words behind a column of numbers

}  // namespace

KindModel::KindModel(const KindRankingWords& words, QObject* parent)
    : QAbstractTableModel(parent), m_words(words) {}

void KindModel::setOptions(std::vector<planning::OptionPtr> options, std::vector<std::string> pools) {
  beginResetModel();
  m_options = std::move(options);
  m_pools = std::move(pools);
  endResetModel();
}

int KindModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_options.size());
}

int KindModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : kKindOwn + static_cast<int>(m_words.columns.size());
}

bool KindModel::isWords(int column) const {
  return column == kKindLayout ||
         (column >= kKindOwn && m_words.columns[static_cast<std::size_t>(column - kKindOwn)].words);
}

QString KindModel::text(int row, int column) const {
  const planning::Option& option = *m_options[static_cast<std::size_t>(row)];
  if (column == kKindRank) return option.is_possible() ? wholeText(row + 1) : unknownText();
  if (column == kKindLayout) return m_words.layoutText(option, m_pools);
  return m_words.columns[static_cast<std::size_t>(column - kKindOwn)].text(option);
}

QVariant KindModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const planning::Option& option = *m_options[static_cast<std::size_t>(index.row())];
  const int column = index.column();
  switch (role) {
    case Qt::DisplayRole:
      return column >= kKindOwn && isWords(column) ? kAirOfWords + text(index.row(), column)
                                                   : text(index.row(), column);
    case Qt::TextAlignmentRole:
      return QVariant::fromValue((isWords(column) ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    case Qt::FontRole:
      return index.row() == 0 ? ui::font(TextRole::BodyStrong) : QVariant();
    case Qt::ForegroundRole:
      if (!option.is_possible()) return QVariant(currentTheme().text3);
      return index.row() == 0 && column == kKindRank ? QVariant(currentTheme().best) : QVariant();
    case Qt::ToolTipRole: {
      QStringList lines;
      if (column >= kKindOwn) lines << m_words.columns[static_cast<std::size_t>(column - kKindOwn)].tip;
      lines << m_words.layoutText(option, m_pools) << m_words.tip(option);
      lines.removeAll(QString());
      return lines.join(u'\n');
    }
    case kSortRole: {
      if (column == kKindRank) return index.row();
      if (column == kKindLayout) return text(index.row(), column);
      const double number = m_words.columns[static_cast<std::size_t>(column - kKindOwn)].number(option);
      return std::isnan(number) ? QVariant() : QVariant(number);
    }
    default:
      return {};
  }
}

QVariant KindModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
  const KindColumnWords* own =
      section >= kKindOwn ? &m_words.columns[static_cast<std::size_t>(section - kKindOwn)] : nullptr;
  switch (role) {
    case Qt::DisplayRole:
      if (own != nullptr) return own->words ? kAirOfWords + own->title : own->title;
      return section == kKindRank ? tr("#", "rank") : m_words.layout;
    case Qt::TextAlignmentRole:
      return QVariant::fromValue((isWords(section) ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    case Qt::ToolTipRole:
      return own != nullptr ? own->tip : section == kKindLayout ? m_words.layoutTip : QVariant();
    default:
      return {};
  }
}

QString KindModel::plainText() const {
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

KindRanking::KindRanking(PlannerBridge& bridge, KindRankingWords words, QWidget* parent)
    : KindPage(parent), m_bridge(bridge), m_words(std::move(words)), m_model(m_words) {
  setObjectName(m_words.name);
  setAccessibleName(m_words.spoken);
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Base);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  m_stack = new QStackedWidget(this);
  column->addWidget(m_stack);
  m_table = new QTableView(m_stack);
  m_table->setObjectName(m_words.name + u".table"_s);
  m_table->setAccessibleName(m_words.spoken);
  m_sorted.setSourceModel(&m_model);
  m_sorted.setSortRole(KindModel::kSortRole);
  m_table->setModel(&m_sorted);
  m_table->setSortingEnabled(true);
  m_table->sortByColumn(kKindRank, Qt::AscendingOrder);
  m_table->setFrameShape(QFrame::NoFrame);
  m_table->setWordWrap(false);
  dressSingleRows(*m_table);
  m_table->horizontalHeader()->setHighlightSections(false);
  m_stack->addWidget(m_table);
  auto* page = new QWidget(m_stack);
  auto* lines = new QVBoxLayout(page);
  m_nothing = new QLabel(page);
  m_nothing->setObjectName(m_words.name + u".words"_s);
  m_nothing->setAlignment(Qt::AlignCenter);
  m_nothing->setWordWrap(true);
  lines->addStretch();
  lines->addWidget(m_nothing);
  lines->addStretch();
  m_stack->addWidget(page);
  connect(&m_bridge, &PlannerBridge::changed, this, &KindRanking::refresh);
  connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
          [this](const QModelIndex& at) {
            if (!at.isValid() || m_selecting || m_selection == nullptr) return;
            const int row = m_sorted.mapToSource(at).row();
            m_selection->select(m_model.options()[static_cast<std::size_t>(row)]->layout);
          });
  refresh();
}

void KindRanking::follow(StrategySelection& selection) {
  m_selection = &selection;
  connect(&selection, &StrategySelection::changed, this, &KindRanking::select);
}

void KindRanking::setStale(bool stale) {
  m_table->setAccessibleDescription(stale ? tr("Older than the plan") : QString());
}

void KindRanking::resizeEvent(QResizeEvent* event) {
  KindPage::resizeEvent(event);
  fitLayouts();
}

bool KindRanking::isHidden(int column) const {
  const KindColumnWords& own = m_words.columns[static_cast<std::size_t>(column - kKindOwn)];
  const auto& options = m_model.options();
  return m_hidden.contains(column) ||
         (own.whereKnown && std::all_of(options.begin(), options.end(), [&](const auto& option) {
            return std::isnan(own.number(*option));
          }));
}

/// Long layouts are cut, as their tips tell them whole, so that the figures stand in what there is of room.
void KindRanking::fitLayouts() {
  if (m_layoutWidth <= 0) return;
  constexpr int kLeast = 200, kOfLast = 80;
  int others = scaled(kOfLast);
  for (int column = 0; column + 1 < m_sorted.columnCount(); ++column)
    if (column != kKindLayout && !m_table->isColumnHidden(column)) others += m_table->columnWidth(column);
  const int room = width() - m_table->verticalScrollBar()->sizeHint().width() - others;
  m_table->setColumnWidth(kKindLayout, std::min(m_layoutWidth, std::max(room, scaled(kLeast))));
}

void KindRanking::refresh() {
  const planning::FoundPtr found = m_bridge.found();
  const std::vector<planning::OptionPtr> options =
      found ? found->options : std::vector<planning::OptionPtr>();
  m_nothing->setText(m_words.nothing(m_bridge));
  m_selecting = true;
  m_model.setOptions(options, found ? found->question->problem.pool_ids() : std::vector<std::string>());
  for (int column = kKindOwn; column < m_sorted.columnCount(); ++column)
    m_table->setColumnHidden(column, isHidden(column));
  m_table->resizeColumnsToContents();
  for (int column = 0; column < m_sorted.columnCount(); ++column)
    m_table->setColumnWidth(column, m_table->columnWidth(column) + scaled(kKindAir));
  m_table->horizontalHeader()->setStretchLastSection(true);
  m_layoutWidth = m_table->columnWidth(kKindLayout);
  fitLayouts();
  m_selecting = false;
  m_stack->setCurrentIndex(options.empty() ? 1 : 0);
  setAccessibleDescription(options.empty() ? m_nothing->text() : QString());
  select();
  emit looksChanged();
}

/// All but rank and layout may go.
void KindRanking::fillColumns(QMenu& menu) {
  for (int column = kKindOwn; column < m_sorted.columnCount(); ++column) {
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
void KindRanking::select() {
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
