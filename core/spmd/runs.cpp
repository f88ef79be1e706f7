#include "core/spmd/runs.h"

#include <algorithm>
#include <cmath>

#include "core/spmd/program.h"

namespace astrolabe::spmd {

namespace {

bool are_neighbours_alike(const std::vector<std::vector<double>>& rows, std::size_t i) {
  return std::all_of(rows.begin(), rows.end(), [i](const auto& row) { return row[i - 1] == row[i]; });
}

bool are_neighbours_alike(const Devices& devices, std::size_t i) {
  const auto alike = [i](const std::vector<double>& row) { return row.empty() || row[i - 1] == row[i]; };
  return are_neighbours_alike(devices.flops_per_second, i) && alike(devices.terms.local) &&
         alike(devices.terms.accumulate) &&
         (devices.memory.empty() || devices.memory[i - 1].value == devices.memory[i].value);
}

}  // namespace

std::vector<Run> runs_of(const std::vector<std::vector<double>>& ratios, const Devices* devices) {
  std::vector<Run> runs;
  for (std::size_t i = 0; i < ratios.front().size(); ++i)
    if (i > 0 && are_neighbours_alike(ratios, i) && (devices == nullptr || are_neighbours_alike(*devices, i)))
      ++runs.back().count;
    else
      runs.push_back({static_cast<int>(i), 1});
  return runs;
}

std::vector<Cut> cut_by_runs(std::int64_t extent, const std::vector<double>& ratios,
                             const std::vector<Run>& runs) {
  const auto whole = static_cast<double>(extent);
  std::vector<Cut> cuts;
  std::vector<double> lack;
  cuts.reserve(runs.size());
  std::int64_t left = extent;
  for (const Run& run : runs) {
    const double ratio = ratios[static_cast<std::size_t>(run.first)];
    // A ratio such as 1/3 of 3 units falls a rounding error short of the whole unit.
    cuts.push_back({static_cast<std::int64_t>(std::floor(ratio * whole * (1.0 + 1e-12))), 0});
    lack.push_back(ratio - static_cast<double>(cuts.back().length) / whole);
    left -= cuts.back().length * run.count;
  }
  // What is left is less than there are devices: each gets at most one more, those of a run one after the
  // other from its end.
  while (left > 0) {
    std::size_t most = runs.size();
    double largest = -kBeyond;
    for (std::size_t r = 0; r < runs.size(); ++r) {
      if (cuts[r].longer == runs[r].count || lack[r] < largest - 1e-12) continue;
      largest = std::max(lack[r], largest);
      most = r;
    }
    if (most == runs.size()) {  // ratios whose sum is less than 1
      for (std::size_t r = 0; r < runs.size(); ++r) {
        cuts[r] = {cuts[r].length + 1, 0};
        lack[r] -= 1.0 / whole;
      }
      continue;
    }
    cuts[most].longer = static_cast<int>(std::min<std::int64_t>(left, runs[most].count));
    left -= cuts[most].longer;
  }
  return cuts;
}

std::vector<std::int64_t> shard_lengths(std::int64_t extent, const std::vector<double>& ratios,
                                        bool released) {
  if (released && extent == 1) return std::vector<std::int64_t>(ratios.size(), 1);
  const std::vector<Run> runs = runs_of({ratios});
  const std::vector<Cut> cuts = cut_by_runs(extent, ratios, runs);
  std::vector<std::int64_t> lengths;
  lengths.reserve(ratios.size());
  for (std::size_t r = 0; r < runs.size(); ++r) {
    lengths.insert(lengths.end(), static_cast<std::size_t>(runs[r].count - cuts[r].longer), cuts[r].length);
    lengths.insert(lengths.end(), static_cast<std::size_t>(cuts[r].longer), cuts[r].length + 1);
  }
  return lengths;
}

std::vector<Run> runs_between(std::vector<int> starts, int count) {
  std::sort(starts.begin(), starts.end());
  starts.erase(std::unique(starts.begin(), starts.end()), starts.end());
  std::vector<Run> runs;
  for (std::size_t k = 0; k < starts.size(); ++k)
    runs.push_back({starts[k], (k + 1 < starts.size() ? starts[k + 1] : count) - starts[k]});
  return runs;
}

}  // namespace astrolabe::spmd
