#include "core/cost/bound.h"

#include <algorithm>
#include <cmath>

#include "core/strategy/chunks.h"

namespace astrolabe::cost {

Rest least_rest(const Shape& shape) {
  Rest rest;
  const int stages = shape.stages();
  // Every stage that begins behind the first of the last run holds layers of its class alone, one at least.
  const int from = shape.alike_from();
  const int layer_class = shape.class_of(shape.layers() - 1);
  const int run = shape.layers() - from;
  const strategy::Chunking chunking = strategy::chunking_of(shape.strategy().schedule, shape.layers(), stages,
                                                            shape.strategy().virtual_pipeline);
  const auto in_run = [&](int j) { return (chunking.chunks > 1 ? chunking.least_before(j) : j) >= from; };
  const auto tau = [&](int j) { return shape.layer_seconds(j, layer_class); };
  double least = kBeyond;
  double per_layer = 0.0;  // sum of 1 / tau
  double edges = 0.0;      // sum of e / tau
  int sure = 0;            // layers of the run that have a stage
  for (int j = 0; j < stages; ++j) {
    const double edge = shape.edge_seconds(j);
    least = std::min(least, tau(j));
    per_layer += 1.0 / tau(j);
    edges += edge / tau(j);
    rest.sum += edge;
    if (in_run(j)) {
      rest.sum += tau(j);
      ++sure;
    }
    rest.bottleneck = std::max(rest.bottleneck, (in_run(j) ? tau(j) : shape.layer_seconds(j)) + edge);
  }
  rest.sum += (run - sure) * least;
  for (int layer = 0; layer < from; ++layer) {
    double cheapest = kBeyond;
    for (int j = 0; j <= std::min(layer, stages - 1); ++j)
      cheapest = std::min(cheapest, shape.layer_seconds(j, shape.class_of(layer)));
    rest.sum += cheapest;
  }
  // Fractional bottleneck, then up to the smallest that holds whole layers.
  double bottleneck = std::max(rest.bottleneck, (run + edges) / per_layer);
  for (int guard = 0; guard < 4 * stages + 8; ++guard) {
    double held = 0.0;
    double next = kBeyond;
    for (int j = 0; j < stages; ++j) {
      // A hair of slack keeps the bound below what rounding makes of n tau + e.
      const double n =
          std::max(0.0, std::floor((bottleneck * (1.0 + 1e-12) - shape.edge_seconds(j)) / tau(j)));
      held += n;
      next = std::min(next, (n + 1.0) * tau(j) + shape.edge_seconds(j));
    }
    if (held >= run) break;
    bottleneck = next;
  }
  rest.bottleneck = std::max(rest.bottleneck, bottleneck * (1.0 - 1e-9));
  rest.sum *= 1.0 - 1e-9;
  return rest;
}

double paths_bound(double sum, double bottleneck, double micro_batches, double stages, double backward) {
  double bound = std::max(sum + rounds_beyond_sum(micro_batches, stages, backward) * bottleneck,
                          micro_batches * bottleneck);
  for (const StepForm& laps : lap_forms(micro_batches, stages))
    bound = std::max(bound, laps.seconds(sum, bottleneck));
  return bound;
}

double step_lower_bound(const Shape& shape) {
  const Rest rest = least_rest(shape);
  const strategy::Strategy& strategy = shape.strategy();
  const double micro_batches = shape.micro_batches();
  const double stages = shape.stages();
  const double fixed = shape.fixed_seconds();
  if (strategy.virtual_pipeline > 1 || !one_chunk(strategy.schedule))
    return fixed + micro_batches * rest.bottleneck;
  double links = 0.0;
  for (int j = 0; j + 1 < shape.stages(); ++j) links += 2.0 * shape.links()[static_cast<std::size_t>(j)];
  if (strategy.schedule == strategy::Schedule::gpipe)
    return fixed + rest.sum + links + (micro_batches - 1.0) * rest.bottleneck;
  if (strategy.schedule == strategy::Schedule::zb_h1) {
    const PassShares shares = shape.pass_shares();
    const double sum = (1.0 - shares.weight) * rest.sum + links;
    return fixed +
           std::max(micro_batches * rest.bottleneck,
                    zero_bubble_bound(sum, rest.bottleneck, shape.micro_batches(), shape.stages(), shares));
  }
  const double all = rest.sum + links;
  double bound = all + (micro_batches - 1.0) * rest.bottleneck / 2.0;
  for (const StepForm& laps : lap_forms(micro_batches, stages))
    bound = std::max(bound, laps.seconds(all, rest.bottleneck));
  return bound + fixed;
}

namespace {

constexpr double kHair = 1.0 + 1e-12;  // what rounding makes of n tau
constexpr double kSlack = 1.0 - 1e-9;  // what rounding makes of sums

/// The least step of one-chunk pipelines by the seconds of all layers for a micro-batch and the bottleneck.
struct Form {
  const Mixture& m;
  int stages = 1;
  double edges = 0.0;     ///< seconds of embedding and head
  double backward = 1.0;  ///< least share of the longer pass
  PassShares shares;
  /// What the tail of the first stage follows.
  double before_tail(double layers, double bottleneck) const {
    if (m.schedule == strategy::Schedule::one_f_one_b)
      return paths_bound(layers + edges + m.links, bottleneck, m.micro_batches, stages, backward);
    if (m.schedule == strategy::Schedule::gpipe)
      return layers + edges + m.links + (m.micro_batches - 1.0) * bottleneck;
    if (m.schedule == strategy::Schedule::zb_h1)
      return zero_bubble_bound(shares.without_weights(layers, edges) + m.links, bottleneck, m.micro_batches,
                               stages, shares);
    return m.micro_batches * bottleneck;
  }
  double with_tail(double layers, double bottleneck, double tail) const {
    return std::max(before_tail(layers, bottleneck) + tail, m.micro_batches * bottleneck);
  }
  double operator()(double layers, double bottleneck) const { return with_tail(layers, bottleneck, 0.0); }
};

/// The smallest bottleneck, from `least` on, under which the layers of the main class find a place; kNoRoom
/// when they do not under any.
double main_bottleneck(const Mixture& m, double least) {
  for (double bottleneck = least; bottleneck < kNoRoom;) {
    long room = 0;
    double next = kNoRoom;
    for (int k = 0; k < m.count; ++k) {
      if (m.stages[k] == 0) continue;
      const PoolFloor& floor = m.floors[k];
      const double whole = std::floor(bottleneck * kHair / floor.main_layer);
      if (whole < floor.holds) next = std::min(next, (whole + 1.0) * floor.main_layer);
      room += m.stages[k] * static_cast<long>(std::min<double>(floor.holds, whole));
    }
    if (room >= m.main_layers) return bottleneck;
    bottleneck = next;
  }
  return kNoRoom;
}

/// Of pipelines with several chunks a stage, whichever order the pools have. Layers of other classes are in
/// the first chunks; `bottleneck`: of the longest stage, if layers could be dealt out at will.
double chunks_bound(const Mixture& m, const strategy::Chunking& chunking, double bottleneck) {
  const bool v = chunking.back;
  const double k_all = m.micro_batches;
  const int least_stage = chunking.least_stage();
  const int special = chunking.special_stages(m.front);
  const int others = m.layers - m.main_layers;  // layers of other classes, and of these of one stage
  const int of_stage = std::min({others, chunking.most_of_front(m.front, 0), least_stage});
  const bool last_is_main = chunking.most_of_front(m.front, chunking.stages - 1) == 0;
  // A stage anywhere may be a front one or the last, where these are not the same.
  const int least_of_front = chunking.least_of(0);
  const int least_of_last = chunking.least_of(chunking.stages - 1);
  const auto anywhere = [&](double main, double light) {
    const double in_front = (least_of_front - of_stage) * main + of_stage * light;
    return last_is_main ? std::min(in_front, least_stage * main)
                        : (least_stage - of_stage) * main + of_stage * light;
  };
  const int least_main =
      last_is_main ? std::min(least_of_front - of_stage, least_stage) : least_stage - of_stage;
  double longest = bottleneck;
  double shortest = kBeyond, lightest = kBeyond;
  double sum = 0.0, slowest = 0.0;  // of a main layer on every stage
  double down = 0.0, last_down = 0.0;
  for (int k = 0; k < m.count; ++k)
    if (m.stages[k] > 0) {
      const PoolFloor& floor = m.floors[k];
      const double main = m.whole ? floor.layer : floor.main_layer;
      const double light = m.whole ? main : floor.lightest * floor.layer;
      const bool inside = m.stages[k] > special;  // one of them is nowhere special
      if (m.goes_down && floor.holds < (inside ? chunking.stage() : least_main)) return kNoRoom;
      const double more = m.inside_more != nullptr ? m.inside_more[k] : 0.0;
      longest = std::max(longest, inside ? chunking.stage() * main + more : anywhere(main, light));
      shortest =
          std::min(shortest, last_is_main ? least_of_last * main + (v ? more : 0.0) : anywhere(main, light));
      lightest = std::min(lightest, light);
      slowest = std::max(slowest, main);
      sum += m.stages[k] * main;
      down += m.stages[k] * floor.forward;
      last_down = std::max(last_down, floor.forward);
    }
  // First chunks of all stages but the slowest; the first one may lack a layer.
  const int lacking = others + chunking.lacking_first();
  if (v) {
    const double here = chunking.chunk() * (down - last_down) - lacking * last_down;
    const double behind = m.goes_down ? std::max(0.0, here) + m.links / 2.0 : 0.0;
    return std::max(k_all * longest, behind + k_all * shortest) * kSlack;
  }
  const double first_chunks =
      chunking.chunk() * (sum - slowest) - lacking * slowest + (others > 0 ? others * lightest : 0.0);
  return std::max(k_all * longest, k_all * shortest + first_chunks) * kSlack;
}

/// Whole layers dealt out, one to each stage and the rest to the fastest stages that have room for them
/// within `bottleneck` seconds.
struct WholeDeal {
  bool fits = false;
  double sum = 0.0;       ///< of all layers
  double next = kBeyond;  ///< bottleneck from which on a stage takes one more

