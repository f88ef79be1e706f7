#include "core/mesh/widths_search.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <utility>

#include "core/mesh/widths_bound.h"
#include "core/strategy/space.h"

namespace astrolabe::mesh {

namespace {

constexpr int kMostFree = 12;  ///< micro-batches in flight that no layer is recomputed for
constexpr int kMostWideMicro = 2, kMostWideContext = 2;
/// Of pools with more groups fewer stages are tried.
constexpr int kFewGroups = 12, kSomeGroups = 64;
constexpr double kMostLines = 100'000.0;
constexpr std::size_t kOrdered = 3;  ///< pools all of whose orders are tried

class WidthsSearch {
 public:
  WidthsSearch(const strategy::Problem& problem, const std::vector<int>& gpus, const WidthsRequest& request)
      : m_request(request), m_scene(problem, gpus), m_costs(m_scene, request.batch) {
    for (std::size_t pool = 0; pool < gpus.size(); ++pool)
      if (gpus[pool] > 0) m_pools.push_back(static_cast<int>(pool));
  }

  WidthsAnswer run() {
    list();
    m_answer.pipelines = static_cast<long>(m_lines.size());
    std::stable_sort(m_lines.begin(), m_lines.end(),
                     [](const Line& a, const Line& b) { return a.quick < b.quick; });
    m_answer.bound = ended() ? 0.0 : kBeyond;
    if (m_request.every_split)
      play_everything();
    else
      look();
    if (m_answer.best.empty() || m_answer.bound >= kBeyond)
      m_answer.bound = m_answer.best.empty() ? 0.0 : m_answer.best.front().step();
    m_answer.bound = std::min(m_answer.bound, best_step());
    return std::move(m_answer);
  }

 private:
  struct Width {
    int pool = 0, tensor_parallel = 1, groups = 1;
  };
  struct Line {
    int context_parallel = 1, micro_batch = 1;
    std::vector<Width> stages;
    double quick = 0.0;
  };
  struct Candidate {
    WideProgram program;  ///< with the layers of its bound
    double least = 0.0, played = kBeyond;
  };

  bool ended() {
    m_answer.stopped_early = m_answer.stopped_early || m_request.stop.stop_requested();
    return m_answer.stopped_early;
  }
  double best_step() const { return m_answer.best.empty() ? kBeyond : m_answer.best.front().step(); }

  /// Widths, forms and orders.
  void list() {
    std::vector<int> order = m_pools;
    std::vector<std::vector<int>> orders;
    if (order.size() <= kOrdered) {
      do orders.push_back(order);
      while (std::next_permutation(order.begin(), order.end()));
    } else {
      orders.push_back(order);
      orders.emplace_back(order.rbegin(), order.rend());
    }
    int most = kMostWideStages;
    while (most > 1 && count(most) * static_cast<double>(orders.size()) > kMostLines) --most;
    for (const std::vector<int>& pools : orders)
      for (int context = 1; context <= kMostWideContext; context *= 2)
        for (int micro = 1; micro <= kMostWideMicro; micro *= 2) {
          if (m_request.batch % micro != 0) continue;
          Line line{context, micro, {}, 0.0};
          add(pools, 0, most, line);
        }
  }

  /// Groups that a pool may be cut into, with their tensor parallelism.
  struct Cut {
    int tensor_parallel = 1, groups = 1, stages = 1;  ///< stages: at most
  };
  std::vector<Cut> cuts_of(int pool, int context, int most) const {
    const auto at = static_cast<std::size_t>(pool);
    const int of_node = m_scene.problem().cluster.pools[at].gpus_of_node(), gpus = m_scene.gpus()[at];
    std::vector<Cut> cuts;
    for (const int tensor : strategy::usual_values(m_scene.problem(), "tensor_parallel")) {
      const int group = tensor * context;
      if (group > of_node || of_node % group != 0 || gpus % group != 0) continue;
      const int groups = gpus / group;
      cuts.push_back({tensor, groups,
                      std::min(most, groups <= kFewGroups    ? 3
                                     : groups <= kSomeGroups ? 2
                                                             : 1)});
    }
    return cuts;
  }

  /// Lines of one order of the pools.
  double count(int most) const {
    double all = 0.0;
    for (int context = 1; context <= kMostWideContext; context *= 2) {
      double lines = kMostWideMicro;
      for (const int pool : m_pools) {
        double of_pool = 0.0;
        for (const Cut& cut : cuts_of(pool, context, most)) {
          double ways = 1.0;  // (groups - 1 over stages - 1), summed up
          for (int stages = 1; stages <= cut.stages; ++stages) {
            of_pool += ways;
            ways *= static_cast<double>(cut.groups - stages) / stages;
          }
        }
        lines *= of_pool;
      }
      all += lines;
    }
    return all;
  }

