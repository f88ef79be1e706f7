#include "ui/canvas/gpu_shelf.h"

#include <QAction>
#include <QComboBox>
#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QJsonArray>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QTreeView>
#include <QUrl>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "core/base/file_read.h"
#include "core/hardware/price_book.h"
#include "ui/canvas/gpu_type_dialog.h"
#include "ui/canvas/node_type_dialog.h"
#include "ui/canvas/price_import_dialog.h"
#include "ui/canvas/price_reach.h"
#include "ui/canvas/prices_dialog.h"
#include "ui/canvas/shelf_delegate.h"
#include "ui/canvas/value_dialog.h"
#include "ui/document/commands/commands.h"
#include "ui/document/commands/import_prices.h"
#include "ui/render/icons.h"
#include "ui/render/theme.h"

namespace astrolabe::ui {

GpuShelf::GpuShelf(PlanDocument& document, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_model(new ShelfModel(document, this)),
      m_search(new QLineEdit(this)),
      m_provider(new QComboBox(this)),
      m_tree(new QTreeView(this)),
      m_pages(new QStackedWidget(this)) {
  setObjectName(QStringLiteral("gpuShelf"));
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Base);
  setAcceptDrops(true);
  setUpSearch();
  setUpProviders();
  setUpTree();
  m_pages->addWidget(m_tree);
  m_pages->addWidget(makeEmptyState());
  m_pages->setMinimumHeight(scaled(32));  // both scroll
  auto* add = new QPushButton(icon(QStringLiteral("plus")), tr("New GPU type…"), this);
  add->setObjectName(QStringLiteral("palette.newType"));
  connect(add, &QPushButton::clicked, this, &GpuShelf::newGpuType);
  auto* prices = new QPushButton(tr("Prices…"), this);
  prices->setObjectName(QStringLiteral("palette.prices"));
  prices->setToolTip(tr("The prices in force, and yours from a table (CSV), which can be dropped here, too"));
  connect(prices, &QPushButton::clicked, this, &GpuShelf::showPrices);

  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, scaled(8), 0, scaled(8));
  column->setSpacing(scaled(6));
  auto* top = new QHBoxLayout;
  top->setContentsMargins(scaled(12), 0, scaled(12), 0);
  top->addWidget(m_search);
  column->addLayout(top);
  auto* seller = new QHBoxLayout;
  seller->setContentsMargins(scaled(12), 0, scaled(12), 0);
  seller->addWidget(m_provider);
  column->addLayout(seller);
  column->addWidget(m_pages, 1);
  m_bottom = new QWidget(this);
  auto* bottom = new QHBoxLayout(m_bottom);
  bottom->setContentsMargins(scaled(12), 0, scaled(12), 0);
  bottom->addWidget(add);
  bottom->addWidget(prices);
  bottom->addStretch(1);
  column->addWidget(m_bottom);
  setMinimumWidth(std::max(scaled(220), minimumSizeHint().width()));  // whole words on the buttons
}

void GpuShelf::setCompact(bool compact) {
  m_compact = compact;
  fitButtons();
}

/// What menus hold as well leaves its room to the rows.
void GpuShelf::fitButtons() {
  constexpr int kLow = 260;  // in pixels of the base font
  const bool roomy = !m_compact && height() >= scaled(kLow);
  m_bottom->setVisible(roomy);
  m_provider->setVisible(roomy || !m_model->provider().isEmpty());  // what hides rows can be taken back
}

void GpuShelf::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fitButtons();
}

void GpuShelf::setUpSearch() {
  m_search->setObjectName(QStringLiteral("paletteSearch"));
  m_search->setAccessibleName(tr("Search hardware"));
  m_search->setPlaceholderText(tr("Name, memory, link…"));
  m_search->setClearButtonEnabled(true);
  m_search->addAction(icon(QStringLiteral("search")), QLineEdit::LeadingPosition);
  m_search->setMinimumHeight(scaled(28));
  m_search->installEventFilter(this);
  connect(m_search, &QLineEdit::textChanged, this, &GpuShelf::search);
}

void GpuShelf::setUpProviders() {
  m_provider->setObjectName(QStringLiteral("palette.provider"));
  m_provider->setAccessibleName(tr("Provider"));
  m_provider->setToolTip(tr("Show only what one provider sells"));
  m_provider->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  m_provider->setMinimumContentsLength(6);
  fillProviders();
  connect(m_provider, &QComboBox::currentIndexChanged, this,
          [this] { m_model->setProvider(m_provider->currentData().toString()); });
  connect(m_model, &QAbstractItemModel::modelReset, this, &GpuShelf::fillProviders);
}

