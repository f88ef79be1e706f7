#pragma once
// A kind of plan that nobody needs: n GPUs of the first pool take one sequence each in a second.

#include <memory>

#include "core/planning/planner.h"

namespace astrolabe::tests {

inline constexpr std::string_view kToy = "toy";

class ToyLayout : public planning::Layout {
 public:
  explicit ToyLayout(int gpus) : m_gpus(gpus) {}
  int gpus() const { return m_gpus; }

  std::string_view kind() const override { return kToy; }
  Json to_json(const std::vector<std::string>&) const override { return {{"gpus", m_gpus}}; }
  Json answer_json(const planning::Option& option, const strategy::Problem&, int rank) const override {
    return {{"gpus", m_gpus},
            {"step_seconds", option.evaluation.step.value},
            {"kind", kToy},
            {"rank", rank > 0 ? Json(rank) : Json()}};
  }
  int compare(const Layout& other) const override {
    return m_gpus - static_cast<const ToyLayout&>(other).m_gpus;
  }

 private:
  int m_gpus;
};

}  // namespace astrolabe::tests
