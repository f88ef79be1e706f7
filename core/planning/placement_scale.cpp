#include "core/planning/placement_scale.h"

#include <algorithm>
#include <utility>

#include "core/planning/moved_question.h"

namespace astrolabe::planning {

namespace {

constexpr int kAdded[] = {-1, 1, 2, 4};

Moved with_machines(Moved asked, std::size_t pool, int added) {
  hardware::Pool& of = asked.problem.cluster.pools[pool];
  of.nodes += added;
  of.max_gpus += added * of.gpus_of_node();
  return asked;
}

}  // namespace

const MachinePoint* MachineScale::one_more(int pool) const {
  const auto point = std::find_if(points.begin(), points.end(), [&](const MachinePoint& each) {
    return each.pool == pool && each.added == 1;
  });
  return point == points.end() ? nullptr : &*point;
}

Result<MachineScale> machine_scale(const Question& question, const std::stop_token& stop,
                                   const std::function<void(const MachineScale&)>& publish) {
  const auto asked = moved_of(question);
  if (!asked) return tl::unexpected<Error>(asked.error());
  const auto mover = mover_of(question, 1, stop);
  if (!mover) return tl::unexpected<Error>(mover.error());
  MachineScale scale;
  const std::vector<hardware::Pool>& pools = asked->problem.cluster.pools;
  for (const hardware::Pool& pool : pools) {
    scale.pools.push_back(pool.id);
    for (const int added : kAdded) scale.all += pool.nodes + added >= 1 ? 1 : 0;
  }
  scale.now = (*mover)->answer(*asked).best;
  for (std::size_t pool = 0; pool < pools.size(); ++pool) {
    OptionPtr fewer = scale.now;
    for (const int added : kAdded) {
      if (pools[pool].nodes + added < 1 || (*mover)->stopped()) continue;
      const Moved moved = with_machines(*asked, pool, added);
      const MovedAnswer answer = (*mover)->answer(moved, added > 0 ? fewer : nullptr);
      if ((*mover)->stopped()) break;
      if (added > 0 && answer.best) fewer = answer.best;
      scale.points.push_back({static_cast<int>(pool), added, pools[pool].nodes + added, answer.best});
      if (publish) publish(scale);
    }
  }
  scale.stopped = (*mover)->stopped();
  return scale;
}

}  // namespace astrolabe::planning
