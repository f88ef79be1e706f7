#include "core/search/tree_bill.h"

#include <algorithm>
#include <cmath>

#include "core/base/rounding.h"

namespace astrolabe::search {

using strategy::Schedule;

/// What a step takes beyond S at least, in bottlenecks: the least of all numbers of stages.
double Tree::Bill::rounds_of(Schedule schedule, const cost::PassShares& shares) const {
  if (schedule == Schedule::gpipe) return micro_batches - 1.0;
  if (schedule == Schedule::zb_h1)
    return cost::zero_bubble_rest(static_cast<int>(most), static_cast<int>(micro_batches), shares);
  return cost::rounds_beyond_sum(micro_batches, most, backward);
}

/// The longest that a stage may work for a micro-batch in a step of `seconds`, before stragglers and without
/// the fixed time: a step takes K B, S + u B, and where paths go round (1 + n) S + (K - 1 - n P) B for
/// 1 <= n <= (K - 1) / P. Of several P the largest allows most.
double Tree::Bill::bottleneck(double seconds) const {
  double longest = seconds / micro_batches;
  if (sums && rounds_beyond > 0.0) longest = std::min(longest, (seconds - sum) / rounds_beyond);
  if (!paths) return longest;
  for (const cost::StepForm& laps : cost::lap_forms(micro_batches, most))
    if (laps.bottlenecks > 0.0) longest = std::min(longest, (seconds - laps.sums * sum) / laps.bottlenecks);
  return longest;
}

/// Layers that a stage holds at most which works so many seconds on them.
double Tree::Bill::held(const Part& part, double seconds) const {
  const double holds = std::min({rounded_up(std::max(0.0, seconds)) / part.layer, part.holds, layers});
  return whole ? static_cast<int>(holds) : holds;
}

/// Layers that the stage with one or both of the edges holds less than others of its floor, at least.
double Tree::Bill::lost_to(double bottleneck, double Part::*edge, double Part::*other) const {
  double least = layers;
  for (int i = 0; i < count; ++i) {
    const Part& part = parts[static_cast<std::size_t>(i)];
    if (part.most == 0) continue;
    const double seconds = part.*edge + (other != nullptr ? part.*other : 0.0);
    least = std::min(least, part.each - held(part, bottleneck - seconds));
  }
  return least;
}

/// Sets the layers that a stage of each floor holds at most; false when the model does not find room.
bool Tree::Bill::deal(double bottleneck) {
  double room = 0.0;
  double largest = 0.0;
  for (int i = 0; i < count; ++i) {
    Part& part = parts[static_cast<std::size_t>(i)];
    part.each = held(part, bottleneck);
    if (whole && part.each < 1.0 && part.least > 0) return false;
    room += part.most * part.each;
    if (part.most > 0) largest = std::max(largest, part.each);
  }
  if (one_end) {
    lost = lost_to(bottleneck, &Part::first, &Part::last);
  } else {
    const double at_first = lost_to(bottleneck, &Part::first, nullptr);
    const double at_last = lost_to(bottleneck, &Part::last, nullptr);
    lost = fewest > 1.0 ? at_first + at_last : std::max(at_first, at_last);
  }
  return std::min(room, most * largest) - lost >= rounded_down(layers);
}

/// Least USD an hour of so many to `most` stages that hold all layers, parts of stages allowed: every layer
/// held earns a price, all of them together pay it. True for any price; the best are those at which two
/// floors' stages cost the same.
double Tree::Bill::rate_of_all(double price_of_layer) const {
  double left = fewest;
  double more = most - fewest;
  double usd = price_of_layer * (layers + lost);
  std::array<double, Node::kMostPools> net{};
  std::array<bool, Node::kMostPools> full{};
  for (int i = 0; i < count; ++i) {
    const auto at = static_cast<std::size_t>(i);
    net[at] = parts[at].stage_rate - price_of_layer * parts[at].each;
    left -= parts[at].least;
    usd += parts[at].least * net[at];
    full[at] = parts[at].most <= parts[at].least;
  }
  while (left + more > 0.0) {
    int best = -1;
    for (int i = 0; i < count; ++i)
      if (!full[static_cast<std::size_t>(i)] &&
          (best < 0 || net[static_cast<std::size_t>(i)] < net[static_cast<std::size_t>(best)]))
        best = i;
    if (best < 0) return left > 0.0 ? kUnlimited : usd;  // kUnlimited: so many stages there are not
    const auto at = static_cast<std::size_t>(best);
    full[at] = true;
    const double room = parts[at].most - parts[at].least;
    const double needed = std::clamp(room, 0.0, std::max(0.0, left));
    left -= needed;
    usd += needed * net[at];
    if (net[at] >= 0.0) {
      if (left <= 0.0) return usd;
      continue;
    }
    const double taken = std::min(more, room - needed);
    more -= taken;
    usd += taken * net[at];
  }
  return usd;
}

/// Least USD an hour of stages that hold all layers: the cheapest for a layer first, parts of stages allowed.
double Tree::Bill::rate() const {
  double left = layers + lost;
  double usd = 0.0;
  std::array<bool, Node::kMostPools> full{};
  for (int i = 0; i < count; ++i) {
    const Part& part = parts[static_cast<std::size_t>(i)];
    left -= part.least * part.each;
    usd += part.least * part.stage_rate;
  }
  while (left > 0.0) {
    int best = -1;
    for (int i = 0; i < count; ++i) {
      const Part& part = parts[static_cast<std::size_t>(i)];
      if (full[static_cast<std::size_t>(i)] || part.each <= 0.0 || part.most <= part.least) continue;
      if (best < 0 || part.stage_rate * parts[static_cast<std::size_t>(best)].each <
                          parts[static_cast<std::size_t>(best)].stage_rate * part.each)
        best = i;
    }
    if (best < 0) break;
    const Part& part = parts[static_cast<std::size_t>(best)];
    full[static_cast<std::size_t>(best)] = true;
    const double taken = std::min(left, (part.most - part.least) * part.each);
    left -= taken;
    usd += taken / part.each * part.stage_rate;
  }
  return usd;
}

/// Least USD s/h for one micro-batch's work of all layers and edges: where a layer costs least first, as far
/// as stages hold them.
double Tree::Bill::work() const {
  double left = layers;
  double usd = edges;
  std::array<bool, Node::kMostPools> full{};
  std::array<double, Node::kMostPools> taken{};
  for (int i = 0; i < count && whole; ++i) {  // a layer on each stage that there is in any case
    const Part& part = parts[static_cast<std::size_t>(i)];
    taken[static_cast<std::size_t>(i)] = part.least;
    left -= part.least;
    usd += part.least * part.layer * part.stage_rate;
  }
  while (left > 0.0) {
    int best = -1;
    const auto price = [&](int i) {
      return parts[static_cast<std::size_t>(i)].layer * parts[static_cast<std::size_t>(i)].stage_rate;
    };
    for (int i = 0; i < count; ++i)
      if (!full[static_cast<std::size_t>(i)] && (best < 0 || price(i) < price(best))) best = i;
    if (best < 0) break;
    const Part& part = parts[static_cast<std::size_t>(best)];
    full[static_cast<std::size_t>(best)] = true;
    const double here = std::clamp(part.most * part.each - taken[static_cast<std::size_t>(best)], 0.0, left);
    left -= here;
    usd += here * price(best);
  }
  return usd;
}

/// Least USD s/h for one micro-batch's work, were all layers where one costs least, each edge likewise.
double Tree::Bill::quick_work() const {
  double price = kUnlimited;
  for (int i = 0; i < count; ++i) {
    const Part& part = parts[static_cast<std::size_t>(i)];
    price = std::min(price, part.layer * part.stage_rate);
  }
  return layers * price + edges;
}

/// Least price of a step of at least `shortest` seconds, USD s/h. `worked`: quick_work().
double Tree::Bill::quick_usd(double shortest, double worked) const {
  double least = scale * (least_rate * fixed + micro_batches * worked);
  if (sums) least = std::max(least, scale * (least_rate * (fixed + sum) + rounds_beyond * worked));
  return rounded_down(std::max(idle * shortest + least, (idle + least_rate) * shortest));
}

/// Least price of a step of at most `longest` and at least `shortest` seconds, USD s/h, or some that is
/// `enough`; kUnlimited when there is no such step. Every stage is paid for as long as the step takes, S + u
/// t_j at least on stage j.
double Tree::Bill::usd(double longest, double shortest, double enough) {
  const double seconds = rounded_up(longest / scale) - fixed;
  if (!deal(bottleneck(seconds))) return kUnlimited;
  const double worked = work();
  const auto price = [&](double paid) {
    double least = scale * (paid * fixed + micro_batches * worked);
    if (sums) least = std::max(least, scale * (paid * (fixed + sum) + rounds_beyond * worked));
    return rounded_down(std::max(idle * shortest + least, (idle + paid) * shortest));
  };
  // What is quickly found first.
  double paid = least_rate;
  if (price(paid) >= enough) return price(paid);
  paid = std::max(paid, rate());
  for (int i = 0; i < count; ++i)
    for (int j = 0; j < i && price(paid) < enough; ++j) {
      const Part& a = parts[static_cast<std::size_t>(i)];
      const Part& b = parts[static_cast<std::size_t>(j)];
      const double of_layer = (a.stage_rate - b.stage_rate) / (a.each - b.each);
      if (a.each != b.each && of_layer > 0.0) paid = std::max(paid, rate_of_all(of_layer));
    }
  return price(paid);
}

}  // namespace astrolabe::search
