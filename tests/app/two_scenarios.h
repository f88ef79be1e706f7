#pragma once
// A saved plan with two scenarios, for tests of the headless program.

#include <QProcess>
#include <algorithm>
#include <string>

#include "core/plan/plan_file.h"
#include "core/plan/scenarios.h"
#include "tests/app/cli_process.h"

namespace cli_process {

/// A place of work with such a plan.
class TwoScenarios {
 protected:
  const QStringList kParts{"--model", "llama-3.1-8b", "--cluster", "cluster.json", "--job", "job.json"};
  Workplace m_place;

  /// The text of a PDF.
  QByteArray wordsOf(const char* name) const {
    QProcess text;
    text.start("pdftotext", {m_place.path(name), "-"});
    text.waitForFinished();
    return text.readAllStandardOutput();
  }
  /// "two.astrolabe": the question of the parts, and "Half the nodes" with half the batch.
  bool saveTwoScenarios() const {
    if (m_place.run(QStringList{"plan"} + kParts + QStringList{"--json", "--save", "two.astrolabe"}).status !=
        0)
      return false;
    const std::string path = m_place.path("two.astrolabe").toStdString();
    auto file = astrolabe::plan::read_plan(path).value();
    astrolabe::plan::Scenario half = file.plan;
    half.title = "Half the nodes";
    for (astrolabe::hardware::PoolSpec& pool : half.cluster.pools) pool.nodes = std::max(1, pool.nodes / 2);
    half.job.global_batch /= 2;
    astrolabe::plan::add_scenario(file.plan, half);
    astrolabe::plan::show_scenario(file.plan, 1);
    return astrolabe::plan::write_plan(file, path).has_value();
  }
  /// Tokens per second that its scenario finds; 0 for none.
  double speedOfTwo(const QStringList& named) const {
    const Said said = m_place.run(QStringList{"plan", "two.astrolabe", "--json"} + named);
    return said.status == 0 ? said.json()["best"][0]["tokens_per_second"].get<double>() : 0.0;
  }
};

}  // namespace cli_process
