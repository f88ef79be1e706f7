// core/base/parallel: every index once, no more after a stop or an exception, and the exception goes on.
// core/base/shared: what several threads make, all of them find, one and the same.
#include <QtTest>
#include <atomic>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>

#include "core/base/parallel.h"
#include "core/base/shared.h"
#include "tests/program/test_program.h"

namespace tst_parallel {

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

  /// Threads are kept: a hundred calls, and calls inside calls, get along with few.
  void threadsAreKept() {
    std::mutex mutex;
    std::set<std::thread::id> seen;
    const auto note = [&] {
      const std::lock_guard lock(mutex);
      seen.insert(std::this_thread::get_id());
    };
    for (int call = 0; call < 100; ++call) parallel_for(8, 3, {}, [&](std::size_t, int) { note(); });
    QVERIFY2(seen.size() <= 3, qPrintable(QString::number(seen.size())));
    std::atomic<int> inner{0};
    for (int call = 0; call < 50; ++call)
      parallel_for(6, 2, {}, [&](std::size_t, int) {
        note();
        parallel_for(5, 2, {}, [&](std::size_t, int) {
          note();
          ++inner;
        });
      });
    QCOMPARE(inner.load(), 50 * 6 * 5);
    QVERIFY2(seen.size() <= 5, qPrintable(QString::number(seen.size())));  // two at once, with one each
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

  /// 500 values, each asked for by four workers at once: all are given the same object, the right one, and of
  /// those that were made in vain none is left.
  void madeOnce() {
    struct Made {
      explicit Made(int of, std::atomic<int>& alive) : value(of), m_alive(alive) { ++m_alive; }
      ~Made() { --m_alive; }
      Made(const Made&) = delete;
      Made& operator=(const Made&) = delete;
      int value;

     private:
      std::atomic<int>& m_alive;
    };
    constexpr int kValues = 500, kAsked = 16;
    std::atomic<int> alive{0};
    {
      std::vector<MadeOnce<Made>> places(kValues);
      QVERIFY(places[7].get() == nullptr);
      std::vector<const Made*> given(kValues * kAsked);
      parallel_for(given.size(), 4, {}, [&](std::size_t i, int) {
        const auto value = static_cast<int>(i / kAsked);
        MadeOnce<Made>& place = places[i / kAsked];
        const Made* known = place.get();
        given[i] = known != nullptr ? known : &place.keep(std::make_unique<const Made>(value, alive));
      });
      for (std::size_t i = 0; i < given.size(); ++i) {
        QCOMPARE(given[i], places[i / kAsked].get());
        QCOMPARE(given[i]->value, static_cast<int>(i / kAsked));
      }
      QCOMPARE(alive.load(), kValues);
      places[7].forget();
      QVERIFY(places[7].get() == nullptr);
      QCOMPARE(alive.load(), kValues - 1);
    }
    QCOMPARE(alive.load(), 0);
  }

  void sharedMap() {
    constexpr std::size_t kKeys = 3000, kAsked = 8;
    SharedMap<std::size_t, std::string, std::hash<std::size_t>> map;
    std::vector<const std::string*> given(kKeys * kAsked);
    parallel_for(given.size(), 4, {}, [&](std::size_t i, int) {
      const std::size_t key = i % kKeys * 64;
      const auto& entry = map.find(key, [&] { return "made of " + std::to_string(key); });
      if (entry.first == key) given[i] = &entry.second;
    });
    for (std::size_t i = 0; i < given.size(); ++i) {
      QCOMPARE(*given[i], "made of " + std::to_string(i % kKeys * 64));
      QCOMPARE(given[i], given[i % kKeys]);
    }
    int made_again = 0;
    QCOMPARE(map.find(64, [&] { return std::to_string(++made_again); }).second, std::string("made of 64"));
    QCOMPARE(made_again, 0);
    for (std::size_t part = 0; part < map.kParts; ++part) map.forget(part);
    QCOMPARE(map.find(64, [&] { return std::to_string(++made_again); }).second, std::string("1"));
  }
};

}  // namespace tst_parallel

ASTROLABE_TEST(tst_parallel, TestParallel)
#include "tst_parallel.moc"
