#include "core/cost/lattice.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

#include "core/base/error_codes.h"

namespace astrolabe::cost {

namespace {

constexpr double kStep = 6e-4;   ///< of the logarithm
constexpr double kUnit = 1e-3;   ///< seconds at step 0
constexpr double kMost = 32767;  ///< steps to either side: 3e-12 s to 3e5 s
constexpr int kSweeps = 200;

std::vector<std::size_t> strides_of(std::span<const LatticeAxis> axes) {
  std::vector<std::size_t> strides(axes.size(), 1);
  for (std::size_t a = axes.size(); a-- > 1;) strides[a - 1] = strides[a] * axes[a].points.size();
  return strides;
}

std::size_t count_of(std::span<const LatticeAxis> axes) {
  std::size_t count = axes.empty() ? 0 : 1;
  for (const LatticeAxis& axis : axes) count *= axis.points.size();
  return count;
}

/// Isotonic regression of one line by pooling adjacent violators.
class Pool {
 public:
  void add(double value, double weight) {
    m_blocks.push_back({value, weight, 1});
    while (m_blocks.size() > 1 && m_blocks[m_blocks.size() - 2].mean > m_blocks.back().mean) {
      const Block last = m_blocks.back();
      m_blocks.pop_back();
      Block& block = m_blocks.back();
      block.mean = (block.mean * block.weight + last.mean * last.weight) / (block.weight + last.weight);
      block.weight += last.weight;
      block.size += last.size;
    }
  }
  template <class Use>
  void drain(Use use) {
    for (const Block& block : m_blocks)
      for (int n = 0; n < block.size; ++n) use(block.mean);
    m_blocks.clear();
  }

 private:
  struct Block {
    double mean, weight;
    int size;
  };
  std::vector<Block> m_blocks;
};

/// The first node of every line along `axis`.
template <class Use>
void each_line(std::span<const LatticeAxis> axes, const std::vector<std::size_t>& strides, std::size_t axis,
               Use use) {
  const std::size_t length = axes[axis].points.size();
  const std::size_t stride = strides[axis];
  for (std::size_t block = 0; block < count_of(axes); block += length * stride)
    for (std::size_t offset = 0; offset < stride; ++offset) use(block + offset, stride, length);
}

/// Half-way between the largest value below and the smallest above: exactly monotone, and unchanged where the
/// values already are.
void finish(std::span<const LatticeAxis> axes, const std::vector<std::size_t>& strides,
            std::vector<double>& values) {
  std::vector<double> upper = values;
  std::vector<double> lower = values;
  for (std::size_t axis = 0; axis < axes.size(); ++axis) {
    if (!axes[axis].rising) continue;
    each_line(axes, strides, axis, [&](std::size_t first, std::size_t stride, std::size_t length) {
      for (std::size_t i = 1; i < length; ++i)
        upper[first + i * stride] = std::max(upper[first + i * stride], upper[first + (i - 1) * stride]);
      for (std::size_t i = length - 1; i-- > 0;)
        lower[first + i * stride] = std::min(lower[first + i * stride], lower[first + (i + 1) * stride]);
    });
  }
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = 0.5 * (upper[i] + lower[i]);
}

tl::unexpected<Error> damaged(std::string where, std::string found, std::string wanted) {
  return fail(code::bad_kernel_file, std::move(where), std::move(found),
              {Wanted::Kind::text, {std::move(wanted)}});
}

Result<LatticeAxis> read_axis(const Json& json, const std::string& path) {
  if (!json.is_object() || !json.contains("name") || !json["name"].is_string() || !json.contains("points") ||
      !json["points"].is_array() || !json.contains("rising") || !json["rising"].is_boolean())
    return damaged(path, "an axis without name, points or rising", "a file written by astrolabe-cli fit");
  LatticeAxis axis{json["name"].get<std::string>(), {}, json["rising"].get<bool>()};
  for (const Json& point : json["points"]) {
    const double value = point.is_number() ? point.get<double>() : 0.0;
    if (!(value > (axis.points.empty() ? 0.0 : axis.points.back())))
      return damaged(path + ".points", point.dump(), "points above zero in ascending order");
    axis.points.push_back(value);
  }
  if (axis.points.empty()) return damaged(path + ".points", "nothing", "at least one point");
  return axis;
}

}  // namespace

void make_monotone(std::span<const LatticeAxis> axes, std::vector<double>& values,
                   std::span<const double> weights) {
  const std::vector<std::size_t> strides = strides_of(axes);
  std::vector<std::vector<double>> correction(axes.size());
  Pool pool;
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    double moved = 0.0;
    for (std::size_t axis = 0; axis < axes.size(); ++axis) {
      if (!axes[axis].rising) continue;
      std::vector<double>& extra = correction[axis];
      extra.resize(values.size(), 0.0);
      each_line(axes, strides, axis, [&](std::size_t first, std::size_t stride, std::size_t length) {
        for (std::size_t i = 0; i < length; ++i)
          pool.add(values[first + i * stride] + extra[first + i * stride],
                   weights.empty() ? 1.0 : weights[first + i * stride]);
        std::size_t at = first;
        pool.drain([&](double fitted) {
          const double before = values[at] + extra[at];
          moved = std::max(moved, std::fabs(fitted - values[at]));
          extra[at] = before - fitted;
          values[at] = fitted;
          at += stride;
        });
      });
    }
    if (moved < kStep) break;
  }
  finish(axes, strides, values);
}