  void add(const std::vector<int>& pools, std::size_t at, int most, Line& line) {
    if (ended()) return;
    if (at == pools.size()) return add_line(line);
    for (const Cut& cut : cuts_of(pools[at], line.context_parallel, most))
      for (const std::vector<int>& widths : cuts_into_widths(cut.groups, cut.stages)) {
        for (const int width : widths) line.stages.push_back({pools[at], cut.tensor_parallel, width});
        add(pools, at + 1, most, line);
        line.stages.resize(line.stages.size() - widths.size());
      }
  }

  void add_line(Line& line) {
    const std::size_t count = line.stages.size();
    if (static_cast<int>(count) > m_costs.layers() || count < 2) return;
    if (std::all_of(line.stages.begin(), line.stages.end(),
                    [&](const Width& stage) { return stage.groups == line.stages.front().groups; }))
      return;
    for (std::size_t j = 0; j < count; ++j)
      if (!is_left(form_at(line, j), static_cast<int>(count))) return;
    if (!m_request.every_split) {
      for (std::size_t j = 0; j < count; ++j)
        if (numbers(form_at(line, j), place_at(j, count), line.stages[j].groups).most == 0) return;
      line.quick = bounds_of(line).quick();
    }
    if (line.quick < kBeyond) m_lines.push_back(line);
  }

  static WideForm form_at(const Line& line, std::size_t j) {
    return {line.stages[j].pool, line.stages[j].tensor_parallel, line.context_parallel, line.micro_batch};
  }
  static WidePlace place_at(std::size_t j, std::size_t count) {
    return j == 0 ? WidePlace::first : j + 1 == count ? WidePlace::last : WidePlace::middle;
  }
  static WideProgram program_of_line(const Line& line) {
    WideProgram program;
    program.context_parallel = line.context_parallel;
    program.micro_batch = line.micro_batch;
    for (const Width& width : line.stages) {
      WideStage stage;
      stage.pool = width.pool;
      stage.tensor_parallel = width.tensor_parallel;
      stage.groups = width.groups;
      program.stages.push_back(stage);
    }
    return program;
  }

  bool is_left(const WideForm& form, int stages) {
    const auto [found, is_new] = m_left.try_emplace({form, stages}, false);
    if (is_new) found->second = m_costs.is_left(form, stages);
    return found->second;
  }

  const WideNumbers& numbers(const WideForm& form, WidePlace place, int groups) {
    const auto key = std::tuple(form, place, groups);
    const auto found = m_numbers.find(key);
    if (found != m_numbers.end()) return found->second;
    return m_numbers.emplace(key, numbers_of(m_costs, form, place, groups)).first->second;
  }

  WideBounds bounds_of(const Line& line) {
    std::vector<WideNumbers> stages;
    const std::size_t count = line.stages.size();
    stages.reserve(count);
    for (std::size_t j = 0; j < count; ++j) {
      const WideForm form = form_at(line, j);
      stages.push_back(numbers(form, place_at(j, count), line.stages[j].groups));
      if (j + 1 < count) stages.back().link = 2.0 * m_costs.link(form, form_at(line, j + 1));
    }
    const WideForm first = form_at(line, 0);
    return {std::move(stages), m_costs.layers(), m_costs.micro_batches(first),
            tail_of(first, line.stages.front().groups)};
  }

  /// Behind the first stage, whatever it holds and recomputes.
  double tail_of(const WideForm& form, int groups) {
    const auto [found, is_new] = m_tails.try_emplace({form, groups}, 0.0);
    if (!is_new) return found->second;
    double least = kBeyond;
    for (int layers = 1; layers < m_costs.layers(); ++layers)
      for (const int again : {0, layers})
        least = std::min(least, m_costs.passes(form, WidePlace::first, groups, layers, again).tail);
    return found->second = least;
  }

  void set_layers(WideProgram& program, const std::vector<int>& layers) const {
    for (std::size_t j = 0; j < layers.size(); ++j) program.stages[j].layers = layers[j];
  }

