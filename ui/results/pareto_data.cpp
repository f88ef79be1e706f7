#include "ui/results/pareto_data.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "core/base/units.h"
#include "ui/render/kind_words.h"
#include "ui/render/marks.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"
#include "ui/render/proof_figures.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

struct Words {
  Q_DECLARE_TR_FUNCTIONS(Pareto)
};

int gpusOf(const strategy::Strategy& s) {
  int gpus = 0;
  for (const strategy::Stage& stage : s.stages) gpus += stage.tensor_parallel * s.replicas();
  return gpus;
}

std::set<int> poolsOf(const strategy::Strategy& s) {
  std::set<int> pools;
  for (const strategy::Stage& stage : s.stages) pools.insert(stage.pool);
  return pools;
}

std::set<int> poolsOf(const cost::Evaluation& e) {
  std::set<int> pools;
  for (std::size_t pool = 0; pool < e.gpus.size(); ++pool)
    if (e.gpus[pool] > 0) pools.insert(static_cast<int>(pool));
  return pools;
}

/// The figures every point has, wherever it comes from.
struct Figures {
  double speed = 0.0, usd = -1.0, memory = 0.0;
  const strategy::Strategy* strategy = nullptr;
  int rank = -1;
  bool mine = false;
  const planning::Option* beside = nullptr;  ///< in place of a strategy

  int gpus() const { return beside != nullptr ? beside->evaluation.gpus_used() : gpusOf(*strategy); }
};

double valueOf(const Figures& f, PlotAxis axis, double tokensOfStep) {
  switch (axis) {
    case PlotAxis::UsdPerTrillion:
      return f.usd < 0.0 ? std::nan("") : f.usd;
    case PlotAxis::GpusUsed:
      return f.gpus();
    case PlotAxis::PeakMemory:
      return f.memory;
    case PlotAxis::StepSeconds:
      return f.speed > 0.0 ? tokensOfStep / f.speed : std::nan("");
    case PlotAxis::TokensPerSecond:
      return f.speed;
    case PlotAxis::TokensPerGpu:
      return f.speed / std::max(1, f.gpus());
  }
  return std::nan("");
}

Figures figuresOf(const cost::Evaluation& e, int rank, bool mine) {
  return {e.tokens_per_second,
          e.money.usd_per_trillion_tokens.value_or(-1.0),
          e.memory_share(),
          &e.strategy,
          rank,
          mine};
}

}  // namespace

double axisValue(const cost::Evaluation& evaluation, PlotAxis axis) {
  return valueOf(figuresOf(evaluation, -1, false), axis,
                 evaluation.tokens_per_second * evaluation.step.value);
}

namespace {

/// Every strategy once: ranked ones first, then own ones, then what else was evaluated.
std::vector<Figures> collect(const plan::Snapshot& snapshot, const MineList& mine) {
  std::vector<Figures> all;
  const auto before = [](const strategy::Strategy* a, const strategy::Strategy* b) { return *a < *b; };
  std::set<const strategy::Strategy*, decltype(before)> known(before);
  const auto add = [&](const Figures& figures) {
    if (figures.beside != nullptr || known.insert(figures.strategy).second) all.push_back(figures);
  };
  for (std::size_t i = 0; i < snapshot.best.size(); ++i)
    add(figuresOf(snapshot.best[i], static_cast<int>(i), false));
  for (const auto& own : mine)
    if (own->is_possible()) {
      Figures figures = figuresOf(own->evaluation, -1, true);
      if (planning::strategy_of(*own) == nullptr) figures.beside = own.get();
      add(figures);
    }
  for (const plan::SeenPoint& point : snapshot.seen)
    add({point.tokens_per_second, point.usd_per_trillion_tokens, point.memory_share, &point.strategy, -1,
         false});
  // The frontier of time and money is kept whole by the search; its memory is not known when it was thinned
  // away.
  for (const plan::ParetoPoint& point : snapshot.pareto)
    add({point.tokens_per_second, point.usd_per_trillion_tokens, std::nan(""), &point.strategy, -1, false});
  return all;
}

}  // namespace

bool PlotPoint::is(const planning::LayoutPtr& layout) const {
  if (layout == nullptr) return false;
  return beside ? planning::same(beside, layout) : strategy != nullptr && isPipeline(layout, *strategy);
}

planning::LayoutPtr PlotPoint::layout() const { return beside ? beside : planning::layout_of(*strategy); }

