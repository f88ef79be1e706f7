#pragma once
// A window's care for work that was not saved: the copy it keeps, and what it offers after a crash.

#include <QList>
#include <QObject>
#include <QString>
#include <functional>

#include "ui/document/plan_document.h"
#include "ui/document/recovery.h"
#include "ui/document/search_bridge.h"
#include "ui/shell/plan_files.h"

namespace astrolabe::ui {

class Banner;

/// Says how new the copy is, asks what is to become of those that an earlier start left behind, and ends with
/// the window: the copy of work that is saved or given up goes.
class UnsavedWork : public QObject {
  Q_OBJECT

 public:
  /// Chooses the window that is to show a copy: this one, where no other work is lost, or another.
  using PlaceFor = std::function<UnsavedWork&(const LeftBehind& copy)>;

  UnsavedWork(PlanDocument& document, const SearchBridge& bridge, RecoveryKeeper& keeper, PlanFiles& files,
              PlaceFor placeFor);
  /// Sets the banner for messages. Precondition of everything else; to be called again when it was made anew.
  void setBanner(Banner& banner) { m_banner = &banner; }

  /// Sets the folder in which copies are kept; none are kept before this is called.
  void setFolder(const QString& folder) { m_keeper.setFolder(folder); }
  /// Asks, one after the other, what is to become of copies that an earlier start left behind.
  void offer(const QList<LeftBehind>& copies);
  /// The desktop ends its session: the work goes into the copy, and closing asks nothing.
  void prepareForLogout();
  bool isLoggingOut() const { return m_loggingOut; }
  /// Writes the copy and shows nothing: for a display that has gone.
  void keep();
  /// The window closes: its work is saved or given up, but for that of an ending session.
  void end();
  /// "Autosaved 14:31", while the copy is as new as the plan; else empty.
  QString autosaved() const { return m_autosaved; }

 signals:
  void told(const QString& text);
  /// The copy was written: `autosaved` says when.
  void written();
  /// The last copy was restored here, and the button that had the focus is gone.
  void restored();

 private:
  void offerNext();
  void restore(const LeftBehind& copy);
  bool take(const LeftBehind& copy, plan::PlanFile file);

  PlanDocument& m_document;
  RecoveryKeeper& m_keeper;
  PlanFiles& m_files;
  PlaceFor m_placeFor;
  Banner* m_banner = nullptr;
  QList<LeftBehind> m_leftBehind;
  QString m_autosaved;
  bool m_loggingOut = false;
};

}  // namespace astrolabe::ui
