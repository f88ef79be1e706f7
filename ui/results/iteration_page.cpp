#include "ui/results/iteration_page.h"

#include <QLabel>
#include <QPainter>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/units.h"
#include "ui/render/answer_text.h"
#include "ui/render/messages.h"
#include "ui/render/numbers.h"
#include "ui/render/post_training_reasons.h"
#include "ui/render/post_training_words.h"
#include "ui/results/part_share.h"
#include "ui/results/text_table_view.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;
using post_training::Iteration;
using post_training::Part;
using post_training::Placement;

namespace {

/// The set's roles, as lanes are called.
QString titleOfSet(const Placement& placement, std::size_t set) {
  return rolesOfSet(placement, placement.sets[set]).join(u", "_s);
}

const post_training::Role& roleOfUnit(const Placement& placement, int unit) {
  return placement.job->roles[static_cast<std::size_t>(placement.units[static_cast<std::size_t>(unit)].role)];
}

}  // namespace

QString noPlacementText(const PlannerBridge& bridge) {
  using State = PlannerBridge::State;
  switch (bridge.state()) {
    case State::Idle:
      return IterationPage::tr("Not planned yet. Run places the roles on the GPUs.");
    case State::Running:
      return IterationPage::tr("Placing the roles…");
    case State::Stopped:
      return IterationPage::tr("Stopped before a placement was found.");
    case State::Declines:
      return IterationPage::tr("The job of this scenario is no post-training.");
    case State::NoPlan:
    case State::Failed:
      return bridge.error() ? messageFor(*bridge.error()).plain() : IterationPage::tr("No placement.");
    case State::Done:
      if (!bridge.found())  // another scenario is shown
        return IterationPage::tr("Not planned yet. Run places the roles on the GPUs.");
      break;
  }
  const auto* found = dynamic_cast<const planning::FoundPostTrainings*>(bridge.found().get());
  QString words = IterationPage::tr("No placement holds all roles.");
  if (found != nullptr) words += u' ' + lackingText(*found);
  return words;
}

IterationPage::IterationPage(PlannerBridge& bridge, QWidget* parent)
    : OptionPage(bridge, u"postTraining"_s, parent) {
  setObjectName(u"post_trainingPage"_s);
  setAccessibleName(tr("Iteration"));
  QWidget* first = left();
  setSides(first, right(), 3, 2);
}

QWidget* IterationPage::left() {
  auto* side = new QWidget(this);
  auto* column = new QVBoxLayout(side);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(scaled(4));
  m_timeline = new IterationView(m_leftStack);
  m_leftStack->addWidget(m_timeline);
  m_leftStack->addWidget(
      textTableView(u"postTraining.phases.table"_s, tr("Calls of an iteration"), m_phaseRows, this));
  column->addWidget(m_leftStack, 1);
  m_block = new QLabel(side);
  m_block->setObjectName(u"postTraining.block"_s);
  m_block->setFont(ui::font(TextRole::Caption));
  m_block->setWordWrap(true);
  m_block->setTextFormat(Qt::PlainText);
  m_block->setTextInteractionFlags(Qt::TextSelectableByMouse);
  column->addWidget(m_block);
  connect(m_timeline, &IterationView::selectionChanged, this, &IterationPage::tellBlock);
  return side;
}

QWidget* IterationPage::right() {
  QWidget* side = makeViews(tr("What is shown of the placement"), tr("All views of the placement"));
  const auto table = [this](const QString& name, const QString& spoken, TextTable& rows) {
    return textTableView(u"postTraining.%1.table"_s.arg(name), spoken, rows, this);
  };
  auto* sets = new QWidget(m_rightStack);
  auto* both = new QVBoxLayout(sets);
  both->setContentsMargins(0, 0, 0, 0);
  m_busy = makeBars(u"busy"_s, tr("Time of each set: work of roles, and waiting"), sets);
  m_memory = makeBars(u"memory"_s, tr("Memory of a GPU of each set at its fullest"), sets);
  both->addWidget(m_busy);
  both->addWidget(m_memory);
  addView(tr("Sets"), sets, table(u"sets"_s, tr("Sets of GPUs"), m_setRows));
  m_parts = makeBars(u"parts"_s, tr("What an iteration is made of"), m_rightStack);
  addView(tr("Parts"), m_parts, table(u"parts"_s, tr("What an iteration is made of"), m_partRows));
  return side;
}

