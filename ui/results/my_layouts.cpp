#include "ui/results/my_layouts.h"

#include <algorithm>

namespace astrolabe::ui {

MyLayouts::MyLayouts(StrategySelection& selection, QObject* parent)
    : QObject(parent), m_selection(selection) {
  connect(&m_selection, &StrategySelection::changed, this, [this] {
    const plan::SnapshotPtr snapshot = m_selection.snapshot();
    const auto problem = snapshot ? snapshot->problem : nullptr;
    if (problem == m_problem || m_strategies.empty()) return;
    predict();
    emit changed();
  });
}

bool MyLayouts::contains(const strategy::Strategy& strategy) const {
  return std::find(m_strategies.begin(), m_strategies.end(), strategy) != m_strategies.end();
}

void MyLayouts::add(const strategy::Strategy& strategy) {
  if (!contains(strategy)) m_strategies.push_back(strategy);
  predict();
  emit changed();
  m_selection.select(strategy);
}

void MyLayouts::replace(const strategy::Strategy& old, const strategy::Strategy& strategy) {
  std::erase(m_strategies, old);
  add(strategy);
}

void MyLayouts::remove(const strategy::Strategy& strategy) {
  if (std::erase(m_strategies, strategy) == 0) return;
  predict();
  emit changed();
  if (m_selection.strategy() == strategy) m_selection.select(0);
}

void MyLayouts::predict() {
  const plan::SnapshotPtr snapshot = m_selection.snapshot();
  m_problem = snapshot ? snapshot->problem : nullptr;
  m_predicted.clear();
  if (m_problem == nullptr) return;
  for (const strategy::Strategy& strategy : m_strategies)
    if (Result<Detail> found = astrolabe::detail(*m_problem, strategy))
      m_predicted.push_back(std::make_shared<const Detail>(std::move(*found)));
}

}  // namespace astrolabe::ui
