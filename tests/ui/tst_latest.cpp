// ui/document/latest: work beside the window's thread, of which the latest question wins.
#include <QSemaphore>
#include <QThread>
#include <QtTest>
#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <vector>

#include "core/base/result.h"
#include "tests/program/test_program.h"
#include "ui/document/latest.h"

namespace tst_latest {

using namespace astrolabe;
using ui::Latest;

constexpr int kPatienceMs = 60'000;

/// What the works and the test know of each other; works own it.
struct Shared {
  QSemaphore begun, go, over;
  std::atomic<int> works = 0, most = 0, ended = 0;
  std::atomic<bool> stopped = false;

  void enter() {
    const int now = ++works;
    if (now > most) most = now;
    begun.release();
  }
  void leave() {
    --works;
    ++ended;
    over.release();
  }
};

/// Ends when it is stopped, and says so.
int untilStopped(Shared& shared, const Latest::Turn& turn) {
  shared.enter();
  std::mutex mutex;
  std::condition_variable_any never;
  std::unique_lock lock(mutex);
  never.wait(lock, turn.stop(), [] { return false; });
  shared.stopped = true;
  shared.leave();
  return -1;
}

class TestLatest : public QObject {
  Q_OBJECT

  std::shared_ptr<Shared> shared;
  std::vector<int> heard;

  /// Hears answers in the order of their arrival.
  auto hears() {
    return [this](int answer) { heard.push_back(answer); };
  }
  /// A question with this answer; it waits for go.
  auto held(int answer) {
    return [shared = shared, answer](const Latest::Turn&) {
      shared->enter();
      shared->go.tryAcquire(1, kPatienceMs);
      shared->leave();
      return answer;
    };
  }
  auto stoppable() {
    return [shared = shared](const Latest::Turn& turn) { return untilStopped(*shared, turn); };
  }
  static auto atOnce(int answer) {
    return [answer](const Latest::Turn&) { return answer; };
  }
  bool begins() { return shared->begun.tryAcquire(1, kPatienceMs); }

 private slots:
  void init() {
    shared = std::make_shared<Shared>();
    heard.clear();
  }

  /// The work has a thread of its own. Its answer comes on the window's, in a later turn of the event loop.
  void theAnswerComesOnTheWindowsThread() {
    Latest latest;
    QVERIFY(!latest.isWorking());
    QThread* taken = nullptr;
    QThread* worked = nullptr;
    latest.ask([](const Latest::Turn&) { return QThread::currentThread(); },
               [&](QThread* thread) {
                 QVERIFY(!latest.isWorking());
                 worked = thread;
                 taken = QThread::currentThread();
               });
    QVERIFY(latest.isWorking() && taken == nullptr);
    QTRY_VERIFY_WITH_TIMEOUT(taken, kPatienceMs);
    QCOMPARE(taken, QThread::currentThread());
    QVERIFY(worked != nullptr && worked != taken);
    QVERIFY(!latest.isWorking());
  }

  /// The running one is told to stop, one that waits never begins, and the last alone is answered.
  void theNewestWins() {
    Latest latest;
    latest.ask(
        [shared = shared](const Latest::Turn& turn) {
          shared->enter();
          shared->go.tryAcquire(1, kPatienceMs);
          shared->stopped = turn.stop().stop_requested();
          shared->leave();
          return 1;
        },
        hears());
    QVERIFY(begins());
    latest.ask(held(2), hears());
    latest.ask(atOnce(3), hears());
    QVERIFY(latest.isWorking());
    shared->go.release();
    QTRY_COMPARE_WITH_TIMEOUT(heard, std::vector{3}, kPatienceMs);
    QVERIFY(shared->stopped);
    QCOMPARE(int(shared->ended), 1);  // the second one did not begin
  }

  /// A work that does not look whether it is stopped holds up nobody but the next one.
  void oneWorksAtATime() {
    Latest latest;
    latest.ask(held(1), hears());
    QVERIFY(begins());
    latest.ask(held(2), hears());
    QVERIFY(latest.isWorking());
    QVERIFY(!shared->begun.tryAcquire(1, 50));
    shared->go.release(2);
    QTRY_COMPARE_WITH_TIMEOUT(heard, std::vector{2}, kPatienceMs);
    QCOMPARE(int(shared->ended), 2);
    QCOMPARE(int(shared->most), 1);
  }

