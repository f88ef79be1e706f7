#include "ui/results/post_training_why_page.h"

#include <QComboBox>
#include <QLabel>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/render/post_training_job_words.h"
#include "ui/render/post_training_reasons.h"
#include "ui/render/post_training_words.h"
#include "ui/render/theme.h"
#include "ui/results/iteration_page.h"
#include "ui/results/text_table_view.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {
constexpr int kLeastFigures = 90;
}  // namespace

PostTrainingWhyPage::PostTrainingWhyPage(PlannerBridge& bridge, QWidget* parent)
    : KindPage(parent), m_bridge(bridge) {
  setObjectName(u"post_trainingWhyPage"_s);
  setAccessibleName(tr("Why"));
  WhyParts parts;
  parts.name = u"postTrainingWhy"_s;
  parts.pick = tr("Another placement");
  parts.told = [this](QVBoxLayout& column) {
    QTableView* table = textTableView(u"postTrainingWhy.table"_s, tr("Figures that differ"), m_rows, this);
    table->setMinimumHeight(scaled(kLeastFigures));
    column.addWidget(table, 1);
  };
  m_sides = whySides(*this, parts);
  connect(m_sides.pick, &QComboBox::activated, this, [this](int index) {
    if (index >= 0 && index < static_cast<int>(m_picks.size()))
      show(m_picks[static_cast<std::size_t>(index)]);
  });
  connect(&m_bridge, &PlannerBridge::changed, this, &PostTrainingWhyPage::refresh);
  refresh();
}

void PostTrainingWhyPage::follow(StrategySelection& selection) {
  m_selection = &selection;
  connect(&selection, &StrategySelection::changed, this, [this] {
    const planning::OptionPtr shown = m_selection->detail();
    if (!m_found || m_found->options.empty() || placementOf(shown) == nullptr) return;
    // That the first is shown asks nothing.
    if (!planning::same(shown->layout, m_found->options.front()->layout)) show(shown);
  });
}

void PostTrainingWhyPage::refresh() {
  m_found = std::dynamic_pointer_cast<const planning::FoundPostTrainings>(m_bridge.found());
  if (!m_found || m_found->options.empty()) {
    m_sides.setNothing(noPlacementText(m_bridge));
    return emit looksChanged();
  }
  m_sides.setNothing({});
  // What the second one lacks is said beside it.
  QStringList because = chosenBecause(*m_found, false);
  if (because.isEmpty())
    because << tr("No placement is within the limits. Of the first one:") + u' ' +
                   whyNotFirst(*m_found, *m_found->options.front());
  else
    because << allLayoutsText(*placementOf(m_found->options.front()), m_found->question->problem);
  because = wholeJobSentences(*m_found->options.front(), m_found->question->problem) + because;
  m_sides.chosen->setText(because.join(u"\n\n"_s));
  fillPicks();
  // The second one: the question is why it is not the first.
  const planning::OptionPtr selected = m_selection != nullptr ? m_selection->detail() : nullptr;
  const bool other =
      placementOf(selected) != nullptr && !planning::same(selected->layout, m_found->options.front()->layout);
  show(other ? selected : m_picks.size() > 1 ? m_picks[1] : m_picks.front());
}

void PostTrainingWhyPage::fillPicks() {
  m_picks.clear();
  m_sides.pick->clear();
  const std::vector<std::string> pools = m_found->question->problem.pool_ids();
  const auto add = [&](const planning::OptionPtr& option, const QString& how) {
    if (placementOf(option) == nullptr || std::any_of(m_picks.begin(), m_picks.end(), [&](const auto& each) {
          return planning::same(each->layout, option->layout);
        }))
      return;
    m_picks.push_back(option);
    m_sides.pick->addItem(how.arg(placementText(*placementOf(option), pools)));
  };
  for (std::size_t i = 0; i < m_found->options.size(); ++i)
    add(m_found->options[i], u"#%1 "_s.arg(i + 1) + u"%1"_s);
  for (const planning::PostTrainingOfForm& form : m_found->forms)
    add(form.option, formText(form.form) + u": %1"_s);
  for (const planning::OptionPtr& option : m_found->frontier) add(option, tr("time and cost: %1"));
}

void PostTrainingWhyPage::show(const planning::OptionPtr& option) {
  m_given = option;
  const auto place = std::find_if(m_picks.begin(), m_picks.end(), [&](const auto& each) {
    return planning::same(each->layout, option->layout);
  });
  m_sides.pick->setCurrentIndex(place == m_picks.end() ? -1 : static_cast<int>(place - m_picks.begin()));
  m_sides.verdict->setText(whyNotFirst(*m_found, *option));
  m_rows.setTable({{tr("Figure")}, {tr("First"), true}, {tr("This one"), true}, {tr("Change"), true}},
                  placementDifferences(*m_found->options.front(), *option, m_found->question->problem));
  emit looksChanged();
}

QString PostTrainingWhyPage::copyText() const { return m_sides.plainText() + m_rows.plainText(); }

}  // namespace astrolabe::ui
