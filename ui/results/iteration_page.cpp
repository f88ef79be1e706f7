#include "ui/results/iteration_page.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QStackedWidget>
#include <QTabBar>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "core/base/units.h"
#include "ui/controls/flow_row.h"
#include "ui/render/answer_text.h"
#include "ui/render/messages.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"
#include "ui/render/post_training_reasons.h"
#include "ui/render/post_training_words.h"
#include "ui/results/sides_page.h"
#include "ui/results/tab_fold.h"
#include "ui/results/text_table_view.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;
using post_training::Iteration;
using post_training::Part;
using post_training::Placement;

namespace {

/// The looks of a part of a training step that is most alike.
cost::Part looksLike(Part part) {
  switch (part) {
    case Part::prefill:
      return cost::Part::compute_forward;
    case Part::decode:
      return cost::Part::tensor_parallel;
    case Part::forward:
      return cost::Part::context_parallel;
    case Part::training:
      return cost::Part::compute_backward;
    case Part::handover:
      return cost::Part::data_parallel;
    case Part::host:
      return cost::Part::optimizer;
    case Part::sync:
      return cost::Part::expert_parallel;
    case Part::rule:
      return cost::Part::other;
    case Part::stragglers:
    case Part::waiting:
      break;
  }
  return cost::Part::pipeline_bubble;
}

Share shareLike(const QString& name, double value, cost::Part part, const Theme& theme) {
  const PartStyle& style = theme.part(part);
  return {name, value, style.color, style.ink, style.hatch, style.pattern};
}

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

IterationPage::IterationPage(PlannerBridge& bridge, QWidget* parent) : KindPage(parent), m_bridge(bridge) {
  setObjectName(u"post_trainingPage"_s);
  setAccessibleName(tr("Iteration"));
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Base);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  m_stack = new QStackedWidget(this);
  column->addWidget(m_stack);
  auto* words = new QWidget(m_stack);
  auto* lines = new QVBoxLayout(words);
  m_words = new QLabel(words);
  m_words->setObjectName(u"postTraining.words"_s);
  m_words->setAlignment(Qt::AlignCenter);
  m_words->setWordWrap(true);
  lines->addStretch();
  lines->addWidget(m_words);
  lines->addStretch();
  m_stack->addWidget(words);
  auto* page = new SidesPage(m_stack);
  page->setHead(head());
  QWidget* first = left();  // Tab goes by the order of their making
  page->setSides(first, right(), {.first = 3, .second = 2, .before = 12, .between = 12});
  m_stack->addWidget(page);
  connect(&m_bridge, &PlannerBridge::changed, this, &IterationPage::refresh);
  refresh();
}

QWidget* IterationPage::head() {
  auto* bar = new QWidget(this);
  auto* row = new FlowRow(bar);
  row->setContentsMargins(scaled(12), scaled(4), scaled(12), scaled(4));
  m_title = new QLabel(bar);
  m_title->setObjectName(u"postTraining.title"_s);
  m_title->setTextFormat(Qt::RichText);
  m_title->setWordWrap(true);
  row->addWidget(m_title);
  row->addStretch();
  return bar;
}

QWidget* IterationPage::left() {
  auto* side = new QWidget(this);
  auto* column = new QVBoxLayout(side);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(scaled(4));
  m_leftStack = new QStackedWidget(side);
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
  auto* side = new QWidget(this);
  auto* column = new QVBoxLayout(side);
  column->setContentsMargins(0, 0, scaled(12), 0);
  column->setSpacing(scaled(4));
  auto* row = new QHBoxLayout;
  m_choice = new QTabBar(side);
  m_choice->setObjectName(u"postTraining.choice"_s);
  m_choice->setAccessibleName(tr("What is shown of the placement"));
  m_choice->setDrawBase(false);
  m_choice->setExpanding(false);
  m_fold = new TabFold(*m_choice, u"postTraining.views"_s, tr("All views of the placement"), side);
  m_fold->fitInto(side, scaled(20));
  row->addWidget(&m_fold->button());
  for (const QString& name : {tr("Sets"), tr("Parts"), tr("Time and cost"), tr("Forms")})
    m_choice->addTab(name);
  row->addWidget(m_choice, 1);  // all of the row, or it scrolls
  column->addLayout(row);
  m_rightStack = new QStackedWidget(side);
  auto* sets = new QWidget(m_rightStack);
  auto* both = new QVBoxLayout(sets);
  both->setContentsMargins(0, 0, 0, 0);
  m_busy = new LyingBars(u"postTraining.busy"_s, tr("Time of each set: work of roles, and waiting"), sets);
  m_memory = new LyingBars(u"postTraining.memory"_s, tr("Memory of a GPU of each set at its fullest"), sets);
  both->addWidget(m_busy);
  both->addWidget(m_memory);
  m_rightStack->addWidget(sets);
  m_parts = new LyingBars(u"postTraining.parts"_s, tr("What an iteration is made of"), m_rightStack);
  m_rightStack->addWidget(m_parts);
  m_pareto = new PostTrainingPareto(m_rightStack);
  m_rightStack->addWidget(m_pareto);
  m_forms = new LyingBars(u"postTraining.forms"_s, tr("The best of each form"), m_rightStack);
  m_rightStack->addWidget(m_forms);
  for (LyingBars* bars : {m_busy, m_memory, m_parts, m_forms}) bars->setMinimumHeight(scaled(80));
  m_rightStack->addWidget(textTableView(u"postTraining.sets.table"_s, tr("Sets of GPUs"), m_setRows, this));
  m_rightStack->addWidget(
      textTableView(u"postTraining.parts.table"_s, tr("What an iteration is made of"), m_partRows, this));
  m_rightStack->addWidget(
      textTableView(u"postTraining.pareto.table"_s, tr("Time and cost of an iteration"), m_paretoRows, this));
  m_rightStack->addWidget(
      textTableView(u"postTraining.forms.table"_s, tr("The best of each form"), m_formRows, this));
  column->addWidget(m_rightStack, 1);
  connect(m_choice, &QTabBar::currentChanged, this, [this] {
    placeViews();
    emit looksChanged();
  });
  connect(m_pareto, &WalkedPlot::chosen, this, [this](int index) {
    const planning::OptionPtr option = m_pareto->optionAt(index);
    if (option && m_selection != nullptr) m_selection->select(option->layout);
  });
  return side;
}

