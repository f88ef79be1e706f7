#pragma once
// A grid of eight cases beside its inputs, and the lines that a sweep of it writes without a break.

#include "tests/app/cli_process.h"

namespace cli_process {

/// What tests of the grid share; sweepWhole() before all of them.
class SweptGrid {
 protected:
  Workplace m_place;
  QByteArray m_whole;  ///< the lines of all cases

  void sweepWhole() {
    // Two clusters of two node counts, two batches: 8 cases. Of cluster "b" one node count is none.
    m_place.put("b.json",
                R"({"pools": [{"id": "h100", "gpu": "a100-sxm-80", "gpus_per_node": 8, "nodes": 1}]})");
    m_place.put("grid.json", R"({"model": ["llama-3.1-8b"], "cluster": ["cluster.json", "b.json"],
      "job": ["job.json"], "set": {"cluster.pools[h100].nodes": [1, 2], "job.global_batch": [64, 128],
      "cluster.pools[h100].inter_node_gb_per_s": [400]}})");
    const Said said = m_place.run(grid({"--out", "whole.jsonl"}));
    QVERIFY2(said.status == 0, said.all().constData());
    m_whole = file("whole.jsonl");
    QCOMPARE(m_whole.count('\n'), 8);
  }
  QByteArray file(const QString& name) const {
    QFile content(m_place.path(name));
    return content.open(QIODevice::ReadOnly) ? content.readAll() : QByteArray();
  }
  static QStringList grid(const QStringList& more) {
    return QStringList{"sweep", "--grid", "grid.json"} + more;
  }
};

}  // namespace cli_process