  /// Its step, kBeyond where it does not fit.
  double played(WideProgram program, const WideWay& way) {
    return m_costs.fill(program, way) ? played(std::move(program)) : kBeyond;
  }
  double played(WideProgram filled) {
    std::optional<WideProgram> made = m_costs.as_written(std::move(filled));
    if (!made) return kBeyond;
    ++m_answer.played;
    m_passes += 2L * made->micro_batches * static_cast<long>(made->stages.size());
    const double step = made->step();
    const std::size_t top = static_cast<std::size_t>(std::max(1, m_request.top));
    if (m_answer.best.size() >= top && step >= m_answer.best.back().step()) return step;
    const bool better = step < best_step();
    // Of one line the best split is told.
    const auto same = std::find_if(m_answer.best.begin(), m_answer.best.end(),
                                   [&](const WideProgram& known) { return same_line(known, *made); });
    if (same != m_answer.best.end()) {
      if (same->step() <= step) return step;
      m_answer.best.erase(same);
    }
    const auto place =
        std::upper_bound(m_answer.best.begin(), m_answer.best.end(), step,
                         [](double seconds, const WideProgram& known) { return seconds < known.step(); });
    m_answer.best.insert(place, std::move(*made));
    if (m_answer.best.size() > top) m_answer.best.pop_back();
    if (better && m_request.found) m_request.found(m_answer.best.front());
    return step;
  }

  static bool same_line(const WideProgram& a, const WideProgram& b) {
    return a.context_parallel == b.context_parallel && a.micro_batch == b.micro_batch &&
           std::equal(a.stages.begin(), a.stages.end(), b.stages.begin(), b.stages.end(),
                      [](const WideStage& x, const WideStage& y) {
                        return std::tie(x.pool, x.tensor_parallel, x.groups) ==
                               std::tie(y.pool, y.tensor_parallel, y.groups);
                      });
  }

  struct Played {
    WideWay way{};
    double step = kBeyond;
  };
  /// In flight and kept as they are best for the split. More in flight than stages work on evens out that
  /// they wait for each other, though not always: several are tried.
  Played best_way(const WideProgram& program) {
    constexpr std::array<std::pair<int, int>, 8> kInFlight{
        {{0, 0}, {1, 0}, {2, 0}, {4, 0}, {8, 0}, {0, 4}, {0, kMostFree}, {2, kMostFree}}};
    Played best;
    std::vector<std::vector<int>> seen;
    for (const double kept : {1.0, 0.5, 0.0})
      for (const auto& [more, free] : kInFlight) {
        const WideWay way{more, free, kept};
        WideProgram filled = program;
        if (!m_costs.fill(filled, way)) continue;
        std::vector<int> held;
        for (const WideStage& stage : filled.stages) held.insert(held.end(), {stage.in_flight, stage.again});
        if (std::find(seen.begin(), seen.end(), held) != seen.end()) continue;
        seen.push_back(std::move(held));
        const double step = played(std::move(filled));
        if (step < best.step) best = {way, step};
      }
    return best;
  }

  /// Lines in the order of their quick bounds, until these are as slow as the best that is played: what is
  /// not slower by its own bound is played, the first ones at once.
  void look() {
    constexpr std::size_t kAtOnce = 24;
    constexpr double kLong = 4.0;  // times as long as the quick bound: of no use
    std::vector<Candidate> candidates;
    double bound = kBeyond;
    for (const Line& line : m_lines) {
      if (line.quick >= best_step() || ended() || m_answer.bounded >= m_request.most_bounds) {
        bound = std::min(bound, line.quick);
        break;
      }
      ++m_answer.bounded;
      const WideBounds bounds = bounds_of(line);
      const double longest = std::min(best_step(), kLong * line.quick);
      WideBound least = bounds.least(line.quick, longest);
      bound = std::min(bound, std::min(least.seconds, longest));
      if (least.seconds >= kBeyond) continue;
      Candidate candidate{program_of_line(line), least.seconds};
      set_layers(candidate.program, least.layers);
      candidates.push_back(std::move(candidate));
      if (candidates.size() == kAtOnce) play(candidates, 1);
    }
    m_answer.bound = std::min(m_answer.bound, bound);
    play(candidates, candidates.size());
  }

  /// Once, those of the least bounds first; then the fastest `most` of them, moved on as long as that helps.
  void play(std::vector<Candidate>& candidates, std::size_t most) {
    std::stable_sort(candidates.begin(), candidates.end(),
                     [](const Candidate& a, const Candidate& b) { return a.least < b.least; });
    screen(candidates);
    std::stable_sort(candidates.begin(), candidates.end(),
                     [](const Candidate& a, const Candidate& b) { return a.played < b.played; });
    for (std::size_t i = 0; i < std::min(most, candidates.size()); ++i) {
      if (ended() || spent(1)) return;
      if (candidates[i].least < best_step()) improve(candidates[i].program);
    }
  }

