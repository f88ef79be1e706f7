#pragma once
// The canvas: looks at the scene, takes drops, keys and the wheel, and turns them into commands.

#include <QGraphicsView>
#include <QPoint>
#include <QTimer>
#include <functional>

#include "ui/canvas/arrange.h"
#include "ui/canvas/clipboard.h"
#include "ui/canvas/cluster_scene.h"
#include "ui/document/commands/pool_marks.h"

class QMenu;
class QMimeData;
class QPushButton;

namespace astrolabe::ui {

class MiniMap;

class ClusterView : public QGraphicsView {
  Q_OBJECT

 public:
  explicit ClusterView(PlanDocument& document, QWidget* parent = nullptr);
  ~ClusterView() override;

  ClusterScene& clusterScene() { return *m_scene; }
  PlanDocument& document() { return m_document; }
  double zoom() const { return transform().m11(); }

  /// Adds a node type or GPU with `nodes` nodes at the first free spot of the visible area, and selects it.
  void addHardware(const HardwareId& id, int nodes = 1);
  /// Puts `copies` more of all that is selected below it, in rows of `columns`, `gap` grid steps apart, named
  /// by `pattern` (see copyName()); one undo step. Several pools keep their own names, racks theirs.
  void duplicateCopies(int copies, int columns, int gap, const std::string& pattern);
  /// Adds a note in the middle of the visible area, or where `at` says, and selects it.
  void addNoteWith(const QString& text, std::optional<QPointF> at = {});
  /// The menu for the selection: only what is valid for it. The caller owns it.
  std::unique_ptr<QMenu> makeContextMenu();
  std::vector<std::string> selectedPools() const { return m_scene->selectedPools(); }
  /// Of every selected pool the switches add up gradients; the search leaves it out.
  bool reducesInNetwork() const;
  /// The selected pools are paid by single GPUs.
  bool paysSingleGpus() const;
  bool excludesSelection() const;

 public slots:
  void setSnapshot(const astrolabe::plan::SnapshotPtr& snapshot);
  void selectAll();
  void deleteSelection();
  void cut();
  void copy();
  void paste();
  void duplicate();
  void duplicateTimes();
  void rename();
  void askNote();
  void askHardware();
  /// Puts the selected pools into a rack of their own, or takes them out of theirs.
  void group();
  void ungroup();
  void askRackPower();
  void askRackSlots();
  /// Leaves the selected pools out of the search, or takes them in again.
  void toggleExcluded();
  void arrange(astrolabe::ui::Arrange how);
  void changeCount(int by);
  /// Takes hardware of the palette in hand: arrows go from target to target, Enter drops, Esc puts back.
  void carry(const astrolabe::ui::HardwareId& id);
  /// One tile for each node of the selected ones; identical nodes of the selection as one tile.
  void expandSelection();
  void collapseSelection();
  /// Asks for the name of a pool or a rack and shows that.
  void goToNode();
  void showThing(const CanvasThing& thing);
  /// Asks for the strategies that use the selected pools.
  void showInResults();
  /// Everything that is known of the selected pool.
  void showProperties();
  void askCount();
  void askPrice();
  void askNetwork();
  /// What a node's share of the network between nodes costs to buy.
  void askNetworkPrice();
  /// The watts that each GPU of the selected pool is held at.
  void askPowerLimit();
  void askHostMemory();
  /// Which GPU or node of the selected pool is slow, and how slow; which failed.
  void askSlow();
  void askFailed();
  /// No GPU of the selected pools is slow or failed.
  void healAll();
  /// How many nodes of the selected pool stand idle for those that fail; which fail together.
  void askSpares();
  void askFailingRack();
  void askFailingSwitch();
  /// Lays a table of slow and failed GPUs over the plan: asks for its file, or takes its bytes.
  void loadMarks();
  void takeMarks(const QByteArray& csv);
  /// Says of the selected pools that their switches add up gradients, or that they do not.
  void toggleNetworkReduction();
  /// The selected pools are paid by single GPUs, or no longer.
  void toggleSingleGpus();
  /// Adds a scenario beside this one with the cluster without the selected pools.
  void tryWithout();
  /// Some pools are selected, and others would remain.
  bool canTryWithout() const;
  /// How many GPUs of the selected pool are paid for at once: whole nodes, a part of one, or several.
  void askUnit();
  /// Of whom and where the selected pool is had.
  void askSeller();
  /// What a whole machine of the selected pool draws at full load.
  void askNodePower();
  void askLink();
  /// Asks for bandwidth and latency of the link between two pools, also where nothing joins them yet.
  void askLinkBetween(const std::string& a, const std::string& b);
  /// Pixels of the screen per unit of the scene, kept between 0.1 and 8.
  void setZoom(double zoom);
  void zoomIn();
  void zoomOut();
  void zoomReset();
  void fitAll();
  void fitSelection();

