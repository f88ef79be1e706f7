#include "ui/shell/unsaved_work.h"

#include <QLocale>
#include <QSignalBlocker>
#include <utility>

#include "ui/render/messages.h"
#include "ui/shell/banner.h"
#include "ui/shell/file_trouble.h"

namespace astrolabe::ui {
namespace {

using namespace Qt::StringLiterals;

/// "14:31" today, date and time otherwise.
QString whenText(const QDateTime& when) {
  const QLocale locale;
  return when.date() == QDate::currentDate() ? locale.toString(when.time(), QLocale::ShortFormat)
                                             : locale.toString(when, QLocale::ShortFormat);
}

}  // namespace

UnsavedWork::UnsavedWork(PlanDocument& document, const SearchBridge& bridge, RecoveryKeeper& keeper,
                         PlanFiles& files, PlaceFor placeFor)
    : m_document(document), m_keeper(keeper), m_files(files), m_placeFor(std::move(placeFor)) {
  connect(&m_document, &PlanDocument::planChanged, this, [this] {
    m_autosaved.clear();
    m_loggingOut = false;  // the session went on
  });
  connect(&m_keeper, &RecoveryKeeper::written, this, [this](const QDateTime& when) {
    m_autosaved = tr("Autosaved %1", "a time").arg(whenText(when));
    emit written();
  });
  connect(&m_keeper, &RecoveryKeeper::failed, this,
          [this] { emit told(tr("No recovery copy could be written in %1.").arg(m_keeper.folder())); });
  connect(&m_files, &PlanFiles::putAside, this, [this](const LeftBehind& copy) {
    m_leftBehind.prepend(copy);
    offerNext();
  });
  connect(&bridge, &SearchBridge::stateChanged, this,
          [this, &bridge] { m_keeper.setSearching(bridge.state() == SearchBridge::State::Searching); });
}

void UnsavedWork::offer(const QList<LeftBehind>& copies) {
  m_leftBehind = copies;
  if (!copies.isEmpty()) offerNext();  // else what opening had to say stays
}

void UnsavedWork::offerNext() {
  m_banner->clear();
  if (m_leftBehind.isEmpty()) return m_files.tellCatalogue();
  const LeftBehind copy = m_leftBehind.takeFirst();
  Message message;
  message.title =
      copy.aside ? tr("“%1” was read again.").arg(copy.name) : tr("Astrolabe closed unexpectedly.");
  message.body =
      copy.aside ? tr("The changes from %1 that were not saved in it are kept in a copy.")
                       .arg(whenText(copy.changed))
                 : tr("“%1” has changes from %2 that were not saved.").arg(copy.name, whenText(copy.changed));
  m_banner->say(Banner::Kind::Warning, message);
  QPushButton* button =
      m_banner->addButton(u"fileBanner.restore"_s, tr("Restore"), [this, copy] { restore(copy); });
  m_banner->addButton(u"fileBanner.discard"_s, tr("Discard"), [this, copy] {
    RecoveryKeeper::remove(copy);
    offerNext();
  });
  m_banner->addButton(u"fileBanner.later"_s, tr("Later"), [this] { offerNext(); });
  button->show();
  button->setFocus(Qt::OtherFocusReason);
}

void UnsavedWork::restore(const LeftBehind& copy) {
  Result<plan::PlanFile> file = plan::read_plan(copy.copy.toStdString());
  if (!file) {
    m_banner->say(Banner::Kind::Error, messageFor(file.error()));
    offerDetails(*m_banner, detailsOf(file.error()));
    m_banner->addButton(u"fileBanner.dismiss"_s, tr("Dismiss"), [this] { offerNext(); });
    return;
  }
  UnsavedWork& place = m_placeFor(copy);
  if (!place.take(copy, std::move(*file))) return;
  if (&place != this) place.m_files.tellCatalogue();
  const bool last = m_leftBehind.isEmpty();
  offerNext();
  if (last) emit place.restored();
}

/// The copy goes only when this window holds its work and has written a copy of its own. False: what the
/// window shows was to stay.
bool UnsavedWork::take(const LeftBehind& copy, plan::PlanFile file) {
  if (!m_files.mayDiscard()) return false;
  file.mark = copy.mark;
  // Two copies of one plan: the second is not saved over the first unasked.
  m_document.restore(std::move(file), m_files.elsewhere(copy.path) != nullptr ? QString() : copy.path);
  if (m_keeper.writeNow()) RecoveryKeeper::remove(copy);
  emit told(tr("Restored “%1”").arg(copy.name));
  return true;
}

void UnsavedWork::prepareForLogout() { m_loggingOut = m_keeper.writeNow(); }

void UnsavedWork::keep() {
  const QSignalBlocker unseen(m_keeper);
  m_keeper.writeNow();
}

void UnsavedWork::end() {
  if (m_loggingOut)
    m_keeper.writeNow();
  else
    m_keeper.discard();  // saved, or given up in so many words
}

}  // namespace astrolabe::ui