bool largerIsBetter(PlotAxis axis) {
  return axis == PlotAxis::TokensPerSecond || axis == PlotAxis::TokensPerGpu;
}

QString axisTitle(PlotAxis axis) {
  switch (axis) {
    case PlotAxis::UsdPerTrillion:
      return moneyPerTokens();
    case PlotAxis::GpusUsed:
      return Words::tr("GPUs used");
    case PlotAxis::PeakMemory:
      return Words::tr("peak memory, % of the limit");
    case PlotAxis::StepSeconds:
      return Words::tr("seconds a step");
    case PlotAxis::TokensPerSecond:
      return Words::tr("tokens/s");
    case PlotAxis::TokensPerGpu:
      return Words::tr("tokens/s per GPU");
  }
  return {};
}

AxisUnit axisUnit(PlotAxis axis, double largest) {
  const QString name = axisTitle(axis);
  if (axis == PlotAxis::PeakMemory) return {100.0, name};
  const bool scaled =
      axis == PlotAxis::UsdPerTrillion || axis == PlotAxis::TokensPerSecond || axis == PlotAxis::TokensPerGpu;
  const double unit = axis == PlotAxis::UsdPerTrillion ? shownMoney(1.0) : 1.0;  // the plot counts dollars
  if (!scaled || !(largest * unit >= 1e3)) return {unit, name};
  if (largest * unit < 1e6) return {unit * 1e-3, Words::tr("%1, thousand", "axis").arg(name)};
  if (largest * unit < 1e9) return {unit * 1e-6, Words::tr("%1, million", "axis").arg(name)};
  return {unit * 1e-9, Words::tr("%1, billion", "axis").arg(name)};
}

QString axisText(PlotAxis axis, double value) {
  switch (axis) {
    case PlotAxis::UsdPerTrillion:
      return moneyText(value);
    case PlotAxis::PeakMemory:
      return percentText(value, 0);
    case PlotAxis::StepSeconds:
      return durationText(value);
    default:
      return wholeText(value);
  }
}

std::vector<PlotLimit> plotLimits(const plan::Snapshot& snapshot, PlotAxis axis) {
  std::vector<PlotLimit> result;
  if (!snapshot.problem) return result;
  const strategy::Job& job = snapshot.problem->job;
  const strategy::Limits& limits = job.limits;
  const double tokensOfStep = tokensPerStep(snapshot);
  const bool seconds = axis == PlotAxis::StepSeconds;
  if (axis == PlotAxis::UsdPerTrillion) {
    if (limits.usd_per_trillion_tokens)
      result.push_back({*limits.usd_per_trillion_tokens,
                        Words::tr("limit %1").arg(moneyText(*limits.usd_per_trillion_tokens))});
    if (limits.budget_usd && job.tokens > 0.0)
      result.push_back({*limits.budget_usd * 1e12 / job.tokens,
                        Words::tr("budget %1").arg(moneyText(*limits.budget_usd))});
  } else if (axis == PlotAxis::PeakMemory) {
    result.push_back({1.0, Words::tr("limit %1").arg(percentText(1.0, 0))});
  } else if (axis == PlotAxis::TokensPerSecond || seconds) {
    if (const auto deadline = job.deadline(); deadline && *deadline > 0.0 && job.tokens > 0.0) {
      const double speed = job.tokens / (*deadline * kSecondsPerHour);
      result.push_back(
          {seconds ? tokensOfStep / speed : speed, Words::tr("deadline %1").arg(hoursText(*deadline))});
    }
    if (snapshot.has_bound && snapshot.bound_step_seconds > 0.0 && snapshot.gap > 0.0) {
      const double bound = snapshot.bound_step_seconds, speed = tokensOfStep / bound;
      result.push_back({seconds ? bound : speed,
                        Words::tr("bound %1").arg(seconds ? durationText(bound) : significantText(speed)),
                        true});
    }
  }
  return result;
}

bool isFrontierProven(const plan::Snapshot& snapshot, PlotAxis x, PlotAxis y) {
  const auto money = [](PlotAxis axis) { return axis == PlotAxis::UsdPerTrillion; };
  const auto time = [](PlotAxis axis) {
    return axis == PlotAxis::TokensPerSecond || axis == PlotAxis::StepSeconds;
  };
  return snapshot.objective == strategy::Objective::pareto && snapshot.status == plan::Status::optimal &&
         ((money(x) && time(y)) || (time(x) && money(y)));
}