  /// What is on its way when another question is asked does not arrive.
  void answersThatAreOnTheirWayAreDropped() {
    Latest latest;
    const auto tells = [this, shared = shared](const Latest::Turn& turn) {
      turn.tell([this] { heard.push_back(10); });
      shared->begun.release();
      return 1;
    };
    latest.ask(tells, hears());
    QVERIFY(begins());  // it was told, and no turn of the event loop has taken it
    latest.ask(atOnce(2), hears());
    QTRY_VERIFY_WITH_TIMEOUT(!latest.isWorking(), kPatienceMs);
    QCOMPARE(heard, std::vector{2});

    latest.ask(tells, hears());
    QVERIFY(begins());
    latest.cancel();
    QVERIFY(!latest.isWorking());
    latest.ask(atOnce(3), hears());
    QTRY_VERIFY_WITH_TIMEOUT(!latest.isWorking(), kPatienceMs);
    QCOMPARE(heard, (std::vector{2, 3}));
  }

  /// All that is told arrives, in its order, while the work goes on; the answer comes last.
  void whatIsToldArrivesInOrder() {
    Latest latest;
    bool workingAtEach = true;
    latest.ask(
        [&, shared = shared](const Latest::Turn& turn) {
          for (const int step : {1, 2, 3})
            turn.tell([&, step] {
              workingAtEach = workingAtEach && latest.isWorking();
              heard.push_back(step);
            });
          shared->go.tryAcquire(1, kPatienceMs);
          return 4;
        },
        hears());
    QTRY_COMPARE_WITH_TIMEOUT(heard, (std::vector{1, 2, 3}), kPatienceMs);
    QVERIFY(latest.isWorking() && workingAtEach);
    shared->go.release();
    QTRY_COMPARE_WITH_TIMEOUT(heard, (std::vector{1, 2, 3, 4}), kPatienceMs);
    QVERIFY(!latest.isWorking());
  }

  /// After cancel() the work stops, nothing arrives, and another question may be asked.
  void cancelStops() {
    Latest latest;
    latest.cancel();
    latest.ask(stoppable(), hears());
    QVERIFY(begins());
    latest.cancel();
    QVERIFY(!latest.isWorking());
    QTRY_VERIFY_WITH_TIMEOUT(shared->stopped, kPatienceMs);
    latest.ask(atOnce(2), hears());
    QTRY_COMPARE_WITH_TIMEOUT(heard, std::vector{2}, kPatienceMs);
  }

  /// The destructor stops the work and comes back when that has ended; nothing arrives afterwards.
  void destructionStopsAndJoins() {
    {
      Latest latest;
      latest.ask(stoppable(), hears());
      QVERIFY(begins());
    }
    QVERIFY(shared->stopped);
    QCOMPARE(int(shared->ended), 1);
    {
      Latest latest;
      latest.ask(held(2), hears());
      QVERIFY(begins());
      latest.ask(held(3), hears());
      latest.cancel();
      shared->go.release();
    }
    QCOMPARE(int(shared->ended), 2);  // the one that waited did not begin
    {
      Latest latest;
      latest.ask(held(4), hears());
      shared->go.release();
      QVERIFY(shared->over.tryAcquire(3, kPatienceMs));  // its answer is on its way
    }
    QCoreApplication::processEvents();
    QVERIFY(heard.empty());
  }

  /// Where an answer is taken the next question may be asked: several are worked on one after the other.
  void oneAfterTheOther() {
    Latest latest;
    std::function<void(int)> next = [&](int answer) {
      heard.push_back(answer);
      if (answer < 3) latest.ask(atOnce(answer + 1), next);
    };
    latest.ask(atOnce(1), next);
    QTRY_COMPARE_WITH_TIMEOUT(heard, (std::vector{1, 2, 3}), kPatienceMs);
    QVERIFY(!latest.isWorking());
  }

  /// Answers of one question may be of another type than those of the next, and errors.
  void errorsAreAnswers() {
    Latest latest;
    std::optional<Result<int>> found;
    latest.ask([](const Latest::Turn&) -> Result<int> { return fail("file.not_found", "line 1", "x"); },
               [&](Result<int> answer) { found = std::move(answer); });
    QTRY_VERIFY_WITH_TIMEOUT(found, kPatienceMs);
    QVERIFY(!found->has_value());
    QCOMPARE(found->error().code, std::string("file.not_found"));
    std::unique_ptr<int> moved;
    latest.ask([](const Latest::Turn&) { return std::make_unique<int>(5); },
               [&](std::unique_ptr<int> answer) { moved = std::move(answer); });
    QTRY_VERIFY_WITH_TIMEOUT(moved, kPatienceMs);
    QCOMPARE(*moved, 5);
  }
};

}  // namespace tst_latest

ASTROLABE_TEST(tst_latest, TestLatest)
#include "tst_latest.moc"
