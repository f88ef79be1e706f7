#include "core/search/pareto.h"

#include <algorithm>

namespace astrolabe::search {

void ParetoFront::insert(const cost::Evaluation& evaluation) {
  if (!evaluation.money.usd_per_trillion_tokens) return;
  const double speed = evaluation.tokens_per_second;
  const double money = *evaluation.money.usd_per_trillion_tokens;
  const std::lock_guard lock(m_mutex);
  for (ParetoPoint& point : m_points) {
    if (point.tokens_per_second == speed && point.usd_per_trillion_tokens == money) {
      if (evaluation.strategy < point.strategy) point.strategy = evaluation.strategy;
      return;
    }
    if (point.tokens_per_second >= speed && point.usd_per_trillion_tokens <= money) return;
  }
  std::erase_if(m_points, [&](const ParetoPoint& point) {
    return point.tokens_per_second <= speed && point.usd_per_trillion_tokens >= money;
  });
  const auto place = std::find_if(m_points.begin(), m_points.end(),
                                  [&](const ParetoPoint& point) { return point.tokens_per_second < speed; });
  m_points.insert(place, {speed, money, evaluation.strategy});
  auto picture = std::make_shared<Front>();
  for (const ParetoPoint& point : m_points)
    picture->push_back({point.tokens_per_second, point.usd_per_trillion_tokens});
  m_picture = std::move(picture);
}

bool dominates(const Front& front, const FrontPoint& corner) {
  const auto& [speed, money] = corner;
  // Of the points that are as fast the slowest is the cheapest.
  const auto slower = std::partition_point(
      front.begin(), front.end(), [&](const FrontPoint& point) { return point.tokens_per_second >= speed; });
  if (slower == front.begin()) return false;
  const FrontPoint& point = *(slower - 1);
  return point.usd_per_trillion_tokens < money ||
         (point.usd_per_trillion_tokens == money && point.tokens_per_second > speed);
}

double shortfall(const Front& front, const FrontPoint& corner) {
  const auto in_time = [&](const FrontPoint& point) {
    return 1.0 - point.tokens_per_second / corner.tokens_per_second;
  };
  const auto in_money = [&](const FrontPoint& point) {
    return 1.0 - corner.usd_per_trillion_tokens / point.usd_per_trillion_tokens;
  };
  // Along the front the one rises and the other falls: the least of the larger is where they cross.
  const auto cross = std::partition_point(
      front.begin(), front.end(), [&](const FrontPoint& point) { return in_time(point) < in_money(point); });
  double least = 1.0;
  if (cross != front.end()) least = std::min(least, in_time(*cross));
  if (cross != front.begin()) least = std::min(least, in_money(*(cross - 1)));
  return std::max(0.0, least);
}

std::shared_ptr<const Front> ParetoFront::picture() const {
  const std::lock_guard lock(m_mutex);
  return m_picture;
}

std::vector<ParetoPoint> ParetoFront::points() const {
  const std::lock_guard lock(m_mutex);
  return m_points;
}

}  // namespace astrolabe::search
