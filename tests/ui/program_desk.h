#pragma once
// The view of a distributed program over a small plan, for its tests.

#include <QLabel>
#include <QtTest>
#include <memory>

#include "core/plan/shard.h"
#include "tests/core/small_plan.h"
#include "tests/ui/sample_document.h"
#include "ui/document/search_bridge.h"
#include "ui/document/selection.h"
#include "ui/results/program_page.h"
#include "ui/results/results_panel.h"

namespace astrolabe::ui {

inline constexpr int kPatienceMs = 120000;

inline plan::Plan slowBetween(plan::Plan plan) {
  for (hardware::BetweenPools& link : plan.cluster.between_pools) link.gb_per_s = 0.5;
  return plan;
}

inline void fill(PlanDocument& document, const plan::Plan& plan) {
  plan::PlanFile file;
  file.plan = plan;
  document.reset(file, {});
}

/// What `shard` gives for the document's question, asked without the window.
inline plan::ShardAnswer fromCore(const PlanDocument& document) {
  const auto problem = document.problem();
  plan::ShardRequest request;
  request.architecture = *document.architecture();
  request.cluster = problem->cluster;
  request.job = problem->job;
  return *plan::shard(request);
}

inline bool same(double value, double expected) {
  return std::abs(value - expected) <= 1e-9 * std::abs(expected);
}

/// The program that a bridge has; null for none.
inline ProgramPtr reportOf(const PlannerBridge& bridge) { return programOf(bridge.option()); }

struct Asked {
  PlanDocument document;
  PlannerBridge bridge{document, planning::program_planner()};
  explicit Asked(const plan::Plan& plan) { fill(document, plan); }
};

struct Shown {
  std::shared_ptr<Asked> asked;
  PlanDocument& document = asked->document;
  PlannerBridge& bridge = asked->bridge;
  ProgramPage page{document, bridge};

  explicit Shown(std::shared_ptr<Asked> question) : asked(std::move(question)) {
    page.resize(1280, 300);
    page.show();
  }
  explicit Shown(const plan::Plan& plan) : Shown(std::make_shared<Asked>(plan)) {}
  ~Shown() { page.hide(); }
  Q_DISABLE_COPY_MOVE(Shown)
  bool wait(PlannerBridge::State state) {
    return QTest::qWaitFor([&] { return bridge.state() == state; }, kPatienceMs);
  }
  QString text(const char* name) const {
    const auto* label = page.findChild<QLabel*>(QLatin1String(name));
    return label != nullptr ? label->text() : QStringLiteral("no such label");
  }
  template <class T>
  T* child(const char* name) {
    return page.findChild<T*>(QLatin1String(name));
  }
};

/// Results with a finished search and a finished program.
struct Ranked {
  PlanDocument document;
  SearchBridge search{document};
  StrategySelection selection{search};
  ResultsPanel panel;

  Ranked() : panel(filled(document), search, selection) {
    search.run();
    programs().run();
  }
  PlannerBridge& programs() { return panel.planner(planning::kProgram); }
  bool wait() {
    return QTest::qWaitFor(
        [&] {
          return search.state() == SearchBridge::State::Finished &&
                 programs().state() == PlannerBridge::State::Done;
        },
        kPatienceMs);
  }

 private:
  static PlanDocument& filled(PlanDocument& document) {
    fill(document, smallPlan());
    return document;
  }
};

/// What tests of the view share: one program and one ranking for all that only look at them.
class ProgramDesk {
 protected:
  /// The small plan's program, synthesised once for all tests that look at it in a window of their own.
  std::shared_ptr<Asked> small() {
    if (!m_small) m_small = std::make_shared<Asked>(smallPlan());
    return m_small;
  }
  Ranked& ranked() {
    if (!m_ranked) m_ranked = std::make_unique<Ranked>();
    return *m_ranked;
  }
  std::shared_ptr<Asked> m_small;
  std::unique_ptr<Ranked> m_ranked;

  void close() {
    m_ranked.reset();
    m_small.reset();
  }
};

}  // namespace astrolabe::ui
