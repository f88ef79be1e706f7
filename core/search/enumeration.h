#pragma once
// Every configuration of the space, one after the other: the oracle of the branch and bound, and the way for
// clusters that its tree cannot hold.

#include "core/search/judge.h"
#include "core/search/reporter.h"
#include "core/strategy/space.h"

namespace astrolabe::search {

class Enumeration {
 public:
  Enumeration(const strategy::Problem& problem, const Request& request, Control& control,
              const strategy::Space& space, cost::Tables& tables, Findings& findings, Judge& judge,
              Reporter& reporter)
      : m_problem(problem),
        m_request(request),
        m_control(control),
        m_space(space),
        m_tables(tables),
        m_findings(findings),
        m_judge(judge),
        m_reporter(reporter) {}
  void run();
  /// Until there is an answer, from few groups.
  void begin();

 private:
  /// A configuration of the block in hand.
  struct Place {
    Candidate candidate;
    std::uint32_t group = 0, index = 0;
  };
  /// Best bound first; equal bounds in the order of the space, so that a run can be repeated.
  static bool sooner(const Place& a, const Place& b) { return a.candidate.bound < b.candidate.bound; }
  void handle(const std::vector<strategy::Group>& block);
  std::uint64_t collect(const strategy::Group& group, std::uint32_t g, std::vector<Place>& found);

  const strategy::Problem& m_problem;
  const Request& m_request;
  Control& m_control;
  const strategy::Space& m_space;
  cost::Tables& m_tables;
  Findings& m_findings;
  Judge& m_judge;
  Reporter& m_reporter;
};

}  // namespace astrolabe::search
