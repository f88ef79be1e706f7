#pragma once
// Waits of requests: for one of several places, and for workers that read several prompts in a step. Times in
// ms.

namespace astrolabe::serving {

/// A time as it is spread over requests.
struct Spread {
  double mean = 0.0, median = 0.0, p90 = 0.0, p99 = 0.0;
};

/// The sum of two times that do not depend on each other, where both are about normal or about exponential:
/// means add up, and so do the squares of what lies between them and the medians (with their signs: most are
/// longer than the mean where few are far shorter), and of what lies between these and the higher
/// percentiles.
Spread sum_of(const Spread& one, const Spread& other);

/// Chance that a request finds all of `servers` busy, each a share `load` below 1 of the time: Erlang's C
/// formula; for many servers its limit (Halfin and Whitt 1981). Below one server: as with one.
double all_busy(double servers, double load);

/// An exponential wait of mean `given` that comes with that chance.
Spread chance_wait(double chance, double given);

/// Wait for one of `places`, of which `taken` are on average, each for `held` ms whose squared coefficient of
/// variation is `variation`: held (1 + variation) / 2 / (places (1 - load)) where all are taken.
Spread place_wait(double places, double taken, double held, double variation);

/// Workers that take prompts from one queue: each as many as fit a step.
struct Readers {
  double count = 1.0;              ///< of workers' ranks
  double most = 1.0;               ///< prompts of a step, at least 1
  double one_ms = 1.0;             ///< of a step with one prompt
  double full_ms = 1.0;            ///< of a step with `most`
  double length_variation = 0.0;   ///< squared coefficient, of prompts
  double arrival_variation = 1.0;  ///< of the gaps between requests, not squared
  /// Prompts a ms of full steps, one after the other.
  double limit() const { return count * most / full_ms; }
};

/// What a prompt takes beyond its own `one_ms` where `rate` a ms come, below the limit: until a worker is
/// free, and for the prompts in its step. A step has k = a / (1 - exp(-a)) prompts, a those that come in
/// one's time; a prompt waits where all workers are busy, until the first of them is done, which reads all
/// that wait, and for full steps before its own. Constants against the simulation of such queues; one worker
/// of single prompts is M/G/1.
Spread reading_wait(const Readers& readers, double rate);

}  // namespace astrolabe::serving
