// What the pages of a presentation are of: whose answer, which strategy, and what leads it; made once until
// something of it changes.

#include <algorithm>
#include <utility>

#include "core/planning/recommended.h"
#include "ui/document/kept_layout.h"
#include "ui/render/numbers.h"
#include "ui/shell/presentation.h"
#include "ui/shell/serving_slides.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

/// The window may show another scenario by now; the pages stay with the one that is presented.
const std::vector<SlideOption>& Presentation::options() const {
  if (!std::exchange(m_optionsOutdated, false)) return m_options;
  if (m_tellOptions) m_options = m_tellOptions();
  for (SlideOption& option : m_options)
    option.shown = option.id == m_trial.plan().id && isPresented(option.id);
  return m_options;
}

planning::OptionPtr Presentation::leaderBefore() const {
  const std::vector<SlideOption>& all = options();
  const auto shown =
      std::find_if(all.begin(), all.end(), [](const SlideOption& option) { return option.shown; });
  if (!m_before || shown == all.end() || !shown->beside) return nullptr;
  // The scenario may have been edited in the window meanwhile.
  const auto presented = m_presented.find(shown->id);
  if (presented == m_presented.end() || !plan::same_question(presented->second.asked, m_trial.startPlan()))
    return nullptr;
  const cost::Evaluation* best = m_before->best.empty() ? nullptr : &m_before->best.front();
  return planning::recommended_beside(best, {shown->beside}, m_before->objective);
}

planning::OptionPtr Presentation::leader() const {
  return m_bridge.snapshot() ? m_tried.leader() : leaderBefore();
}

QString Presentation::effect() const {
  const plan::SnapshotPtr now = m_bridge.snapshot();
  if (!now || !m_before || !m_trial.isModified()) return {};
  const planning::OptionPtr before = leaderBefore();
  // What leads is compared with what leads, as soon as it is known, and where its kind was looked for.
  const bool all = m_tried.isOver() && (!before || m_tried.looksFor(planning::kind_of(*before)));
  const plan::SnapshotPtr first = all ? planning::with_recommended(now, m_tried.leader()) : now,
                          then = all ? planning::with_recommended(m_before, before) : m_before;
  if (first->best.empty() || then->best.empty()) return {};
  const QString change =
      signedPercentText(first->best.front().tokens_per_second / then->best.front().tokens_per_second - 1.0);
  return before && !all ? tr("strategies alone: %1 tokens/s").arg(change) : tr("%1 tokens/s").arg(change);
}

QString Presentation::spoken() const {
  if (m_blank) return tr("Blank");
  const SlideOption* option = optionOf(shown());
  const QString page = content().spoken();
  return option != nullptr && options().size() > 1 ? withoutMoney(option->name, m_hideMoney) + u". "_s + page
                                                   : page;
}

QString Presentation::nameOf(const PresentationStep& step) const {
  return m_hideMoney && tellsMoney(step.title) ? slideTitle(step.page) : step.name();
}

/// Of a saved view: the scenario that it was looked at in; null for those that show the plan's own, and for
/// the options, which are of all scenarios.
const SlideOption* Presentation::optionOf(const PresentationStep& step) const {
  if (!step.saved || step.page == Slide::Options || !isPresented(step.scenario)) return nullptr;
  const std::vector<SlideOption>& all = options();
  const auto found = std::find_if(all.begin(), all.end(),
                                  [&](const SlideOption& option) { return option.id == step.scenario; });
  return found == all.end() ? nullptr : &*found;
}

/// The scenario of a step where that serves; null where it trains.
const SlideOption* Presentation::servedOption(const PresentationStep& step) const {
  const int id = step.saved ? step.scenario : m_trial.plan().id;
  const std::vector<SlideOption>& all = options();
  const auto found = std::find_if(all.begin(), all.end(), [&](const SlideOption& option) {
    return option.id == id && option.serves && isPresented(id);
  });
  return found == all.end() ? nullptr : &*found;
}

/// The strategy of a step with its timeline; null for the best, or where the answer's question has no such
/// one.
planning::OptionPtr Presentation::chosen(const PresentationStep& step,
                                         const plan::SnapshotPtr& answer) const {
  if (!answer || !answer->problem || answer->best.empty()) return nullptr;
  if (step.strategy.empty() && step.page != Slide::Timeline) return nullptr;
  if (m_asked.answer == answer && m_asked.strategy == step.strategy) return m_asked.detail;
  m_asked = {answer, step.strategy, nullptr};
  const planning::QuestionPtr question = planning::question_of(*answer->problem, answer->objective);
  const Result<planning::LayoutPtr> layout = step.strategy.empty()
                                                 ? planning::layout_of(answer->best.front().strategy)
                                                 : keptLayout(step.strategy, *question);
  if (layout)
    if (Result<planning::Option> found = planning::evaluate(*question, *layout))
      m_asked.detail = std::make_shared<const planning::Option>(std::move(*found));
  return m_asked.detail;
}

const SlideContent& Presentation::content() const {
  const Theme& theme = currentTheme();
  if (!m_made || m_made->theme != theme.kind || m_made->plots != theme.plots ||
      !(m_made->currency == currentCurrency()))
    m_made = Made{madeContent(), theme.kind, theme.plots, currentCurrency()};
  return m_made->page;
}

SlideContent Presentation::madeContent() const {
  if (m_keys) {
    SlideContent page = emptySlide(tr("Keys"));
    page.rows.push_back({tr("Key"), tr("Does")});
    for (const auto& [keys, what] : presentationKeys()) page.rows.push_back({keys, what});
    page.boldRow = page.rows.size();
    return page;
  }
  const PresentationStep& step = shown();
  if (const SlideOption* served = servedOption(step)) {
    Theme looks = currentTheme();
    looks.gpuOrder = m_document.gpuOrder();
    return servingSlide(step.page, *served, looks, m_hideMoney, options());
  }
  const SlideOption* option = optionOf(step);
  const bool other = step.saved && step.page != Slide::Options && step.scenario != m_trial.plan().id;
  if (other && (option == nullptr || !option->snapshot))
    return emptySlide(option == nullptr
                          ? tr("%1: its scenario is no longer in the plan").arg(nameOf(step))
                          : tr("%1: not searched yet").arg(withoutMoney(option->name, m_hideMoney)));
  const plan::SnapshotPtr answer = other ? option->snapshot : snapshot();
  const SlideView view{step.title, chosen(step, answer), step.begin,
                       step.end,   step.saved,           other ? option->beside : leader()};
  if (!view.chosen && !step.strategy.empty() && answer && answer->problem && !answer->best.empty())
    return emptySlide(tr("%1: its strategy does not fit the plan as it is now").arg(nameOf(step)));
  Theme theme = currentTheme();
  theme.gpuOrder = m_document.gpuOrder();
  return slideContent(step.page, answer, m_document.catalogue(), theme, m_hideMoney, options(), view);
}

}  // namespace astrolabe::ui
