#pragma once
// Pictures of a running search: at once when there is a first answer, then at most 25 a second.

#include "core/search/findings.h"

namespace astrolabe::search {

/// For one of the workers.
class Reporter {
 public:
  Reporter(const Report& report, const Control& control, const Findings& findings)
      : m_report(report), m_control(control), m_findings(findings) {}
  bool due() {
    if (!m_report) return false;
    const double now = m_control.elapsed();
    const bool first = !m_answered && m_findings.any_answer();
    if (now - m_last < 0.04 && !first) return false;
    m_answered = m_answered || first;
    m_last = now;
    return true;
  }
  void tell(const Unseen& unseen) {
    if (m_report) m_report(m_findings.picture(false, unseen));
  }

 private:
  const Report& m_report;
  const Control& m_control;
  const Findings& m_findings;
  bool m_answered = false;
  double m_last = 0.0;  ///< seconds since the start
};

}  // namespace astrolabe::search