/// A provider comes with a quote and goes with it.
void GpuShelf::fillProviders() {
  QStringList names;
  for (const std::string& name : hardware::providers(m_document.catalogue()))
    names << QString::fromStdString(name);
  if (names == m_providers) return;
  m_providers = names;
  const QSignalBlocker quiet(m_provider);
  m_provider->clear();
  m_provider->addItem(tr("All providers"), QString());
  for (const QString& name : names) m_provider->addItem(name, name);
  m_provider->setCurrentIndex(std::max(0, m_provider->findData(m_model->provider())));
}

void GpuShelf::setUpTree() {
  m_tree->setObjectName(QStringLiteral("paletteView"));
  m_tree->setAccessibleName(tr("Hardware"));
  m_tree->setModel(m_model);
  m_tree->setItemDelegate(new ShelfDelegate(m_document, m_tree));
  m_tree->setHeaderHidden(true);
  m_tree->setRootIsDecorated(false);
  m_tree->setIndentation(0);
  m_tree->setFrameShape(QFrame::NoFrame);
  m_tree->setDragEnabled(true);
  m_tree->setDragDropMode(QAbstractItemView::DragOnly);
  m_tree->setMouseTracking(true);
  m_tree->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  m_tree->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_tree->setExpandsOnDoubleClick(false);
  m_tree->installEventFilter(this);
  connect(m_model, &QAbstractItemModel::modelReset, this, &GpuShelf::showGroups);
  connect(m_tree, &QTreeView::collapsed, this, [this](const QModelIndex& group) {
    if (!m_showing) m_closed.insert(group.row());
  });
  connect(m_tree, &QTreeView::expanded, this, [this](const QModelIndex& group) {
    if (!m_showing) m_closed.erase(group.row());
  });
  showGroups();
  m_hues = m_document.gpuOrder();
  connect(&m_document, &PlanDocument::planChanged, this, [this] {
    // A type has a hue from when it first comes into the plan.
    if (std::exchange(m_hues, m_document.gpuOrder()) != m_document.gpuOrder()) m_tree->viewport()->update();
  });
  connect(m_tree, &QTreeView::clicked, this, [this](const QModelIndex& index) {
    if (!m_model->hardware(index)) m_tree->setExpanded(index, !m_tree->isExpanded(index));
  });
  connect(m_tree, &QTreeView::doubleClicked, this, [this](const QModelIndex&) { addCurrent(false); });
  m_tree->setContextMenuPolicy(Qt::CustomContextMenu);
  connect(m_tree, &QWidget::customContextMenuRequested, this, &GpuShelf::showMenu);
}

QWidget* GpuShelf::makeEmptyState() {
  auto* scroll = new QScrollArea(this);  // large text leaves little room
  scroll->setObjectName(QStringLiteral("palette.emptyState"));
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setWidgetResizable(true);
  scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  scroll->setFocusPolicy(Qt::NoFocus);
  auto* page = new QWidget(scroll);
  page->setAutoFillBackground(true);
  page->setBackgroundRole(QPalette::Base);
  auto* column = new QVBoxLayout(page);
  column->setSpacing(scaled(8));
  column->addSpacing(scaled(largeText() ? 0 : 48));
  m_nothing = new QLabel(page);
  m_nothing->setObjectName(QStringLiteral("palette.nothing"));
  m_nothing->setAlignment(Qt::AlignCenter);
  m_nothing->setTextFormat(Qt::PlainText);
  m_nothing->setWordWrap(true);
  column->addWidget(m_nothing);
  auto* clear = new QPushButton(tr("Clear search"), page);
  clear->setObjectName(QStringLiteral("palette.clearSearch"));
  connect(clear, &QPushButton::clicked, this, &GpuShelf::clearSearch);
  column->addWidget(clear, 0, Qt::AlignHCenter);
  auto* type = new QPushButton(tr("New GPU type…"), page);
  type->setObjectName(QStringLiteral("palette.emptyNewType"));
  connect(type, &QPushButton::clicked, this, &GpuShelf::newGpuType);
  column->addWidget(type, 0, Qt::AlignHCenter);
  column->addStretch(1);
  scroll->setWidget(page);
  return scroll;
}

/// What a person closed stays closed, unless nothing that matches would be seen; what was used last is there
/// only once something was.
void GpuShelf::showGroups() {
  m_showing = true;
  const auto has = [this](int group) { return m_model->rowCount(m_model->index(group, 0)) > 0; };
  bool seen = false;
  for (int group = 0; group < m_model->rowCount(); ++group)
    seen = seen || (has(group) && !m_closed.contains(group));
  const bool open = !seen && !m_model->query().isEmpty();
  for (int group = 0; group < m_model->rowCount(); ++group)
    m_tree->setExpanded(m_model->index(group, 0), open || !m_closed.contains(group));
  constexpr int kRecentRow = static_cast<int>(ShelfModel::Group::Recent);
  m_tree->setRowHidden(kRecentRow, {}, !has(kRecentRow));
  m_showing = false;
}

