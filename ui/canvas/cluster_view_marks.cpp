// GPUs and nodes that are slow, failed or spare, as the menu of the canvas changes them.
#include <QFileDialog>
#include <QMenu>
#include <algorithm>

#include "core/base/file_read.h"
#include "core/hardware/pool_marks.h"
#include "ui/canvas/cluster_view.h"
#include "ui/canvas/mark_dialog.h"
#include "ui/canvas/pool_item.h"
#include "ui/canvas/value_dialog.h"
#include "ui/document/commands/commands.h"
#include "ui/render/messages.h"

namespace astrolabe::ui {

namespace {

constexpr std::size_t kMostLines = 16;  ///< of GPUs that may be healed one by one

}  // namespace

/// Slow, failed, healthy again, spare nodes and failure domains of the selected pools.
void ClusterView::addMarksMenu(QMenu& menu) {
  QMenu* marks = menu.addMenu(tr("Condition"));
  marks->menuAction()->setObjectName(QStringLiteral("clusterMenu.marks"));
  const hardware::PoolSpec* pool = onlyPool();
  if (pool != nullptr) {
    addStep(*marks, "clusterMenu.slow", tr("Slow…"), {}, &ClusterView::askSlow);
    addStep(*marks, "clusterMenu.failed", tr("Failed…"), {}, &ClusterView::askFailed);
    const std::vector<MarkLine> lines = markLines(marksOf(*pool));
    if (!lines.empty()) {
      QMenu* healthy = marks->addMenu(tr("Healthy again"));
      healthy->menuAction()->setObjectName(QStringLiteral("clusterMenu.healthy"));
      for (std::size_t i = 0; i < std::min(lines.size(), kMostLines); ++i)
        addEntry(*healthy, qPrintable(QStringLiteral("clusterMenu.healthy.%1").arg(i)), lines[i].text, {},
                 [this, id = pool->id, place = lines[i].place] { healPlace(id, place); });
      healthy->addSeparator();
      addStep(*healthy, "clusterMenu.healthy.all", tr("All of them"), {}, &ClusterView::healAll);
    }
    addStep(*marks, "clusterMenu.spares", tr("Spare nodes…"), {}, &ClusterView::askSpares);
    addStep(*marks, "clusterMenu.rack", tr("Nodes of a rack fail together…"), {},
            &ClusterView::askFailingRack);
    addStep(*marks, "clusterMenu.switch", tr("Nodes of a switch fail together…"), {},
            &ClusterView::askFailingSwitch);
  } else {
    addStep(*marks, "clusterMenu.healthy.all", tr("All healthy again"), {}, &ClusterView::healAll);
  }
  addStep(*marks, "clusterMenu.loadMarks", tr("Load slow and failed GPUs…"), {}, &ClusterView::loadMarks);
}

void ClusterView::pushMarks(const std::string& pool, const PoolMarks& marks, const QString& what) {
  const hardware::PoolSpec* now = findPool(m_document.plan(), pool);
  if (now == nullptr || marksOf(*now) == marks) return;
  push(new SetPoolMarks(m_document, {{pool, marks}}, what));
}

/// The GPU of a tile of one node that a menu was opened on, else its first node.
MarkedPlace ClusterView::placeAsked() const {
  const hardware::PoolSpec* pool = onlyPool();
  const PoolItem* tile = pool != nullptr ? m_scene->item(pool->id) : nullptr;
  if (tile == nullptr) return {};
  return {0, tile->gpuAt(tile->mapFromScene(m_menuAt))};
}

namespace {

MarkDialog::Ask askMarks(const hardware::PoolSpec& pool, const hardware::Catalogue& catalogue,
                         MarkDialog::What what, const MarkedPlace& place) {
  return {QString::fromStdString(pool.id),
          pool.nodes,
          poolGpusPerNode(pool, catalogue),
          what,
          place,
          marksOf(pool)};
}

}  // namespace

void ClusterView::askSlow() {
  const hardware::PoolSpec* pool = onlyPool();
  if (pool == nullptr) return void(message(tr("Select one pool first"), false));
  const std::string id = pool->id;
  MarkDialog dialog(askMarks(*pool, m_document.catalogue(), MarkDialog::What::Slow, placeAsked()), this);
  if (dialog.exec() == QDialog::Accepted)
    pushMarks(id, dialog.marks(), tr("Mark slow GPUs of %1").arg(QString::fromStdString(id)));
}

void ClusterView::askFailed() {
  const hardware::PoolSpec* pool = onlyPool();
  if (pool == nullptr) return void(message(tr("Select one pool first"), false));
  const std::string id = pool->id;
  MarkDialog dialog(askMarks(*pool, m_document.catalogue(), MarkDialog::What::Failed, placeAsked()), this);
  if (dialog.exec() == QDialog::Accepted)
    pushMarks(id, dialog.marks(), tr("Mark failed GPUs of %1").arg(QString::fromStdString(id)));
}

void ClusterView::healPlace(const std::string& pool, const MarkedPlace& place) {
  const hardware::PoolSpec* now = findPool(m_document.plan(), pool);
  if (now == nullptr) return;
  PoolMarks marks = marksOf(*now);
  heal(marks, place);
  pushMarks(pool, marks, tr("Mark GPUs of %1 healthy").arg(QString::fromStdString(pool)));
}

void ClusterView::healAll() {
  std::map<std::string, PoolMarks> healthy;
  for (const std::string& id : m_scene->selectedPools()) {
    PoolMarks marks = marksOf(*findPool(m_document.plan(), id));
    if (marks.slow.empty() && marks.failed.empty()) continue;
    marks.slow.clear();
    marks.failed.clear();
    healthy[id] = marks;
  }
  if (healthy.empty()) return void(message(tr("No GPU of the selection is slow or failed"), false));
  push(new SetPoolMarks(m_document, std::move(healthy), tr("Mark all GPUs healthy")));
}

void ClusterView::askSpares() {
  const hardware::PoolSpec* pool = onlyPool();
  if (pool == nullptr) return void(message(tr("Select one pool first"), false));
  if (pool->nodes < 2) return void(message(tr("A pool of one node has none to spare"), false));
  const std::string id = pool->id;
  PoolMarks marks = marksOf(*pool);
  const auto answer =
      ValueDialog::ask({tr("Spare nodes of %1").arg(QString::fromStdString(id)),
                        tr("Nodes kept idle:"),
                        {},
                        tr("They are paid for and stand in for nodes that fail; no strategy uses them."),
                        static_cast<double>(marks.spares),
                        0.0,
                        static_cast<double>(pool->nodes - 1),
                        0,
                        {}},
                       this);
  if (!answer) return;
  marks.spares = static_cast<int>(answer->value_or(0.0));
  pushMarks(id, marks, tr("Set spare nodes of %1").arg(QString::fromStdString(id)));
}

void ClusterView::askDomain(hardware::DomainKind kind) {
  const hardware::PoolSpec* pool = onlyPool();
  if (pool == nullptr) return void(message(tr("Select one pool first"), false));
  const std::string id = pool->id;
  PoolMarks marks = marksOf(*pool);
  const bool held = marks.domain && marks.domain->kind == kind;
  const auto answer = ValueDialog::ask(
      {tr("Failure domain of %1").arg(QString::fromStdString(id)),
       kind == hardware::DomainKind::rack ? tr("Nodes of a rack:") : tr("Nodes behind a switch:"),
       {},
       tr("They fail together when the rack or switch does; spare nodes have to stand in for all of them."),
       held ? static_cast<double>(marks.domain->nodes) : 1.0,
       1.0,
       static_cast<double>(std::max(1, pool->nodes)),
       0,
       tr("Nodes fail one by one"),
       false,
       {},
       !held},
      this);
  if (!answer) return;
  marks.domain.reset();
  if (*answer) marks.domain = hardware::FailureDomain{kind, static_cast<int>(**answer)};
  pushMarks(id, marks, tr("Set failure domain of %1").arg(QString::fromStdString(id)));
}

void ClusterView::askFailingRack() { askDomain(hardware::DomainKind::rack); }
void ClusterView::askFailingSwitch() { askDomain(hardware::DomainKind::switches); }

void ClusterView::loadMarks() {
  const QString path = QFileDialog::getOpenFileName(this, tr("Load slow and failed GPUs"), QString(),
                                                    tr("Tables (*.csv);;All files (*)"));
  if (path.isEmpty()) return;
  const Result<std::string> text = read_text_file(path.toStdString(), file_limit::table);
  if (!text) return void(message(messageFor(text.error()).plain(), false));
  takeMarks(QByteArray::fromStdString(*text));
}

void ClusterView::takeMarks(const QByteArray& csv) {
  const auto marked =
      hardware::with_marks(m_document.plan().cluster, csv.toStdString(), m_document.catalogue());
  if (!marked) return void(message(messageFor(marked.error()).plain(), false));
  std::map<std::string, PoolMarks> marks;
  for (const hardware::PoolSpec& pool : marked->pools)
    if (const hardware::PoolSpec* now = findPool(m_document.plan(), pool.id);
        now != nullptr && marksOf(*now) != marksOf(pool))
      marks[pool.id] = marksOf(pool);
  if (marks.empty()) return void(message(tr("The table marks nothing that is not marked already"), false));
  push(new SetPoolMarks(m_document, std::move(marks), tr("Mark slow and failed GPUs")));
}

}  // namespace astrolabe::ui
