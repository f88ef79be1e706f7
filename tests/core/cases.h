#pragma once
// How many random cases a test goes through.

namespace astrolabe::tests {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr int kCaseShare = 8;
#else
inline constexpr int kCaseShare = 1;
#endif

/// All of them in a plain build; an eighth under a sanitizer, where each takes ten times as long.
constexpr int cases(int all) { return (all + kCaseShare - 1) / kCaseShare; }

}  // namespace astrolabe::tests