void IterationPage::placeViews() {
  OptionPage::placeViews();
  m_block->setVisible(!m_asTable);
}

void IterationPage::setStale(bool stale) {
  m_timeline->setStale(stale);
  OptionPage::setStale(stale);
}

bool IterationPage::take(const planning::FoundPtr& found) {
  m_found = std::dynamic_pointer_cast<const planning::FoundPostTrainings>(found);
  return m_found != nullptr;
}

bool IterationPage::isOfKind(const planning::OptionPtr& option) const {
  return placementOf(option) != nullptr;
}

QString IterationPage::noneText() const { return noPlacementText(m_bridge); }

void IterationPage::fill(const planning::OptionPtr& option) {
  const Placement* placement = placementOf(option);
  const strategy::Problem& problem = m_found->question->problem;
  Iteration iteration = post_training::iteration_of(*placement, problem);
  refreshTitle(*option);
  showPhases(*placement, iteration);
  showSets(*placement, iteration);
  showParts(iteration);
  IterationLabels labels = iterationLabels(*placement, iteration, problem);
  m_timeline->setIteration(std::move(iteration), std::move(labels));
  tellBlock();
}

void IterationPage::refreshTitle(const planning::Option& option) {
  const Placement& placement = *placementOf(&option);
  const QString name = placementText(placement, m_found->question->problem.pool_ids());
  QStringList figures;
  for (const PostTrainingColumn& column : postTrainingColumns())
    for (const char* field : {"iteration_seconds", "usd_per_iteration", "outcome", "busy_share", "proof"})
      if (std::string_view(column.field) == field &&
          (!column.where_known || !std::isnan(column.number(option))))
        figures << tr("%1 %2", "heading and value").arg(column.title, column.text(option));
  const QString note = option.is_possible()
                           ? QString()
                           : messageFor(option.violation, m_found->question->problem).plain().toHtmlEscaped();
  setTitle(name, figures.join(u" · "_s), figures.join(u", "_s), note);
}

/// The block that is selected, else how they are walked.
void IterationPage::tellBlock() {
  const int block = m_timeline->selected();
  m_block->setText(block >= 0 ? m_timeline->itemName(block)
                              : tr("Arrows walk the calls, + and − zoom, A and D pan, F shows all."));
}

void IterationPage::showPhases(const Placement& placement, const Iteration& iteration) {
  std::vector<QStringList> rows;
  const auto add = [&](const post_training::Block& block, const QString& on) {
    const QString role = block.role >= 0
                             ? roleName(placement.job->roles[static_cast<std::size_t>(block.role)].name)
                             : unknownText();
    const QString call = block.call >= 0
                             ? callName(placement.job->flow.calls[static_cast<std::size_t>(block.call)].name)
                             : partText(Part::sync);
    rows.push_back({call, role, on, durationText(block.begin), durationText(block.end),
                    durationText(block.end - block.begin), partText(block.parts.most())});
  };
  for (std::size_t set = 0; set < iteration.lanes.size(); ++set)
    for (const post_training::Block& block : iteration.lanes[set].blocks)
      add(block, setText(placement, placement.sets[set], m_found->question->problem.pool_ids()));
  for (const post_training::Block& block : iteration.rules) add(block, tr("no GPU"));
  m_phaseRows.setTable({{tr("Call")},
                        {tr("Role")},
                        {tr("On")},
                        {tr("Begins"), true},
                        {tr("Ends"), true},
                        {tr("Takes"), true},
                        {tr("Mostly")}},
                       std::move(rows));
}

