#include "ui/document/program_proof.h"

#include <utility>

namespace astrolabe::ui {

ProgramPtr programOf(const planning::OptionPtr& option) {
  const auto* program = option ? planning::as<planning::ProgramLayout>(option->layout) : nullptr;
  return program != nullptr ? program->report() : nullptr;
}

SummaryPtr summaryOf(const planning::OptionPtr& option) {
  const auto* program = option ? planning::as<planning::ProgramLayout>(option->layout) : nullptr;
  return program != nullptr ? program->summary() : nullptr;
}

ProgramProof::ProgramProof(PlannerBridge& bridge, QObject* parent) : QObject(parent), m_bridge(bridge) {
  connect(&m_bridge, &PlannerBridge::changed, this, &ProgramProof::follow);
}

ProgramProof::~ProgramProof() = default;

void ProgramProof::setWanted(bool wanted) {
  m_wanted = wanted;
  follow();
}

/// What is proven is the newest program and no older one.
void ProgramProof::follow() {
  const bool done = m_bridge.state() == PlannerBridge::State::Done;
  const planning::OptionPtr option = done ? m_bridge.option() : nullptr;
  if (option != m_option || !m_wanted) m_latest.cancel();
  if (option != m_option) {
    m_option = option;
    m_proof.reset();
    m_tried = false;
  }
  const ProgramPtr program = programOf(m_option);
  if (!m_wanted || m_tried || isProving() || !program || !program->fits()) return;
  using Proof = Result<spmd::Verification>;
  m_latest.ask([program](const Latest::Turn& turn) { return plan::prove_program(*program, turn.stop()); },
               [this](const Proof& proof) {
                 m_tried = true;
                 if (proof) m_proof = *proof;
                 emit changed();
               });
  emit changed();
}

}  // namespace astrolabe::ui