namespace {

/// The nodes around a point and their shares in its value.
struct Corners {
  std::array<std::uint32_t, std::size_t{1} << Lattice::kMostAxes> node{};
  std::array<double, std::size_t{1} << Lattice::kMostAxes> share{};
  double squares = 0.0;  ///< sum of the squared shares
};

Corners corners_of(std::span<const LatticeAxis> axes, const std::vector<std::size_t>& strides,
                   std::span<const double> point) {
  Corners corners;
  corners.share[0] = 1.0;
  std::size_t count = 1;
  for (std::size_t a = 0; a < axes.size(); ++a, count *= 2) {
    const std::vector<double>& points = axes[a].points;
    const double value = std::clamp(point[a], points.front(), points.back());
    const auto above =
        static_cast<std::size_t>(std::upper_bound(points.begin(), points.end(), value) - points.begin());
    const std::size_t upper = std::min(above, points.size() - 1);
    const std::size_t left = above - 1;
    const double part =
        upper == left ? 0.0 : std::log(value / points[left]) / std::log(points[upper] / points[left]);
    for (std::size_t c = 0; c < count; ++c) {
      corners.node[count + c] = corners.node[c] + static_cast<std::uint32_t>(upper * strides[a]);
      corners.node[c] += static_cast<std::uint32_t>(left * strides[a]);
      corners.share[count + c] = corners.share[c] * part;
      corners.share[c] *= 1.0 - part;
    }
  }
  for (const double share : corners.share) corners.squares += share * share;
  return corners;
}

}  // namespace

Lattice regress_lattice(std::vector<LatticeAxis> axes, std::vector<double> logs,
                        std::span<const LatticeRow> rows) {
  constexpr int rounds = 12;
  constexpr double gain = 0.5;
  constexpr double unmeasured = 0.02;  ///< weight of a node far from every row
  const std::vector<std::size_t> strides = strides_of(axes);
  std::vector<Corners> corners;
  corners.reserve(rows.size());
  std::vector<double> weights(logs.size(), unmeasured);
  for (const LatticeRow& row : rows) {
    corners.push_back(corners_of(axes, strides, std::span(row.point).first(axes.size())));
    for (std::size_t c = 0; c < corners.back().node.size(); ++c)
      weights[corners.back().node[c]] += row.weight * corners.back().share[c];
  }
  make_monotone(axes, logs, weights);
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t r = 0; r < rows.size(); ++r) {
      const Corners& around = corners[r];
      double value = 0.0;
      for (std::size_t c = 0; c < around.node.size(); ++c) value += around.share[c] * logs[around.node[c]];
      const double step = gain * rows[r].weight * (rows[r].log - value) / around.squares;
      for (std::size_t c = 0; c < around.node.size(); ++c) logs[around.node[c]] += step * around.share[c];
    }
    make_monotone(axes, logs, weights);
  }
  return Lattice(std::move(axes), std::move(logs));
}

Lattice::Lattice(std::vector<LatticeAxis> axes, std::vector<double> logs) : m_axes(std::move(axes)) {
  assert(m_axes.size() <= kMostAxes && logs.size() == count_of(m_axes));
  make_monotone(m_axes, logs);
  m_steps.reserve(logs.size());
  for (const double log : logs)
    m_steps.push_back(
        static_cast<std::int16_t>(std::clamp(std::round((log - std::log(kUnit)) / kStep), -kMost, kMost)));
  prepare();
}

