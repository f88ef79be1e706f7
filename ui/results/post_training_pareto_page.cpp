#include "ui/results/post_training_pareto_page.h"

#include <QLabel>
#include <QStackedWidget>
#include <QTableView>
#include <utility>

#include "core/post_training/iteration.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"
#include "ui/render/post_training_job_words.h"
#include "ui/render/post_training_reasons.h"
#include "ui/render/post_training_words.h"
#include "ui/results/iteration_page.h"
#include "ui/results/part_share.h"
#include "ui/results/text_table_view.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;
using post_training::Iteration;
using post_training::Part;
using post_training::Placement;

PostTrainingParetoPage::PostTrainingParetoPage(PlannerBridge& bridge, QWidget* parent)
    : OptionPage(bridge, u"postTrainingPareto"_s, parent) {
  setObjectName(u"post_trainingParetoPage"_s);
  setAccessibleName(tr("Pareto"));
  m_pareto = new PostTrainingPareto(m_leftStack);
  m_leftStack->addWidget(m_pareto);
  m_leftStack->addWidget(
      textTableView(u"postTrainingPareto.table"_s, tr("Time and cost of an iteration"), m_paretoRows, this));
  QWidget* side = makeViews(tr("What is compared"), tr("All comparisons"));
  m_forms = makeBars(u"forms"_s, tr("The best of each form"), m_rightStack);
  addView(tr("Forms"), m_forms,
          textTableView(u"postTrainingPareto.forms.table"_s, tr("The best of each form"), m_formRows, this));
  selectFrom(*m_pareto);
  setSides(m_leftStack, side, 3, 2);
}

bool PostTrainingParetoPage::take(const planning::FoundPtr& found) {
  m_found = std::dynamic_pointer_cast<const planning::FoundPostTrainings>(found);
  return m_found != nullptr;
}

bool PostTrainingParetoPage::isOfKind(const planning::OptionPtr& option) const {
  return placementOf(option) != nullptr;
}

QString PostTrainingParetoPage::noneText() const { return noPlacementText(m_bridge); }

void PostTrainingParetoPage::fill(const planning::OptionPtr& option) {
  const QString first = m_found->frontier.empty()
                            ? tr("No price is known: there is no cost to weigh against time.")
                            : grouped(tr("No other placement is both shorter and cheaper than these %n.",
                                         nullptr, static_cast<int>(m_found->frontier.size())),
                                      static_cast<int>(m_found->frontier.size()));
  const QString shown = tr("Shown: %1", "placement")
                            .arg(placementText(*placementOf(option), m_found->question->problem.pool_ids()));
  setTitle(first, shown, shown, {});
  showPareto(option->layout);
  showForms();
}
void PostTrainingParetoPage::showPareto(const planning::LayoutPtr& shown) {
  m_pareto->setFound(m_found, shown, m_stale);
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
void PostTrainingParetoPage::showForms() {
  const Theme& theme = currentTheme();
  std::vector<LyingRow> bars;
  std::vector<QStringList> rows;
  const std::vector<std::string> pools = m_found->question->problem.pool_ids();
  for (const planning::PostTrainingOfForm& form : m_found->forms) {
    LyingRow& bar = bars.emplace_back();
    bar.title = formText(form.form);
    if (placementOf(form.option) == nullptr) {
      bar.end = noneOfFormText(form);
      rows.push_back({bar.title, bar.end, unknownText(), unknownText(), unknownText()});
      continue;
    }
    const Placement& placement = *placementOf(form.option);
    const Iteration iteration = post_training::iteration_of(placement, m_found->question->problem);
    for (std::size_t part = 0; part < post_training::kPartKinds; ++part)
      if (iteration.parts.seconds[part] > 0.0)
        bar.shares.push_back(shareOfPart(static_cast<Part>(part), partText(static_cast<Part>(part)),
                                         iteration.parts.seconds[part], theme));
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

QString PostTrainingParetoPage::copyText() const {
  return m_paretoRows.plainText() + u'\n' + m_formRows.plainText();
}

/// The plot in the looks of paper.
Figure PostTrainingParetoPage::figure() const {
  if (isEmpty() || m_found->frontier.empty()) return {};
  const QSize size(800, 480);
  return {tr("Time and cost of an iteration"), size, [this, size](QPaintDevice& device) {
            m_pareto->draw(Theme::make(ThemeKind::Light));
            m_pareto->paintOn(device, QRect(QPoint(), size));
            m_pareto->draw(currentTheme());
          }};
}

}  // namespace astrolabe::ui
