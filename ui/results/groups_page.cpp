#include "ui/results/groups_page.h"

#include <QLabel>
#include <QStackedWidget>
#include <QTableView>
#include <algorithm>

#include "ui/render/declined_words.h"
#include "ui/render/messages.h"
#include "ui/render/numbers.h"
#include "ui/render/theme.h"
#include "ui/results/sides_page.h"
#include "ui/results/text_table_view.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

const planning::GroupsLayout* groupsIn(const planning::OptionPtr& option) {
  return option ? planning::as<planning::GroupsLayout>(option->layout) : nullptr;
}

/// "20 20 21 19"; one number where all are the same.
QString perStage(const std::vector<int>& values) {
  QStringList words;
  for (const int value : values) words.append(wholeText(value));
  if (!values.empty() &&
      std::count(values.begin(), values.end(), values.front()) == static_cast<std::ptrdiff_t>(values.size()))
    return words.front();
  return words.join(u' ');
}

}  // namespace

GroupsPage::GroupsPage(PlanDocument& document, PlannerBridge& bridge, QWidget* parent)
    : KindPage(parent), m_document(document), m_bridge(bridge) {
  setObjectName(u"groupsPage"_s);
  setAccessibleName(tr("Program on groups"));
  SidesPage* page = SidesPage::in(*this);
  m_title = new QLabel(this);
  m_title->setObjectName(u"groupsTitle"_s);
  m_title->setWordWrap(true);
  m_title->setContentsMargins(scaled(12), scaled(8), scaled(12), scaled(6));
  page->setHead(m_title);
  m_stack = new QStackedWidget(this);
  QTableView* pools = textTableView(u"groupsPools"_s, tr("Groups of each pool"), m_pools, m_stack);
  constexpr int kHeadAndRows = 26 + 2 * 26 + 12;  // of two pools, above a scroll bar
  pools->setMinimumHeight(scaled(kHeadAndRows));
  m_stack->addWidget(pools);
  m_words = new QLabel(m_stack);
  m_words->setObjectName(u"groupsWords"_s);
  m_words->setAlignment(Qt::AlignCenter);
  m_words->setWordWrap(true);
  m_stack->addWidget(m_words);
  page->setSides(m_stack, nullptr, {.before = 12});
  connect(&m_bridge, &PlannerBridge::changed, this, &GroupsPage::refresh);
  refresh();
}

planning::OptionPtr GroupsPage::option() const {
  const planning::FoundPtr found = m_bridge.found();
  if (!found) return nullptr;
  const planning::LayoutPtr chosen = m_selection != nullptr ? m_selection->layout() : nullptr;
  for (const planning::OptionPtr& each : found->options)
    if (chosen && groupsIn(each) != nullptr && planning::same(each->layout, chosen)) return each;
  return groupsIn(m_bridge.option()) != nullptr ? m_bridge.option() : nullptr;
}

void GroupsPage::follow(StrategySelection& selection) {
  m_selection = &selection;
  connect(&selection, &StrategySelection::changed, this, &GroupsPage::refresh);
}

void GroupsPage::setStale(bool stale) {
  m_title->setAccessibleDescription(stale ? tr("Older than the plan") : QString());
}

QString GroupsPage::copyText() const { return m_title->text() + u"\n\n"_s + m_pools.plainText(); }

QString GroupsPage::emptyText() const {
  switch (m_bridge.state()) {
    case PlannerBridge::State::Idle:
      return tr("Not planned yet. Run cuts mixed GPUs into groups of equal ones.");
    case PlannerBridge::State::Running:
      return tr("Looking for the fastest program on groups…");
    case PlannerBridge::State::Stopped:
      return tr("Stopped before a program was found.");
    case PlannerBridge::State::Declines:
      if (const auto& problem = m_document.problem())
        return tr("There are no programs on groups to find: %1.")
            .arg(declinedText(m_bridge.declined(), *problem));
      return tr("No program.");
    case PlannerBridge::State::NoPlan:
    case PlannerBridge::State::Failed:
      return m_bridge.error() ? messageFor(*m_bridge.error()).plain() : tr("No program.");
    case PlannerBridge::State::Done:
      break;
  }
  return tr("No layout of the pools fits their memory: add GPUs, or larger ones.");
}

