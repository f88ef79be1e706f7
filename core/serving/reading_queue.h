#pragma once
// The queue of workers that read prompts: what reading_wait() is made of, for fixed points that ask its mean
// often.

#include "core/serving/waiting.h"

namespace astrolabe::serving {

class ReadingQueue {
 public:
  /// `rate` prompts a ms.
  ReadingQueue(const Readers& readers, double rate);
  double mean() const;
  Spread spread() const;

 private:
  /// What `share` of the prompts wait less than, without full steps before the own one.
  double at(double share) const;

  double m_count, m_most;
  double m_more = 0.0;  ///< ms of one more prompt in a step
  double m_busy = 0.0, m_others = 0.0, m_others_spread = 0.0, m_under_way = 0.0;
  double m_behind = 0.0, m_given = 0.0;  ///< chance of full steps before the own one, and their wait
};

}  // namespace astrolabe::serving
