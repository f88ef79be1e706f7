// The settings of a family laid out by kind: parts, what tails and memory tell apart in each, and bunches.
#include <algorithm>
#include <bit>

#include "core/search/settings.h"

namespace astrolabe::search {

/// The settings of these bases.
Settings SettingTables::filled(const Bits& alive, const StageSets& staged) const {
  Settings settings;
  settings.sets = staged.sets;
  settings.with_set.assign(staged.sets.size(), 0);
  std::size_t count = 0;
  for (const std::uint64_t word : alive) count += static_cast<std::size_t>(std::popcount(word));
  settings.bases = m_bases.data();
  settings.base.reserve(count);
  settings.stage_set.reserve(count);
  for (std::size_t w = 0; w < alive.size(); ++w) {
    for (std::uint64_t left = alive[w]; left != 0; left &= left - 1) {
      const std::size_t i = 64 * w + static_cast<std::size_t>(std::countr_zero(left));
      if (i >= m_bases.size()) break;
      const auto here = static_cast<std::uint32_t>(settings.size());
      if (settings.kinds.empty() || settings.kinds.back().kind != m_kind_of[i])
        settings.kinds.push_back({m_kind_of[i], here, here});
      settings.base.push_back(static_cast<std::uint32_t>(i));
      settings.stage_set.push_back(staged.set_of[m_stage_class[i]]);
      ++settings.with_set[settings.stage_set.back()];
      settings.kinds.back().end = here + 1;
      settings.kinds.back().sets |= Settings::bit(settings.stage_set.back());
    }
  }
  fill_parts(settings);
  number_demands(settings);
  find_leans(settings);
  find_bunches(settings);
  return settings;
}

/// Settings of a kind that tails and memory tell apart, one of each.
void SettingTables::fill_parts(Settings& settings) const {
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  // Kept by each thread: what they grow to is not asked for, filled and given back for every family again.
  struct Numbers {
    std::vector<std::uint64_t> all;
    std::vector<std::uint32_t> reads;
    std::vector<std::uint32_t> at;  // by what is read; kNone between two parts
    void start(std::size_t reads_below) {
      all.clear();
      reads.clear();
      at.assign(reads_below, kNone);
    }
    std::uint16_t find(std::uint32_t read, std::uint64_t index, std::uint32_t first) {
      if (at[read] == kNone) {
        at[read] = static_cast<std::uint32_t>(reads.size());
        reads.push_back(read);
        all.push_back(index);
      }
      return static_cast<std::uint16_t>(at[read] - first);
    }
    void forget(std::uint32_t first) {
      for (std::size_t i = first; i < reads.size(); ++i) at[reads[i]] = kNone;
    }
  };
  thread_local Numbers tails, memories;
  tails.start(m_tails);
  memories.start(m_memories);
  settings.tail_at.resize(settings.base.size());
  settings.memory_at.resize(settings.base.size());
  for (Settings::Part& part : settings.kinds) {
    part.first_tail = static_cast<std::uint32_t>(tails.all.size());
    part.first_memory = static_cast<std::uint32_t>(memories.all.size());
    for (std::uint32_t s = part.first; s < part.end; ++s) {
      const std::uint32_t base = settings.base[s];
      settings.tail_at[s] = tails.find(m_tail_reads[base], settings.index(s), part.first_tail);
      settings.memory_at[s] = memories.find(m_memory_reads[base], settings.index(s), part.first_memory);
    }
    part.end_tail = static_cast<std::uint32_t>(tails.all.size());
    part.end_memory = static_cast<std::uint32_t>(memories.all.size());
    tails.forget(part.first_tail);
    memories.forget(part.first_memory);
  }
  settings.tails = tails.all;
  settings.tail_reads = tails.reads;
  settings.memories = memories.all;
  settings.memory_reads = memories.reads;
}

/// Kinds of a row stand next to each other.
void SettingTables::number_demands(Settings& settings) const {
  const auto same = [](const std::vector<std::uint32_t>& reads, std::uint32_t first, std::uint32_t end,
                       std::uint32_t other_first, std::uint32_t other_end) {
    return std::equal(reads.begin() + first, reads.begin() + end, reads.begin() + other_first,
                      reads.begin() + other_end);
  };
  settings.demands = 0;
  auto row = settings.kinds.begin();
  for (auto part = row; part != settings.kinds.end(); ++part) {
    if (m_kinds[part->kind].row != m_kinds[row->kind].row) row = part;
    const auto known = std::find_if(row, part, [&](const Settings::Part& other) {
      return same(settings.tail_reads, part->first_tail, part->end_tail, other.first_tail, other.end_tail) &&
             same(settings.memory_reads, part->first_memory, part->end_memory, other.first_memory,
                  other.end_memory);
    });
    part->demand = known != part ? known->demand : settings.demands++;
  }
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
  settings.of_part.assign(settings.kinds.size() * settings.sets.size(), 0);
  std::uint32_t* of_part = settings.of_part.data();
  for (Settings::Part& part : settings.kinds) {
    if (numbers[part.lean] == kNone) {
      numbers[part.lean] = static_cast<std::uint32_t>(settings.bunches.size());
      settings.bunches.push_back({part.lean, 0, 0, 0, std::vector<std::uint64_t>(settings.sets.size(), 0)});
    }
    part.bunch = numbers[part.lean];
    Settings::Bunch& bunch = settings.bunches[part.bunch];
    bunch.sets |= part.sets;
    for (std::uint32_t s = part.first; s < part.end; ++s) ++of_part[settings.stage_set[s]];
    for (std::size_t set = 0; set < settings.sets.size(); ++set) bunch.with_set[set] += of_part[set];
    of_part += settings.sets.size();
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
