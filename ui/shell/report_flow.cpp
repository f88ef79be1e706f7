#include "ui/shell/report_flow.h"

#include <QBuffer>
#include <QDateTime>
#include <QEventLoop>
#include <QLocale>
#include <QPdfWriter>
#include <QPrintDialog>
#include <QPrintPreviewDialog>
#include <QPrinter>
#include <QThread>
#include <algorithm>
#include <utility>

#include "core/base/error_codes.h"
#include "core/plan/program_report.h"
#include "core/plan/scenarios.h"
#include "core/planning/pipelines.h"
#include "ui/compare/comparison_text.h"
#include "ui/document/commands/set_report.h"
#include "ui/render/figure_file.h"
#include "ui/render/file_device.h"
#include "ui/render/numbers.h"
#include "ui/render/report_kinds.h"
#include "ui/render/report_lead.h"
#include "ui/render/report_words.h"
#include "ui/render/sensitivity_words.h"
#include "ui/render/spoken_in.h"
#include "ui/results/ranking_page.h"
#include "ui/results/ranking_view.h"
#include "ui/results/results_panel.h"
#include "ui/results/shown_table.h"
#include "ui/shell/beside_search.h"
#include "ui/shell/bring_up.h"
#include "ui/shell/print_preview.h"
#include "ui/shell/report_builder.h"
#include "ui/shell/task_answer.h"
#include "ui/shell/waiting_note.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

/// What stood in the way of the pages: a character that no font has, or something else.
Message whyNoPages(const Error& error) {
  Message message = messageFor(error);
  if (error.code != code::cannot_save) return message;
  message.title = ReportFlow::tr("No font here has the character “%1” of the report.")
                      .arg(QString::fromStdString(error.found));
  message.body = ReportFlow::tr("Install %1.").arg(wantedText(error.wanted));
  return message;
}

}  // namespace

ReportFlow::ReportFlow(PlanDocument& document, SearchBridge& bridge, ScenarioAnswers& answers,
                       const StrategySelection& selection, Exports& exports, QWidget& window)
    : m_document(document),
      m_bridge(bridge),
      m_answers(answers),
      m_selection(selection),
      m_exports(exports),
      m_window(window) {
  connect(&m_document, &PlanDocument::wasReset, this, [this] {  // they were of another plan
    m_views.clear();
    viewsChanged();
  });
}

ReportFlow::~ReportFlow() { closeBuilder(); }

planning::FoundPtr ReportFlow::reportedFound() const {
  const planning::FoundPtr found = m_results != nullptr ? taskAnswer(m_document, *m_results) : nullptr;
  const bool holds = found && !planning::possible(found->options).empty() && kindReport(found->planner);
  return holds ? found : nullptr;
}

plan::SnapshotPtr ReportFlow::answer() const {
  return m_results != nullptr ? m_results->answer() : m_bridge.snapshot();
}

bool ReportFlow::canReport() const {
  if (!m_document.plan().job.trains()) return reportedFound() != nullptr;
  const plan::SnapshotPtr snapshot = m_bridge.snapshot();
  return snapshot && snapshot->problem && !snapshot->best.empty() && !m_bridge.isStale();
}

/// What pages of the window put into a report, as it stands now.
ReportOptions ReportFlow::reportOptions() const {
  ReportOptions options;
  options.created = QDateTime::currentDateTime();
  options.settings = reportSettings(m_document.plan().report);
  options.gpuOrder = m_document.gpuOrder();
  if (options.settings.has(ReportPart::options) && !m_document.plan().others.empty()) {
    options.additions.push_back(comparisonSection(
        compareScenarios(m_document, m_answers, comparedIds(m_document.plan(), options.settings.compared),
                         Theme::make(ThemeKind::Light))));
  }
  const plan::SnapshotPtr snapshot = answer();
  if (m_sensitivity && m_sensitivity->snapshot == snapshot) options.sensitivity = m_sensitivity->found;
  if (m_served && *m_served && m_servedAsked == reportedFound()) options.served = **m_served;
  if (snapshot && snapshot->problem)
    putBeside(besideSearch(*m_results, *snapshot, m_bridge.options().top), *snapshot, options);
  options.additions.insert(options.additions.end(), m_views.begin(), m_views.end());
  options.additions.insert(options.additions.end(), m_pageSections.begin(), m_pageSections.end());
  return options;
}

/// What it may tell beside the answer of the window: those of the scenarios, by each planner. Null where
/// there is none.
std::vector<std::shared_ptr<const void>> ReportFlow::foundBeside() const {
  std::vector<std::shared_ptr<const void>> found;
  for (const plan::Scenario* scenario : plan::scenarios(m_document.plan())) {
    const ScenarioAnswer* answer = m_answers.of(scenario->id);
    found.push_back(answer != nullptr ? answer->snapshot : nullptr);
    for (const auto& beside : m_answers.besides()) {
      const PlannerAnswer* other = beside->of(scenario->id);
      found.push_back(other != nullptr ? other->found : nullptr);
    }
  }
  return found;
}