void markFrontier(std::vector<PlotPoint>& points, bool largerX, bool largerY) {
  std::vector<std::size_t> order(points.size());
  std::iota(order.begin(), order.end(), 0);
  const auto x = [&](std::size_t i) { return largerX ? -points[i].x : points[i].x; };
  const auto y = [&](std::size_t i) { return largerY ? -points[i].y : points[i].y; };
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return x(a) != x(b) ? x(a) < x(b) : y(a) < y(b); });
  double best = INFINITY, bestX = INFINITY;
  for (const std::size_t i : order) {
    // Equal points stand on the frontier together.
    points[i].frontier = y(i) < best || (y(i) == best && x(i) == bestX);
    if (y(i) < best) {
      best = y(i);
      bestX = x(i);
    }
  }
}

ParetoPoints paretoPoints(const plan::Snapshot& snapshot, const MineList& mine, PlotAxis xAxis,
                          PlotAxis yAxis) {
  ParetoPoints result;
  if (!snapshot.problem) return result;
  const strategy::Problem& problem = *snapshot.problem;
  const double tokens = tokensPerStep(snapshot);
  std::map<std::vector<int>, std::size_t> mixes;
  for (const Figures& figures : collect(snapshot, mine)) {
    PlotPoint point{valueOf(figures, xAxis, tokens), valueOf(figures, yAxis, tokens), figures.rank};
    if (std::isnan(point.x) || std::isnan(point.y)) {
      ++result.withoutValue;
      continue;
    }
    const std::set<int> used =
        figures.beside != nullptr ? poolsOf(figures.beside->evaluation) : poolsOf(*figures.strategy);
    if (!used.empty() && static_cast<std::size_t>(*used.rbegin()) >= problem.cluster.pools.size()) {
      ++result.withoutValue;  // of a plan with more pools, whose results are not drawn yet
      continue;
    }
    const std::vector<int> pools(used.begin(), used.end());
    const auto [place, fresh] = mixes.try_emplace(pools, result.mixes.size());
    if (fresh) {
      QStringList names;
      for (const int pool : pools) {
        const QString name = shortGpuName(problem.cluster.pools[static_cast<std::size_t>(pool)].gpu);
        if (!names.contains(name)) names << name;
      }
      result.mixes.push_back({pools, names.join(u" + "_s)});
    }
    point.mix = place->second;
    point.mine = figures.mine;
    if (figures.beside != nullptr)
      point.beside = figures.beside->layout;
    else
      point.strategy = figures.strategy;
    result.points.push_back(point);
  }
  markFrontier(result.points, largerIsBetter(xAxis), largerIsBetter(yAxis));
  return result;
}

std::vector<std::size_t> thinned(const std::vector<PlotPoint>& points, std::size_t limit,
                                 const std::vector<planning::LayoutPtr>& keep) {
  const auto wanted = [&](const PlotPoint& point) {
    if (point.frontier || point.mine || point.rank == 0) return true;
    return std::any_of(keep.begin(), keep.end(),
                       [&](const planning::LayoutPtr& layout) { return point.is(layout); });
  };
  std::vector<std::size_t> kept, others;
  for (std::size_t i = 0; i < points.size(); ++i) (wanted(points[i]) ? kept : others).push_back(i);
  const std::size_t room = limit > kept.size() ? limit - kept.size() : 0;
  // Evenly over the order in which they come: ranked ones first, so that the choice does not jump about.
  const std::size_t take = std::min(room, others.size());
  for (std::size_t i = 0; i < take; ++i) kept.push_back(others[i * others.size() / take]);
  std::sort(kept.begin(), kept.end());
  return kept;
}

Difference difference(const cost::Evaluation& a, const cost::Evaluation& b) {
  Difference d;
  d.tokensPerSecond = b.tokens_per_second - a.tokens_per_second;
  d.memoryShare = b.memory_share() - a.memory_share();
  d.stepSeconds = b.step.value - a.step.value;
  d.hasMoney = a.money.usd_per_trillion_tokens && b.money.usd_per_trillion_tokens;
  if (d.hasMoney) d.usdPerTrillion = *b.money.usd_per_trillion_tokens - *a.money.usd_per_trillion_tokens;
  return d;
}

}  // namespace astrolabe::ui