QString GroupsPage::titleOf(const planning::Option& option) const {
  const planning::GroupsLayout& layout = *planning::as<planning::GroupsLayout>(option.layout);
  const mesh::Program& program = layout.program();
  QString title =
      tr("A step takes %1: %2 of work and %3 of gradients, weights and optimizer behind it.")
          .arg(durationText(program.step()), durationText(program.work), durationText(program.tail.total()));
  if (layout.lower_bound() > 0.0)
    title += u' ' + tr("No program on groups takes less than %1.").arg(durationText(layout.lower_bound()));
  title += u' ' + tr("Tensors are split inside the groups alone; between them the batch is, by speed, and "
                     "gradients are summed once a step.");
  if (program.state.moved > 0.0)
    title += u' ' +
             tr("%1 of the optimizer's state lie on GPUs that have room.").arg(gibText(program.state.moved));
  if (!option.is_possible()) title += u' ' + tr("A limit of the job is not kept.");
  return title;
}

void GroupsPage::fill(const planning::GroupsLayout& layout, const strategy::Problem& problem) {
  std::vector<QStringList> rows;
  for (const planning::GroupsOfPool& pool : layout.pools()) {
    QStringList inside;
    const auto add = [&](const QString& name, int degree) {
      if (degree > 1) inside.append(u"%1 %2"_s.arg(name, wholeText(degree)));
    };
    add(u"TP"_s, pool.tensor_parallel);
    add(u"CP"_s, pool.context_parallel);
    add(u"EP"_s, pool.expert_parallel);
    add(u"PP"_s, pool.pipeline_parallel);
    add(u"VP"_s, pool.virtual_pipeline);
    rows.push_back(
        {QString::fromStdString(problem.cluster.pools[static_cast<std::size_t>(pool.pool)].id),
         tr("%1 of %n GPUs", "groups, and GPUs of each", pool.gpus_of_group).arg(wholeText(pool.groups)),
         inside.join(u" · "_s), perStage(pool.layers), perStage(pool.recompute_layers),
         wholeText(pool.micro_batch),
         pool.least_share == pool.most_share ? wholeText(static_cast<double>(pool.most_share))
                                             : tr("%1 to %2")
                                                   .arg(wholeText(static_cast<double>(pool.least_share)),
                                                        wholeText(static_cast<double>(pool.most_share))),
         percentText(pool.share), durationText(pool.end_seconds)});
  }
  m_pools.setTable({{tr("Pool")},
                    {tr("Groups")},
                    {tr("Inside a group")},
                    {tr("Layers")},
                    {tr("Recomputed")},
                    {tr("Micro-batch"), true},
                    {tr("Sequences of a group"), true},
                    {tr("Share of the batch"), true},
                    {tr("Work ends at"), true}},
                   std::move(rows));
}

void GroupsPage::refresh() {
  const planning::OptionPtr shown = option();
  const planning::GroupsLayout* layout = groupsIn(shown);
  const planning::FoundPtr found = m_bridge.found();
  m_words->setText(emptyText());
  const bool whole = layout != nullptr && found != nullptr && found->question != nullptr;
  m_stack->setCurrentIndex(whole ? 0 : 1);
  m_title->setVisible(whole);
  if (whole) {
    m_title->setText(titleOf(*shown));
    fill(*layout, found->question->problem);
  }
  emit looksChanged();
}

namespace {

class GroupsResults final : public KindResults {
 public:
  std::string_view kind() const override { return planning::kGroups; }
  QString title() const override { return GroupsPage::tr("Groups"); }
  QString exportTitle() const override { return GroupsPage::tr("Export the groups"); }
  ExportWords wordsOf(const std::string& exportId) const override {
    if (exportId == "text") return {GroupsPage::tr("Export groups as text…"), GroupsPage::tr("Text (*.txt)")};
    if (exportId == "pytorch")
      return {GroupsPage::tr("Export groups as a PyTorch script…"), GroupsPage::tr("Python (*.py)")};
    if (exportId == "certificate")
      return {GroupsPage::tr("Export the proof of the groups…"),
              GroupsPage::tr("Certificate (*.certificate)")};
    return {GroupsPage::tr("Export groups as JSON…"), GroupsPage::tr("JSON (*.json)")};
  }
  KindPage* makePage(PlanDocument& document, PlannerBridge& bridge, QWidget* parent) const override {
    return new GroupsPage(document, bridge, parent);
  }
};

}  // namespace

const KindResults& groupsResults() {
  static const GroupsResults results;
  return results;
}

}  // namespace astrolabe::ui