/// Asks what would change the answer, where a report is to say it and it is not known; worked out beside the
/// window.
void ReportFlow::askSensitivity() {
  const plan::SnapshotPtr snapshot = answer();
  if (!reportSettings(m_document.plan().report).has(ReportPart::sensitivity)) return;
  if (const planning::FoundPtr found = reportedFound()) return askServed(found);
  const bool known = m_sensitivity && m_sensitivity->snapshot == snapshot;
  if (!canReport() || known || snapshot->status == plan::Status::searching) return;
  if (m_latest.isWorking() && m_asked == snapshot) return;
  m_asked = snapshot;
  m_latest.ask(
      [snapshot](const Latest::Turn& turn) {
        return SensitivityAnswer{snapshot,
                                 sensitivity(*snapshot, metricOf(*snapshot), kReportChange, turn.stop())};
      },
      [this](SensitivityAnswer answer) {
        m_sensitivity = std::make_shared<const SensitivityAnswer>(std::move(answer));
        emit sensitivityFound();
      });
}

void ReportFlow::askServed(const planning::FoundPtr& found) {
  if (planning::serving_metrics(found->planner).empty()) return;  // nothing of it is moved
  if (m_servedAsked == found && (m_served || m_latest.isWorking())) return;
  m_servedAsked = found;
  m_served.reset();
  m_latest.ask(
      [question = found->question,
       metric =
           planning::ranking_metric(found->planner, found->question->objective)](const Latest::Turn& turn) {
        const int threads = std::max(1, QThread::idealThreadCount() / 2);
        return planning::serving_sensitivity(*question, metric, kReportChange, threads, turn.stop());
      },
      [this](Result<planning::ServingSensitivity> answer) {
        m_served = std::move(answer);
        emit sensitivityFound();
      });
}

/// Waits, where a report is to say what would change the answer, until that is known, however long it takes:
/// else a chosen section would be missing unsaid. After a while a person may go on without it. False where
/// there is nothing to report any more, and where nobody wants the report.
bool ReportFlow::awaitSensitivity() {
  using Choice = WaitingNote::Choice;
  if (m_awaits) return false;
  const plan::SnapshotPtr asked = m_bridge.snapshot();
  askSensitivity();
  if (!m_latest.isWorking()) return canReport();
  emit told(tr("Calculating what would change the answer…"));
  m_awaits = true;
  const QPointer<ReportFlow> flow(this);
  // Its window may go meanwhile, and takes it along.
  const QPointer<WaitingNote> note(
      new WaitingNote(tr("What would change the answer is still being calculated."),
                      tr("The report is made as soon as it is there, with a section about it."),
                      tr("Report without it"), tr("No report"), m_patience, &m_window));
  QEventLoop loop;
  connect(this, &ReportFlow::sensitivityFound, &loop, &QEventLoop::quit);
  connect(note, &WaitingNote::chosen, &loop, &QEventLoop::quit);
  connect(this, &QObject::destroyed, &loop, &QEventLoop::quit);
  const auto look = [flow, &loop, asked] {
    if (flow && (!flow->canReport() || flow->m_bridge.snapshot() != asked)) loop.quit();
  };
  connect(&m_bridge, &SearchBridge::snapshotChanged, &loop, look);
  connect(&m_bridge, &SearchBridge::staleChanged, &loop, look);
  loop.exec();
  const Choice choice = note ? note->choice() : Choice::Cancel;
  delete note;
  if (!flow) return false;
  m_awaits = false;
  emit told({});
  if (choice == Choice::Cancel) return false;
  if (canReport() && m_bridge.snapshot() == asked)
    // Strategies that move their state may have been found meanwhile: it is told of what is reported.
    return choice != Choice::Wait || m_sensitivity == nullptr || m_sensitivity->snapshot == answer() ||
           awaitSensitivity();
  emit told(tr("No report was made: the answer has changed meanwhile."));
  return false;
}

/// One report at a time; another one is told to wait.
bool ReportFlow::mayReport() {
  if (m_awaits) emit told(tr("A report is being made already: try again when it is there."));
  return canReport() && !m_awaits;
}

Result<void> ReportFlow::paint(QPagedPaintDevice& paper) {
  if (!canReport()) return {};
  const SpokenIn spoken(reportSettings(m_document.plan().report));
  if (const planning::FoundPtr found = reportedFound())
    return printReport(FoundSubject{*found, *planning::possible(found->options).front(), m_document.plan(),
                                    m_document.catalogue()},
                       reportOptions(), paper);
  const plan::SnapshotPtr snapshot = answer();
  const auto winner = detail(*snapshot->problem, snapshot->best.front().strategy, snapshot->objective);
  if (!winner) return tl::unexpected<Error>(winner.error());
  return printReport({*snapshot, m_document.plan(), *winner, m_document.catalogue()}, reportOptions(), paper);
}

