// What rules leave families, laid out work by work and kind by kind: parts, and what tails and memory tell
// apart in each.
#include <algorithm>
#include <bit>

#include "core/search/settings.h"

namespace astrolabe::search {

namespace {

constexpr std::size_t kSetsAWord = 4;

/// Of so many sets of 16 bits, behind so many words, the one at a place.
std::uint16_t set_in(const std::vector<std::uint64_t>& key, std::size_t words, std::size_t at) {
  return static_cast<std::uint16_t>(key[words + at / kSetsAWord] >> (16 * (at % kSetsAWord)));
}

std::size_t words_of(std::size_t bits) { return (bits + 63) / 64; }

void count(std::vector<Bucket::Count>& counts, std::size_t from, std::uint16_t set, std::uint32_t settings) {
  const auto known = std::find_if(counts.begin() + static_cast<std::ptrdiff_t>(from), counts.end(),
                                  [&](const Bucket::Count& other) { return other.set == set; });
  if (known == counts.end())
    counts.push_back({set, settings});
  else
    known->settings += settings;
}

}  // namespace

/// What is left of a work, null where nothing is.
const Bucket* SettingTables::bucket_of(Work& work, const Left& left) const {
  // Sets that are possible by their numbers.
  thread_local std::vector<char> possible;
  possible.assign(m_sets.size(), 0);
  for (std::size_t at = 0; at < left.staged->sets.size(); ++at)
    if (has(*left.possible, at)) possible[left.staged->sets[at]] = 1;
  const std::size_t bases = work.end - work.first;
  const std::size_t words = words_of(bases);
  thread_local std::vector<std::uint64_t> key;
  key.assign(words + (work.classes.size() + kSetsAWord - 1) / kSetsAWord, 0);
  const Bits& alive = *left.alive;
  std::uint64_t any = 0;
  for (std::size_t w = 0; w < words; ++w) {
    const std::size_t from = work.first + 64 * w;
    std::uint64_t word = alive[from / 64] >> (from % 64);
    if (from % 64 != 0 && from / 64 + 1 < alive.size()) word |= alive[from / 64 + 1] << (64 - from % 64);
    if (bases - 64 * w < 64) word &= (std::uint64_t{1} << (bases - 64 * w)) - 1;
    any |= key[w] = word;
  }
  if (any == 0) return nullptr;
  any = 0;
  for (std::size_t at = 0; at < work.classes.size(); ++at) {
    const std::uint16_t set = left.staged->set_of[work.classes[at]];
    any |= possible[set];
    key[words + at / kSetsAWord] |= std::uint64_t{possible[set] != 0 ? set : kNoSet}
                                    << (16 * (at % kSetsAWord));
  }
  if (any == 0) return nullptr;
  const auto [place, fresh] = work.buckets.try_emplace(key);
  if (fresh) place->second = std::make_unique<const Bucket>(filled(work, key));
  return place->second->parts.empty() ? nullptr : place->second.get();
}

/// `key`: as in Work::buckets.
Bucket SettingTables::filled(const Work& work, const std::vector<std::uint64_t>& key) const {
  Bucket bucket;
  bucket.bases = m_bases.data();
  bucket.work = m_kinds[m_kind_of[work.first]].work;
  const std::size_t words = words_of(work.end - work.first);
  std::size_t most = 0;
  for (std::size_t w = 0; w < words; ++w) most += static_cast<std::size_t>(std::popcount(key[w]));
  bucket.base.reserve(most);
  bucket.stage_set.reserve(most);
  for (std::size_t w = 0; w < words; ++w) {
    for (std::uint64_t left = key[w]; left != 0; left &= left - 1) {
      const std::size_t at = 64 * w + static_cast<std::size_t>(std::countr_zero(left));
      const std::uint16_t set = set_in(key, words, work.class_at[at]);
      if (set == kNoSet) continue;
      const auto base = static_cast<std::uint32_t>(work.first + at);
      const std::uint32_t kind = m_kind_of[base];
      const auto here = static_cast<std::uint32_t>(bucket.base.size());
      if (bucket.parts.empty() || bucket.parts.back().kind != kind) {
        const auto counts = static_cast<std::uint32_t>(bucket.counts.size());
        bucket.parts.push_back({kind, here, here, counts, counts});
      }
      bucket.base.push_back(base);
      bucket.stage_set.push_back(set);
      Bucket::Part& part = bucket.parts.back();
      part.end = here + 1;
      count(bucket.counts, part.first_count, set, 1);
      part.end_count = static_cast<std::uint32_t>(bucket.counts.size());
    }
  }
  for (const Bucket::Count& each : bucket.counts) count(bucket.all_counts, 0, each.set, each.settings);
  for (std::uint32_t part = 1; part < bucket.parts.size(); ++part)
    if (m_kinds[bucket.parts[bucket.lean].kind].offloads_activations &&
        !m_kinds[bucket.parts[part].kind].offloads_activations)
      bucket.lean = part;
  find_demands(bucket);
  return bucket;
}

/// By work, null where nothing is left of one.
Settings SettingTables::collected(const std::vector<const Bucket*>& of_works) const {
  Settings settings;
  settings.part_bits = m_part_bits;
  for (const Bucket* bucket : of_works) {
    if (bucket == nullptr) continue;
    settings.buckets.push_back({bucket, static_cast<std::uint32_t>(settings.demands)});
    settings.kinds += bucket->parts.size();
    settings.demands += bucket->demands.size();
    for (const Bucket::Count& each : bucket->all_counts) count(settings.counts, 0, each.set, each.settings);
  }
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
bool SettingTables::alike(const Bucket& bucket, const Bucket::Part& a, const Bucket::Part& b) const {
  if (a.end - a.first != b.end - b.first) return false;
  const std::uint32_t* one = &bucket.base[a.first];
  const std::uint32_t* other = &bucket.base[b.first];
  for (std::uint32_t s = 0; s < a.end - a.first; ++s)
    if (m_tail_reads[one[s]] != m_tail_reads[other[s]] || m_memory_reads[one[s]] != m_memory_reads[other[s]])
      return false;
  return true;
}

/// What tails and memory tell apart in each part. Kinds of a row stand next to each other; most of them have
/// settings that ask the same, and share a demand.
void SettingTables::find_demands(Bucket& bucket) const {
  thread_local Numbers tails, memories;
  thread_local Listed all_tails, all_memories;
  thread_local std::vector<Bucket::Demand> demands;
  all_tails.clear();
  all_memories.clear();
  demands.clear();
  std::uint32_t row = 0;
  std::size_t first_of_row = 0;  // demands
  for (Bucket::Part& part : bucket.parts) {
    if (&part == &bucket.parts.front() || m_kinds[part.kind].row != row) {
      row = m_kinds[part.kind].row;
      first_of_row = demands.size();
    }
    if (demands.size() > first_of_row && alike(bucket, *(&part - 1), part)) {  // as most
      part.demand = (&part - 1)->demand;
      continue;
    }
    tails.start(m_tails);
    memories.start(m_memories);
    for (std::uint32_t s = part.first; s < part.end; ++s) {
      const std::uint32_t base = bucket.base[s];
      tails.add(m_tail_reads[base], bucket.index(s));
      memories.add(m_memory_reads[base], bucket.index(s));
    }
    const auto known = std::find_if(
        demands.begin() + static_cast<std::ptrdiff_t>(first_of_row), demands.end(),
        [&](const Bucket::Demand& other) {
          return all_tails.same(tails, other.first_tail, other.end_tail, other.first_at) &&
                 all_memories.same(memories, other.first_memory, other.end_memory, other.first_at);
        });
    part.demand = static_cast<std::uint32_t>(known - demands.begin());
    if (known != demands.end()) continue;
    Bucket::Demand demand;
    demand.first_at = static_cast<std::uint32_t>(all_tails.at.size());
    demand.first_tail = static_cast<std::uint32_t>(all_tails.reads.size());
    demand.first_memory = static_cast<std::uint32_t>(all_memories.reads.size());
    all_tails.add(tails);
    all_memories.add(memories);
    demand.end_tail = static_cast<std::uint32_t>(all_tails.reads.size());
    demand.end_memory = static_cast<std::uint32_t>(all_memories.reads.size());
    demands.push_back(demand);
  }
  bucket.demands = demands;
  bucket.tails = all_tails.settings;
  bucket.memories = all_memories.settings;
  bucket.tail_at = all_tails.at;
  bucket.memory_at = all_memories.at;
}

}  // namespace astrolabe::search
