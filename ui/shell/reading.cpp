#include "ui/shell/reading.h"

#include <QCoreApplication>
#include <QEventLoop>
#include <QPointer>
#include <QTimer>
#include <chrono>
#include <future>
#include <thread>

#include "ui/shell/banner.h"

namespace astrolabe::ui {
namespace {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

struct ReadingText {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::Reading)
};

constexpr auto kAtOnce = 40ms;  // so short that the window need not go on meanwhile
constexpr auto kTell = 300ms, kOfferCancel = 1000ms, kLook = 15ms;
constexpr const char* kBusy = "reading";

}  // namespace

bool readBeside(Banner& shown, const QString& file, std::function<void()> read) {
  if (shown.property(kBusy).toBool()) return false;
  std::packaged_task<void()> task(std::move(read));
  const std::future<void> done = task.get_future();
  const auto isDone = [&](std::chrono::milliseconds wait) {
    return done.wait_for(wait) == std::future_status::ready;
  };
  std::thread(std::move(task)).detach();
  if (isDone(kAtOnce)) return true;

  const QPointer<Banner> banner(&shown);
  shown.setProperty(kBusy, true);
  QEventLoop loop;
  QTimer look, tell, offer;
  QObject::connect(&look, &QTimer::timeout, &loop, [&] {
    if (isDone(0ms) || !banner) loop.quit();
  });
  tell.setSingleShot(true);
  QObject::connect(&tell, &QTimer::timeout, &loop, [&] {
    if (!banner) return;
    Message message;
    message.title = ReadingText::tr("Reading %1…").arg(file);
    message.body = ReadingText::tr("The plan stays as it is until the file has been read.");
    banner->say(Banner::Kind::Note, message);
  });
  offer.setSingleShot(true);
  QObject::connect(&offer, &QTimer::timeout, &loop, [&] {
    if (banner)
      banner->addButton(banner->objectName() + u".cancel"_s, ReadingText::tr("Cancel"), [&] { loop.quit(); });
  });
  look.start(kLook);
  tell.start(kTell - kAtOnce);
  offer.start(kOfferCancel - kAtOnce);
  loop.exec();
  if (!banner) return false;
  banner->setProperty(kBusy, false);
  banner->clear();
  return isDone(0ms);
}

}  // namespace astrolabe::ui
