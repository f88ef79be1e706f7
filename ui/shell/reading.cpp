#include "ui/shell/reading.h"

#include <QCoreApplication>
#include <QEventLoop>
#include <QFileInfo>
#include <QPointer>
#include <QTimer>
#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <stop_token>
#include <thread>

#include "ui/render/file_device.h"
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

/// How far the writing of one file is; whoever leaves Running first decides.
enum class WriteStage { Running, Committing, Cancelled };

struct WriteJob {
  std::atomic<WriteStage> stage{WriteStage::Running};
  std::stop_source cancelled;
  std::promise<Result<void>> end;

  bool leave(WriteStage to) {
    WriteStage running = WriteStage::Running;
    return stage.compare_exchange_strong(running, to);
  }
  void run(const QString& path, const Write& write) {
    FileDevice file(path);
    const bool filled = file.open(QIODevice::WriteOnly) && write(file, cancelled.get_token());
    Result<void> result;
    if (!cancelled.stop_requested() && !filled) result = tl::unexpected<Error>(file.failure());
    if (!cancelled.stop_requested() && filled && leave(WriteStage::Committing)) result = file.keep();
    end.set_value(result);
  }
};

/// Comes back when `work` is done (true), was cancelled, or cannot begin because something else is under way.
bool workBeside(Banner& shown, const Message& message, std::function<void()> work) {
  if (isWorkingBeside(shown)) return false;
  std::packaged_task<void()> task(std::move(work));
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
    if (banner) banner->say(Banner::Kind::Note, message);
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

}  // namespace

bool isWorkingBeside(const Banner& banner) { return banner.property(kBusy).toBool(); }

bool readBeside(Banner& shown, const QString& file, std::function<void()> read) {
  Message message;
  message.title = ReadingText::tr("Reading %1…").arg(file);
  message.body = ReadingText::tr("The plan stays as it is until the file has been read.");
  const QPointer<Banner> banner(&shown);
  const bool seen = shown.window()->isVisible();
  if (!workBeside(shown, message, std::move(read)) || !banner) return false;
  return !seen || banner->window()->isVisible();
}

Result<Written> writeBeside(Banner& shown, const QString& path, Write write) {
  Message message;
  message.title = ReadingText::tr("Writing %1…").arg(QFileInfo(path).fileName());
  message.body = ReadingText::tr("It holds what was shown when the writing began.");
  const auto job = std::make_shared<WriteJob>();
  std::future<Result<void>> end = job->end.get_future();
  const bool done =
      workBeside(shown, message, [job, path, write = std::move(write)] { job->run(path, write); });
  if (!done) {
    job->cancelled.request_stop();
    if (job->leave(WriteStage::Cancelled)) return Written::Cancelled;
  }
  const Result<void> written = end.get();  // what is being put in its place is there at once
  if (!written) return tl::unexpected<Error>(written.error());
  return Written::Whole;
}

}  // namespace astrolabe::ui
