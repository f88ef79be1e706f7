// The settings of a family laid out by kind: parts, what tails and memory tell apart in each, and bunches.
#include <algorithm>
#include <bit>

#include "core/search/settings.h"

namespace astrolabe::search {

/// The settings of these bases whose set of stages is a possible one.
Settings SettingTables::filled(const Bits& alive, const StageSets& staged, const Bits& possible) const {
  // Kept by each thread: what it grows to is not asked for, filled and given back for every family again.
  thread_local std::vector<Settings::Part> kinds;
  kinds.clear();
  Settings settings;
  settings.sets = staged.sets;
  settings.with_set.assign(staged.sets.size(), 0);
  std::size_t count = 0;
  for (const std::uint64_t word : alive) count += static_cast<std::size_t>(std::popcount(word));
  settings.bases = m_bases.data();
  settings.base.resize(count);
  settings.stage_set.resize(count);
  std::uint32_t here = 0;
  for (std::size_t w = 0; w < alive.size(); ++w) {
    for (std::uint64_t left = alive[w]; left != 0; left &= left - 1) {
      const std::size_t i = 64 * w + static_cast<std::size_t>(std::countr_zero(left));
      if (i >= m_bases.size()) break;
      const std::uint16_t set = staged.set_of[m_stage_class[i]];
      if (!has(possible, set)) continue;
      if (kinds.empty() || kinds.back().kind != m_kind_of[i]) kinds.push_back({m_kind_of[i], here, here});
      settings.base[here] = static_cast<std::uint32_t>(i);
      settings.stage_set[here] = set;
      ++settings.with_set[set];
      kinds.back().end = ++here;
      kinds.back().sets |= Settings::bit(set);
    }
  }
  settings.base.resize(here);
  settings.stage_set.resize(here);
  settings.kinds = kinds;
  find_demands(settings);
  find_leans(settings);
  find_bunches(settings);
  return settings;
}

namespace {

/// What tells the settings of a part apart, numbered in the order in which it is met.
struct Numbers {
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  std::vector<std::uint64_t> settings;  ///< the first with each number
  std::vector<std::uint32_t> reads;     ///< what is read, by number
  std::vector<std::uint16_t> at;        ///< the number of each setting
  std::vector<std::uint32_t> number;    ///< by what is read
  void start(std::size_t reads_below) {
    forget();
    number.resize(std::max(number.size(), reads_below), kNone);
  }
  void add(std::uint32_t read, std::uint64_t index) {
    if (number[read] == kNone) {
      number[read] = static_cast<std::uint32_t>(reads.size());
      reads.push_back(read);
      settings.push_back(index);
    }
    at.push_back(static_cast<std::uint16_t>(number[read]));
  }
  void forget() {
    for (const std::uint32_t read : reads) number[read] = kNone;
    settings.clear();
    reads.clear();
    at.clear();
  }
};

/// The numbers of all demands so far, one behind the other.
struct Listed {
  std::vector<std::uint64_t> settings;
  std::vector<std::uint32_t> reads;
  std::vector<std::uint16_t> at;
  void clear() {
    settings.clear();
    reads.clear();
    at.clear();
  }
  void add(const Numbers& numbers) {
    settings.insert(settings.end(), numbers.settings.begin(), numbers.settings.end());
    reads.insert(reads.end(), numbers.reads.begin(), numbers.reads.end());
    at.insert(at.end(), numbers.at.begin(), numbers.at.end());
  }
  bool same(const Numbers& numbers, std::uint32_t first, std::uint32_t end, std::uint32_t first_at) const {
    return numbers.reads.size() == end - first && first_at + numbers.at.size() <= at.size() &&
           std::equal(numbers.reads.begin(), numbers.reads.end(), reads.begin() + first) &&
           std::equal(numbers.at.begin(), numbers.at.end(), at.begin() + first_at);
  }
};

}  // namespace

/// Whether the settings of two parts ask the same, one by one.
bool SettingTables::alike(const Settings& settings, const Settings::Part& a, const Settings::Part& b) const {
  if (a.end - a.first != b.end - b.first) return false;
  const std::uint32_t* one = &settings.base[a.first];
  const std::uint32_t* other = &settings.base[b.first];
  for (std::uint32_t s = 0; s < a.end - a.first; ++s)
    if (m_tail_reads[one[s]] != m_tail_reads[other[s]] || m_memory_reads[one[s]] != m_memory_reads[other[s]])
      return false;
  return true;
}

/// What tails and memory tell apart in each part. Kinds of a row stand next to each other; most of them have
/// settings that ask the same, and share a demand.
void SettingTables::find_demands(Settings& settings) const {
  thread_local Numbers tails, memories;
  thread_local Listed all_tails, all_memories;
  thread_local std::vector<Settings::Demand> demands;
  all_tails.clear();
  all_memories.clear();
  demands.clear();
  std::uint32_t row = 0;
  std::size_t first_of_row = 0;  // demands
  for (Settings::Part& part : settings.kinds) {
    if (&part == &settings.kinds.front() || m_kinds[part.kind].row != row) {
      row = m_kinds[part.kind].row;
      first_of_row = demands.size();
    }
    if (demands.size() > first_of_row && alike(settings, *(&part - 1), part)) {  // as most
      part.demand = (&part - 1)->demand;
      continue;
    }
    tails.start(m_tails);
    memories.start(m_memories);
    for (std::uint32_t s = part.first; s < part.end; ++s) {
      const std::uint32_t base = settings.base[s];
      tails.add(m_tail_reads[base], settings.index(s));
      memories.add(m_memory_reads[base], settings.index(s));
    }
    const auto known = std::find_if(
        demands.begin() + static_cast<std::ptrdiff_t>(first_of_row), demands.end(),
        [&](const Settings::Demand& other) {
          return all_tails.same(tails, other.first_tail, other.end_tail, other.first_at) &&
                 all_memories.same(memories, other.first_memory, other.end_memory, other.first_at);
        });
    part.demand = static_cast<std::uint32_t>(known - demands.begin());
    if (known != demands.end()) continue;
    Settings::Demand demand;
    demand.first_at = static_cast<std::uint32_t>(all_tails.at.size());
    demand.first_tail = static_cast<std::uint32_t>(all_tails.reads.size());
    demand.first_memory = static_cast<std::uint32_t>(all_memories.reads.size());
    all_tails.add(tails);
    all_memories.add(memories);
    demand.end_tail = static_cast<std::uint32_t>(all_tails.reads.size());
    demand.end_memory = static_cast<std::uint32_t>(all_memories.reads.size());
    demands.push_back(demand);
  }
  settings.demands = demands;
  settings.tails = all_tails.settings;
  settings.memories = all_memories.settings;
  settings.tail_at = all_tails.at;
  settings.memory_at = all_memories.at;
}

void SettingTables::find_leans(Settings& settings) const {
  constexpr std::uint32_t kNone = ~std::uint32_t{0};
  std::vector<std::uint32_t> leans(m_works, kNone);
  for (std::uint32_t part = 0; part < settings.kinds.size(); ++part) {
    const Kind& kind = m_kinds[settings.kinds[part].kind];
    std::uint32_t& lean = leans[kind.work];
    if (lean == kNone ||
        (m_kinds[settings.kinds[lean].kind].offloads_activations && !kind.offloads_activations))
      lean = part;
  }
  for (Settings::Part& part : settings.kinds) part.lean = leans[m_kinds[part.kind].work];
}

void SettingTables::find_bunches(Settings& settings) const {
  constexpr std::uint32_t kNone = ~std::uint32_t{0};
  std::vector<std::uint32_t> numbers(settings.kinds.size(), kNone);  // by lean part
  for (Settings::Part& part : settings.kinds) {
    if (numbers[part.lean] == kNone) {
      numbers[part.lean] = static_cast<std::uint32_t>(settings.bunches.size());
      settings.bunches.push_back({part.lean, 0, 0, 0, std::vector<std::uint64_t>(settings.sets.size(), 0)});
    }
    part.bunch = numbers[part.lean];
    Settings::Bunch& bunch = settings.bunches[part.bunch];
    bunch.sets |= part.sets;
    for (std::uint32_t s = part.first; s < part.end; ++s) ++bunch.with_set[settings.stage_set[s]];
    ++bunch.end;  // their number
  }
  std::uint32_t first = 0;
  for (Settings::Bunch& bunch : settings.bunches) {
    bunch.first = first;
    first += bunch.end;
    bunch.end = bunch.first;
  }
  settings.by_bunch.resize(settings.kinds.size());
  for (std::uint32_t part = 0; part < settings.kinds.size(); ++part)
    settings.by_bunch[settings.bunches[settings.kinds[part].bunch].end++] = part;
}

}  // namespace astrolabe::search
