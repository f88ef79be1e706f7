// core/mesh: shares, state and traffic of programs on groups against sums by hand.
#include <QtTest>
#include <cmath>
#include <random>

#include "core/mesh/state.h"
#include "tests/core/draws.h"
#include "tests/program/test_program.h"

namespace tst_mesh {

using namespace astrolabe;
using namespace astrolabe::tests;

class TestMesh : public QObject {
  Q_OBJECT
 private slots:
  void stateMovesWhereThereIsRoom();
  void receiversAreFilledEvenly();
  void stateFitsExactlyWhereAllOfItDoes();
};

/// 16 (86.9 - 75.2) + 16 (84.7 - 75.2) = 339.2 GiB; room 32 (75.2 - 33.3) = 1340.8. 339.2 2^30 / 12
/// = 3.035e10 parameters of 6 bytes over 4 x 200e9 x 0.6835 = 0.3330 s.
void TestMesh::stateMovesWhereThereIsRoom() {
  const double gib = 1024.0 * 1024.0 * 1024.0;
  const auto holder = [&](double total, int gpus) {
    return mesh::Holder{(total - 20.0) * gib, 20.0 * gib, 75.2 * gib, gpus};
  };
  const auto placed = mesh::place_state({holder(86.9, 16), holder(84.7, 16), holder(33.3, 32)});
  QVERIFY(placed.possible);
  QVERIFY(std::abs(placed.moved / gib - 339.2) < 1e-9);
  QVERIFY(std::abs(placed.room / gib - 1340.8) < 1e-9);
  QVERIFY(std::abs(placed.level / gib - 339.2 / 32) < 1e-9);
  QCOMPARE(placed.moves.size(), std::size_t{2});
  QCOMPARE(placed.moves[1].from, 1);
  QCOMPARE(placed.moves[1].to, 2);
  QVERIFY(std::abs(placed.moves[1].bytes / gib - 152.0) < 1e-9);  // 16 x 9.5
  QVERIFY(std::abs(placed.held[0] / gib - 8.3) < 1e-9);           // 75.2 - 66.9
  const double seconds = mesh::moved_seconds(placed.moved, {}, 4, 200e9 * 0.6835);
  QVERIFY(std::abs(seconds - 0.3330) < 5e-5);
}

/// Rooms 4, 10, 10 and 30 take 36: 4 + 3 x 10.67 would be more than two of them have, so 4, 10, 10, 12.
void TestMesh::receiversAreFilledEvenly() {
  QCOMPARE(mesh::water_level({4, 10, 10, 30}, {1, 1, 1, 1}, 36), 12.0);
  const auto placed =
      mesh::place_state({{40, 36, 40, 1}, {0, 0, 4, 1}, {0, 0, 10, 1}, {0, 0, 10, 1}, {0, 0, 30, 1}});
  QVERIFY(placed.possible);
  QCOMPARE(placed.held, (std::vector<double>{0, 4, 10, 10, 12}));
}

/// Whatever is drawn: possible exactly where each own part fits and the sum does; nothing is lost, nobody
/// holds more than his limit, and nothing moves that need not.
void TestMesh::stateFitsExactlyWhereAllOfItDoes() {
  std::mt19937 random(7);
  const Pick pick{random};
  for (int round = 0; round < 5000; ++round) {
    std::vector<mesh::Holder> holders;
    double sum = 0.0, limit = 0.0, state = 0.0, least = 0.0;
    bool own = true;
    for (int j = pick(1, 5); j > 0; --j) {
      holders.push_back({1.0 * pick(0, 60), 1.0 * pick(0, 40), 1.0 * pick(30, 90), pick(1, 16)});
      const mesh::Holder& one = holders.back();
      sum += one.gpus * (one.own + one.state);
      limit += one.gpus * one.limit;
      state += one.gpus * one.state;
      least += one.gpus * std::max(0.0, one.own + one.state - one.limit);
      own = own && one.own <= one.limit;
    }
    const auto placed = mesh::place_state(holders);
    QCOMPARE(placed.possible, own && sum <= limit);
    if (!placed.possible) continue;
    QCOMPARE(placed.moved, least);
    double held = 0.0, told = 0.0;
    for (std::size_t j = 0; j < holders.size(); ++j) {
      QVERIFY(holders[j].own + placed.held[j] <= holders[j].limit + 1e-9);
      held += holders[j].gpus * placed.held[j];
    }
    for (const mesh::Move& move : placed.moves) told += move.bytes;
    QVERIFY(std::abs(held - state) < 1e-6);
    QVERIFY(std::abs(told - placed.moved) < 1e-6);
  }
}

}  // namespace tst_mesh

ASTROLABE_TEST(tst_mesh, TestMesh)
#include "tst_mesh.moc"
