// core/base/parallel: every index once, no more after a stop or an exception, and the exception goes on.
#include <QtTest>
#include <atomic>
#include <stdexcept>

#include "core/base/parallel.h"

using namespace astrolabe;

class TestParallel : public QObject {
  Q_OBJECT

 private slots:
  void everyIndexOnce() {
    for (const int workers : {1, 2, 4}) {
      std::vector<std::atomic<int>> seen(1000);
      parallel_for(seen.size(), workers, {}, [&](std::size_t i, int worker) {
        if (worker >= 0 && worker < workers) ++seen[i];
      });
      for (const std::atomic<int>& times : seen) QCOMPARE(times.load(), 1);
    }
  }

  void nothingAfterAStop() {
    std::stop_source stop;
    int seen = 0;
    parallel_for(100, 1, stop.get_token(), [&](std::size_t i, int) {
      ++seen;
      if (i == 6) stop.request_stop();
    });
    QCOMPARE(seen, 7);
  }

  /// Whichever worker breaks: all others end, no index is handed out any more, and who called is told.
  void exceptionGoesOn() {
    for (const int workers : {1, 2, 4}) {
      std::atomic<int> at_work{0}, seen{0};
      std::string told;
      try {
        parallel_for(1'000'000, workers, {}, [&](std::size_t i, int) {
          ++at_work;
          ++seen;
          if (i == 10) {
            --at_work;
            throw std::runtime_error("index ten");
          }
          if (i > 10) std::this_thread::sleep_for(std::chrono::milliseconds(1));
          --at_work;
        });
      } catch (const std::runtime_error& error) {
        told = error.what();
      }
      QCOMPARE(told, std::string("index ten"));
      QCOMPARE(at_work.load(), 0);
      QVERIFY(seen.load() < 100'000);
    }
  }

  /// Of several the first one.
  void allBreak() {
    std::atomic<int> thrown{0};
    bool caught = false;
    try {
      parallel_for(8, 4, {}, [&](std::size_t, int) {
        ++thrown;
        throw std::runtime_error("every one");
      });
    } catch (const std::runtime_error&) {
      caught = true;
    }
    QVERIFY(caught);
    QVERIFY(thrown >= 1 && thrown <= 4);
  }
};

QTEST_GUILESS_MAIN(TestParallel)
#include "tst_parallel.moc"
