// The window's files: open, save, export, and what is told when that fails.

#include <QClipboard>
#include <QCloseEvent>
#include <QDateTime>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMessageBox>
#include <QPointer>
#include <QPushButton>
#include <QSaveFile>
#include <QStandardPaths>
#include <QTemporaryDir>

#include "core/base/error_codes.h"
#include "core/plan/answer.h"
#include "core/plan/export_trace.h"
#include "core/plan/scenarios.h"
#include "core/plan/whole_answer.h"
#include "ui/document/commands/set_catalogue.h"
#include "ui/render/catalogue_text.h"
#include "ui/render/messages.h"
#include "ui/render/report.h"
#include "ui/results/results_panel.h"
#include "ui/shell/banner.h"
#include "ui/shell/main_window.h"

namespace astrolabe::ui {
namespace {

using namespace Qt::StringLiterals;

/// Nobody may write it: told by the mode, as an administrator may write anything.
bool isReadOnly(const QFileInfo& file) {
  constexpr QFileDevice::Permissions anybody =
      QFileDevice::WriteOwner | QFileDevice::WriteGroup | QFileDevice::WriteOther;
  return file.exists() && (!file.isWritable() || !(file.permissions() & anybody));
}

/// Takes what is written and keeps its size alone.
class ByteCounter : public QIODevice {
 public:
  ByteCounter() { open(QIODevice::WriteOnly); }
  qint64 bytes() const { return m_bytes; }

 protected:
  qint64 readData(char*, qint64) override { return -1; }
  qint64 writeData(const char*, qint64 size) override {
    m_bytes += size;
    return size;
  }