void ReportFlow::writeFile() {
  if (!mayReport()) return;
  const QString path =
      m_exports.ask(tr("Write the report"), u".pdf"_s,
                    tr("Report (*.pdf);;Web page (*.html *.htm);;Markdown (*.md *.markdown)"));
  if (path.isEmpty() || !awaitSensitivity()) return;
  if (const planning::FoundPtr found = reportedFound()) return writeFound(found, path);
  const plan::SnapshotPtr snapshot = answer();
  const auto winner = detail(*snapshot->problem, snapshot->best.front().strategy, snapshot->objective);
  if (!winner) {
    emit refused(winner.error());
    return;
  }
  const ReportSettings settings = reportSettings(m_document.plan().report);
  const ReportOptions spoken = [&] {
    const SpokenIn voice(settings);  // views of the window are worded now
    return reportOptions();
  }();
  m_exports.write(path, [snapshot, winner = *winner, plan = m_document.plan(),
                         catalogue = m_document.catalogue(), options = spoken](const QString& place) {
    const SpokenIn voice(options.settings);
    return writeReport({*snapshot, plan, winner, catalogue}, options, place, reportForm(place));
  });
}

void ReportFlow::writeFound(const planning::FoundPtr& found, const QString& path) {
  const ReportSettings settings = reportSettings(m_document.plan().report);
  const ReportOptions spoken = [&] {
    const SpokenIn voice(settings);  // views of the window are worded now
    return reportOptions();
  }();
  m_exports.write(path, [found, plan = m_document.plan(), catalogue = m_document.catalogue(),
                         options = spoken](const QString& place) {
    const SpokenIn voice(options.settings);
    return writeReport(FoundSubject{*found, *planning::possible(found->options).front(), plan, catalogue},
                       options, place, reportForm(place));
  });
}

void ReportFlow::preview() {
  if (!mayReport() || !awaitSensitivity()) return;
  QPrinter printer(QPrinter::HighResolution);
  printer.setDocName(m_document.displayName());
  QPrintPreviewDialog dialog(&printer, &m_window);
  dialog.setObjectName(u"printPreview"_s);
  dressPreview(dialog);
  connect(&dialog, &QPrintPreviewDialog::paintRequested, this, [this](QPrinter* paper) {
    if (const auto painted = paint(*paper); !painted) emit noPages(whyNoPages(painted.error()));
  });
  dialog.exec();
}

void ReportFlow::print() {
  if (!mayReport() || !awaitSensitivity()) return;
  QPrinter printer(QPrinter::HighResolution);
  printer.setDocName(m_document.displayName());
  QPrintDialog dialog(&printer, &m_window);
  dialog.setObjectName(u"printDialog"_s);
  if (dialog.exec() != QDialog::Accepted) return;
  if (!printer.outputFileName().isEmpty()) return writePrinted(printer);
  if (const auto painted = paint(printer); !painted)
    emit noPages(whyNoPages(painted.error()));
  else
    emit told(tr("Sent the report to %1").arg(printer.printerName()));
}

/// What is printed into a file is written as files are: a printer itself says nothing of a full disk.
void ReportFlow::writePrinted(const QPrinter& printer) {
  QByteArray pages;
  QBuffer buffer(&pages);
  buffer.open(QIODevice::WriteOnly);
  {
    QPdfWriter paper(&buffer);
    paper.setTitle(m_document.displayName());
    paper.setPageLayout(printer.pageLayout());
    paper.setResolution(printer.resolution());
    if (const auto painted = paint(paper); !painted) return emit noPages(whyNoPages(painted.error()));
  }
  m_exports.write(printer.outputFileName(),
                  [pages](const QString& place) { return writeBytes(place, pages); });
}

