#pragma once
// The answers that a certificate tells: each checked by itself, and looked for among the configurations.

#include <vector>

#include "core/cost/shape.h"
#include "core/verify/certificate.h"

namespace astrolabe::verify {

/// GPUs of the whole units that a shape takes.
int gpus_of(const strategy::Problem& problem, const cost::Shape& shape);
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

  /// Every incumbent is what the evaluation makes of its split, takes the step, costs the price and uses the
  /// GPUs it claims, and keeps rules and limits; places are in order, none of two splits of one
  /// configuration; of the set of time and money each is slower and cheaper than the one before. Throws
  /// Refusal.
  void check();
  std::size_t count() const { return m_answers.size(); }
  double step(std::size_t answer) const { return m_answers[answer].step; }
  /// The answers that are splits of this configuration, by place.
  std::vector<std::size_t> of(const strategy::Strategy& configuration, const cost::Shape& shape) const;
  /// An evaluated configuration has this answer as its best split.
  void prove(std::size_t answer) { m_answers[answer].proven = true; }
  bool all_proven() const;

 private:
  struct Answer {
    strategy::Strategy strategy;
    strategy::Strategy stripped;  ///< of layers and recomputation by stage
    double step = 0.0;
    bool proven = false;
  };
  static bool is_of(const Answer& answer, const strategy::Strategy& configuration, const cost::Shape& shape);
  void check_claims(const Incumbent& told, const cost::Shape& shape, double step) const;
  void check_order(std::size_t place) const;

  const Certificate& m_certificate;
  const strategy::Problem& m_problem;
  cost::Tables& m_tables;
  std::vector<Answer> m_answers;  ///< by place
};

}  // namespace astrolabe::verify