 private:
  qint64 m_bytes = 0;
};

/// `write`, and behind it how many bytes it takes, also where they did not find room.
Write withSize(const Write& write, const std::shared_ptr<std::atomic<qint64>>& needed) {
  return [write, needed](QIODevice& file, const std::atomic<bool>& cancelled) {
    if (write(file, cancelled)) {
      *needed = file.pos();
      return true;
    }
    if (ByteCounter counter; !cancelled && write(counter, cancelled)) *needed = counter.bytes();
    return false;
  };
}

}  // namespace

QString MainWindow::planFilter() { return tr("Astrolabe plans (*.astrolabe)"); }

void MainWindow::openSample() {
  m_fileBanner->clear();
  plan::PlanFile file;
  file.plan = plan::sample_plan();
  m_document.reset(std::move(file), {});
}

void MainWindow::openPlan(const plan::Plan& plan) {
  m_fileBanner->clear();
  plan::PlanFile file;
  file.plan = plan;
  m_document.reset(std::move(file), {});
}

void MainWindow::openEmpty() {
  m_fileBanner->clear();
  m_document.reset(plan::PlanFile{}, {});
}

bool MainWindow::openFile(const QString& path) {
  const QFileInfo file(path);
  if (MainWindow* other = showing(path, this)) {
    tellInUse(other, path);
    return false;
  }
  if (!file.exists() && file.suffix() == u"astrolabe"_s) {
    plan::PlanFile fresh;
    fresh.plan = plan::sample_plan();
    m_document.reset(std::move(fresh), file.absoluteFilePath());
    say(tr("%1 is new: it will be written at the first save.").arg(file.fileName()));
    return true;
  }
  std::optional<plan::PlanFile> read = readInstead(file);
  if (!read) return false;
  m_document.reset(std::move(*read), file.absoluteFilePath());
  m_fileBanner->clear();
  if (isReadOnly(file)) tellReadOnly();
  tellCatalogue();
  say(tr("Opened %1").arg(file.fileName()));
  emit fileUsed(file.absoluteFilePath());
  return true;
}

/// The plan in a file that is to take the place of this one; none also where this one was changed while the
/// file was read and is to stay.
std::optional<plan::PlanFile> MainWindow::readInstead(const QFileInfo& file) {
  QObject watch;
  bool changed = false;
  connect(&m_document, &PlanDocument::planChanged, &watch, [&changed] { changed = true; });
  std::optional<plan::PlanFile> read = readPlan(file, [this] { openDialog(); });
  if (read && changed && !mayDiscard()) return std::nullopt;
  return read;
}

/// The plan in a file; without one, what went wrong has been told, with a button for `another` one, or the
/// reading was cancelled.
std::optional<plan::PlanFile> MainWindow::readPlan(const QFileInfo& file,
                                                   const std::function<void()>& another) {
  const auto answer = std::make_shared<std::optional<Result<plan::PlanFile>>>();
  const bool done = readBeside(
      *m_fileBanner, file.fileName(),
      [answer, path = file.absoluteFilePath().toStdString()] { answer->emplace(plan::read_plan(path)); });
  if (!done) return std::nullopt;
  Result<plan::PlanFile>& read = **answer;
  if (read) return std::move(*read);
  tellFileError(read.error(), another);
  return std::nullopt;
}

bool MainWindow::saveFile(const QString& path) {
  for (const plan::Scenario* scenario : plan::scenarios(m_document.plan()))
    if (const ScenarioAnswer* answer = m_answers.of(scenario->id); answer && !m_answers.isStale(scenario->id))
      m_document.setAnswer(scenario->id, plan::answer_json(*answer->snapshot).dump(), answer->asked);
  if (MainWindow* other = showing(path, this)) {
    tellTaken(other, path);
    return false;
  }
  const bool readOnly = isReadOnly(QFileInfo(path));
  const Result<void> saved = readOnly ? fail(code::cannot_save, {}, "read-only",
                                             {Wanted::Kind::text, {"a place with room that can be written"}})
                                      : m_document.save(path);
  if (!saved) {
    Error error = saved.error();
    error.file = path.toStdString();
    tellSaveError(error);
    return false;
  }
  m_fileBanner->clear();
  say(tr("Saved %1").arg(QFileInfo(path).fileName()));
  emit fileUsed(QFileInfo(path).absoluteFilePath());
  updateTitle();
  return true;
}

void MainWindow::tellFileError(const Error& error, const std::function<void()>& another) {
  m_fileBanner->say(Banner::Kind::Error, messageFor(error));
  m_fileBanner->addButton(u"fileBanner.choose"_s, tr("Choose another…"), another);
  endFileBanner(error);
}

/// What cannot be done, where nothing is to be chosen.
void MainWindow::tellError(const Error& error) {
  m_fileBanner->say(Banner::Kind::Error, messageFor(error));
  endFileBanner(error);
}

/// The plan was not saved.
void MainWindow::tellSaveError(const Error& error) {
  m_fileBanner->say(Banner::Kind::Error, saveFailure(error));
  addSaveElsewhere();
  endFileBanner(error);
}

/// Something that the plan was exported into was not written, for which it needed so many bytes: `again`
/// writes it to another place. The plan itself is not touched.
void MainWindow::tellNotWritten(const Error& error, qint64 needed, const WriteAgain& again) {
  m_fileBanner->say(Banner::Kind::Error, exportFailure(error, needed));
  m_fileBanner->addButton(u"fileBanner.saveElsewhere"_s, tr("Save elsewhere…"),
                          [this, again, file = QString::fromStdString(error.file)] {
                            const QString path =
                                QFileDialog::getSaveFileName(this, tr("Save elsewhere"), file);
                            if (path.isEmpty()) return;
                            m_fileBanner->clear();
                            again(path);
                          });
  endFileBanner(error);
}

void MainWindow::addDismiss() {
  m_fileBanner->addButton(u"fileBanner.dismiss"_s, tr("Dismiss"), [this] { m_fileBanner->clear(); });
}

/// The plan itself, under another name.
void MainWindow::addSaveElsewhere() {
  m_fileBanner->addButton(u"fileBanner.saveElsewhere"_s, tr("Save elsewhere…"), [this] { saveAs(); });
}

/// Behind the buttons that help: what went wrong for those who are asked for help, and a way to close.
void MainWindow::endFileBanner(const Error& error) {
  offerDetails(*m_fileBanner, detailsOf(error));
  addDismiss();
}

/// The error as the command line writes it.
QString MainWindow::detailsOf(const Error& error) {
  return QString::fromStdString(text_of(error_json(error), 1));
}

/// What helps those who are asked for help: the words with all that stands behind them.
void MainWindow::offerDetails(Banner& banner, const QString& details) {
  banner.addButton(
      banner.objectName() + u".copyDetails"_s, tr("Copy details"),
      [text = banner.message().plain() + u'\n' + details] { QGuiApplication::clipboard()->setText(text); });
}

/// The plan was saved with another catalogue than today's: it keeps what it was asked of until a person wants
/// today's. What the banner says already is told once it is answered.
void MainWindow::tellCatalogue() {
  if (m_document.plan().catalogue.empty()) return;
  m_fileBanner->say(Banner::Kind::Warning,
                    catalogueMessage(m_document.plan().catalogue, hardware::Catalogue::built_in()));
  const auto told = [this] {
    m_fileBanner->clear();
    if (isReadOnly(QFileInfo(m_document.path()))) tellReadOnly();
  };
  m_fileBanner->addButton(u"fileBanner.useTodays"_s, tr("Use today's"), [this, told] {
    m_document.undoStack().push(new UseTodaysCatalogue(m_document));
    told();
  });
  m_fileBanner->addButton(u"fileBanner.keep"_s, tr("Keep"), told);
}

void MainWindow::addShowIt(const QString& path) {
  m_fileBanner->addButton(u"fileBanner.showIt"_s, tr("Show it"), [this, path] {
    if (MainWindow* window = showing(path, this)) window->comeForward();
    m_fileBanner->clear();
  });
}

void MainWindow::tellInUse(MainWindow* other, const QString& path) {
  Error error{std::string(code::in_use), path.toStdString(), {}, {}, {}};
  error.found = tr("since %1", "a time")
                    .arg(QLocale().toString(other->m_openedAt.time(), QLocale::ShortFormat))
                    .toStdString();
  m_fileBanner->say(Banner::Kind::Warning, messageFor(error));
  addShowIt(path);
  m_fileBanner->addButton(u"fileBanner.openCopy"_s, tr("Open a copy"), [this, path] {
    if (!mayDiscard()) return;
    std::optional<plan::PlanFile> file = readInstead(QFileInfo(path));
    if (!file) return;
    file->plan.name = tr("Copy of %1").arg(QFileInfo(path).completeBaseName()).toStdString();
    m_document.reset(std::move(*file), {});
    m_fileBanner->clear();
    tellCatalogue();
  });
  addDismiss();
}

/// A plan is not saved over one that another window shows: that window's next save would take it away.
void MainWindow::tellTaken(MainWindow* other, const QString& path) {
  Message message;
  message.title = tr("Not saved: %1 is open in another window (since %2).")
                      .arg(QFileInfo(path).fileName(),
                           QLocale().toString(other->m_openedAt.time(), QLocale::ShortFormat));
  message.body = tr("Save it elsewhere, or close the other plan first.");
  message.code = QLatin1StringView(code::in_use.data(), qsizetype(code::in_use.size()));
  m_fileBanner->say(Banner::Kind::Error, message);
  addShowIt(path);
  addSaveElsewhere();
  addDismiss();
}

/// Said at once, not only when hours of work are to be saved.
void MainWindow::tellReadOnly() {
  Message message;
  message.title = tr("%1 is read-only.").arg(m_document.displayName());
  message.body = tr("It can be changed here, but has to be saved under another name.");
  m_fileBanner->say(Banner::Kind::Warning, message);
  addSaveElsewhere();
  addDismiss();
}

void MainWindow::tellNotKept(const QString& file) {
  Message message;
  message.title = tr("Preferences are not kept.");
  message.body =
      tr("%1 can't be written: what is chosen now holds until Astrolabe ends. Plans are saved as ever.")
          .arg(QDir::toNativeSeparators(file));
  m_fileBanner->say(Banner::Kind::Warning, message);
  addDismiss();
}

bool MainWindow::save() { return m_document.path().isEmpty() ? saveAs() : saveFile(m_document.path()); }

bool MainWindow::saveAs() {
  QString start = m_document.path();
  if (start.isEmpty())
    start =
        QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation) + u'/' + m_document.displayName();
  if (!start.endsWith(u".astrolabe"_s)) start += u".astrolabe"_s;
  QString path = QFileDialog::getSaveFileName(this, tr("Save plan"), start, planFilter());
  if (path.isEmpty()) return false;
  if (QFileInfo(path).suffix().isEmpty()) path += u".astrolabe"_s;
  return saveFile(path);
}

