#include "core/search/settings.h"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <tuple>
#include <unordered_map>

#include "core/base/parallel.h"

namespace astrolabe::search {

namespace reads = strategy::reads;
using strategy::Family;
using strategy::Rule;
using strategy::Strategy;

namespace {

constexpr std::uint32_t kFamilyReads = reads::pool | reads::tensor | reads::data | reads::context;
/// What settings of one kind differ in.
constexpr std::uint32_t kInsideKind =
    reads::recompute | reads::zero | reads::grad | reads::param | reads::offload;

/// A switch that is "on where legal" follows what makes it legal.
std::uint32_t with_derived(std::uint32_t mask) {
  if ((mask & reads::param) != 0) mask |= reads::grad | reads::zero;
  if ((mask & reads::grad) != 0) mask |= reads::data | reads::context;
  if ((mask & reads::overlap) != 0) mask |= reads::sequence;
  if ((mask & reads::sequence) != 0) mask |= reads::tensor;
  return mask;
}

/// The number of stages of all pipelines of a family, 0 where there are several.
int known_stages(const Family& family) {
  int least = 0, most = 0;
  for (const Family::Use& use : family.uses) {
    least += use.least;
    most += use.most;
  }
  return least == most ? most : 0;
}

constexpr std::size_t kParts = 16;  // that workers take one after the other

std::size_t words(std::size_t bits) { return bits / 64 + 1; }
void set(Bits& bits, std::size_t i) { bits[i / 64] |= std::uint64_t{1} << (i % 64); }

}  // namespace

SettingTables::SettingTables(const strategy::Problem& problem, const strategy::Space& space, int workers)
    : m_problem(problem), m_space(space) {
  std::vector<const Rule*> always;
  std::vector<const Rule*> some, staged;
  for (const Rule& rule : strategy::rules_of(problem)) {
    const std::uint32_t mask = with_derived(rule.reads);
    if ((mask & reads::pipeline) != 0) {
      staged.push_back(&rule);
      m_reads |= mask & kFamilyReads;
    } else if ((mask & ~kFamilyReads) == 0) {
      m_family_rules.push_back(&rule);
    } else if ((mask & kFamilyReads) == 0) {
      always.push_back(&rule);
    } else {
      some.push_back(&rule);
      m_reads |= mask & kFamilyReads;
    }
  }
  find_bases(always, workers);
  sort_bases(workers);
  m_views.resize(some.size());
  m_stage_views.resize(staged.size());
  parallel_for(some.size() + staged.size(), workers, {}, [&](std::size_t i, int) {
    if (i < some.size())
      m_views[i] = view_of(*some[i]);
    else
      m_stage_views[i - some.size()] = view_of(*staged[i - some.size()]);
  });
  sort_by_stages();
  sort_works();
}

/// In ascending order, a part of all indices at a time.
void SettingTables::find_bases(const std::vector<const Rule*>& always, int workers) {
  const std::uint64_t each = m_space.per_group() / kParts + 1;
  std::vector<std::vector<std::uint64_t>> found(kParts);
  parallel_for(found.size(), workers, {}, [&](std::size_t part, int) {
    Strategy one_stage;
    one_stage.stages.resize(1);
    m_space.visit_settings(
        one_stage, always, [&](std::uint64_t index) { found[part].push_back(index); }, part * each,
        (part + 1) * each);
  });
  for (const std::vector<std::uint64_t>& part : found)
    m_bases.insert(m_bases.end(), part.begin(), part.end());
}

SettingTables::View SettingTables::view_of(const Rule& rule) const {
  View made;
  made.rule = &rule;
  made.reads = with_derived(rule.reads);
  const strategy::Projection seen = m_space.projection(made.reads);
  std::unordered_map<std::uint64_t, std::uint32_t> classes;
  made.class_of.resize(m_bases.size());
  std::uint64_t before = 0;
  std::uint32_t as_before = 0;
  const bool alike_by_kind = (made.reads & kInsideKind) == 0;
  for (std::size_t i = 0; i < m_bases.size(); ++i) {
    if (alike_by_kind && i > 0 && m_kind_of[i] == m_kind_of[i - 1]) {
      made.class_of[i] = as_before;
      continue;
    }
    const std::uint64_t read = seen(m_bases[i]);
    if (i == 0 || read != before) {  // as few
      before = read;
      const auto [place, added] = classes.try_emplace(read, static_cast<std::uint32_t>(made.first_of.size()));
      if (added) made.first_of.push_back(static_cast<std::uint32_t>(i));
      as_before = place->second;
    }
    made.class_of[i] = as_before;
  }
  constexpr std::size_t kFewClasses = 64;
  if (made.first_of.size() > kFewClasses) return made;
  made.members.assign(made.first_of.size(), Bits(words(m_bases.size()), 0));
  for (std::size_t i = 0; i < m_bases.size(); ++i) set(made.members[made.class_of[i]], i);
  return made;
}

/// Classes of all stage views together: those of the first ones, each divided by the next.
void SettingTables::sort_by_stages() {
  m_stage_class.assign(m_bases.size(), 0);
  m_stage_classes.assign(1, {});
  for (const View& view : m_stage_views) {
    std::unordered_map<std::uint64_t, std::uint32_t> classes;
    std::vector<std::vector<std::uint32_t>> divided;
    std::uint64_t before = ~std::uint64_t{0};
    std::uint32_t as_before = 0;
    for (std::size_t i = 0; i < m_bases.size(); ++i) {
      const std::uint64_t both = std::uint64_t{m_stage_class[i]} << 32U | view.class_of[i];
      if (both == before) {  // as most
        m_stage_class[i] = as_before;
        continue;
      }
      before = both;
      const auto [place, added] = classes.try_emplace(both, static_cast<std::uint32_t>(divided.size()));
      if (added) {
        divided.push_back(m_stage_classes[m_stage_class[i]]);
        divided.back().push_back(view.class_of[i]);
      }
      m_stage_class[i] = as_before = place->second;
    }
    m_stage_classes.swap(divided);
  }
}

/// The bases of each work stand together: kinds are in their order.
void SettingTables::sort_works() {
  for (std::uint32_t base = 0; base < m_bases.size(); ++base) {
    const std::uint32_t work = m_kinds[m_kind_of[base]].work;
    if (work == m_works.size()) {
      m_works.emplace_back();
      m_works.back().first = base;
    }
    m_works.back().end = base + 1;
  }
  std::vector<std::uint32_t> parts(m_works.size(), 0);
  for (const Kind& kind : m_kinds) ++parts[kind.work];
  for (const std::uint32_t count : parts)
    m_part_bits = std::max(m_part_bits, static_cast<unsigned>(std::bit_width(count - 1)));
  if (std::uint64_t{m_works.size()} << m_part_bits > std::uint64_t{1} << 32U)
    throw std::length_error("more kinds of settings than a search can name");
  constexpr std::uint16_t kNone = 0xffff;
  std::vector<std::uint16_t> at(m_stage_classes.size(), kNone);
  for (Work& work : m_works) {
    for (std::uint32_t base = work.first; base < work.end; ++base) {
      std::uint16_t& place = at[m_stage_class[base]];
      if (place == kNone) {
        place = static_cast<std::uint16_t>(work.classes.size());
        work.classes.push_back(m_stage_class[base]);
      }
      work.class_at.push_back(place);
    }
    for (const std::uint32_t met : work.classes) at[met] = kNone;
  }
}

/// Orders what is left of a group's configurations by work and kind, and numbers kinds and rows.
void SettingTables::sort_bases(int workers) {
  constexpr std::uint32_t other = kInsideKind | reads::schedule | reads::virtual_pipeline;
  struct Base {
    std::uint64_t work = 0;    ///< what its work is told by
    std::uint64_t kind = 0;    ///< what its kind is told by, that of the row in front
    std::uint32_t before = 0;  ///< its place among the indices in ascending order
  };
  const strategy::Projection rest = m_space.projection(~other);
  const strategy::Projection scheduled = m_space.projection(reads::schedule | reads::virtual_pipeline);
  const strategy::Projection floor = m_space.projection(~(other | reads::sharding));
  const strategy::Projection work = m_space.projection(~(other | reads::sharding | reads::activations));
  const strategy::Projection tail =
      m_space.projection(reads::zero | reads::sharding | reads::grad | reads::param | reads::offload);
  const strategy::Projection memory = m_space.projection(reads::zero | reads::sharding | reads::recompute |
                                                         reads::offload | reads::activations);
  const std::uint64_t schedules = scheduled.end();
  // Whether a rank gathers weights, and of what is done again, change the time of a layer as well.
  const auto row_of = [&](std::uint64_t index) {
    return 4 * rest(index) + (m_space.zero_stage(index) == 3 ? 2U : 0U) +
           (m_space.recompute(index) == strategy::Recompute::selective ? 1U : 0U);
  };
  std::vector<Base> bases(m_bases.size());
  const auto in_parts = [&](const auto& use) {
    const std::size_t each = bases.size() / kParts + 1;
    parallel_for(kParts, workers, {}, [&](std::size_t part, int) {
      for (std::size_t i = part * each; i < std::min(bases.size(), (part + 1) * each); ++i) use(i);
    });
  };
  in_parts([&](std::size_t i) {
    const std::uint64_t index = m_bases[i];
    const std::uint64_t row = row_of(index);
    bases[i] = {4 * work(index) + row % 4, row * schedules + scheduled(index), static_cast<std::uint32_t>(i)};
  });
  std::sort(bases.begin(), bases.end(), [](const Base& a, const Base& b) {
    return std::tie(a.work, a.kind, a.before) < std::tie(b.work, b.kind, b.before);
  });
  // Floors by what they read, and by the two that change the time of a layer, as works.
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint32_t> floors;
  const std::vector<std::uint64_t> ascending = m_bases;
  Strategy one_stage;
  one_stage.stages.resize(1);
  std::uint32_t rows = 0;
  std::uint32_t works = 0, bare_works = 0;
  m_kind_of.resize(bases.size());
  m_base_of.resize(bases.size());
  m_tail_reads.resize(bases.size());
  m_memory_reads.resize(bases.size());
  for (std::size_t i = 0; i < bases.size(); ++i) {
    if (i == 0 || bases[i].kind != bases[i - 1].kind) {
      const std::uint64_t index = ascending[bases[i].before];
      const std::uint64_t row = bases[i].kind / schedules;
      m_space.choose(index, one_stage);
      if (i == 0 || row != bases[i - 1].kind / schedules) ++rows;
      if (i == 0 || bases[i].work != bases[i - 1].work) ++works;
      if (i == 0 || bases[i].work / 2 != bases[i - 1].work / 2) ++bare_works;
      const auto at_floor =
          floors.try_emplace({floor(index), row % 4}, static_cast<std::uint32_t>(floors.size())).first;
      m_kinds.push_back({index, rows - 1, at_floor->second, works - 1, bare_works - 1,
                         one_stage.offload_activations, one_stage.micro_batch, one_stage.virtual_pipeline, one_stage.schedule});
    }
    m_kind_of[i] = static_cast<std::uint32_t>(m_kinds.size() - 1);
  }
  std::vector<std::uint64_t> tails(bases.size()), memories(bases.size());  // what tells them apart
  in_parts([&](std::size_t i) {
    const std::uint64_t index = ascending[bases[i].before];
    m_bases[i] = index;
    m_base_of[bases[i].before] = {index, static_cast<std::uint32_t>(i)};
    tails[i] = tail(index);
    memories[i] = memory(index);
  });
  // Their numbers: few differ.
  const auto number_all = [](const std::vector<std::uint64_t>& read, std::vector<std::uint32_t>& of_base) {
    std::unordered_map<std::uint64_t, std::uint32_t> found;
    for (std::size_t i = 0; i < read.size(); ++i)
      of_base[i] = i > 0 && read[i] == read[i - 1]
                       ? of_base[i - 1]
                       : found.try_emplace(read[i], static_cast<std::uint32_t>(found.size())).first->second;
    return found.size();
  };
  m_tails = number_all(tails, m_tail_reads);
  m_memories = number_all(memories, m_memory_reads);
  m_floors = floors.size();
}

/// One stage a pool: all that rules see of a family.
Strategy SettingTables::start(const Family& family) const {
  Strategy strategy;
  m_space.start_family(family, strategy);
  return strategy;
}

/// What a rule reading `mask` can tell of a family. Stages count as a set.
std::uint64_t SettingTables::key(const Family& family, std::uint32_t mask) {
  std::uint64_t result = 0;
  if ((mask & reads::data) != 0) result = static_cast<std::uint64_t>(family.data_parallel);
  result <<= 20U;
  if ((mask & reads::context) != 0) result += static_cast<std::uint64_t>(family.context_parallel);
  result <<= 20U;
  if ((mask & (reads::tensor | reads::pool)) == 0) return result;
  m_seen.clear();
  for (const Family::Use& use : family.uses)
    m_seen.push_back((mask & reads::pool) != 0 ? use.tensor_parallel * 1024 + use.pool + 1
                                               : use.tensor_parallel * 1024);
  std::sort(m_seen.begin(), m_seen.end());
  m_seen.erase(std::unique(m_seen.begin(), m_seen.end()), m_seen.end());
  return result + m_tensor_keys.try_emplace(m_seen, m_tensor_keys.size()).first->second;
}

void SettingTables::look(View& view, std::uint64_t key, const Family& family) const {
  const auto [place, added] = view.allowed_at.try_emplace(key, 0);
  if (!added) return;
  Strategy strategy = start(family);
  std::vector<char> broken;
  for (const std::uint32_t base : view.first_of) {
    m_space.choose(m_bases[base], strategy);
    broken.push_back(view.rule->broken(m_problem, strategy) ? 1 : 0);
  }
  const auto [known, fresh] =
      view.by_broken.try_emplace(broken, static_cast<std::uint32_t>(view.allowed.size()));
  place->second = known->second;
  if (!fresh) return;
  Bits& bits = view.allowed.emplace_back(words(m_bases.size()), ~std::uint64_t{0});
  if (view.members.empty()) {
    for (std::size_t i = 0; i < m_bases.size(); ++i)
      if (broken[view.class_of[i]] != 0) bits[i / 64] &= ~(std::uint64_t{1} << (i % 64));
    return;
  }
  for (std::size_t k = 0; k < broken.size(); ++k)
    for (std::size_t w = 0; broken[k] != 0 && w < bits.size(); ++w) bits[w] &= ~view.members[k][w];
}

void SettingTables::look_at_stages(View& view, std::uint64_t key, const Family& family) const {
  const auto [place, added] = view.stages.try_emplace(key);
  if (!added) return;
  Strategy strategy = start(family);
  const int layers = m_problem.graph->layer_count();
  for (const std::uint32_t base : view.first_of) {
    m_space.choose(m_bases[base], strategy);
    Bits bits(words(static_cast<std::size_t>(layers)), 0);
    for (int stages = 1; stages <= layers; ++stages) {
      strategy.pipeline_parallel = stages;
      if (!view.rule->broken(m_problem, strategy)) set(bits, static_cast<std::size_t>(stages));
    }
    place->second.push_back(std::move(bits));
  }
}

/// `views`: what each of m_stage_views allows.
const SettingTables::StageSets& SettingTables::stage_sets(
    const std::vector<const std::vector<Bits>*>& views) {
  const auto [place, added] = m_stage_sets.try_emplace(views);
  StageSets& result = place->second;
  if (!added) return result;
  const std::size_t row = words(static_cast<std::size_t>(m_problem.graph->layer_count()));
  std::vector<char> met;
  for (const std::vector<std::uint32_t>& classes : m_stage_classes) {
    Bits both(row, ~std::uint64_t{0});
    for (std::size_t v = 0; v < views.size(); ++v) {
      const Bits& bits = (*views[v])[classes[v]];
      for (std::size_t w = 0; w < row; ++w) both[w] &= bits[w];
    }
    const auto [number, fresh] = m_set_numbers.try_emplace(both, static_cast<std::uint16_t>(m_sets.size()));
    if (fresh && m_sets.size() == kNoSet)
      throw std::length_error("more sets of numbers of stages than a search can name");
    if (fresh) m_sets.push_back(std::move(both));
    met.resize(m_sets.size(), 0);
    if (met[number->second] == 0) result.sets.push_back(number->second);
    met[number->second] = 1;
    result.set_of.push_back(number->second);
  }
  return result;
}

std::vector<std::uint32_t> SettingTables::find(const std::vector<const Family*>& families, int workers) {
  std::vector<char> broken(families.size(), 0);
  parallel_for(families.size(), workers, {}, [&](std::size_t i, int) {
    const Strategy strategy = start(*families[i]);
    broken[i] = std::any_of(m_family_rules.begin(), m_family_rules.end(),
                            [&](const Rule* rule) { return rule->broken(m_problem, strategy); });
  });
  // Families that rules see for the first time.
  struct Fresh {
    const Family* family = nullptr;
    int stages = 0;                   ///< where their number is known
    std::uint32_t* row = nullptr;     ///< in m_found
    std::vector<std::uint64_t> keys;  ///< by view, those of stages behind the others
  };
  std::vector<std::uint32_t*> row_of(families.size(), nullptr);
  std::vector<Fresh> fresh;
  for (std::size_t i = 0; i < families.size(); ++i) {
    if (broken[i] != 0) continue;
    const int stages = known_stages(*families[i]);
    const auto [place, added] = m_found.try_emplace({key(*families[i], m_reads), stages}, 0);
    row_of[i] = &place->second;
    if (!added) continue;
    Fresh next{families[i], stages, row_of[i], {}};
    for (const View& view : m_views) next.keys.push_back(key(*next.family, view.reads));
    for (const View& view : m_stage_views) next.keys.push_back(key(*next.family, view.reads));
    fresh.push_back(std::move(next));
  }
  parallel_for(m_views.size() + m_stage_views.size(), workers, {}, [&](std::size_t v, int) {
    for (const Fresh& next : fresh)
      if (v < m_views.size())
        look(m_views[v], next.keys[v], *next.family);
      else
        look_at_stages(m_stage_views[v - m_views.size()], next.keys[v], *next.family);
  });
  // Works that are left with other settings than any before.
  std::vector<Left> unlike;
  const std::size_t known = m_settings.size();
  std::vector<const std::vector<Bits>*> stages(m_stage_views.size());
  std::vector<std::uint32_t> allowed(m_views.size());
  for (Fresh& next : fresh) {
    for (std::size_t v = 0; v < stages.size(); ++v)
      stages[v] = &m_stage_views[v].stages.at(next.keys[m_views.size() + v]);
    for (std::size_t v = 0; v < allowed.size(); ++v) allowed[v] = m_views[v].allowed_at.at(next.keys[v]);
    const StageSets& staged = stage_sets(stages);
    Bits possible(words(staged.sets.size()), 0);
    for (std::size_t at = 0; at < staged.sets.size(); ++at)
      if (next.stages == 0 || has(m_sets[staged.sets[at]], static_cast<std::size_t>(next.stages)))
        set(possible, at);
    const auto [row, other] = m_by_allowed.try_emplace({&staged, allowed, possible}, 0);
    if (other) {
      Bits alive(words(m_bases.size()), ~std::uint64_t{0});
      for (std::size_t v = 0; v < allowed.size(); ++v) {
        const Bits& bits = m_views[v].allowed[allowed[v]];
        for (std::size_t w = 0; w < alive.size(); ++w) alive[w] &= bits[w];
      }
      const auto [place, added] = m_filled.try_emplace({&staged, std::move(alive), std::move(possible)},
                                                       static_cast<std::uint32_t>(known + unlike.size()));
      if (added) unlike.push_back({&std::get<1>(place->first), &staged, &std::get<2>(place->first)});
      row->second = place->second;
    }
    *next.row = row->second;
  }
  std::vector<std::vector<const Bucket*>> of_works(unlike.size(), std::vector<const Bucket*>(m_works.size()));
  parallel_for(m_works.size(), workers, {}, [&](std::size_t work, int) {
    for (std::size_t i = 0; i < unlike.size(); ++i) of_works[i][work] = bucket_of(m_works[work], unlike[i]);
  });
  m_settings.resize(known + unlike.size());
  parallel_for(unlike.size(), workers, {},
               [&](std::size_t i, int) { m_settings[known + i] = collected(of_works[i]); });
  std::vector<std::uint32_t> rows;
  rows.reserve(families.size());
  for (const std::uint32_t* row : row_of) rows.push_back(row == nullptr ? kNoRow : *row);
  return rows;
}

std::uint32_t SettingTables::base_of(std::uint64_t index) const {
  const auto known = std::lower_bound(m_base_of.begin(), m_base_of.end(), std::pair{index, std::uint32_t{0}});
  return known == m_base_of.end() || known->first != index ? kNoBase : known->second;
}

}  // namespace astrolabe::search
