#include "core/cost/bound.h"

#include <algorithm>
#include <cmath>

#include "core/base/rounding.h"
#include "core/strategy/chunks.h"

namespace astrolabe::cost {

double paths_bound(double sum, double bottleneck, double micro_batches, double stages, double backward) {
  double bound = std::max(sum + rounds_beyond_sum(micro_batches, stages, backward) * bottleneck,
                          micro_batches * bottleneck);
  for (const StepForm& laps : lap_forms(micro_batches, stages))
    bound = std::max(bound, laps.seconds(sum, bottleneck));
  return bound;
}

namespace {

/// The shortest bottleneck, from `least` on, under which `layers` layers find a place; kNoRoom when they do
/// not under any. `each(hold)` calls hold(stages, seconds of a layer, seconds beside them, most layers) for
/// all.
template <class Each>
double bottleneck_for(double least, long layers, const Each& each) {
  for (double bottleneck = least; bottleneck < kNoRoom;) {
    long room = 0;
    double next = kNoRoom;
    each([&](int stages, double layer, double edge, int holds) {
      const double whole = std::max(0.0, whole_in(bottleneck - edge, layer));
      if (whole < holds) next = std::min(next, (whole + 1.0) * layer + edge);
      room += stages * static_cast<long>(std::min<double>(holds, whole));
    });
    if (room >= layers) return bottleneck;
    bottleneck = next;
  }
  return kNoRoom;
}

/// What the tail of the first stage follows.
double before_tail(const Form& form, double layers, double bottleneck) {
  const double sum = layers + form.edges + form.links;
  if (form.schedule == strategy::Schedule::one_f_one_b)
    return paths_bound(sum, bottleneck, form.micro_batches, form.stages, form.backward);
  if (form.schedule == strategy::Schedule::gpipe) return sum + (form.micro_batches - 1.0) * bottleneck;
  if (form.schedule == strategy::Schedule::zb_h1)
    return zero_bubble_bound(form.shares.without_weights(layers, form.edges) + form.links, bottleneck,
                             form.micro_batches, form.stages, form.shares);
  return form.micro_batches * bottleneck;
}

}  // namespace

double Form::operator()(double layers, double bottleneck, double first_tail) const {
  return std::max(before_tail(*this, layers, bottleneck) + first_tail, micro_batches * bottleneck);
}

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
    rest.edges += edge;
    if (in_run(j)) {
      rest.layers += tau(j);
      ++sure;
    }
    rest.bottleneck = std::max(rest.bottleneck, (in_run(j) ? tau(j) : shape.layer_seconds(j)) + edge);
  }
  rest.layers += (run - sure) * least;
  for (int layer = 0; layer < from; ++layer) {
    double cheapest = kBeyond;
    for (int j = 0; j <= std::min(layer, stages - 1); ++j)
      cheapest = std::min(cheapest, shape.layer_seconds(j, shape.class_of(layer)));
    rest.layers += cheapest;
  }
  // Fractional bottleneck, then up to the smallest that holds whole layers.
  const double fractional = rounded_down((run + edges) / per_layer);
  rest.bottleneck = bottleneck_for(std::max(rest.bottleneck, fractional), run, [&](const auto& hold) {
    for (int j = 0; j < stages; ++j) hold(1, tau(j), shape.edge_seconds(j), kAnyNumber);
  });
  return rest;
}

double step_lower_bound(const Shape& shape) {
  const Rest rest = least_rest(shape);
  const strategy::Strategy& strategy = shape.strategy();
  double seconds = shape.micro_batches() * rest.bottleneck;
  if (strategy.virtual_pipeline == 1) {
    Form form{strategy.schedule, shape.micro_batches(), shape.stages(), 0.0, rest.edges, 0.5, {}};
    for (int j = 0; j + 1 < shape.stages(); ++j)
      form.links += 2.0 * shape.links()[static_cast<std::size_t>(j)];
    if (strategy.schedule == strategy::Schedule::zb_h1) form.shares = shape.pass_shares();
    seconds = form(rest.layers, rest.bottleneck);
  }
  return rounded_down(shape.fixed_seconds() + seconds);
}

namespace {

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
    return std::max(k_all * longest, behind + k_all * shortest);
  }
  const double first_chunks =
      chunking.chunk() * (sum - slowest) - lacking * slowest + (others > 0 ? others * lightest : 0.0);
  return std::max(k_all * longest, k_all * shortest + first_chunks);
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
      const double whole = whole_in(bottleneck, floor.layer);
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
    if (deal.next >= kBeyond || deal.sum <= unlimited) break;
    const double later = form(unlimited, deal.next);
    if (later >= best) break;
    if (steps > 200) {
      best = later;  // below all that was not looked at
      break;
    }
    bottleneck = deal.next;
    deal = WholeDeal(m, form.stages, least_sum, bottleneck);
  }
  return best;
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
    return chunks_bound(m, strategy::chunking_of(m.schedule, m.layers, stages, m.chunks),
                        std::max(m.bottleneck, m.layers / rate));
  const Form form{m.schedule, m.micro_batches, stages, m.links, first + last, backward, shares};
  const double least = std::max({slowest, m.layers / rate, m.bottleneck});
  if (!one_chunk(m.schedule)) return m.micro_batches * least;
  if (m.whole) return whole_layers_bound(m, form, least_sum, least);
  const double lightest = m.floors[0].lightest;
  const double sum = lightest * least_sum + (m.layers - lightest * stages) * fastest;
  const double bottleneck = bottleneck_for(least, m.main_layers, [&](const auto& hold) {
    for (int k = 0; k < m.count; ++k)
      if (m.stages[k] > 0) hold(m.stages[k], m.floors[k].main_layer, 0.0, m.floors[k].holds);
  });
  return bottleneck >= kNoRoom ? kNoRoom : form(sum, bottleneck);
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
  return bound + tail(m.whole ? chunking.least_of(0) : 1);
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
  bottleneck = bottleneck_for(bottleneck, m.main_layers, [&](const auto& hold) {
    for (std::size_t j = 0; j < count; ++j) hold(1, line.main[j], line.edge[j], line.holds[j]);
  });
  return bottleneck >= kNoRoom ? kNoRoom : form(sum, bottleneck, tail);
}

}  // namespace

double line_lower_bound(const Line& line, const Mixture& m, const LeastTail& tail) {
  const int stages = static_cast<int>(line.layer.size());
  if (m.chunks > 1)
    return chunks_line_bound(line, m, strategy::chunking_of(m.schedule, m.layers, stages, m.chunks), tail);
  Form form{m.schedule, m.micro_batches, stages, m.links, 0.0, 1.0, {}};
  for (int k = 0; k < m.count; ++k) {
    form.backward = std::min(form.backward, m.floors[k].backward_share);
    form.shares.include(m.floors[k].shares);
  }
  return one_chunk_line_bound(line, m, form, tail(1));
}

}  // namespace astrolabe::cost
