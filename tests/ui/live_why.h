#pragma once
// The sample with its finished search, and a Why view on it.

#include <QLabel>
#include <QPushButton>
#include <functional>
#include <memory>

#include "live_results.h"
#include "ui/document/commands/set_job.h"
#include "ui/results/layout_text.h"
#include "ui/results/why_view.h"

namespace astrolabe::ui {

/// The sample with its search, and a Why view on it.
struct LiveWhy : LiveResults {
  std::unique_ptr<WhyView> view;
  bool open() {
    if (!search()) return false;
    view = std::make_unique<WhyView>(document, selection);
    view->resize(1200, 500);
    view->show();
    return ask(bridge.snapshot()->best[0].strategy);
  }
  /// Selects a strategy and waits for its answer.
  bool ask(const strategy::Strategy& strategy) {
    selection.select(strategy);
    return QTest::qWaitFor([&] { return view->answer() && isPipeline(view->answer()->layout, strategy); },
                           kPatienceMs);
  }
  plan::Verdict verdict() const { return view->answer()->why->verdict; }
  QString title() const { return view->findChild<QLabel*>(QStringLiteral("whyView.title"))->text(); }
  QString text() const { return view->findChild<QLabel*>(QStringLiteral("whyView.text"))->text(); }
  QPushButton* button(const QString& name) const {
    return view->findChild<QPushButton*>(QStringLiteral("whyView.") + name);
  }
  strategy::Strategy read(const QString& line) const {
    return readLayout(line, *bridge.snapshot()->problem).value();
  }
  /// Another job, searched to its end.
  bool change(const std::function<void(strategy::Job&)>& edit) {
    strategy::Job job = document.plan().job;
    edit(job);
    document.undoStack().push(new SetJob(document, job, QStringLiteral("job")));
    return settled();
  }
};

}  // namespace astrolabe::ui