QJsonObject GpuShelf::saved() const {
  QJsonArray closed, recent;
  for (const int group : m_closed) closed << group;
  for (const HardwareId& id : m_model->recent()) {
    QJsonObject kept{{id.node.empty() ? QStringLiteral("gpu") : QStringLiteral("node"),
                      QString::fromStdString(id.node.empty() ? id.gpu : id.node)}};
    if (id.unit > 0) kept.insert(QStringLiteral("unit"), id.unit);
    recent << kept;
  }
  return {{QStringLiteral("closed"), closed}, {QStringLiteral("recent"), recent}};
}

void GpuShelf::restore(const QJsonObject& saved) {
  for (const QJsonValue& group : saved.value(QStringLiteral("closed")).toArray())
    if (const int row = group.toInt(-1); row >= 0 && row < m_model->rowCount()) m_closed.insert(row);
  std::vector<HardwareId> recent;
  for (const QJsonValue& each : saved.value(QStringLiteral("recent")).toArray()) {
    HardwareId id;
    id.gpu = each.toObject().value(QStringLiteral("gpu")).toString().toStdString();
    id.node = each.toObject().value(QStringLiteral("node")).toString().toStdString();
    id.unit = std::max(0, each.toObject().value(QStringLiteral("unit")).toInt());
    if (id.gpu.empty() != id.node.empty()) recent.push_back(std::move(id));
  }
  if (!recent.empty()) m_model->setRecent(std::move(recent));
  showGroups();
}

void GpuShelf::focusSearch() {
  m_search->setFocus(Qt::ShortcutFocusReason);
  m_search->selectAll();
}

void GpuShelf::clearSearch() {
  m_search->clear();
  m_search->setFocus(Qt::OtherFocusReason);
}

void GpuShelf::search(const QString& query) {
  m_model->setQuery(query);
  const bool nothing = m_model->shown() == 0;
  if (nothing) m_nothing->setText(tr("Nothing matches “%1”.").arg(query.trimmed()));
  m_pages->setCurrentIndex(nothing ? 1 : 0);
}

void GpuShelf::addCurrent(bool askHowMany) {
  const std::optional<HardwareId> id = m_model->hardware(m_tree->currentIndex());
  if (!id) {
    const QModelIndex group = m_tree->currentIndex();
    if (group.isValid()) m_tree->setExpanded(group, !m_tree->isExpanded(group));
    return;
  }
  int nodes = 1;
  if (askHowMany && id->isGpus()) {
    constexpr double kMostNodes = 100000;
    ValueDialog::Ask ask{
        tr("Number of nodes"), tr("Nodes:"), {}, {}, 1, 1, kMostNodes, 0, {}, false, {}, true};
    if (id->unit > 0) {
      ask.title = tr("Number of racks");
      ask.label = tr("Racks:");
      ask.most = 1000;
    }
    const auto answer = ValueDialog::ask(ask, this);
    if (!answer || !*answer) return;
    nodes = static_cast<int>(**answer);
  }
  emit addRequested(*id, nodes);
}

void GpuShelf::newGpuType() {
  GpuTypeDialog dialog(m_document.catalogue(), this);
  if (dialog.exec() == QDialog::Accepted)
    pushPrices(new AddGpuType(m_document, dialog.gpu(), dialog.purchase(), dialog.rent()));
}

void GpuShelf::editCopy() {
  const QModelIndex index = m_tree->currentIndex();
  const std::optional<HardwareId> id = m_model->hardware(index);
  if (const hardware::NodeType* node =
          id && !id->node.empty() ? m_document.catalogue().find_node(id->node) : nullptr) {
    NodeTypeDialog dialog(m_document.catalogue(), *node, this);
    if (dialog.exec() == QDialog::Accepted) pushPrices(new AddNodeType(m_document, dialog.node()));
    return;
  }
  const hardware::Gpu* gpu =
      m_document.catalogue().find_gpu(index.data(ShelfModel::GpuRole).toString().toStdString());
  if (gpu == nullptr) {
    emit message(tr("Choose a GPU or a node first"));
    return;
  }
  GpuTypeDialog dialog(m_document.catalogue(), this);
  dialog.setWindowTitle(tr("Edit a copy of %1").arg(gpuText(*gpu)));
  dialog.fill(*gpu);
  if (dialog.exec() == QDialog::Accepted)
    pushPrices(new AddGpuType(m_document, dialog.gpu(), dialog.purchase(), dialog.rent()));
}