void IterationPage::placeViews() {
  constexpr int kViews = 4;
  m_leftStack->setCurrentIndex(m_asTable ? 1 : 0);
  m_block->setVisible(!m_asTable);
  m_rightStack->setCurrentIndex(m_choice->currentIndex() + (m_asTable ? kViews : 0));
}

void IterationPage::showView(View view) { m_choice->setCurrentIndex(view); }

void IterationPage::setShowTable(bool table) {
  if (std::exchange(m_asTable, table) == table) return;
  placeViews();
  emit looksChanged();
}

void IterationPage::follow(StrategySelection& selection) {
  m_selection = &selection;
  connect(&selection, &StrategySelection::changed, this, &IterationPage::refresh);
}

void IterationPage::setStale(bool stale) {
  if (std::exchange(m_stale, stale) == stale) return;
  for (LyingBars* bars : {m_busy, m_memory, m_parts, m_forms}) bars->setStale(stale);
  m_timeline->setStale(stale);
  refresh();
}

/// What the window shows, else the best.
planning::OptionPtr IterationPage::option() const {
  const planning::OptionPtr selected = m_selection != nullptr ? m_selection->detail() : nullptr;
  if (placementOf(selected) != nullptr && m_bridge.found()) return selected;
  const planning::OptionPtr best = m_bridge.option();
  return placementOf(best) != nullptr ? best : nullptr;
}

void IterationPage::refresh() {
  m_found = std::dynamic_pointer_cast<const planning::FoundPostTrainings>(m_bridge.found());
  const planning::OptionPtr shown = option();
  const Placement* placement = placementOf(shown);
  if (!m_found || placement == nullptr) {
    m_words->setText(noPlacementText(m_bridge));
    setAccessibleDescription(m_words->text());
    m_stack->setCurrentIndex(0);
    return emit looksChanged();
  }
  m_stack->setCurrentIndex(1);
  const strategy::Problem& problem = m_found->question->problem;
  Iteration iteration = post_training::iteration_of(*placement, problem);
  refreshTitle(*shown);
  showPhases(*placement, iteration);
  showSets(*placement, iteration);
  showParts(iteration);
  showPareto();
  showForms();
  IterationLabels labels = iterationLabels(*placement, iteration, problem);
  m_timeline->setIteration(std::move(iteration), std::move(labels));
  tellBlock();
  placeViews();
  emit looksChanged();
}