/// Asks only because work would be lost; everything else can be undone.
bool MainWindow::mayDiscard() {
  if (!m_askOnClose || !m_document.isModified()) return true;
  QMessageBox box(this);
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

QString MainWindow::askForExport(const QString& title, const QString& ending, const QString& filter) {
  QString start = m_document.path().isEmpty()
                      ? QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation) + u'/' +
                            m_document.displayName()
                      : m_document.path();
  if (start.endsWith(u".astrolabe"_s)) start.chop(10);
  return QFileDialog::getSaveFileName(this, title, start + ending, filter);
}

/// Asks for a path and writes there; `ending` is that of the name which is proposed.
void MainWindow::offerFile(const QString& title, const QString& ending, const QString& filter,
                           const QByteArray& bytes) {
  const QString path = askForExport(title, ending, filter);
  if (!path.isEmpty()) writeText(path, bytes.toStdString());
}

/// Writes beside the target and replaces it in one step.
bool MainWindow::writeText(const QString& path, const std::string& text) {
  QSaveFile file(path);
  if (file.open(QIODevice::WriteOnly) &&
      file.write(text.data(), qint64(text.size())) == qint64(text.size()) && file.commit()) {
    say(tr("Wrote %1").arg(QFileInfo(path).fileName()));
    return true;
  }
  tellNotWritten(
      Error{std::string(code::cannot_save), path.toStdString(), {}, file.errorString().toStdString(), {}},
      qint64(text.size()), [this, text](const QString& other) { writeText(other, text); });
  return false;
}

