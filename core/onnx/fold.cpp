// Constants that an ONNX file computes from constants: shapes, ranges, masks.

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>
#include <optional>

#include "core/onnx/lowering.h"
#include "core/spmd/shape.h"

namespace astrolabe::onnx {

namespace {

using std::int64_t;
using Values = std::vector<const OnnxValue*>;

constexpr int64_t kMostElements = 1 << 22;

std::optional<spmd::Shape> broadcast(const spmd::Shape& a, const spmd::Shape& b) {
  spmd::Shape shape(std::max(a.size(), b.size()), 1);
  for (std::size_t k = 0; k < shape.size(); ++k) {
    const int64_t p = k < a.size() ? a[a.size() - 1 - k] : 1, q = k < b.size() ? b[b.size() - 1 - k] : 1;
    if (p != q && p != 1 && q != 1) return {};
    shape[shape.size() - 1 - k] = p == 1 ? q : p;
  }
  return shape;
}

/// Element of `value` at place `index` of the row-major `shape` it is broadcast to.
double element(const OnnxValue& value, const spmd::Shape& shape, int64_t index) {
  int64_t place = 0, stride = 1;
  for (std::size_t k = 0; k < shape.size(); ++k) {
    const int64_t extent = shape[shape.size() - 1 - k], at = index % extent;
    index /= extent;
    if (k >= value.shape.size()) continue;
    const int64_t own = value.shape[value.shape.size() - 1 - k];
    if (own > 1) place += at * stride;
    stride *= own;
  }
  return value.data[static_cast<std::size_t>(place)];
}

std::optional<std::function<double(double, double)>> binary_of(const std::string& type, bool real) {
  if (type == "Add") return std::plus<>();
  if (type == "Sub") return std::minus<>();
  if (type == "Mul") return std::multiplies<>();
  if (type == "Div") return [real](double a, double b) { return real ? a / b : std::trunc(a / b); };
  if (type == "Pow") return [](double a, double b) { return std::pow(a, b); };
  if (type == "Min") return [](double a, double b) { return std::min(a, b); };
  if (type == "Max") return [](double a, double b) { return std::max(a, b); };
  if (type == "Mod" && real) return [](double a, double b) { return std::fmod(a, b); };
  if (type == "Mod") return [](double a, double b) { return b == 0.0 ? 0.0 : a - std::floor(a / b) * b; };
  if (type == "Equal") return [](double a, double b) { return a == b ? 1.0 : 0.0; };
  if (type == "Less") return [](double a, double b) { return a < b ? 1.0 : 0.0; };
  if (type == "LessOrEqual") return [](double a, double b) { return a <= b ? 1.0 : 0.0; };
  if (type == "Greater") return [](double a, double b) { return a > b ? 1.0 : 0.0; };
  if (type == "GreaterOrEqual") return [](double a, double b) { return a >= b ? 1.0 : 0.0; };
  if (type == "And") return [](double a, double b) { return a != 0.0 && b != 0.0 ? 1.0 : 0.0; };
  if (type == "Or") return [](double a, double b) { return a != 0.0 || b != 0.0 ? 1.0 : 0.0; };
  return {};
}

std::optional<std::function<double(double)>> unary_of(const OnnxNode& node) {
  const std::string& type = node.type;
  if (type == "Identity") return [](double a) { return a; };
  if (type == "Cast") {
    const int64_t to = node.integer("to", 1);
    if (to == 9) return [](double a) { return a != 0.0 ? 1.0 : 0.0; };
    const bool whole = (to >= 2 && to <= 7) || to == 12 || to == 13;
    return [whole](double a) { return whole ? std::trunc(a) : a; };
  }
  if (type == "Neg") return std::negate<>();
  if (type == "Not") return [](double a) { return a == 0.0 ? 1.0 : 0.0; };
  if (type == "Sqrt") return [](double a) { return std::sqrt(a); };
  if (type == "Floor") return [](double a) { return std::floor(a); };
  if (type == "Ceil") return [](double a) { return std::ceil(a); };
  if (type == "Exp") return [](double a) { return std::exp(a); };
  if (type == "Log") return [](double a) { return std::log(a); };
  if (type == "Sin") return [](double a) { return std::sin(a); };
  if (type == "Cos") return [](double a) { return std::cos(a); };
  if (type == "Abs") return [](double a) { return std::fabs(a); };
  if (type == "Reciprocal") return [](double a) { return 1.0 / a; };
  return {};
}

bool is_comparison(const std::string& type) {
  return type == "Equal" || type == "Less" || type == "LessOrEqual" || type == "Greater" ||
         type == "GreaterOrEqual" || type == "And" || type == "Or" || type == "Not";
}

bool fold_elementwise(const OnnxNode& node, const Values& in, OnnxValue& result) {
  if (const auto function = unary_of(node); function && in.size() == 1) {
    result = *in[0];
    for (double& value : result.data) value = (*function)(value);
    if (node.type == "Cast") {
      const int64_t to = node.integer("to", 1);
      result.real = to == 1 || to == 10 || to == 11 || to == 16;
    }
    return true;
  }
  const auto function = binary_of(node.type, in[0]->real);
  if (!function || in.size() != 2) return false;
  const auto shape = broadcast(in[0]->shape, in[1]->shape);
  if (!shape || spmd::volume(*shape) > kMostElements) return false;
  result.shape = *shape;
  result.real = in[0]->real && !is_comparison(node.type);
  for (int64_t i = 0; i < spmd::volume(*shape); ++i)
    result.data.push_back((*function)(element(*in[0], *shape, i), element(*in[1], *shape, i)));
  return true;
}

bool fold_made(const OnnxNode& node, const Values& in, OnnxValue& result) {
  if (node.type == "Range" && in.size() == 3) {
    const double step = in[2]->data[0];
    const double count = std::ceil((in[1]->data[0] - in[0]->data[0]) / step);
    if (!(count >= 0.0 && count < static_cast<double>(kMostElements))) return false;
    for (int64_t i = 0; i < static_cast<int64_t>(count); ++i)
      result.data.push_back(in[0]->data[0] + static_cast<double>(i) * step);
    result.shape = {static_cast<int64_t>(count)};
    result.real = in[0]->real;
    return true;
  }
  if (node.type == "ConstantOfShape") {
    for (const double extent : in[0]->data) result.shape.push_back(static_cast<int64_t>(extent));
    if (spmd::volume(result.shape) > kMostElements) return false;
    const auto value = node.attributes.find("value");
    const bool given = value != node.attributes.end() && value->second.tensor.has_values;
    result.real = !given || value->second.tensor.real;
    result.data.assign(static_cast<std::size_t>(spmd::volume(result.shape)),
                       given ? value->second.tensor.values.front() : 0.0);
    return true;
  }
  if (node.type == "Trilu" && in[0]->shape.size() >= 2) {
    const int64_t columns = in[0]->shape.back(), rows = in[0]->shape[in[0]->shape.size() - 2];
    const auto offset = in.size() > 1 ? static_cast<int64_t>(in[1]->data[0]) : 0;
    const bool upper = node.integer("upper", 1) == 1;
    result = *in[0];
    for (std::size_t i = 0; i < result.data.size(); ++i) {
      const auto at = static_cast<int64_t>(i);
      const int64_t above = at % columns - at / columns % rows - offset;
      if (upper ? above < 0 : above > 0) result.data[i] = 0.0;
    }
    return true;
  }
  if (node.type == "Where" && in.size() == 3) {
    const auto pair = broadcast(in[1]->shape, in[2]->shape);
    const auto shape = pair ? broadcast(in[0]->shape, *pair) : pair;
    if (!shape || spmd::volume(*shape) > kMostElements) return false;
    result.shape = *shape;
    result.real = in[1]->real;
    for (int64_t i = 0; i < spmd::volume(*shape); ++i)
      result.data.push_back(element(*in[element(*in[0], *shape, i) != 0.0 ? 1 : 2], *shape, i));
    return true;
  }
  if (node.type == "Expand" && in.size() == 2) {
    spmd::Shape wanted;
    for (const double extent : in[1]->data) wanted.push_back(static_cast<int64_t>(extent));
    const auto shape = broadcast(in[0]->shape, wanted);
    if (!shape || spmd::volume(*shape) > kMostElements) return false;
    result.shape = *shape;
    result.real = in[0]->real;
    for (int64_t i = 0; i < spmd::volume(*shape); ++i) result.data.push_back(element(*in[0], *shape, i));
    return true;
  }
  if (node.type == "ReduceProd") {
    result.real = in[0]->real;
    result.data = {std::accumulate(in[0]->data.begin(), in[0]->data.end(), 1.0, std::multiplies<>())};
    if (node.integer("keepdims", 1) == 1) result.shape.assign(in[0]->shape.size(), 1);
    return true;
  }
  return false;
}

/// Lists of numbers taken apart and put together.
bool fold_list(const OnnxNode& node, const Values& in, OnnxValue& result) {
  result.real = in[0]->real;
  if (node.type == "Concat") {
    for (const OnnxValue* part : in) {
      if (part->shape.size() != 1) return false;
      result.data.insert(result.data.end(), part->data.begin(), part->data.end());
    }
    result.shape = {static_cast<int64_t>(result.data.size())};
    return true;
  }
  if (node.type == "Gather" && in[0]->shape.size() == 1) {
    for (const double index : in[1]->data) {
      const auto at = static_cast<int64_t>(index) + (index < 0.0 ? in[0]->shape[0] : 0);
      if (at < 0 || at >= in[0]->shape[0]) return false;
      result.data.push_back(in[0]->data[static_cast<std::size_t>(at)]);
    }
    result.shape = in[1]->shape;
    return true;
  }
  if (node.type == "NonZero") {
    const spmd::Shape& shape = in[0]->shape;
    std::vector<std::vector<double>> places(shape.size());
    for (std::size_t i = 0; i < in[0]->data.size(); ++i) {
      if (in[0]->data[i] == 0.0) continue;
      auto rest = static_cast<int64_t>(i);
      for (std::size_t d = shape.size(); d-- > 0; rest /= shape[d])
        places[d].push_back(static_cast<double>(rest % shape[d]));
    }
    for (const auto& row : places) result.data.insert(result.data.end(), row.begin(), row.end());
    result.shape = {static_cast<int64_t>(shape.size()),
                    places.empty() ? 0 : static_cast<int64_t>(places[0].size())};
    result.real = false;
    return true;
  }
  return false;
}

/// The elements of `x` that lie at `places` along each dimension.
void pick(const OnnxValue& x, const std::vector<spmd::Shape>& places, OnnxValue& result) {
  result.shape.clear();
  for (const spmd::Shape& along : places) result.shape.push_back(static_cast<int64_t>(along.size()));
  for (int64_t i = 0; i < spmd::volume(result.shape); ++i) {
    int64_t at = 0, stride = 1, rest = i;
    for (std::size_t d = places.size(); d-- > 0; rest /= result.shape[d], stride *= x.shape[d])
      at += places[d][static_cast<std::size_t>(rest % result.shape[d])] * stride;
    result.data.push_back(x.data[static_cast<std::size_t>(at)]);
  }
}

bool fold_slice(const OnnxNode& node, const Values& in, OnnxValue& result) {
  std::array<std::vector<int64_t>, 4> given;  // starts, ends, axes, steps
  constexpr std::array<const char*, 4> kKeys{"starts", "ends", "axes", "steps"};
  for (std::size_t k = 0; k < 4; ++k) {
    given[k] = node.integers(kKeys[k]);
    if (k + 1 < in.size())
      for (const double number : in[k + 1]->data) given[k].push_back(whole_number(number));
  }
  const OnnxValue& x = *in[0];
  std::vector<spmd::Shape> places(x.shape.size());
  for (std::size_t d = 0; d < places.size(); ++d)
    for (int64_t i = 0; i < x.shape[d]; ++i) places[d].push_back(i);
  for (std::size_t k = 0; k < given[0].size(); ++k) {
    int64_t axis = given[2].empty() ? static_cast<int64_t>(k) : (k < given[2].size() ? given[2][k] : -1000);
    if (axis < 0) axis += static_cast<int64_t>(places.size());
    const int64_t step = given[3].empty() ? 1 : (k < given[3].size() ? given[3][k] : 0);
    if (axis < 0 || axis >= static_cast<int64_t>(places.size()) || step == 0 || k >= given[1].size())
      return false;
    spmd::Shape& along = places[static_cast<std::size_t>(axis)];
    const int64_t extent = x.shape[static_cast<std::size_t>(axis)];
    const auto place = [&](int64_t at) {
      if (at < 0) at = at < -extent ? -1 : at + extent;
      return std::clamp<int64_t>(at, step > 0 ? 0 : -1, step > 0 ? extent : extent - 1);
    };
    along.clear();
    const int64_t end = place(given[1][k]);
    for (int64_t at = place(given[0][k]); step > 0 ? at < end : at > end; at += step) along.push_back(at);
  }
  pick(x, places, result);
  return true;
}

/// Numbers seen in another shape or order.
bool fold_view(const OnnxNode& node, const Values& in, OnnxValue& result) {
  const OnnxValue& x = *in[0];
  result = {};
  result.known = true;
  result.real = x.real;
  if (node.type == "Slice") return fold_slice(node, in, result);
  if (node.type == "Transpose") {
    std::vector<int64_t> order = node.integers("perm");
    if (order.empty())
      for (std::size_t d = x.shape.size(); d-- > 0;) order.push_back(static_cast<int64_t>(d));
    if (order.size() != x.shape.size()) return false;
    spmd::Shape strides(x.shape.size(), 1);
    for (std::size_t d = x.shape.size(); d-- > 1;) strides[d - 1] = strides[d] * x.shape[d];
    for (const int64_t d : order) {
      if (d < 0 || d >= static_cast<int64_t>(order.size())) return false;
      result.shape.push_back(x.shape[static_cast<std::size_t>(d)]);
    }
    for (int64_t i = 0; i < spmd::volume(result.shape); ++i) {
      int64_t at = 0, rest = i;
      for (std::size_t d = order.size(); d-- > 0; rest /= result.shape[d])
        at += rest % result.shape[d] * strides[static_cast<std::size_t>(order[d])];
      result.data.push_back(x.data[static_cast<std::size_t>(at)]);
    }
    return true;
  }
  return false;
}

}  // namespace

bool fold(const OnnxNode& node, const Values& in, OnnxValue& result) {
  const bool joins = node.type == "Concat" || node.type == "ConstantOfShape";  // also lists of nothing
  if (in.empty() || std::any_of(in.begin(), in.end(), [&](const OnnxValue* value) {
        return value == nullptr || !value->known || (value->data.empty() && !joins) ||
               static_cast<std::size_t>(spmd::volume(value->shape)) != value->data.size();
      }))
    return false;
  result = {};
  result.known = true;
  return fold_elementwise(node, in, result) || fold_made(node, in, result) || fold_list(node, in, result) ||
         fold_view(node, in, result);
}

}  // namespace astrolabe::onnx