  WholeDeal(const Mixture& m, int stages, double least_sum, double bottleneck) : sum(least_sum) {
    long room = 0;
    int left = m.layers - stages;
    for (int k = 0; k < m.count; ++k) {
      if (m.stages[k] == 0) continue;
      const PoolFloor& floor = m.floors[k];
      const double whole = std::floor(bottleneck * kHair / floor.layer);
      int each = floor.holds;
      if (whole < each) {
        each = static_cast<int>(whole);
        next = std::min(next, (whole + 1.0) * floor.layer);
      }
      room += static_cast<long>(m.stages[k]) * each;
      const int taken = static_cast<int>(std::min<long>(left, static_cast<long>(m.stages[k]) * (each - 1)));
      sum += taken * floor.layer;
      left -= taken;
    }
    fits = room >= m.layers;
  }
};

/// From the smallest bottleneck upwards; a longer one may allow a smaller sum.
double whole_layers_bound(const Mixture& m, const Form& form, double least_sum, double least) {
  const double unlimited = WholeDeal(m, form.stages, least_sum, 1e200).sum;
  double bottleneck = least;
  WholeDeal deal(m, form.stages, least_sum, bottleneck);
  while (!deal.fits) {
    if (deal.next >= kBeyond) return kNoRoom;
    bottleneck = deal.next;
    deal = WholeDeal(m, form.stages, least_sum, bottleneck);
  }
  double best = kBeyond;
  for (int steps = 0;; ++steps) {
    best = std::min(best, form(deal.sum, bottleneck));
    if (deal.next >= kBeyond || deal.sum <= unlimited * kHair) break;
    const double later = form(unlimited, deal.next);
    if (later >= best) break;
    if (steps > 200) {
      best = later;  // below all that was not looked at
      break;
    }
    bottleneck = deal.next;
    deal = WholeDeal(m, form.stages, least_sum, bottleneck);
  }
  return best * kSlack;
}

}  // namespace

double mixture_lower_bound(const Mixture& m) {
  double first = kBeyond;
  double last = kBeyond;
  double backward = 1.0;
  PassShares shares;
  double rate = 0.0;     // layers a second at full use
  double slowest = 0.0;  // least time of the slowest stage
  double least_sum = 0.0;
  double fastest = kBeyond;
  int stages = 0;
  long held = 0;
  for (int k = 0; k < m.count; ++k) {
    if (m.stages[k] == 0) continue;
    const PoolFloor& floor = m.floors[k];
    if (m.whole && floor.holds < 1) return kNoRoom;
    fastest = std::min(fastest, floor.layer);
    stages += m.stages[k];
    held += static_cast<long>(m.stages[k]) * floor.holds;
    first = std::min(first, floor.first_edge);
    last = std::min(last, floor.last_edge);
    backward = std::min(backward, floor.backward_share);
    shares.include(floor.shares);
    rate += m.stages[k] / floor.layer;
    slowest = std::max(slowest, floor.least_layer);
    least_sum += m.stages[k] * floor.layer;
  }
  if (held < m.main_layers || stages == 0 || stages > m.layers) return kNoRoom;
  if (m.chunks > 1)
    return chunks_bound(m, strategy::chunking_of(m.schedule, m.layers, stages, m.chunks), m.layers / rate);
  const Form form{m, stages, first + last, backward, shares};
  const double least = std::max(slowest, m.layers / rate);
  if (!one_chunk(m.schedule)) return m.micro_batches * least * kSlack;
  if (m.whole) return whole_layers_bound(m, form, least_sum, least);
  const double lightest = m.floors[0].lightest;
  const double sum = lightest * least_sum + (m.layers - lightest * stages) * fastest;
  const double bottleneck = main_bottleneck(m, least);
  return bottleneck >= kNoRoom ? kNoRoom : form(sum, bottleneck) * kSlack;
}

namespace {

/// Interleaved: stage j works K t_j, after the first chunks of the stages before it and before their last.
/// ZB-V: after the forwards of their first chunks. Layers of other classes are in the first chunks.
double chunks_line_bound(const Line& line, const Mixture& m, const strategy::Chunking& chunking,
                         const LeastTail& tail) {
  double before = 0.0;
  double bound = 0.0;
  for (int stage = 0; stage < chunking.stages; ++stage) {
    const auto j = static_cast<std::size_t>(stage);
    const int least = chunking.least_of(stage);
    const int others = std::min({m.layers - m.main_layers, least, chunking.most_of_front(m.front, stage)});
    if (line.holds[j] < least - others) return kNoRoom;
    const double main = m.whole ? line.layer[j] : line.main[j];
    const double light = m.floors[0].lightest * line.layer[j];
    const double again = others > 0 ? 0.0 : line.again[j];
    const double work = (least - others) * main + others * light + again;
    bound = std::max(bound, before + m.micro_batches * (work + line.edge[j]));
    const int first_chunk = chunking.least_first_chunk(stage);
    const int of_others = std::min(others, first_chunk);
    before += chunking.back ? (first_chunk - of_others) * line.forward[j] + line.link[j] / 2.0
                            : (first_chunk - of_others) * main + of_others * light +
                                  again * first_chunk / least + line.edge[j] + line.link[j];
  }
  return bound * kSlack + tail(m.whole ? chunking.least_of(0) : 1);
}

/// S with the shortest layer on every stage and all else on the fastest, B as long as it takes to place the
/// layers of the main class.
double one_chunk_line_bound(const Line& line, const Mixture& m, Form form, double tail) {
  const std::size_t count = line.layer.size();
  const double lightest = m.floors[0].lightest;
  double sum = 0.0;
  double fastest = kNoRoom;
  double bottleneck = 0.0;
  double rate = 0.0;   // average layers a second
  double edges = 0.0;  // of them that embedding and head take the time of
  for (std::size_t j = 0; j < count; ++j) {
    sum += lightest * line.layer[j];
    form.edges += line.edge[j];
    fastest = std::min(fastest, line.layer[j]);
    bottleneck = std::max(bottleneck, lightest * line.layer[j] + line.edge[j]);
    rate += 1.0 / line.layer[j];
    edges += line.edge[j] / line.layer[j];
  }
  sum += (m.layers - lightest * static_cast<double>(count)) * fastest;
  bottleneck = std::max(bottleneck, (m.layers + edges) / rate);
  for (long room = 0; room < m.main_layers;) {
    room = 0;
    double next = kNoRoom;
    for (std::size_t j = 0; j < count; ++j) {
      const double whole = std::max(0.0, std::floor((bottleneck * kHair - line.edge[j]) / line.main[j]));
      if (whole < line.holds[j]) next = std::min(next, (whole + 1.0) * line.main[j] + line.edge[j]);
      room += static_cast<long>(std::min<double>(line.holds[j], whole));
    }
    if (room >= m.main_layers) break;
    if (next >= kNoRoom) return kNoRoom;
    bottleneck = next;
  }
  return form.with_tail(sum, bottleneck, tail) * kSlack;
}

}  // namespace

double line_lower_bound(const Line& line, const Mixture& m, const LeastTail& tail) {
  const int stages = static_cast<int>(line.layer.size());
  if (m.chunks > 1)
    return chunks_line_bound(line, m, strategy::chunking_of(m.schedule, m.layers, stages, m.chunks), tail);
  Form form{m, stages, 0.0, 1.0, {}};
  for (int k = 0; k < m.count; ++k) {
    form.backward = std::min(form.backward, m.floors[k].backward_share);
    form.shares.include(m.floors[k].shares);
  }
  return one_chunk_line_bound(line, m, form, tail(1));
}

}  // namespace astrolabe::cost
