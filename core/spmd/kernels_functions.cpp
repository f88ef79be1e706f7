// Functions of one number and their slopes.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/spmd/kernels.h"

namespace astrolabe::spmd {

double logistic(double x) { return 1.0 / (1.0 + std::exp(-x)); }

namespace {

double normal_density(double x) { return std::exp(-0.5 * x * x) / std::sqrt(2.0 * std::numbers::pi); }
double normal_share(double x) { return 0.5 * (1.0 + std::erf(x / std::numbers::sqrt2)); }

double elementwise(Op op, double x) {
  switch (op) {
    case Op::relu:
      return std::max(x, 0.0);
    case Op::gelu:
      return x * normal_share(x);
    default:
      return logistic(x);
  }
}

double slope(Op op, double x) {
  switch (op) {
    case Op::relu_gradient:
      return x > 0.0 ? 1.0 : 0.0;
    case Op::gelu_gradient:
      return normal_share(x) + x * normal_density(x);
    default:
      return logistic(x) * (1.0 - logistic(x));
  }
}

double hard_sigmoid(const Attributes& a, double x) { return std::clamp(a.factor * x + a.offset, 0.0, 1.0); }

double value_of(const Attributes& a, double x) {
  switch (a.function) {
    case Function::tanh:
      return std::tanh(x);
    case Function::exp:
      return std::exp(x);
    case Function::log:
      return std::log(x);
    case Function::sqrt:
      return std::sqrt(x);
    case Function::reciprocal:
      return 1.0 / x;
    case Function::erf:
      return std::erf(x);
    case Function::square:
      return x * x;
    case Function::silu:
      return x * logistic(x);
    case Function::absolute:
      return std::fabs(x);
    case Function::clip:
      return std::min(std::max(x, a.low), a.high);
    case Function::hard_sigmoid:
      return hard_sigmoid(a, x);
    case Function::hard_swish:
      return x * hard_sigmoid(a, x);
    case Function::leaky_relu:
      return x < 0.0 ? a.factor * x : x;
    case Function::elu:
      return x < 0.0 ? a.factor * std::expm1(x) : x;
    case Function::softplus:
      return std::max(x, 0.0) + std::log1p(std::exp(-std::fabs(x)));
  }
  return x;
}

double slope_of(const Attributes& a, double x) {
  const bool bends = std::fabs(a.factor * x + a.offset - 0.5) < 0.5;  // of hard_sigmoid
  switch (a.function) {
    case Function::tanh:
      return 1.0 - std::tanh(x) * std::tanh(x);
    case Function::exp:
      return std::exp(x);
    case Function::log:
      return 1.0 / x;
    case Function::sqrt:
      return 0.5 / std::sqrt(x);
    case Function::reciprocal:
      return -1.0 / (x * x);
    case Function::erf:
      return 2.0 / std::sqrt(std::numbers::pi) * std::exp(-x * x);
    case Function::square:
      return 2.0 * x;
    case Function::silu:
      return logistic(x) * (1.0 + x * (1.0 - logistic(x)));
    case Function::absolute:
      return x < 0.0 ? -1.0 : 1.0;
    case Function::clip:
      return x > a.low && x < a.high ? 1.0 : 0.0;
    case Function::hard_sigmoid:
      return bends ? a.factor : 0.0;
    case Function::hard_swish:
      return hard_sigmoid(a, x) + (bends ? a.factor * x : 0.0);
    case Function::leaky_relu:
      return x < 0.0 ? a.factor : 1.0;
    case Function::elu:
      return x < 0.0 ? a.factor * std::exp(x) : 1.0;
    case Function::softplus:
      return logistic(x);
  }
  return 1.0;
}

}  // namespace

double value_of(const Node& node, double x) {
  return node.op == Op::function ? value_of(node.attributes, x) : elementwise(node.op, x);
}

double slope_of(const Node& node, double x) {
  return node.op == Op::function_gradient ? slope_of(node.attributes, x) : slope(node.op, x);
}

}  // namespace astrolabe::spmd