void IterationPage::refreshTitle(const planning::Option& option) {
  const Placement& placement = *placementOf(&option);
  const QString name = placementText(placement, m_found->question->problem.pool_ids());
  QStringList figures;
  for (const PostTrainingColumn& column : postTrainingColumns())
    for (const char* field : {"iteration_seconds", "usd_per_iteration", "busy_share", "proof"})
      if (std::string_view(column.field) == field)
        figures << tr("%1 %2", "heading and value").arg(column.title, column.text(option));
  QString text = u"<b>%1</b> &nbsp; %2"_s.arg(name.toHtmlEscaped(), figures.join(u" · "_s).toHtmlEscaped());
  if (!option.is_possible())
    text += u" &nbsp; "_s + messageFor(option.violation, m_found->question->problem).plain().toHtmlEscaped();
  if (m_stale || m_bridge.isStale()) text += u" &nbsp; "_s + tr("Older than the plan.");
  m_title->setText(text);
  setAccessibleDescription(name + u", "_s + figures.join(u", "_s));
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
      if (block.role >= 0) by_role[static_cast<std::size_t>(block.role)] += block.end - block.begin;
    double worked = 0.0;
    for (std::size_t role = 0; role < by_role.size(); ++role) {
      worked += by_role[role];
      const PartStyle style = roleStyle(theme, static_cast<int>(role));
      if (by_role[role] > 0.0)
        time.shares.push_back({roleName(placement.job->roles[role].name), by_role[role], style.color,
                               style.ink, style.hatch, style.pattern});
    }
    const double idle = std::max(0.0, iteration.seconds - worked);
    if (idle > 0.0) time.shares.push_back(shareLike(tr("waiting"), idle, cost::Part::pipeline_bubble, theme));
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
    row.shares.push_back(shareLike(name, seconds, looksLike(static_cast<Part>(part)), theme));
    rows.push_back({name, durationText(seconds),
                    iteration.seconds > 0.0 ? percentText(seconds / iteration.seconds) : unknownText(),
                    partMeaning(static_cast<Part>(part))});
  }
  m_partRows.setTable({{tr("Part")}, {tr("Time"), true}, {tr("Share"), true}, {tr("Why")}}, std::move(rows));
  m_parts->setRows({std::move(row)}, tr("seconds of the longest way through an iteration"),
                   [](double seconds) { return durationText(seconds); });
}

void IterationPage::showPareto() {
  const planning::OptionPtr shown = option();
  m_pareto->setFound(m_found, shown->layout, m_stale);
  const std::vector<std::string> pools = m_found->question->problem.pool_ids();
  std::vector<QStringList> rows;
  for (const planning::OptionPtr& option : m_found->frontier)
    rows.push_back({placementText(*placementOf(option), pools), durationText(option->evaluation.step.value),
                    moneyText(placementOf(option)->usd), wholeText(placementOf(option)->gpus())});
  m_paretoRows.setTable({{tr("Placement")},
                         {tr("Iteration"), true},
                         {tr("%1/iteration", "sign of a currency").arg(currencySign()), true},
                         {tr("GPUs"), true}},
                        std::move(rows));
}

void IterationPage::showForms() {
  const Theme& theme = currentTheme();
  std::vector<LyingRow> bars;
  std::vector<QStringList> rows;
  const std::vector<std::string> pools = m_found->question->problem.pool_ids();
  for (const planning::PostTrainingOfForm& form : m_found->forms) {
    LyingRow& bar = bars.emplace_back();
    bar.title = formText(form.form);
    if (placementOf(form.option) == nullptr) {
      bar.end = tr("does not fit");
      rows.push_back({bar.title, tr("does not fit"), unknownText(), unknownText(), unknownText()});
      continue;
    }
    const Placement& placement = *placementOf(form.option);
    const Iteration iteration = post_training::iteration_of(placement, m_found->question->problem);
    for (std::size_t part = 0; part < post_training::kPartKinds; ++part)
      if (iteration.parts.seconds[part] > 0.0)
        bar.shares.push_back(shareLike(partText(static_cast<Part>(part)), iteration.parts.seconds[part],
                                       looksLike(static_cast<Part>(part)), theme));
    bar.end = durationText(form.option->evaluation.step.value);
    rows.push_back({bar.title, placementText(placement, pools), bar.end,
                    placement.usd > 0.0 ? moneyText(placement.usd) : unknownText(),
                    percentText(placement.busy_share())});
  }
  m_formRows.setTable({{tr("Form")},
                       {tr("Best placement")},
                       {tr("Iteration"), true},
                       {tr("%1/iteration", "sign of a currency").arg(currencySign()), true},
                       {tr("Busy"), true}},
                      std::move(rows));
  m_forms->setRows(std::move(bars), tr("seconds of an iteration"),
                   [](double seconds) { return durationText(seconds); });
}

QString IterationPage::copyText() const {
  switch (m_choice->currentIndex()) {
    case PartsShown:
      return m_partRows.plainText();
    case ParetoShown:
      return m_paretoRows.plainText();
    case FormsShown:
      return m_formRows.plainText();
    default:
      return m_phaseRows.plainText() + u'\n' + m_setRows.plainText();
  }
}

/// The timeline in the looks of paper.
Figure IterationPage::figure() const {
  if (m_stack->currentIndex() == 0) return {};
  const QSize size = m_timeline->figureSize();
  return {tr("Iteration"), size, [this, size](QPaintDevice& device) {
            QPainter painter(&device);
            m_timeline->paintFigure(painter, size);
          }};
}

}  // namespace astrolabe::ui