void IterationPage::showSets(const Placement& placement, const Iteration& iteration) {
  const Theme& theme = currentTheme();
  std::vector<LyingRow> busy, memory;
  std::vector<QStringList> rows;
  for (std::size_t set = 0; set < iteration.lanes.size(); ++set) {
    const post_training::SetLane& lane = iteration.lanes[set];
    const QString title = titleOfSet(placement, set);
    LyingRow& time = busy.emplace_back();
    time.title = title;
    std::vector<double> by_role(placement.job->roles.size(), 0.0);
    for (const post_training::Block& block : lane.blocks)
      if (block.role >= 0) by_role[static_cast<std::size_t>(block.role)] += block.busy_seconds();
    double worked = 0.0;
    for (std::size_t role = 0; role < by_role.size(); ++role) {
      worked += by_role[role];
      const PartStyle style = roleStyle(theme, static_cast<int>(role));
      if (by_role[role] > 0.0)
        time.shares.push_back({roleName(placement.job->roles[role].name), by_role[role], style.color,
                               style.ink, style.hatch, style.pattern});
    }
    const double idle = std::max(0.0, iteration.seconds - worked);
    if (idle > 0.0) time.shares.push_back(shareOfPart(Part::waiting, tr("waiting"), idle, theme));
    time.end = percentText(iteration.busy_share(set), 0);
    const auto fullest = std::max_element(
        lane.memory.begin(), lane.memory.end(),
        [](const post_training::Held& a, const post_training::Held& b) { return a.sum() < b.sum(); });
    LyingRow& held = memory.emplace_back();
    held.title = title;
    held.limit = lane.limit_bytes / kGib;
    if (fullest != lane.memory.end()) {
      for (std::size_t unit = 0; unit < lane.units.size() && unit < fullest->bytes.size(); ++unit) {
        const post_training::Unit& of = placement.units[static_cast<std::size_t>(lane.units[unit])];
        const PartStyle style = roleStyle(theme, of.role);
        const QString role = roleName(roleOfUnit(placement, lane.units[unit]).name);
        held.shares.push_back({of.generates ? tr("%1, engine", "a role").arg(role) : role,
                               fullest->bytes[unit] / kGib, style.color, style.ink,
                               style.hatch || of.generates, style.pattern});
      }
      held.end = gibText(fullest->sum());
    }
    rows.push_back({setText(placement, placement.sets[set], m_found->question->problem.pool_ids()),
                    layoutsText(placement, placement.sets[set]), durationText(lane.busy_seconds),
                    percentText(iteration.busy_share(set)), percentText(1.0 - iteration.busy_share(set)),
                    fullest != lane.memory.end() ? gibText(fullest->sum()) : unknownText(),
                    gibText(lane.limit_bytes), placement.sets[set].plan.offloads ? tr("yes") : tr("no")});
  }
  m_setRows.setTable({{tr("Set")},
                      {tr("Layouts")},
                      {tr("Works"), true},
                      {tr("Busy"), true},
                      {tr("Waits"), true},
                      {tr("Peak mem"), true},
                      {tr("Limit"), true},
                      {tr("Offloads")}},
                     std::move(rows));
  m_busy->setRows(std::move(busy), tr("seconds of an iteration"),
                  [](double seconds) { return durationText(seconds); });
  m_memory->setRows(std::move(memory), tr("GiB of the fullest GPU"),
                    [](double gib) { return gibText(gib * kGib); });
}

void IterationPage::showParts(const Iteration& iteration) {
  const Theme& theme = currentTheme();
  LyingRow row;
  row.title = tr("iteration");
  row.end = durationText(iteration.seconds);
  std::vector<QStringList> rows;
  for (std::size_t part = 0; part < post_training::kPartKinds; ++part) {
    const double seconds = iteration.parts.seconds[part];
    if (seconds <= 0.0) continue;
    const QString name = partText(static_cast<Part>(part));
    row.shares.push_back(shareOfPart(static_cast<Part>(part), name, seconds, theme));
    rows.push_back({name, durationText(seconds),
                    iteration.seconds > 0.0 ? percentText(seconds / iteration.seconds) : unknownText(),
                    partMeaning(static_cast<Part>(part))});
  }
  m_partRows.setTable({{tr("Part")}, {tr("Time"), true}, {tr("Share"), true}, {tr("Why")}}, std::move(rows));
  m_parts->setRows({std::move(row)}, tr("seconds of the longest way through an iteration"),
                   [](double seconds) { return durationText(seconds); });
}

QString IterationPage::copyText() const {
  return view() == PartsShown ? m_partRows.plainText()
                              : m_phaseRows.plainText() + u'\n' + m_setRows.plainText();
}

/// The timeline in the looks of paper.
Figure IterationPage::figure() const {
  if (isEmpty()) return {};
  const QSize size = m_timeline->figureSize();
  return {tr("Iteration"), size, [this, size](QPaintDevice& device) {
            QPainter painter(&device);
            m_timeline->paintFigure(painter, size);
          }};
}

}  // namespace astrolabe::ui
