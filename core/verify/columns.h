#pragma once
// Numbers as a certificate's file has them: fixed ones of 8 bytes, and columns of 7 bits a byte.

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

namespace astrolabe::verify {

inline constexpr std::size_t kFixedBytes = 8;

inline void put_fixed(std::string& out, std::uint64_t number) {
  for (std::size_t i = 0; i < kFixedBytes; ++i) out += static_cast<char>(number >> (8 * i) & 0xffU);
}

inline std::uint64_t fixed_at(std::string_view bytes, std::size_t at) {
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < kFixedBytes; ++i)
    number |= std::uint64_t{static_cast<unsigned char>(bytes[at + i])} << (8 * i);
  return number;
}

/// Seven bits a byte, the low ones first; the top bit says that more follow.
inline void put(std::string& column, std::uint64_t number) {
  for (; number >= 128; number >>= 7U) column += static_cast<char>((number & 127U) | 128U);
  column += static_cast<char>(number);
}

/// Takes numbers from a column, each written in one way only: without leading zeros, of 64 bits. After a
/// mistake all are 0 and fine() is false.
class Column {
 public:
  Column() = default;
  explicit Column(std::string_view bytes) : m_bytes(bytes) {}
  std::uint64_t take(std::uint64_t most = std::numeric_limits<std::uint64_t>::max()) {
    std::uint64_t number = 0;
    for (unsigned shift = 0; m_fine && shift < 64; shift += 7) {
      if (m_at == m_bytes.size()) break;
      const auto byte = static_cast<unsigned char>(m_bytes[m_at++]);
      const std::uint64_t part = byte & 127U;
      if (shift == 63 && part > 1) break;  // more than 64 bits
      if (byte == 0 && shift > 0) break;   // a zero in front
      number |= part << shift;
      if (byte < 128) {
        m_fine = number <= most;
        return m_fine ? number : 0;
      }
    }
    m_fine = false;
    return 0;
  }
  bool fine() const { return m_fine; }
  bool empty() const { return m_fine && m_at == m_bytes.size(); }
  /// No more numbers than these can follow.
  std::size_t left() const { return m_bytes.size() - m_at; }

 private:
  std::string_view m_bytes;
  std::size_t m_at = 0;
  bool m_fine = true;
};

}  // namespace astrolabe::verify
