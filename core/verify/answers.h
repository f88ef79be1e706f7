#pragma once
// The answers that a certificate tells: each checked by itself, and looked for among the configurations.

#include <vector>

#include "core/cost/shape.h"
#include "core/verify/certificate.h"

namespace astrolabe::verify {

/// GPUs that a shape uses.
int gpus_of(const cost::Shape& shape);
/// USD an hour of all GPUs that a shape uses; a goal that counts money needs every price. Refuses a missing
/// one.
double rate_of(const strategy::Problem& problem, const cost::Shape& shape);
/// A step of so many seconds breaks a limit of the job.
bool breaks_limits(const strategy::Problem& problem, const cost::Shape& shape, double step);

class Answers {
 public:
  /// Keeps references to all three.
  Answers(const Certificate& certificate, const strategy::Problem& problem, cost::Tables& tables)
      : m_certificate(certificate), m_problem(problem), m_tables(tables) {}

  /// Every incumbent takes the step, costs the price and uses the GPUs it claims, fits, and keeps rules and
  /// limits; places are in order and different. Throws Refusal.
  void check();
  /// One of the answers takes this step and is a split of this configuration.
  bool hold(const strategy::Strategy& configuration, const cost::Shape& shape, double step) const;
  /// A split of this configuration was evaluated at this step.
  void see(const strategy::Strategy& configuration, const cost::Shape& shape, double step);
  /// Every answer was among the evaluated configurations.
  bool all_seen() const;

 private:
  struct Answer {
    strategy::Strategy strategy;
    strategy::Strategy stripped;  ///< of layers and recomputation by stage
    double step = 0.0;
    bool seen = false;  ///< among the evaluated nodes
  };
  static bool is_of(const Answer& answer, const strategy::Strategy& configuration, const cost::Shape& shape);
  void check_claims(const Incumbent& told, const cost::Shape& shape, double step) const;
  void check_place(const Incumbent& told, const strategy::Strategy& strategy) const;

  const Certificate& m_certificate;
  const strategy::Problem& m_problem;
  cost::Tables& m_tables;
  std::vector<Answer> m_answers;  ///< by place
};

}  // namespace astrolabe::verify