void GpuShelf::showMenu(const QPoint& at) {
  QMenu menu(this);
  menu.setObjectName(QStringLiteral("paletteMenu"));
  const bool entry = m_model->hardware(m_tree->currentIndex()).has_value();
  const auto add = [&](const char* name, const QString& text, bool enabled, auto run) {
    QAction* action = menu.addAction(text);
    action->setObjectName(QLatin1StringView(name));
    action->setEnabled(enabled);
    connect(action, &QAction::triggered, this, run);
  };
  add("paletteMenu.add", tr("Add to the cluster"), entry, [this] { addCurrent(false); });
  add("paletteMenu.addSeveral", tr("Add several…"), entry, [this] { addCurrent(true); });
  menu.addSeparator();
  add("paletteMenu.editCopy", tr("Edit copy…"), entry, [this] { editCopy(); });
  add("paletteMenu.newType", tr("New GPU type…"), true, [this] { newGpuType(); });
  add("paletteMenu.prices", tr("Import prices…"), true, [this] { askForPrices(); });
  menu.exec(m_tree->viewport()->mapToGlobal(at));
}

void GpuShelf::showPrices() {
  PricesDialog dialog(m_document, window());
  connect(&dialog, &PricesDialog::importRequested, this, &GpuShelf::askForPrices);
  connect(&dialog, &PricesDialog::edited, this, &GpuShelf::pushPrices);
  connect(&dialog, &PricesDialog::refused, this, &GpuShelf::fileRefused);
  dialog.exec();
}

void GpuShelf::askForPrices() {
  const QString path = QFileDialog::getOpenFileName(window(), tr("Import prices"), {},
                                                    tr("Tables (*.csv *.tsv);;All files (*)"));
  if (!path.isEmpty()) importPrices(path);
}

void GpuShelf::importPrices(const QString& path) {
  const Result<std::string> text = read_text_file(path.toStdString(), file_limit::table);
  if (!text) {
    emit fileRefused(text.error());
    return;
  }
  PriceImportDialog dialog(QFileInfo(path).fileName(), *text, m_document.catalogue(), this, m_mappings);
  if (dialog.exec() != QDialog::Accepted || dialog.import().taken == 0) return;
  m_mappings.remember(dialog.mapping());
  emit priceMappingsChanged();
  pushPrices(new ImportPrices(m_document, dialog.import().types, dialog.import().taken));
}

void GpuShelf::pushPrices(QUndoCommand* edit) {
  const hardware::Catalogue before = m_document.catalogue();
  m_document.undoStack().push(edit);
  const QString done = m_document.undoStack().undoText();
  const QString reached = poolsReached(m_document.plan(), before, m_document.catalogue());
  emit message(reached.isEmpty() ? done : tr("%1. %2", "what was done, whom it reaches").arg(done, reached));
}

void GpuShelf::dragEnterEvent(QDragEnterEvent* event) {
  const QList<QUrl> urls = event->mimeData()->urls();
  if (urls.size() == 1 && urls.front().fileName().endsWith(QStringLiteral(".csv"), Qt::CaseInsensitive)) {
    emit message(tr("Drop to import prices from %1").arg(urls.front().fileName()));
    event->acceptProposedAction();
  }
}

void GpuShelf::dropEvent(QDropEvent* event) {
  const QString path = event->mimeData()->urls().value(0).toLocalFile();
  if (path.isEmpty()) return;
  event->acceptProposedAction();
  // The drag ends before the dialog begins.
  QMetaObject::invokeMethod(
      this, [this, path] { importPrices(path); }, Qt::QueuedConnection);
}

bool GpuShelf::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::KeyPress) return QWidget::eventFilter(watched, event);
  const auto* key = static_cast<QKeyEvent*>(event);
  const bool enter = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
  if (watched == m_tree && key->key() == Qt::Key_Space) {
    if (const std::optional<HardwareId> id = m_model->hardware(m_tree->currentIndex())) emit carried(*id);
    return true;
  }
  if (watched == m_tree && enter) {
    addCurrent(key->modifiers().testFlag(Qt::ShiftModifier));
    return true;
  }
  if (watched == m_search && key->key() == Qt::Key_Escape && !m_search->text().isEmpty()) {
    m_search->clear();
    return true;
  }
  if (watched == m_search && (key->key() == Qt::Key_Down || enter)) {
    m_tree->setFocus(Qt::TabFocusReason);
    for (int group = 0; group < m_model->rowCount(); ++group) {
      const QModelIndex top = m_model->index(group, 0);
      if (m_model->rowCount(top) == 0) continue;
      m_tree->setCurrentIndex(m_model->index(0, 0, top));
      break;
    }
    return true;
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace astrolabe::ui
