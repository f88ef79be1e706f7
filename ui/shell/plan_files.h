#pragma once
// The plan of a window as a file: opened, read, saved, and what is told when that fails.

#include <QDateTime>
#include <QObject>
#include <functional>
#include <optional>

#include "core/plan/plan_file.h"
#include "ui/document/plan_document.h"
#include "ui/document/recovery.h"
#include "ui/document/scenario_answers.h"

class QFileInfo;

namespace astrolabe::ui {

class Banner;

/// Puts another plan into the document, or the document into a file. No work is lost unasked: neither what
/// was changed while a file was read, nor a plan that another window shows.
class PlanFiles : public QObject {
  Q_OBJECT

 public:
  /// Whoever else shows or reads the plan at a path; null for nobody.
  using Elsewhere = std::function<PlanFiles*(const QString& path)>;

  /// Dialogs stand over `window`.
  PlanFiles(PlanDocument& document, ScenarioAnswers& answers, RecoveryKeeper& recovery, QWidget& window,
            Elsewhere elsewhere);
  /// Sets the banner for messages. Precondition of everything else; to be called again when it was made anew.
  void setBanner(Banner& banner) { m_banner = &banner; }

  /// The sample plan, an empty one, one made by the program: never saved.
  void openSample();
  void openEmpty();
  void openPlan(const plan::Plan& plan);
  /// A plan file; a missing one whose name ends in .astrolabe becomes a new plan with the sample in it that
  /// is saved there. A wrong file changes nothing and is told.
  bool open(const QString& path);
  /// The plan in a file; without one, what went wrong has been told, with a button for `another` one, or the
  /// reading was cancelled.
  std::optional<plan::PlanFile> read(const QFileInfo& file, const std::function<void()>& another);
  /// A file that is not what was looked for, with a button for `another` one.
  void tellRefused(const Error& error, const std::function<void()>& another);
  /// Tells that the plan was saved with another catalogue than today's, where it was: it keeps what it was
  /// asked of until a person wants today's. What the banner says already is told once it is answered.
  void tellCatalogue();

  bool save();
  bool saveAs();
  /// Asks where another program wrote the file since it was opened or saved here.
  bool saveTo(const QString& path);
  /// Asks only because work would be lost; everything else can be undone. False: the plan is to stay.
  bool mayDiscard();
  /// Off (tests): nothing is asked.
  void setAsks(bool asks) { m_asks = asks; }

  /// A plan that was neither saved nor changed: another one in its place loses nothing.
  bool isUntouched() const { return m_document.path().isEmpty() && !m_document.isModified(); }
  /// A file is being read or written under the banner: no other one can be.
  bool isReading() const;
  /// A plan is being read, to take the place of the one that is shown; this plan is.
  bool isOpening() const { return !m_opening.isEmpty(); }
  bool isOpening(const QString& path) const;
  PlanFiles* elsewhere(const QString& path) const { return m_elsewhere(path); }
  /// One name for a file however its path is spelled, also for one that is not there yet; empty for no path.
  static QString placeOf(const QString& path);
  /// "Plans (*.astrolabe)", for dialogs.
  static QString filter();

 signals:
  void told(const QString& text);
  /// A plan was opened from here or saved here.
  void used(const QString& path);
  void saved();
  /// Changes gave their place to what another program had saved; a copy holds them.
  void putAside(const astrolabe::ui::LeftBehind& copy);
  /// A plan that was being read is shown now, or is not to be.
  void openingEnded();
  /// Another file is to be chosen, of any kind that can be opened.
  void anotherWanted();
  /// The window of this plan is to come before all others.
  void comeForward();

 private:
  std::optional<plan::PlanFile> readInstead(const QFileInfo& file);
  bool saveAs(QString start);
  void reload();
  void openCopy(const QString& path);
  void tellNotSaved(const Error& error);
  void tellNotKept();
  void tellInUse(const PlanFiles& other, const QString& path);
  void tellTaken(const PlanFiles& other, const QString& path);
  void tellReadOnly();
  void tellOpened();
  void addSaveElsewhere();
  void addShowIt(const QString& path);

  PlanDocument& m_document;
  ScenarioAnswers& m_answers;
  RecoveryKeeper& m_recovery;
  QWidget& m_window;
  Elsewhere m_elsewhere;
  Banner* m_banner = nullptr;
  QDateTime m_openedAt;                   ///< when the shown plan was opened
  QString m_opening;                      ///< the plan that is being read; empty: none
  std::vector<std::string> m_mended;      ///< names of the opened file that are still to be told of
  std::vector<std::string> m_singleGpus;  ///< its pools that go on counting single GPUs, the same
  bool m_wholeSpace = false;              ///< it asks the whole space as it names no runtime, the same
  bool m_asks = true;
};

}  // namespace astrolabe::ui
