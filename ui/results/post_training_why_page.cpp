#include "ui/results/post_training_why_page.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QStackedWidget>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/render/post_training_reasons.h"
#include "ui/render/post_training_words.h"
#include "ui/render/theme.h"
#include "ui/results/iteration_page.h"
#include "ui/results/sides_page.h"
#include "ui/results/text_table_view.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

PostTrainingWhyPage::PostTrainingWhyPage(PlannerBridge& bridge, QWidget* parent)
    : KindPage(parent), m_bridge(bridge) {
  setObjectName(u"post_trainingWhyPage"_s);
  setAccessibleName(tr("Why"));
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Base);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  m_stack = new QStackedWidget(this);
  column->addWidget(m_stack);
  auto* empty = new QWidget(m_stack);
  auto* lines = new QVBoxLayout(empty);
  m_words = new QLabel(empty);
  m_words->setObjectName(u"postTrainingWhy.words"_s);
  m_words->setAlignment(Qt::AlignCenter);
  m_words->setWordWrap(true);
  lines->addStretch();
  lines->addWidget(m_words);
  lines->addStretch();
  m_stack->addWidget(empty);
  auto* page = new SidesPage(m_stack);
  QWidget* first = chosenSide();  // Tab goes by the order of their making
  page->setSides(first, otherSide(), {.first = 2, .second = 3, .before = 12, .between = 16, .line = true});
  m_stack->addWidget(page);
  connect(&m_bridge, &PlannerBridge::changed, this, &PostTrainingWhyPage::refresh);
  refresh();
}

QWidget* PostTrainingWhyPage::chosenSide() {
  auto* side = new QWidget(this);
  auto* column = new QVBoxLayout(side);
  auto* title = new QLabel(tr("Chosen because"), side);
  title->setFont(ui::font(TextRole::BodyStrong));
  column->addWidget(title);
  m_chosen = new QLabel(side);
  m_chosen->setObjectName(u"postTrainingWhy.chosen"_s);
  m_chosen->setWordWrap(true);
  m_chosen->setTextFormat(Qt::PlainText);
  m_chosen->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  column->addWidget(m_chosen);
  column->addStretch();
  return side;
}

QWidget* PostTrainingWhyPage::otherSide() {
  auto* side = new QWidget(this);
  auto* column = new QVBoxLayout(side);
  column->setContentsMargins(scaled(12), scaled(9), scaled(12), 0);
  auto* head = new QHBoxLayout;
  auto* title = new QLabel(tr("Why not…"), side);
  title->setFont(ui::font(TextRole::BodyStrong));
  head->addWidget(title);
  m_pick = new QComboBox(side);
  m_pick->setObjectName(u"postTrainingWhy.pick"_s);
  m_pick->setAccessibleName(tr("Another placement"));
  m_pick->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  m_pick->setMinimumContentsLength(24);
  title->setBuddy(m_pick);
  connect(m_pick, &QComboBox::activated, this, [this](int index) {
    if (index >= 0 && index < static_cast<int>(m_picks.size()))
      show(m_picks[static_cast<std::size_t>(index)]);
  });
  head->addWidget(m_pick, 1);
  column->addLayout(head);
  m_verdict = new QLabel(side);
  m_verdict->setObjectName(u"postTrainingWhy.verdict"_s);
  m_verdict->setWordWrap(true);
  m_verdict->setTextFormat(Qt::PlainText);
  m_verdict->setFont(ui::font(TextRole::BodyStrong));
  m_verdict->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  column->addWidget(m_verdict);
  QTableView* table = textTableView(u"postTrainingWhy.table"_s, tr("Figures that differ"), m_rows, side);
  table->setMinimumHeight(scaled(90));
  column->addWidget(table, 1);
  return side;
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

void PostTrainingWhyPage::setStale(bool stale) {
  for (QLabel* label : {m_chosen, m_verdict})
    label->setAccessibleDescription(stale ? tr("Older than the plan") : QString());
}

void PostTrainingWhyPage::refresh() {
  m_found = std::dynamic_pointer_cast<const planning::FoundPostTrainings>(m_bridge.found());
  if (!m_found || m_found->options.empty()) {
    m_words->setText(noPlacementText(m_bridge));
    setAccessibleDescription(m_words->text());
    m_stack->setCurrentIndex(0);
    return emit looksChanged();
  }
  setAccessibleDescription({});
  m_stack->setCurrentIndex(1);
  m_chosen->setText(chosenBecause(*m_found).join(u"\n\n"_s));
  fillPicks();
  // The second one: the question is why it is not the first.
  const planning::OptionPtr selected = m_selection != nullptr ? m_selection->detail() : nullptr;
  const bool other =
      placementOf(selected) != nullptr && !planning::same(selected->layout, m_found->options.front()->layout);
  show(other ? selected : m_picks.size() > 1 ? m_picks[1] : m_picks.front());
}

void PostTrainingWhyPage::fillPicks() {
  m_picks.clear();
  m_pick->clear();
  const std::vector<std::string> pools = m_found->question->problem.pool_ids();
  const auto add = [&](const planning::OptionPtr& option, const QString& how) {
    if (placementOf(option) == nullptr || std::any_of(m_picks.begin(), m_picks.end(), [&](const auto& each) {
          return planning::same(each->layout, option->layout);
        }))
      return;
    m_picks.push_back(option);
    m_pick->addItem(how.arg(placementText(*placementOf(option), pools)));
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
  m_pick->setCurrentIndex(place == m_picks.end() ? -1 : static_cast<int>(place - m_picks.begin()));
  m_verdict->setText(whyNotFirst(*m_found, *option));
  m_rows.setTable({{tr("Figure")}, {tr("First"), true}, {tr("This one"), true}, {tr("Change"), true}},
                  placementDifferences(*m_found->options.front(), *option, m_found->question->problem));
  emit looksChanged();
}

QString PostTrainingWhyPage::copyText() const {
  return m_chosen->text() + u"\n\n"_s + m_pick->currentText() + u": "_s + m_verdict->text() + u'\n' +
         m_rows.plainText();
}

}  // namespace astrolabe::ui
