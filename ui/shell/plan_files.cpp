#include "ui/shell/plan_files.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QLocale>
#include <QMessageBox>
#include <QPointer>
#include <QStandardPaths>
#include <memory>
#include <utility>

#include "core/base/error_codes.h"
#include "core/plan/answer.h"
#include "core/plan/scenarios.h"
#include "ui/document/commands/pool_values.h"
#include "ui/document/commands/set_catalogue.h"
#include "ui/render/catalogue_text.h"
#include "ui/render/mended_words.h"
#include "ui/render/messages.h"
#include "ui/render/quoting.h"
#include "ui/shell/banner.h"
#include "ui/shell/changed_file.h"
#include "ui/shell/file_trouble.h"
#include "ui/shell/reading.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

PlanFiles::PlanFiles(PlanDocument& document, ScenarioAnswers& answers, RecoveryKeeper& recovery,
                     QWidget& window, Elsewhere elsewhere)
    : m_document(document),
      m_answers(answers),
      m_recovery(recovery),
      m_window(window),
      m_elsewhere(std::move(elsewhere)),
      m_openedAt(QDateTime::currentDateTime()) {
  connect(&m_document, &PlanDocument::wasReset, this, [this] { m_openedAt = QDateTime::currentDateTime(); });
}

QString PlanFiles::filter() { return tr("Astrolabe plans (*.astrolabe)"); }

void PlanFiles::openSample() { openPlan(plan::sample_plan()); }

void PlanFiles::openEmpty() { openPlan({}); }

void PlanFiles::openPlan(const plan::Plan& plan) {
  m_banner->clear();
  plan::PlanFile file;
  file.plan = plan;
  m_document.reset(std::move(file), {});
}

bool PlanFiles::open(const QString& path) {
  const QFileInfo file(path);
  if (PlanFiles* other = elsewhere(path)) {
    if (other->isOpening(path))
      emit other->comeForward();
    else
      tellInUse(*other, path);
    return false;
  }
  if (!file.exists() && file.suffix() == u"astrolabe"_s) {
    plan::PlanFile fresh;
    fresh.plan = plan::sample_plan();
    m_document.reset(std::move(fresh), file.absoluteFilePath());
    emit told(tr("%1 is new: it will be written at the first save.").arg(file.fileName()));
    return true;
  }
  const QPointer<PlanFiles> files(this);
  const QString before = std::exchange(m_opening, file.absoluteFilePath());
  std::optional<plan::PlanFile> read = readInstead(file);
  if (!files) return false;  // the window was closed meanwhile
  m_opening = before;
  emit openingEnded();
  if (!read) return false;
  m_mended = read->mended;
  m_singleGpus = read->single_gpus;
  m_wholeSpace = read->whole_space;
  m_document.reset(std::move(*read), file.absoluteFilePath());
  m_banner->clear();
  tellOpened();
  emit told(tr("Opened %1").arg(file.fileName()));
  emit used(file.absoluteFilePath());
  return true;
}

/// The plan in a file that is to take the place of this one; none also where this one was changed while the
/// file was read and is to stay.
std::optional<plan::PlanFile> PlanFiles::readInstead(const QFileInfo& file) {
  QObject watch;
  bool changed = false;
  connect(&m_document, &PlanDocument::planChanged, &watch, [&changed] { changed = true; });
  std::optional<plan::PlanFile> found = read(file, [this] { emit anotherWanted(); });
  if (found && changed && !mayDiscard()) return std::nullopt;
  return found;
}

std::optional<plan::PlanFile> PlanFiles::read(const QFileInfo& file, const std::function<void()>& another) {
  const auto answer = std::make_shared<std::optional<Result<plan::PlanFile>>>();
  const bool done = readBeside(
      *m_banner, file.fileName(),
      [answer, path = file.absoluteFilePath().toStdString()] { answer->emplace(plan::read_plan(path)); });
  if (!done) return std::nullopt;
  Result<plan::PlanFile>& found = **answer;
  if (found) return std::move(*found);
  tellRefused(found.error(), another);
  return std::nullopt;
}

bool PlanFiles::isReading() const { return isWorkingBeside(*m_banner); }

bool PlanFiles::isOpening(const QString& path) const {
  return isOpening() && placeOf(m_opening) == placeOf(path);
}

QString PlanFiles::placeOf(const QString& path) {
  if (path.isEmpty()) return {};
  const QFileInfo file(path);
  if (const QString place = file.canonicalFilePath(); !place.isEmpty()) return place;
  const QString folder = QFileInfo(file.absolutePath()).canonicalFilePath();
  return QDir::cleanPath((folder.isEmpty() ? file.absolutePath() : folder) + u'/' + file.fileName());
}

bool PlanFiles::save() { return m_document.path().isEmpty() ? saveAs() : saveTo(m_document.path()); }

