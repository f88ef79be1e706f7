#pragma once
// What several threads make and use together without waiting for one another.

#include <array>
#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>

namespace astrolabe {

/// Locks `lock`, and tries for some microseconds before it sleeps: for what is held for less time than a
/// thread takes to wake up.
inline void lock_soon(std::unique_lock<std::mutex>& lock) {
  constexpr int kTries = 1000;
  for (int tries = 0; tries < kTries; ++tries)
    if (lock.try_lock()) return;
  lock.lock();
}

/// A place for a value that is made by whoever needs it first.
template <class Made>
class MadeOnce {
 public:
  MadeOnce() = default;
  MadeOnce(const MadeOnce&) = delete;
  MadeOnce& operator=(const MadeOnce&) = delete;
  ~MadeOnce() { delete m_made.load(std::memory_order_relaxed); }
  /// Null while nobody has put one here.
  const Made* get() const { return m_made.load(std::memory_order_acquire); }
  /// The value that stays: `made`, or the one of another thread that was faster.
  const Made& keep(std::unique_ptr<const Made> made) {
    const Made* there = nullptr;
    if (!m_made.compare_exchange_strong(there, made.get(), std::memory_order_acq_rel)) return *there;
    return *made.release();
  }
  /// Precondition: nobody uses it any more.
  void forget() { delete m_made.exchange(nullptr, std::memory_order_relaxed); }

 private:
  std::atomic<const Made*> m_made{nullptr};
};

/// A map in parts with a lock each, chosen by hash. References stay valid as long as the map.
template <class Key, class Made, class Hash, class Equal = std::equal_to<Key>>
class SharedMap {
 public:
  using Entry = typename std::unordered_map<Key, Made, Hash, Equal>::value_type;
  /// The entry of `key`. While there is none every caller makes one with `make()`, unlocked; the first stays.
  template <class Make>
  const Entry& find(const Key& key, const Make& make) {
    Part& part = m_parts[Hash()(key) / kParts % kParts];
    {
      const std::lock_guard lock(part.mutex);
      const auto known = part.all.find(key);
      if (known != part.all.end()) return *known;
    }
    Made made = make();
    const std::lock_guard lock(part.mutex);
    return *part.all.try_emplace(key, std::move(made)).first;
  }
  static constexpr std::size_t kParts = 64;
  /// Precondition: nobody uses what is kept in it any more.
  void forget(std::size_t part) { m_parts[part].all.clear(); }

 private:
  struct Part {
    std::mutex mutex;
    std::unordered_map<Key, Made, Hash, Equal> all;
  };
  std::array<Part, kParts> m_parts;
};

}  // namespace astrolabe
