#pragma once
// Copies of unsaved work that survive a crash, and what a next start finds of them.

#include <QDateTime>
#include <QList>
#include <QLockFile>
#include <QObject>
#include <QTimer>
#include <memory>
#include <optional>

#include "ui/document/plan_document.h"

namespace astrolabe::ui {

/// A copy whose program has gone without saving or discarding it.
struct LeftBehind {
  QString copy;        ///< the copy itself, a whole plan
  QString name, path;  ///< how the plan was called and where it was saved; `path` is empty for a new one
  QDateTime changed;   ///< when the copy was written
  FileMark mark{};     ///< of the file at `path` from which the work went out
  bool aside = false;  ///< put aside for what another program had saved, not left by a crash
};

/// Keeps one copy of one document: written two seconds after an edit and every thirty during a search, gone
/// after a good save or an explicit discard.
class RecoveryKeeper : public QObject {
  Q_OBJECT

 public:
  static constexpr int kAfterEditMs = 2000, kInSearchMs = 30'000;

  explicit RecoveryKeeper(PlanDocument& document, QObject* parent = nullptr);

  /// Sets the folder in which copies are kept; made when it is missing. Empty (the default): none are kept.
  void setFolder(const QString& folder);
  QString folder() const { return m_folder; }
  void setSearching(bool searching);

  /// Writes the copy now; true when there is one afterwards or none is needed.
  bool writeNow();
  /// Writes the copy and lets go of it: another plan may take the place of the work, which is offered like
  /// one of a crash. None: no copy could be written.
  std::optional<LeftBehind> putAside();
  /// Takes the copy away: the work is saved or is not wanted.
  void discard();
  /// The copy's file, whether or not it exists.
  QString copy() const;

  /// Copies in `folder` that no living program holds, newest first. They stay as they are.
  static QList<LeftBehind> leftBehind(const QString& folder);
  static void remove(const LeftBehind& copy);

 signals:
  void written(const QDateTime& when);
  void failed(const astrolabe::Error& error);

 private:
  void changed();
  void holdLock();
  bool write(bool aside);

  PlanDocument& m_document;
  QString m_folder, m_id;
  std::unique_ptr<QLockFile> m_lock;
  QTimer m_afterEdit, m_inSearch;
};

}  // namespace astrolabe::ui
