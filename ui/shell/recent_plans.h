#pragma once
// The plans that were open lately: in a menu and on the start page.

#include <QObject>
#include <QStringList>

class QMenu;
class QWidget;

namespace astrolabe::ui {

class Actions;
class PlanDocument;
class PlanFiles;
class StartPage;

/// Opens what is chosen, in the place of the plan that is shown. Nothing is kept here from start to start.
class RecentPlans : public QObject {
  Q_OBJECT

 public:
  /// Whatever is given outlives it.
  RecentPlans(PlanDocument& document, PlanFiles& files);

  /// Sets the menu that holds them; to be called again when it was made anew.
  void setMenu(QMenu& menu);
  /// The plans in the order of the menu; those of `pinned` stand first and stay.
  void set(const QStringList& paths, const QStringList& pinned = {});
  /// Asks for a plan to stand first and stay, or no longer: what comes of it is set.
  void pin(const QString& path, bool pinned) { emit pinChosen(path, pinned); }
  bool isPinned(const QString& path) const { return m_pinned.contains(path); }
  /// Recent plans, samples and a new one over the canvas, until something is chosen.
  StartPage* showStartPage(const Actions& actions, QWidget& canvas);

 signals:
  /// A plan is to stand first and stay, or no longer.
  void pinChosen(const QString& path, bool pinned);
  void changed();

 private:
  void fill();
  void open(const QString& path);

  PlanDocument& m_document;
  PlanFiles& m_files;
  QMenu* m_menu = nullptr;
  QStringList m_paths, m_pinned;
};

}  // namespace astrolabe::ui
