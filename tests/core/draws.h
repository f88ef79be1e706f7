#pragma once
// Numbers drawn at random, reproducible by the seed of their engine.

#include <random>

namespace astrolabe::tests {

/// A whole number from `least` to `most`, each as likely.
struct Pick {
  std::mt19937& random;
  int operator()(int least, int most) const {
    return std::uniform_int_distribution<int>(least, most)(random);
  }
};

struct Real {
  std::mt19937& random;
  double operator()(double least, double most) const {
    return std::uniform_real_distribution<double>(least, most)(random);
  }
};

}  // namespace astrolabe::tests