  /// Plays the best of each form and order once, the best of all forms first.
  void screen(std::vector<Candidate>& candidates) {
    constexpr int kOfForm = 6;
    std::map<std::vector<int>, int> rank;
    std::vector<std::vector<Candidate*>> by_rank(kOfForm);
    for (Candidate& candidate : candidates) {
      std::vector<int> form{candidate.program.context_parallel, candidate.program.micro_batch};
      for (const WideStage& stage : candidate.program.stages)
        if (form.size() == 2 || form[form.size() - 2] != stage.pool) {
          form.push_back(stage.pool);
          form.push_back(stage.tensor_parallel);
        }
      int& place = rank[form];
      if (place < kOfForm) by_rank[static_cast<std::size_t>(place)].push_back(&candidate);
      ++place;
    }
    for (const std::vector<Candidate*>& of_rank : by_rank)
      for (Candidate* candidate : of_rank) {
        if (ended() || spent(2)) return;
        if (candidate->least >= best_step() || candidate->played < kBeyond) continue;
        candidate->played = played(candidate->program, {0, kMostFree, 1.0});
        if (candidate->played >= kBeyond) candidate->played = played(candidate->program, {0, kMostFree, 0.0});
      }
  }

  /// Half of the passes are for what may be good, the rest for what is.
  bool spent(int parts) const { return m_passes > m_request.most_passes / parts; }

  /// Of few layers every split; else layers from one stage to another as long as that is faster.
  void improve(WideProgram& program) {
    constexpr double kFewSplits = 40.0;
    double splits = 1.0;  // (layers - 1 over stages - 1)
    for (std::size_t j = 1; j < program.stages.size(); ++j)
      splits *= static_cast<double>(m_costs.layers() - static_cast<int>(j)) / static_cast<double>(j);
    if (splits <= kFewSplits) {
      std::vector<int> layers(program.stages.size(), 1);
      return every_split(program, layers, 0, m_costs.layers());
    }
    Played best = best_way(program);
    if (best.step >= kBeyond) return;
    const std::size_t count = program.stages.size();
    for (bool moved = true; moved;) {
      moved = false;
      for (std::size_t from = 0; from < count; ++from)
        for (std::size_t to = 0; to < count; ++to) {
          if (from == to || program.stages[from].layers < 2) continue;
          if (ended() || spent(1)) return;
          --program.stages[from].layers;
          ++program.stages[to].layers;
          const double step = played(program, best.way);
          if (step < best.step) {
            best.step = step;
            moved = true;
            continue;
          }
          ++program.stages[from].layers;
          --program.stages[to].layers;
        }
      if (!moved) {
        const Played other = best_way(program);
        moved = other.step < best.step;
        best = other;
      }
    }
  }

  void play_everything() {
    for (const Line& line : m_lines) {
      WideProgram program = program_of_line(line);
      std::vector<int> layers(program.stages.size(), 1);
      every_split(program, layers, 0, m_costs.layers());
    }
  }
  void every_split(WideProgram& program, std::vector<int>& layers, std::size_t at, int left) {
    if (at + 1 == layers.size()) {
      layers[at] = left;
      set_layers(program, layers);
      best_way(program);
      return;
    }
    const int behind = static_cast<int>(layers.size() - at) - 1;
    for (layers[at] = 1; layers[at] + behind <= left; ++layers[at])
      every_split(program, layers, at + 1, left - layers[at]);
  }

  const WidthsRequest& m_request;
  Scene m_scene;
  WideCosts m_costs;
  std::vector<int> m_pools;
  std::vector<Line> m_lines;
  std::map<std::pair<WideForm, int>, bool> m_left;
  std::map<std::tuple<WideForm, WidePlace, int>, WideNumbers> m_numbers;
  std::map<std::pair<WideForm, int>, double> m_tails;
  long m_passes = 0;
  WidthsAnswer m_answer;
};

}  // namespace

bool widths_divide(const std::vector<int>& gpus, const std::vector<int>& gpus_per_node) {
  int common = 0, largest = 0;
  bool alike = true;
  int first = 0;
  for (std::size_t pool = 0; pool < gpus.size(); ++pool) {
    if (gpus[pool] == 0) continue;
    common = std::gcd(common, gpus[pool]);
    largest = std::max(largest, gpus_per_node[pool]);
    if (first == 0) first = gpus[pool];
    alike = alike && gpus[pool] == first;
  }
  return alike || common >= 2 * largest;
}

std::vector<std::vector<int>> cuts_into_widths(int groups, int most) {
  std::vector<std::vector<int>> all;
  if (groups < 1 || most < 1) return all;
  all.push_back({groups});
  for (int first = 1; first < groups; ++first)
    for (std::vector<int>& rest : cuts_into_widths(groups - first, most - 1)) {
      rest.insert(rest.begin(), first);
      all.push_back(std::move(rest));
    }
  return all;
}

WidthsAnswer search_widths(const strategy::Problem& problem, const std::vector<int>& gpus,
                           const WidthsRequest& request) {
  return WidthsSearch(problem, gpus, request).run();
}

}  // namespace astrolabe::mesh
