// Lengths of samples: what a few percentiles say of their mean, their square and the longest of several.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "core/strategy/tuning.h"

namespace astrolabe::strategy {

namespace {

/// A share of the samples, sorted by length: from `low` to `high` tokens as a power of the rank within it.
struct Band {
  double from = 0.0, to = 1.0;  ///< ranks
  double low = 0.0, high = 0.0;
  double power = 1.0;
};

/// The sorted lengths of all samples, cut to the sequence.
class Quantiles {
 public:
  Quantiles(const SampleLengths& lengths, double sequence) : m_sequence(sequence) {
    // Where percentiles are not stated, as those of an exponential distribution lie.
    constexpr double kMedian = 0.693, kNinth = 2.303;
    const double most = std::max(1.0, lengths.max.value_or(sequence));
    const double mean = lengths.mean.value_or(lengths.p50.value_or(most) / kMedian);
    const double p50 = std::min(lengths.p50.value_or(kMedian * mean), most);
    const double p90 = std::clamp(lengths.p90.value_or(kNinth * mean), p50, most);
    m_bands = {{0.0, 0.5, 1.0, p50}, {0.5, 0.9, p50, p90}, {0.9, 1.0, p90, most}};
    if (lengths.mean && !set_mean(*lengths.mean)) {
      m_bands = {{0.0, 1.0, 1.0, most}};
      if (!set_mean(*lengths.mean)) m_bands = {{0.0, 1.0, *lengths.mean, *lengths.mean}};
    }
  }

  double at(const Band& band, double rank) const {
    const double within = (rank - band.from) / (band.to - band.from);
    return std::min(m_sequence, band.low + (band.high - band.low) * std::pow(within, band.power));
  }

  /// Mean of `value(rank, tokens)` over the samples.
  template <class Value>
  double mean_of(const Value& value) const {
    constexpr int kSteps = 64;
    double sum = 0.0;
    for (const Band& band : m_bands)
      for (int i = 0; i < kSteps; ++i) {
        const double width = (band.to - band.from) / kSteps;
        const double rank = band.from + (i + 0.5) * width;
        sum += width * value(rank, at(band, rank));
      }
    return sum;
  }

  double most() const { return std::min(m_sequence, m_bands.back().high); }

 private:
  /// Chooses the powers so that the mean comes out: the longest tenth falls off, if that leaves the others
  /// something in between, else all bands have one power. False where nothing does.
  bool set_mean(double mean) {
    constexpr double kTail = 3.0;
    if (m_bands.size() > 1 && set_mean(mean, kTail)) return true;
    return set_mean(mean, 0.0);
  }

  /// `tail`: power of the last band; 0: that of the others.
  bool set_mean(double mean, double tail) {
    double least = 0.0, range = 0.0;
    for (const Band& band : m_bands) {
      const double width = band.to - band.from;
      const bool given = tail > 0.0 && &band == &m_bands.back();
      least += width * (band.low + (given ? (band.high - band.low) / (tail + 1.0) : 0.0));
      if (!given) range += width * (band.high - band.low);
    }
    if (range <= 0.0) return mean == least;
    const double share = (mean - least) / range;  // of each band, on average
    constexpr double kSteepest = 0.02;
    if (share < kSteepest || share > 1.0 - kSteepest) return false;
    for (Band& band : m_bands) band.power = 1.0 / share - 1.0;
    if (tail > 0.0) m_bands.back().power = tail;
    return true;
  }

  double m_sequence = 0.0;
  std::vector<Band> m_bands;
};

}  // namespace

LengthMoments moments_of(const SampleLengths& lengths, double sequence) {
  const Quantiles quantiles(lengths, sequence);
  return {quantiles.mean_of([](double, double tokens) { return tokens; }),
          quantiles.mean_of([](double, double tokens) { return tokens * tokens; }), quantiles.most()};
}

double longest_of(const SampleLengths& lengths, double sequence, double count) {
  const Quantiles quantiles(lengths, sequence);
  // Chance of being the longest, by rank; its sum over the steps is not quite 1.
  const auto chance = [&](double rank) { return count * std::pow(rank, count - 1.0); };
  return quantiles.mean_of([&](double rank, double tokens) { return chance(rank) * tokens; }) /
         quantiles.mean_of([&](double rank, double) { return chance(rank); });
}

SampleLengths lengths_of(std::vector<double> samples) {
  std::sort(samples.begin(), samples.end());
  const auto at = [&](double share) {
    return samples[std::min(samples.size() - 1,
                            static_cast<std::size_t>(share * static_cast<double>(samples.size())))];
  };
  const double sum = std::accumulate(samples.begin(), samples.end(), 0.0);
  return {sum / static_cast<double>(samples.size()), at(0.5), at(0.9), samples.back()};
}

double computed_tokens(const std::optional<Tuning>& tuning, int sequence, int micro_batch) {
  if (!tuning || !tuning->lengths || tuning->packing) return sequence;
  return longest_of(*tuning->lengths, sequence, micro_batch);
}

double real_tokens(const std::optional<Tuning>& tuning, int sequence) {
  if (!tuning || !tuning->lengths || tuning->packing) return sequence;
  const SampleLengths& lengths = *tuning->lengths;
  if (lengths.mean && lengths.max.value_or(sequence) <= sequence) return *lengths.mean;
  return moments_of(lengths, sequence).mean;
}

double fullest_tokens(const std::optional<Tuning>& tuning, int sequence) {
  if (!tuning || !tuning->lengths || tuning->packing) return sequence;
  return moments_of(*tuning->lengths, sequence).max;
}

double attended_tokens(const std::optional<Tuning>& tuning, int sequence, int micro_batch) {
  if (!tuning || !tuning->lengths) return sequence;
  if (!tuning->packing) return computed_tokens(tuning, sequence, micro_batch);
  const LengthMoments moments = moments_of(*tuning->lengths, sequence);
  return moments.mean_square / moments.mean;
}

}  // namespace astrolabe::strategy