/// An export that `write` makes at a path. Where it found no place, its size is told from one made in a
/// folder of the system.
void MainWindow::writeExport(const QString& path, const WriteExport& write) {
  const Result<void> written = write(path);
  if (written) return say(tr("Wrote %1").arg(QFileInfo(path).fileName()));
  if (written.error().code != code::cannot_save) return tellError(written.error());
  Error error = written.error();
  error.file = path.toStdString();
  const QTemporaryDir elsewhere;
  const QString trial = elsewhere.filePath(QFileInfo(path).fileName());
  const qint64 needed = elsewhere.isValid() && write(trial) ? QFileInfo(trial).size() : 0;
  tellNotWritten(error, needed, [this, write](const QString& other) { writeExport(other, write); });
}

/// A file that may be long, written beside the window, which goes on.
void MainWindow::writeFile(const QString& path, const Write& write) {
  const QPointer<MainWindow> window(this);
  const auto needed = std::make_shared<std::atomic<qint64>>(0);
  const Result<Written> end = writeBeside(*m_fileBanner, path, withSize(write, needed));
  if (!window) return;  // closed meanwhile
  if (!end)
    return tellNotWritten(end.error(), *needed,
                          [this, write](const QString& other) { writeFile(other, write); });
  const QString name = QFileInfo(path).fileName();
  say(*end == Written::Whole ? tr("Wrote %1").arg(name) : tr("Cancelled: %1 is as it was").arg(name));
}

void MainWindow::exportJson() {
  const plan::SnapshotPtr snapshot = m_bridge.snapshot();
  if (!snapshot || !snapshot->problem) return;
  const QString path = askForExport(tr("Export the answer"), u".json"_s, tr("JSON (*.json)"));
  if (path.isEmpty()) return;
  plan::Beside beside;
  if (!m_bridge.isStale()) beside.programs = m_results->programs().beside(*snapshot);
  beside.top = m_bridge.options().top;
  if (const auto architecture = m_document.architecture()) beside.model_warnings = architecture->warnings;
  writeFile(path, [snapshot, beside](QIODevice& file, const std::atomic<bool>&) {
    const std::string text = plan::whole_answer_json(*snapshot, beside).dump(1) + "\n";
    return file.write(text.data(), qint64(text.size())) == qint64(text.size());
  });
}

void MainWindow::exportTrace() {
  const std::shared_ptr<const Detail> detail = m_selection.detail();
  const plan::SnapshotPtr snapshot = m_selection.snapshot();
  if (!detail || !snapshot || !snapshot->problem) return;
  const QString path = askForExport(tr("Export the timeline"), u".trace.json"_s, tr("Trace (*.json)"));
  if (path.isEmpty()) return;
  std::vector<std::string> names;
  const std::vector<std::string> pools = snapshot->problem->pool_ids();
  for (std::size_t stage = 0; stage < detail->timeline.lanes.size(); ++stage)
    names.push_back("stage " + std::to_string(stage + 1) + " (" +
                    pools.at(std::size_t(detail->timeline.lanes[stage].pool)) + ")");
  writeFile(path, [detail, names](QIODevice& file, const std::atomic<bool>&) {
    const std::string text = plan::trace_json(detail->timeline, names).dump() + "\n";
    return file.write(text.data(), qint64(text.size())) == qint64(text.size());
  });
}

void MainWindow::closeEvent(QCloseEvent* event) {
  if (!m_loggingOut && !mayDiscard()) {
    event->ignore();
    return;
  }
  m_bridge.stop();
  if (m_loggingOut)
    m_recovery.writeNow();
  else
    m_recovery.discard();  // saved, or given up in so many words
  QMainWindow::closeEvent(event);
  emit closed();
}

}  // namespace astrolabe::ui