 signals:
  /// For the status bar: what happened, or why nothing did. `canUndo`: show an Undo link beside it.
  void message(const QString& text, bool canUndo);
  void zoomChanged(double zoom);
  void fitted();
  void openSampleRequested();
  void selectionChanged();
  /// The strategies that pass this filter of the ranking are wanted.
  void resultsRequested(const QString& filter);

 protected:
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dragMoveEvent(QDragMoveEvent* event) override;
  void dragLeaveEvent(QDragLeaveEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  bool viewportEvent(QEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  bool focusNextPrevChild(bool next) override;
  void drawForeground(QPainter* painter, const QRectF& rect) override;
  void changeEvent(QEvent* event) override;

 private:
  void judge(QDropEvent* event);
  Qt::KeyboardModifiers dropKeys(const QDropEvent& event) const;
  bool controlKey(const QKeyEvent* event);
  bool moveKey(const QKeyEvent* event);
  bool editKey(const QKeyEvent* event);
  void moveSelection(QPointF by, bool repeated);
  void push(QUndoCommand* command, bool say = true);
  void pushOf(std::size_t pools, const QString& several, QUndoCommand* command);
  static QString namesOf(const std::vector<std::string>& pools);
  void replaceGpus(const std::string& gpu);
  /// Asks for one of these names, searched by any part of it; empty when none was taken.
  QString askName(const QString& title, const QString& label, const QStringList& names, const QString& now);
  void refreshEmpty();
  /// Whatever is dragged near an edge of the view moves the view.
  void scrollAtEdge(QPoint place, Qt::KeyboardModifiers modifiers);
  void edgeTick();
  void stopScrolling();
  void showMenu(QPoint globalPlace);
  struct EmptyState;
  EmptyState emptyState() const;
  static QString emptyWords();
  void applyToSelection(const HardwareId& id);
  std::vector<CanvasDrop> dropsOf(const HardwareId& id) const;
  void showTarget();
  void endCarry();
  bool carriedKey(const QKeyEvent* event);
  Copies selectedObjects() const;
  bool refusedEmpty(const Copies& chosen);
  void addCopies(Copies copies, const QRectF& area, AddPools::How how);
  void removeObjects(const std::vector<std::string>& pools, const std::vector<std::string>& notes, bool cut);
  void deleteLinks(const std::vector<std::string>& links);
  const hardware::PoolSpec* onlyPool() const;
  const plan::Rack* onlyRack() const;
  void renameRackDialog();
  std::vector<CanvasThing> order() const;
  void addEntry(QMenu& menu, const char* name, const QString& text, const QKeySequence& keys,
                const std::function<void()>& run);
  void addStep(QMenu& menu, const char* name, const QString& text, const QKeySequence& keys,
               void (ClusterView::*step)());
  void addValueEntries(QMenu& menu);
  void addHardwareMenu(QMenu& menu);
  void addEditEntries(QMenu& menu);
  void addGroupEntries(QMenu& menu);
  void addArrangeMenu(QMenu& menu);
  void addCanvasEntries(QMenu& menu);
  bool copiesAnything() const;
  // cluster_view_marks.cpp
  void addMarksMenu(QMenu& menu);
  void pushMarks(const std::string& pool, const PoolMarks& marks, const QString& what);
  MarkedPlace placeAsked() const;
  void healPlace(const std::string& pool, const MarkedPlace& place);
  void askDomain(hardware::DomainKind kind);
  PlanDocument& m_document;
  ClusterScene* m_scene;
  QPushButton* m_sample;
  MiniMap* m_miniMap = nullptr;
  QPoint m_panFrom;
  QPointF m_menuAt;  ///< where in the scene the menu was opened
  bool m_panning = false, m_fitted = false;
  bool m_panned = false, m_menuDue = false;  ///< of a right button that is held
  QTimer m_edge;                             ///< while something is held near an edge
  QPoint m_edgePlace;
  Qt::KeyboardModifiers m_edgeModifiers;
  const QMimeData* m_dropData = nullptr;  ///< of a drag above the view
  QTimer m_rest;                          ///< since the last change of the zoom
  quint64 m_keyGesture = 0;
  std::vector<CanvasDrop> m_carried;  ///< where what is carried may go; empty: nothing is
  std::size_t m_target = 0;
};

}  // namespace astrolabe::ui