void ReportFlow::makeBuilder() {
  m_builder = new ReportBuilder(
      m_document,
      [this](QPrinter* printer) {
        const auto painted = paint(*printer);
        return painted ? QString() : whyNoPages(painted.error()).plain();
      },
      &m_window);
  ReportBuilder* builder = m_builder;
  const auto look = [this, builder] {
    builder->setAnswered(canReport());
    builder->refresh();
  };
  connect(&m_bridge, &SearchBridge::stateChanged, builder, look);
  connect(&m_bridge, &SearchBridge::staleChanged, builder, look);
  connect(&m_bridge, &SearchBridge::stateChanged, builder, [this, builder] {
    if (builder->isVisible()) askSensitivity();
  });
  connect(this, &ReportFlow::sensitivityFound, builder, look);
  const auto follow = [this, builder, before = foundBeside()]() mutable {
    if (!builder->isVisible()) return;  // it looks at all of it when it is shown
    std::vector<std::shared_ptr<const void>> now = foundBeside();
    if (now != before) builder->refresh();
    before = std::move(now);
  };
  connect(&m_answers, &ScenarioAnswers::changed, builder, follow);
  for (const auto& beside : m_answers.besides())
    connect(beside.get(), &PlannerAnswers::changed, builder, follow);
  connect(builder, &ReportBuilder::addedRenamed, this, [this](int row, const QString& heading) {
    m_views.at(static_cast<std::size_t>(row)).heading = heading;
    viewsChanged();
  });
  connect(builder, &ReportBuilder::addedRemoved, this, [this](int row) {
    m_views.erase(m_views.begin() + row);
    viewsChanged();
  });
  connect(builder, &ReportBuilder::exportRequested, this, &ReportFlow::writeFile);
  connect(builder, &ReportBuilder::printRequested, this, &ReportFlow::print);
  builder->setAnswered(canReport());
  viewsChanged();
}

void ReportFlow::showBuilder() {
  if (m_builder == nullptr) makeBuilder();
  m_answers.searchMissing();  // the scenarios that are compared
  askSensitivity();
  bringUp(*m_builder);
}

bool ReportFlow::isBuilderShown() const { return m_builder != nullptr && m_builder->isVisible(); }

void ReportFlow::closeBuilder() { delete m_builder; }

/// A section goes into the report, or out of it; behind what stands in front of it at first.
void ReportFlow::putPart(ReportPart part, bool inside, const std::vector<int>& compared) {
  const ReportSettings before = reportSettings(m_document.plan().report);
  ReportSettings settings = before;
  if (part == ReportPart::options) settings.compared = compared;
  if (inside == before.has(part)) {
    if (settings == before) return;
  } else if (inside) {
    const auto behind = std::find_if(settings.parts.begin(), settings.parts.end(),
                                     [part](ReportPart other) { return other > part; });
    settings.parts.insert(behind, part);
  } else {
    std::erase(settings.parts, part);
  }
  m_document.undoStack().push(new SetReport(m_document, toJson(settings), nextGesture()));
}

/// The first scenarios of the plan are those that a report compares without being told.
void ReportFlow::putComparison(bool inside, const std::vector<int>& ids) {
  const bool chosen = inside && ids != firstCompared(m_document.plan());
  putPart(ReportPart::options, inside, chosen ? ids : std::vector<int>());
}

/// The table, else the drawing, else the words.
void ReportFlow::addView() {
  if (!canReport()) return;
  constexpr int kMostRanked = 20, kMostRows = 100;
  ReportAddition added;
  added.heading = m_results->currentTitle();
  added.paragraph =
      tr("As the window showed it at %1, with %2 selected.")
          .arg(QLocale().toString(QTime::currentTime(), QLocale::ShortFormat), m_selection.label());
  const auto put = [&added](WordTable table, int most, int all) {
    table.rows.resize(std::min(table.rows.size(), static_cast<std::size_t>(most)));
    added.tableWords = added.heading + u'.';
    if (all > most)
      added.tableWords =
          tr("%1: the first %2 of %3 rows.").arg(added.heading, wholeText(most), wholeText(all));
    added.columns = reportColumns(table.heads, table.rows);
    added.rows = std::move(table.rows);
  };
  if (m_results->isRankingInFront()) {
    const QTableView& ranking = m_results->ranking().view();
    put(shownTable(ranking, false, kMostRanked), kMostRanked, ranking.model()->rowCount());
  } else if (const std::optional<WordTable> table = m_results->currentTable()) {
    put(*table, kMostRows, static_cast<int>(table->rows.size()));
  } else if (const std::optional<Figure> figure = m_results->currentFigure()) {
    added.drawingWords = figure->title + u'.';
    added.drawing = svgOf(*figure);
  } else if (const QString words = m_results->currentWords(); !words.isEmpty()) {
    added.paragraph += u'\n' + words;
  } else {
    emit told(tr("%1 shows nothing that could be added yet.").arg(added.heading));
    return;
  }
  m_views.push_back(std::move(added));
  putPart(ReportPart::appendix, true);
  viewsChanged();
  emit told(tr("%1 is in the report, for as long as this window is open").arg(m_views.back().heading));
}

/// The builder lists them anew.
void ReportFlow::viewsChanged() {
  if (m_builder == nullptr) return;
  QStringList headings;
  for (const ReportAddition& view : m_views) headings << view.heading;
  m_builder->setAdded(headings);
  m_builder->refresh();
}

}  // namespace astrolabe::ui
