// Which entries of the palette were measured with the software of the question.

#include "ui/canvas/shelf_model.h"
#include "ui/render/evidence_words.h"

namespace astrolabe::ui {

/// Whose runs count as measured: that of the question, else what is planned with unsaid.
strategy::Software ShelfModel::software() const {
  const auto problem = m_document.problem();
  return problem ? problem->software : strategy::Software{};
}

void ShelfModel::followSoftware() {
  if (software() != m_software) rebuild();
}

/// What stands behind predictions of it, told on hover; a device that nobody measured carries a mark.
void ShelfModel::markEvidence(Entry& entry, const hardware::Gpu& gpu) const {
  entry.evidence = cost::evidence_of(gpu, m_software);
  entry.tip += QLatin1Char('\n') + evidenceText(entry.evidence);
}

}  // namespace astrolabe::ui