bool PlanFiles::saveAs() { return saveAs(m_document.path()); }

/// `start`: what the dialog proposes; empty: by the name of the plan.
bool PlanFiles::saveAs(QString start) {
  if (start.isEmpty())
    start = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation) + u'/' +
            fileNameText(m_document.displayName());
  if (!start.endsWith(u".astrolabe"_s)) start += u".astrolabe"_s;
  QString path = QFileDialog::getSaveFileName(&m_window, tr("Save plan"), start, filter());
  if (path.isEmpty()) return false;
  if (QFileInfo(path).suffix().isEmpty()) path += u".astrolabe"_s;
  return saveTo(path);
}

bool PlanFiles::saveTo(const QString& path) {
  for (const plan::Scenario* scenario : plan::scenarios(m_document.plan()))
    if (const ScenarioAnswer* answer = m_answers.of(scenario->id); answer && !m_answers.isStale(scenario->id))
      m_document.setAnswer(scenario->id, text_of(plan::answer_json(*answer->snapshot)), answer->asked);
  if (const PlanFiles* other = elsewhere(path)) {
    tellTaken(*other, path);
    return false;
  }
  const FileSince since =
      placeOf(path) == placeOf(m_document.path()) ? m_document.sinceSaved() : FileSince::same;
  if (since == FileSince::changed) {
    const ChangedFile chosen = askAboutChangedFile(m_window, path, m_document.isModified());
    if (chosen == ChangedFile::KeepBoth) return saveAs(freeNameBeside(path));
    if (chosen == ChangedFile::Reload) reload();
    if (chosen != ChangedFile::Overwrite) return false;
  }
  Result<void> written = checkWindowPlace(path);
  if (written) written = m_document.save(path);
  if (!written) {
    Error error = written.error();
    error.file = path.toStdString();
    tellNotSaved(error);
    return false;
  }
  m_banner->clear();
  const QString name = QFileInfo(path).fileName();
  emit told(since == FileSince::gone ? tr("Saved %1 again: it had been moved or removed").arg(name)
                                     : tr("Saved %1").arg(name));
  emit used(QFileInfo(path).absoluteFilePath());
  emit saved();
  return true;
}

/// What the file holds now takes the place of the plan, whose changes go into a copy that is offered.
void PlanFiles::reload() {
  const QString path = m_document.path();
  std::optional<plan::PlanFile> found = read(QFileInfo(path), [this] { emit anotherWanted(); });
  if (!found) return;
  std::optional<LeftBehind> kept;
  if (m_document.isModified()) {
    kept = m_recovery.putAside();
    if (!kept) return tellNotKept();
  }
  m_document.reset(std::move(*found), path);
  m_banner->clear();
  emit told(tr("Opened %1").arg(QFileInfo(path).fileName()));
  if (kept)
    emit putAside(*kept);
  else
    tellCatalogue();
}

/// Nothing takes the place of changes of which no copy could be made.
void PlanFiles::tellNotKept() {
  Message message;
  message.title = tr("%1 was not read again.").arg(m_document.displayName());
  message.body = tr("No copy of your changes could be written in %1. Save them elsewhere first.")
                     .arg(QDir::toNativeSeparators(m_recovery.folder()));
  m_banner->say(Banner::Kind::Error, message);
  addSaveElsewhere();
  addDismiss(*m_banner);
}

bool PlanFiles::mayDiscard() {
  if (!m_asks || !m_document.isModified()) return true;
  QMessageBox box(&m_window);
  box.setObjectName(u"unsavedDialog"_s);
  box.setIcon(QMessageBox::Warning);
  box.setText(tr("“%1” has changes that are not saved.").arg(m_document.displayName()));
  box.setInformativeText(tr("They would be lost."));
  box.setStandardButtons(QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel);
  box.setDefaultButton(QMessageBox::Save);
  switch (box.exec()) {
    case QMessageBox::Save:
      return save();
    case QMessageBox::Discard:
      return true;
    default:
      return false;
  }
}

void PlanFiles::tellRefused(const Error& error, const std::function<void()>& another) {
  m_banner->say(Banner::Kind::Error, messageFor(error));
  m_banner->addButton(u"fileBanner.choose"_s, tr("Choose another…"), another);
  endTrouble(*m_banner, error);
}

/// With the room that it needs, and where the work is meanwhile.
void PlanFiles::tellNotSaved(const Error& error) {
  std::optional<qint64> kept;
  if (m_recovery.writeNow() && m_document.isModified()) kept = QFileInfo(m_recovery.copy()).size();
  m_banner->say(Banner::Kind::Error, saveFailure(error, kept));
  addSaveElsewhere();
  endTrouble(*m_banner, error);
}

/// The plan itself, under another name.
void PlanFiles::addSaveElsewhere() {
  m_banner->addButton(u"fileBanner.saveElsewhere"_s, tr("Save elsewhere…"), [this] { saveAs(); });
}