void Lattice::prepare() {
  m_strides = strides_of(m_axes);
  m_logs.clear();
  for (const LatticeAxis& axis : m_axes) {
    std::vector<double> logs;
    for (const double point : axis.points) logs.push_back(std::log(point));
    m_logs.push_back(std::move(logs));
  }
}

double Lattice::inside(std::size_t axis, double value) const {
  const std::vector<double>& points = m_axes[axis].points;
  return std::clamp(value, points.front(), points.back());
}

double Lattice::at(std::span<const double> point) const {
  assert(point.size() == m_axes.size());
  std::size_t base = 0;
  std::array<double, kMostAxes> weight{};
  std::array<std::size_t, kMostAxes> stride{};
  std::size_t between = 0;  // axes on which the point lies between two nodes
  for (std::size_t a = 0; a < m_axes.size(); ++a) {
    const std::vector<double>& points = m_axes[a].points;
    const auto upper =
        static_cast<std::size_t>(std::upper_bound(points.begin(), points.end(), point[a]) - points.begin());
    const std::size_t left = upper == 0 ? 0 : upper - 1;
    base += left * m_strides[a];
    if (upper == 0 || upper == points.size() || point[a] == points[left]) continue;
    weight[between] = (std::log(point[a]) - m_logs[a][left]) / (m_logs[a][upper] - m_logs[a][left]);
    stride[between++] = m_strides[a];
  }
  std::array<double, std::size_t{1} << kMostAxes> corner{};
  const std::size_t corners = std::size_t{1} << between;
  for (std::size_t c = 0; c < corners; ++c) {
    std::size_t node = base;
    for (std::size_t b = 0; b < between; ++b)
      if ((c >> b) & 1U) node += stride[b];
    corner[c] = m_steps[node];
  }
  for (std::size_t b = between; b-- > 0;)
    for (std::size_t c = 0; c < (std::size_t{1} << b); ++c)
      corner[c] += weight[b] * (corner[c + (std::size_t{1} << b)] - corner[c]);
  return kUnit * std::exp(kStep * corner[0]);
}

Json Lattice::to_json() const {
  Json axes = Json::array();
  for (const LatticeAxis& axis : m_axes)
    axes.push_back({{"name", axis.name}, {"points", axis.points}, {"rising", axis.rising}});
  std::vector<std::uint8_t> bytes;  // little end first
  bytes.reserve(2 * m_steps.size());
  for (const std::int16_t step : m_steps) {
    const auto bits = static_cast<std::uint16_t>(step);
    bytes.push_back(static_cast<std::uint8_t>(bits & 0xffU));
    bytes.push_back(static_cast<std::uint8_t>(bits >> 8U));
  }
  return {{"axes", std::move(axes)}, {"steps", Json::binary(std::move(bytes))}};
}

Result<Lattice> Lattice::from_json(const Json& json, const std::string& path) {
  if (!json.is_object() || !json.contains("axes") || !json["axes"].is_array() || !json.contains("steps") ||
      !json["steps"].is_binary())
    return damaged(path, "no axes or steps", "a file written by astrolabe-cli fit");
  Lattice lattice;
  for (const Json& entry : json["axes"]) {
    auto axis = read_axis(entry, path + ".axes[" + std::to_string(lattice.m_axes.size()) + "]");
    if (!axis) return tl::unexpected<Error>(axis.error());
    lattice.m_axes.push_back(std::move(*axis));
  }
  const auto& bytes = json["steps"].get_binary();
  const std::size_t count = count_of(lattice.m_axes);
  if (lattice.m_axes.empty() || lattice.m_axes.size() > kMostAxes || bytes.size() != 2 * count)
    return damaged(path + ".steps", std::to_string(bytes.size()), std::to_string(2 * count) + " bytes");
  lattice.m_steps.reserve(count);
  for (std::size_t i = 0; i < count; ++i)
    lattice.m_steps.push_back(static_cast<std::int16_t>(
        static_cast<std::uint16_t>(bytes[2 * i] | static_cast<unsigned>(bytes[2 * i + 1]) << 8U)));
  lattice.prepare();
  return lattice;
}

}  // namespace astrolabe::cost
