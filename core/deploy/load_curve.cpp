#include "core/deploy/load_curve.h"

#include <algorithm>

namespace astrolabe::deploy {

namespace {

constexpr double kBelowLimit = 0.98;
constexpr double kLargestBatch = 2048.0;  // sequences of a rank

/// Requests a second of all replicas with as many in flight as fit.
double most_requests(serving::Question question, const serving::Deployment& deployment, double places) {
  question.traffic.kind = serving::Traffic::Kind::concurrency;
  question.traffic.concurrency = std::min(places, kLargestBatch * deployment.worker.attention_data_parallel) *
                                 deployment.replicas *
                                 (deployment.disaggregated() ? deployment.decode_workers : 1);
  return serving::predict(question, deployment).requests_per_second;
}

}  // namespace

std::vector<LoadPoint> load_curve(const serving::Question& question, const serving::Deployment& deployment,
                                  int points) {
  std::vector<LoadPoint> curve;
  serving::Question asked = question;
  asked.traffic.kind = serving::Traffic::Kind::rate;
  asked.traffic.requests_per_second = 1e-9;
  const serving::Figures idle = serving::predict(asked, deployment);
  if (!idle.fits || points < 1) return curve;
  double most = most_requests(question, deployment, idle.places);
  const auto at = [&](double rate) {
    asked.traffic.requests_per_second = rate;
    return serving::predict(asked, deployment);
  };
  // Arrivals that come as they like are served at most as fast as requests that wait for each other.
  if (!at(most).stable) {
    double low = 0.0;
    for (int i = 0; i < 20; ++i) {
      const double middle = 0.5 * (low + most);
      (at(middle).stable ? low : most) = middle;
    }
    most = low;
  }
  constexpr double kFirst = 1.0 / 50.0;
  for (int i = 0; i < points; ++i) {
    const double share =
        points == 1 ? kBelowLimit : kFirst + (kBelowLimit - kFirst) * i / static_cast<double>(points - 1);
    const double rate = share * most;
    curve.push_back({rate, at(rate)});
  }
  return curve;
}

}  // namespace astrolabe::deploy
