#pragma once
// Files that are opened, imported or dropped on a window, of whatever kind they are.

#include <QObject>

#include "ui/document/plan_document.h"
#include "ui/document/selection.h"

class QDragEnterEvent;
class QDropEvent;
class QMainWindow;
class QMimeData;
class QPoint;

namespace astrolabe::ui {

class Actions;
class Announcer;
class PlanFiles;
struct Drop;
struct Panels;

/// A plan takes the place of the one that is shown, everything else comes into it. It outlives the panels, as
/// a file may be read while those are made anew.
class FileOpening : public QObject {
  Q_OBJECT

 public:
  /// Dialogs stand over `window`, which takes what is dropped on it. Whatever is given outlives this.
  FileOpening(PlanDocument& document, PlanFiles& files, StrategySelection& selection, Announcer& announcer,
              QMainWindow& window);

  /// Sets the panels that models and prices come into, and the actions that ask for files. Precondition of
  /// everything else; to be called again when they were made anew.
  void setPanels(const Panels& panels, const Actions& actions);

  /// Any file, as if it were dropped on the window: a plan is opened, a model loaded, prices and hardware are
  /// imported. What is nothing of that is told.
  bool open(const QString& path);
  /// Types of the user's own or a cluster, from JSON: one undo step. A wrong file is told with its place.
  bool importHardware(const QString& path);
  /// A launch script, or a file that configures a runtime, as my layout: shown first with what of it is not
  /// used, then one undo step with what it says of the job. False: it was not taken.
  bool openScript(const QString& path);
  /// Asks for a file of any kind; only a plan takes the place of the one that is shown.
  void ask();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void askForHardware();
  void askForScript();
  Drop judgeDropAt(const QMimeData* dragged, const QPoint& at) const;
  void dragEnter(QDragEnterEvent& event);
  void drop(QDropEvent& event);

  PlanDocument& m_document;
  PlanFiles& m_files;
  StrategySelection& m_selection;
  Announcer& m_announcer;
  QMainWindow& m_window;
  const Panels* m_panels = nullptr;
};

}  // namespace astrolabe::ui
