// core/mesh/execution: programs on groups, done rank by rank, have the weights of one device after every
// step, and each wrong rule is found.
#include <QtTest>
#include <random>

#include "core/mesh/execution.h"
#include "tests/core/cases.h"
#include "tests/core/draws.h"
#include "tests/program/test_program.h"

namespace tst_mesh_execution {

using namespace astrolabe;
using namespace astrolabe::tests;
using mesh::MeshFault;
using mesh::SmallMesh;

namespace {

/// Groups of 2 and 3 ranks of tensor parallelism with shares 3 and 1, seven hidden units, four tokens over
/// three ranks: no extent divides. The first is a pipeline, the second has its experts apart.
SmallMesh uneven() {
  SmallMesh small;
  small.groups = {{2, 3, 0, 1, 1, 1, 2}, {3, 1, 1, 1, 3, 2, 1}};
  return small;
}

}  // namespace

class TestMeshExecution : public QObject {
  Q_OBJECT
 private slots:
  void slicesAreTheFinest();
  void groupsDoWhatOneDeviceDoes();
  void stateMayLieAnywhere();
  void findsEachFault_data();
  void findsEachFault();
};

/// Seven units over two ranks are cut at 3, over three at 2 and 4.
void TestMeshExecution::slicesAreTheFinest() {
  QCOMPARE(mesh::cuts_of(uneven()), (std::vector<int>{0, 2, 3, 4, 7}));
}

/// Random groups, of which some take nothing; three steps, bit by bit.
void TestMeshExecution::groupsDoWhatOneDeviceDoes() {
  std::mt19937 random(4);
  const Pick pick{random};
  for (int round = 0; round < cases(300); ++round) {
    SmallMesh small;
    small.hidden = pick(3, 9);
    const int groups = pick(1, 4);
    for (int g = 0; g < groups; ++g)
      small.groups.push_back({pick(1, 3), 0, pick(0, 2), pick(1, 3), pick(1, 4), pick(1, 2), pick(1, 2)});
    for (int k = 0; k < 8; ++k) ++small.groups[static_cast<std::size_t>(pick(0, groups - 1))].share;
    const mesh::Executed done = mesh::execute(small, 3, MeshFault::none, static_cast<unsigned>(round));
    QVERIFY2(done.holds(), done.violation.c_str());
    QVERIFY(done.checks > 0);
  }
}

void TestMeshExecution::stateMayLieAnywhere() {
  SmallMesh small = uneven();
  small.owners = {{1, 2}, {0, 0}, {1, 0}, {1, 1}};  // ranks that do not hold the slices
  QVERIFY(mesh::execute(small, 3).holds());
  QVERIFY(!mesh::execute(small, 3, MeshFault::wrong_owner).holds());
}

void TestMeshExecution::findsEachFault_data() {
  QTest::addColumn<int>("fault");
  for (int fault = 1; fault <= mesh::kMeshFaults; ++fault)
    QTest::newRow(mesh::to_string(static_cast<MeshFault>(fault))) << fault;
}

void TestMeshExecution::findsEachFault() {
  QFETCH(int, fault);
  const mesh::Executed done = mesh::execute(uneven(), 3, static_cast<MeshFault>(fault));
  QVERIFY(!done.holds());
}

}  // namespace tst_mesh_execution

ASTROLABE_TEST(tst_mesh_execution, TestMeshExecution)
#include "tst_mesh_execution.moc"
