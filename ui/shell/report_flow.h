#pragma once
// The report of a plan, from what is wanted of it to a file, a printer or the builder's pages.

#include <QObject>
#include <QPointer>
#include <memory>
#include <vector>

#include "core/base/result.h"
#include "core/planning/planner.h"
#include "ui/document/latest.h"
#include "ui/document/plan_document.h"
#include "ui/document/scenario_answers.h"
#include "ui/document/search_bridge.h"
#include "ui/document/selection.h"
#include "ui/document/sensitivity_answer.h"
#include "ui/render/messages.h"
#include "ui/render/report.h"
#include "ui/shell/exports.h"

class QPrinter;

namespace astrolabe::ui {

class ReportBuilder;
class ResultsPanel;

/// Makes the reports of a window: gathers what goes into them, writes, prints and previews them. It says what
/// it does and what stood in the way; the window shows it.
class ReportFlow : public QObject {
  Q_OBJECT

 public:
  /// Dialogs and builder stand over `window`. Whatever is given outlives the flow.
  ReportFlow(PlanDocument& document, SearchBridge& bridge, ScenarioAnswers& answers,
             const StrategySelection& selection, Exports& exports, QWidget& window);
  ~ReportFlow() override;

  /// The views that can be put into a report; their programs are reported, too. To be told before anything
  /// else, and again when they were made anew.
  void setResults(ResultsPanel& results) { m_results = &results; }

  /// Sets how long a report waits for what it is to say before it asks whether to go on, milliseconds.
  void setPatience(int patience) { m_patience = patience; }

  /// An answer to the question in force; an older one is not reported as this one's.
  bool canReport() const;
  /// Asks for a place, waits for what the report is to say, and writes it.
  void writeFile();
  /// Prints the report on a printer that a person chooses.
  void print();
  /// Shows the pages as a printer would have them.
  void preview();

  /// The builder beside the window, made when it is first wanted.
  void showBuilder();
  bool isBuilderShown() const;
  void closeBuilder();

  /// The comparison of these scenarios goes into the report, or out of it: one undo step.
  void putComparison(bool inside, const std::vector<int>& ids);
  /// Makes what the results show now a section of the appendix, for as long as this plan is open.
  void addView();
  /// Sections that a page of the window puts into reports, behind the views.
  void setPageSections(const std::vector<ReportAddition>& sections) { m_pageSections = sections; }
  const std::vector<ReportAddition>& pageSections() const { return m_pageSections; }

 signals:
  /// A message for the status bar; empty: the last one is over.
  void told(const QString& text);
  /// The answer can't be reported.
  void refused(const astrolabe::Error& error);
  /// What would change the answer is worked out.
  void sensitivityFound();
  /// The pages can't be drawn.
  void noPages(const astrolabe::ui::Message& why);

 private:
  ReportOptions reportOptions() const;
  /// The answer that is reported: of strategies with their state wherever one is known to be ahead.
  plan::SnapshotPtr answer() const;
  /// What is reported of a job that does not train; null: nothing.
  planning::FoundPtr reportedFound() const;
  std::vector<std::shared_ptr<const void>> foundBeside() const;
  void askSensitivity();
  void askServed(const planning::FoundPtr& found);
  bool awaitSensitivity();
  bool mayReport();
  void writeFound(const planning::FoundPtr& found, const QString& path);
  Result<void> paint(QPagedPaintDevice& paper);
  void writePrinted(const QPrinter& printer);
  void makeBuilder();
  void putPart(ReportPart part, bool inside, const std::vector<int>& compared = {});
  void viewsChanged();

  PlanDocument& m_document;
  SearchBridge& m_bridge;
  ScenarioAnswers& m_answers;
  const StrategySelection& m_selection;
  Exports& m_exports;
  QWidget& m_window;
  ResultsPanel* m_results = nullptr;
  QPointer<ReportBuilder> m_builder;
  plan::SnapshotPtr m_asked;
  SensitivityAnswerPtr m_sensitivity;  ///< the last that was worked out
  planning::FoundPtr m_servedAsked;    ///< of a job that serves
  /// The answer to that; none: not there yet, or an error.
  std::optional<Result<planning::ServingSensitivity>> m_served;
  bool m_awaits = false;                ///< a report is being made
  int m_patience = 3'000;               ///< milliseconds
  std::vector<ReportAddition> m_views;  ///< that a person put into reports of this plan
  std::vector<ReportAddition> m_pageSections;
  Latest m_latest{this};  ///< of what would change the newest answer
};

}  // namespace astrolabe::ui
