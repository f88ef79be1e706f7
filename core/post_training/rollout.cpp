#include "core/post_training/rollout.h"

#include <algorithm>
#include <cmath>

#include "core/post_training/constants.h"

namespace astrolabe::post_training {

namespace {

constexpr double kFewPlaces = 0.25;

/// Indices below `count` in an order in which neighbours are far apart.
std::vector<std::size_t> mixed(std::size_t count) {
  std::size_t size = 1;
  while (size < count) size *= 2;
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < size; ++i) {
    std::size_t turned = 0;
    for (std::size_t bit = 1, other = size / 2; other > 0; bit *= 2, other /= 2)
      if ((i & bit) != 0) turned |= other;
    if (turned < count) order.push_back(turned);
  }
  return order;
}

}  // namespace

RolloutTimes rollout(const serving::StepModel& model, const Rollout& asked) {
  struct Running {
    double left = 0.0, done = 0.0;
  };
  const std::size_t groups = asked.lengths.size();
  const double each = asked.samples / static_cast<double>(groups);  // samples of a group
  const auto slots = static_cast<std::size_t>(std::max(1.0, std::floor(asked.places / each + 1e-9)));
  const double ranks = model.worker().attention_data_parallel;
  const std::vector<std::size_t> order = mixed(groups);
  std::vector<Running> running;
  RolloutTimes times;
  std::size_t next = 0;
  while (next < order.size() || !running.empty()) {
    std::size_t started = 0;
    for (; next < order.size() && running.size() < slots; ++next, ++started)
      running.push_back({asked.lengths[order[next]], 0.0});
    if (started > 0) {
      const double tokens =
          static_cast<double>(started) * each * asked.prompt_tokens * asked.prompts_read / ranks;
      const double chunk = std::max(1.0, std::min<double>(model.worker().max_batched_tokens, tokens));
      serving::Load load;
      load.prefill = chunk;
      load.prompt = std::min(asked.prompt_tokens, chunk);
      const double seconds = tokens / chunk * model.step_ms(load) * 1e-3;
      times.seconds += seconds;
      times.prefill_seconds += seconds;
    }
    double steps = running.front().left, done = 0.0;
    for (const Running& group : running) {
      steps = std::min(steps, group.left);
      done += group.done;
    }
    const auto active = static_cast<double>(running.size());
    serving::Load load;
    load.decode = std::min(active * each, asked.places) / ranks;
    load.context = asked.prompt_tokens + done / active + 0.5 * steps;
    // A group that has more samples than places works them off one after the other.
    const double rounds = std::max(1.0, active * each / std::max(1.0, asked.places));
    const double seconds = rounds * steps * model.step_ms(load) * 1e-3;
    times.seconds += seconds;
    const double busy = std::min(asked.places, asked.samples);
    if (next == order.size() && active * each < kFewPlaces * busy) times.straggler_seconds += seconds;
    for (Running& group : running) {
      group.left -= steps;
      group.done += steps;
    }
    std::erase_if(running, [](const Running& group) { return group.left <= 1e-9; });
  }
  const double drawn = *std::max_element(asked.lengths.begin(), asked.lengths.end());
  if (asked.longest > drawn) {
    serving::Load load;
    load.decode = 1.0;
    load.context = asked.prompt_tokens + 0.5 * (drawn + asked.longest);
    const double seconds = (asked.longest - drawn) * model.step_ms(load) * 1e-3;
    times.seconds += seconds;
    times.straggler_seconds += seconds;
  }
  times.seconds = constants::engine_times *
                  (times.straggler_seconds + asked.imbalance * (times.seconds - times.straggler_seconds));
  times.prefill_seconds *= constants::engine_times * asked.imbalance;
  times.straggler_seconds *= constants::engine_times;
  return times;
}

}  // namespace astrolabe::post_training
