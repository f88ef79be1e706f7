#include "ui/render/rank_memory.h"

#include <QCoreApplication>
#include <algorithm>

namespace astrolabe::ui {

namespace {

struct RankRoles {
  Q_DECLARE_TR_FUNCTIONS(Deployments)
};

}  // namespace

std::vector<RankMemory> rankMemories(const serving::Figures& figures) {
  const double use = std::clamp(figures.kv_use, 0.0, 1.0);
  if (!figures.prefill_memory) return {{{}, &figures.memory, use}};
  return {{RankRoles::tr("prefill", "role of a GPU"), &*figures.prefill_memory, std::nullopt},
          {RankRoles::tr("decode", "role of a GPU"), &figures.memory, use}};
}

QString withRole(const QString& pool, const RankMemory& rank) {
  return rank.role.isEmpty() ? pool : RankRoles::tr("%1 · %2", "pool, role of its GPUs").arg(pool, rank.role);
}

}  // namespace astrolabe::ui
