#pragma once
// The cheapest program at fixed ratios: A* over the canonical order.

#include <chrono>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

#include "core/base/units.h"
#include "core/spmd/prices.h"
#include "core/spmd/theory.h"

namespace astrolabe::spmd {

/// Two rules of a group that may both use one tensor whole: the forward node's, and that of a step of
/// backward. At prices that nothing undercuts a tensor's own price does not know which of them wants what.
struct WholePair {
  int operand = 0;  ///< of the forward node: an input, or with `made` a result
  bool made = false;
  int step = 0, reader = 0;  ///< place in the group, and which of its inputs
  double price = 0.0;        ///< charged where both rules have it whole
};
/// What the search multiplies with: costs of rules and tensors at one ratio vector.
struct Tables {
  std::vector<std::vector<double>> compute;  ///< [step class][rule], seconds
  /// [tensor class][made << codes | wanted]: least cost of holding the tensor in all wanted properties; made:
  /// code + 1, 0 when unknown. Infinite when it cannot be.
  std::vector<std::vector<double>> hold;
  /// At least this much is still needed to finish from each place of the order, whatever the state: the
  /// heuristic. Sum over the remaining steps of the least of their rules: computation, and what a tensor
  /// costs that nobody has touched before. Admissible; consistent since one step costs at least its own term.
  std::vector<double> remaining;
  /// Pairs that are charged, by kind of group; empty: none.
  std::vector<std::vector<WholePair>> pairs;
  double value(const Access& access, int codes, unsigned slot) const {
    return hold[access.tensor_class][((slot >> 8) << codes) | (slot & 0xffU)];
  }
};
/// `memory_price`: seconds charged for filling a device's whole memory; 0: memory is free. Then costs are no
/// longer times, and programs that hold less come first.
Tables make_tables(const Theory& theory, const Prices& prices, double memory_price = 0.0);

struct SearchOptions {
  bool fold = true;                     ///< repeated blocks are solved once
  double at_most = kBeyond;             ///< programs of this cost and more are of no interest
  std::vector<std::int16_t> incumbent;  ///< rules of a known program: what is as dear is never looked at
  std::int64_t most_states = 50'000'000;
  /// A search of more states than this is a hard one: once, a beam looks for a better program to cut with.
  std::int64_t beam_after = 10'000;
  std::stop_token stop;
  std::optional<std::chrono::steady_clock::time_point> deadline;
  std::int64_t most_work = 0;  ///< choices tried, and what is compared with; 0: any
};

struct Found {
  bool any = false;
  bool stopped = false;      ///< before the search came to its end
  double seconds = 0.0;      ///< of the program found, at the tables' prices
  double lower_bound = 0.0;  ///< no program is cheaper; equals `seconds` when the search came to its end
  std::vector<std::int16_t> rule;  ///< of each place of the order
  std::int64_t states_expanded = 0;
  std::int64_t work = 0;  ///< as SearchOptions::most_work counts it
};

Found search(const Theory& theory, const Tables& tables, const SearchOptions& options = {});

/// The rules of `from`, a restriction of the theory `to`, by their places in `to`.
std::vector<std::int16_t> translated(const std::vector<std::int16_t>& rule, const Theory& from,
                                     const Theory& to);

/// The cost of one choice of rules, infinite when it is none. For tests, and for programs made elsewhere.
double cost_of(const Theory& theory, const Tables& tables, const std::vector<std::int16_t>& rule);

/// Conversions that bring a tensor made in `made` to all of `wanted`: parent[code] is the code from which it
/// is converted, -1 for `made` itself and for what is not needed. Least cost.
/// Its cost: conversion_cost().
std::vector<int> conversion_tree(const TensorClass& form, const Prices& prices, int made, unsigned wanted);

double conversion_cost(const TensorClass& form, const Prices& prices, int made, unsigned wanted);

}  // namespace astrolabe::spmd