void PlanFiles::addShowIt(const QString& path) {
  m_banner->addButton(u"fileBanner.showIt"_s, tr("Show it"), [this, path] {
    if (PlanFiles* other = elsewhere(path)) emit other->comeForward();
    m_banner->clear();
  });
}

void PlanFiles::tellInUse(const PlanFiles& other, const QString& path) {
  Error error{std::string(code::in_use), path.toStdString(), {}, {}, {}};
  error.found = tr("since %1", "a time")
                    .arg(QLocale().toString(other.m_openedAt.time(), QLocale::ShortFormat))
                    .toStdString();
  m_banner->say(Banner::Kind::Warning, messageFor(error));
  addShowIt(path);
  if (QFileInfo::exists(path))  // else the other plan was not saved there yet
    m_banner->addButton(u"fileBanner.openCopy"_s, tr("Open a copy"), [this, path] { openCopy(path); });
  addDismiss(*m_banner);
}

void PlanFiles::openCopy(const QString& path) {
  if (!mayDiscard()) return;
  std::optional<plan::PlanFile> file = readInstead(QFileInfo(path));
  if (!file) return;
  file->plan.name = tr("Copy of %1").arg(QFileInfo(path).completeBaseName()).toStdString();
  m_mended = file->mended;
  m_singleGpus = file->single_gpus;
  m_wholeSpace = file->whole_space;
  m_document.reset(std::move(*file), {});
  m_banner->clear();
  tellOpened();
}

/// A plan is not saved over one that another window shows: that window's next save would take it away.
void PlanFiles::tellTaken(const PlanFiles& other, const QString& path) {
  Message message;
  message.title =
      tr("Not saved: %1 is open in another window (since %2).")
          .arg(QFileInfo(path).fileName(), QLocale().toString(other.m_openedAt.time(), QLocale::ShortFormat));
  message.body = tr("Save it elsewhere, or close the other plan first.");
  message.code = QLatin1StringView(code::in_use.data(), qsizetype(code::in_use.size()));
  m_banner->say(Banner::Kind::Error, message);
  addShowIt(path);
  addSaveElsewhere();
  addDismiss(*m_banner);
}

/// Said at once, not only when hours of work are to be saved.
void PlanFiles::tellReadOnly() {
  Message message;
  message.title = tr("%1 is read-only.").arg(m_document.displayName());
  message.body = tr("It can be changed here, but has to be saved under another name.");
  m_banner->say(Banner::Kind::Warning, message);
  addSaveElsewhere();
  addDismiss(*m_banner);
}

/// What the file asks to be told, one after the other.
void PlanFiles::tellOpened() {
  if (!m_mended.empty()) {
    m_banner->say(Banner::Kind::Warning,
                  mendedMessage(m_document.displayName(), std::exchange(m_mended, {})));
    m_banner->addButton(u"fileBanner.understood"_s, tr("OK"), [this] {
      m_banner->clear();
      tellOpened();
    });
    return;
  }
  if (!m_singleGpus.empty()) {
    m_banner->say(Banner::Kind::Warning,
                  singleGpusMessage(m_document.displayName(), std::exchange(m_singleGpus, {})));
    m_banner->addButton(u"fileBanner.wholeNodes"_s, tr("Pay for whole nodes"), [this] {
      m_document.undoStack().push(new PayWholeNodes(m_document));
      m_banner->clear();
      tellOpened();
    });
    m_banner->addButton(u"fileBanner.singleGpus"_s, tr("Keep single GPUs"), [this] {
      m_banner->clear();
      tellOpened();
    });
    return;
  }
  if (std::exchange(m_wholeSpace, false)) {
    m_banner->say(Banner::Kind::Warning, wholeSpaceMessage(m_document.displayName()));
    m_banner->addButton(u"fileBanner.wholeSpace"_s, tr("OK"), [this] {
      m_banner->clear();
      tellOpened();
    });
    return;
  }
  if (isReadOnly(m_document.path())) tellReadOnly();
  tellCatalogue();
}

void PlanFiles::tellCatalogue() {
  if (m_document.plan().catalogue.empty()) return;
  m_banner->say(Banner::Kind::Warning,
                catalogueMessage(m_document.plan().catalogue, hardware::Catalogue::built_in()));
  const auto answered = [this] {
    m_banner->clear();
    if (isReadOnly(m_document.path())) tellReadOnly();
  };
  m_banner->addButton(u"fileBanner.useTodays"_s, tr("Use the current one"), [this, answered] {
    m_document.undoStack().push(new UseTodaysCatalogue(m_document));
    answered();
  });
  m_banner->addButton(u"fileBanner.keep"_s, tr("Keep"), answered);
}

}  // namespace astrolabe::ui
