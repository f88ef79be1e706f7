#include "ui/results/my_layouts.h"

#include <algorithm>

#include "ui/document/commands/set_my_layouts.h"
#include "ui/document/kept_layout.h"

namespace astrolabe::ui {

MyLayouts::MyLayouts(PlanDocument& document, StrategySelection& selection, QObject* parent)
    : QObject(parent), m_document(document), m_selection(selection) {
  connect(&m_selection, &StrategySelection::changed, this, &MyLayouts::follow);
  connect(&m_document, &PlanDocument::planChanged, this, &MyLayouts::follow);
  follow();
}

/// Reads the list again when it changed, or the question it is read against.
void MyLayouts::follow() {
  const plan::SnapshotPtr snapshot = m_selection.snapshot();
  const auto problem = snapshot ? snapshot->problem : nullptr;
  const std::vector<std::string>& texts = m_document.plan().my_layouts;
  if (problem == m_problem && texts == m_texts) return;
  const bool some = !texts.empty() || !m_texts.empty();
  m_problem = problem;
  m_texts = texts;
  predict();
  if (some) emit changed();
}

void MyLayouts::predict() {
  m_known.clear();
  m_predicted.clear();
  if (m_problem == nullptr) return;
  const planning::QuestionPtr question = planning::question_of(*m_problem, m_selection.snapshot()->objective);
  for (std::size_t place = 0; place < m_texts.size(); ++place) {
    auto layout = keptLayout(m_texts[place], *question);
    if (!layout) continue;  // of other pools or another model: kept for when they come back
    if (Result<planning::Option> found = planning::evaluate(*question, *layout))
      m_predicted.push_back(std::make_shared<const planning::Option>(std::move(*found)));
    m_known.push_back({place, std::move(*layout)});
  }
}

const MyLayouts::Known* MyLayouts::find(const planning::LayoutPtr& layout) const {
  const auto found = std::find_if(m_known.begin(), m_known.end(),
                                  [&](const Known& known) { return planning::same(known.layout, layout); });
  return found == m_known.end() ? nullptr : &*found;
}

bool MyLayouts::contains(const planning::LayoutPtr& layout) const { return find(layout) != nullptr; }

void MyLayouts::set(std::vector<std::string> layouts) {
  m_document.undoStack().push(new SetMyLayouts(m_document, std::move(layouts)));
}

void MyLayouts::add(const planning::LayoutPtr& layout) {
  if (m_problem == nullptr) return;
  if (!contains(layout)) {
    std::vector<std::string> layouts = m_document.plan().my_layouts;
    layouts.push_back(keptText(layout, *m_problem));
    set(std::move(layouts));
  }
  m_selection.select(layout);
}

void MyLayouts::replace(const planning::LayoutPtr& old, const planning::LayoutPtr& layout) {
  const Known* known = find(old);
  if (known == nullptr || contains(layout)) return add(layout);
  std::vector<std::string> layouts = m_document.plan().my_layouts;
  layouts[known->place] = keptText(layout, *m_problem);
  set(std::move(layouts));
  m_selection.select(layout);
}

void MyLayouts::remove(const planning::LayoutPtr& layout) {
  const Known* known = find(layout);
  if (known == nullptr) return;
  const planning::LayoutPtr gone = known->layout;
  std::vector<std::string> layouts = m_document.plan().my_layouts;
  layouts.erase(layouts.begin() + static_cast<std::ptrdiff_t>(known->place));
  set(std::move(layouts));
  if (planning::same(m_selection.layout(), gone)) m_selection.select(0);
}

}  // namespace astrolabe::ui
