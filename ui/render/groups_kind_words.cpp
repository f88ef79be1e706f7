// The words of programs on groups, as one of the kinds of plan.

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/planning/groups.h"
#include "ui/render/kind_words.h"
#include "ui/render/mixed_words.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"

namespace astrolabe::ui {

namespace {

struct GroupsSaid {
  Q_DECLARE_TR_FUNCTIONS(Groups)
};

const planning::GroupsLayout& groupsOf(const planning::Layout& layout) {
  return static_cast<const planning::GroupsLayout&>(layout);
}

/// "16 h100 TP 8 · PP 2 · mbs 1"
QString poolText(const planning::GroupsOfPool& pool, const std::string& id) {
  const QString gpus = gpusOfPool(pool.groups * pool.gpus_of_group, id);
  if (pool.sequences == 0) return GroupsSaid::tr("%1 idle", "GPUs of a pool").arg(gpus);
  QStringList parts;
  const auto add = [&](const char* name, int degree, int unless) {
    if (degree != unless)
      parts.append(QStringLiteral("%1 %2").arg(QLatin1StringView(name), wholeText(degree)));
  };
  add("TP", pool.tensor_parallel, 1);
  add("CP", pool.context_parallel, 1);
  add("EP", pool.expert_parallel, 1);
  add("ETP", pool.expert_tensor_parallel, 1);
  add("PP", pool.pipeline_parallel, 1);
  add("VPP", pool.virtual_pipeline, 1);
  add("mbs", pool.micro_batch, 0);
  return gpus + QLatin1Char(' ') + parts.join(QStringLiteral(" · "));
}

/// "2 stages of 40 · 40 layers", "tensor parallelism 8": how a group splits its work.
QStringList innerLayout(const planning::GroupsOfPool& pool) {
  QStringList parts;
  const auto add = [&](int degree, const QString& words) {
    if (degree > 1) parts << words.arg(wholeText(degree));
  };
  add(pool.tensor_parallel, GroupsSaid::tr("tensor parallelism %1"));
  add(pool.context_parallel, GroupsSaid::tr("context parallelism %1"));
  add(pool.expert_parallel, GroupsSaid::tr("expert parallelism %1"));
  add(pool.expert_tensor_parallel, GroupsSaid::tr("expert tensor parallelism %1"));
  if (pool.pipeline_parallel > 1)
    parts << GroupsSaid::tr("%1 stages of %2 layers, schedule %3", "2 stages of 40·40 layers, schedule 1f1b")
                 .arg(wholeText(pool.pipeline_parallel), ofParts(pool.layers),
                      QString::fromLatin1(strategy::to_string(pool.schedule)));
  add(pool.virtual_pipeline, GroupsSaid::tr("%1 chunks of layers a stage"));
  parts << GroupsSaid::tr("micro-batches of %1", "sequences").arg(wholeText(pool.micro_batch));
  return parts;
}

/// What the groups of a pool do.
QString groupsSentences(const planning::GroupsOfPool& pool, const std::string& id) {
  const QString gpus = gpusOfPool(pool.groups * pool.gpus_of_group, id);
  if (pool.sequences == 0) return GroupsSaid::tr("%1 stand idle.", "GPUs of a pool").arg(gpus);
  const int sequences = static_cast<int>(pool.most_share);
  const QString least = wholeText(static_cast<double>(pool.least_share)),
                most = wholeText(static_cast<double>(pool.most_share));
  QString told =
      GroupsSaid::tr("%1 in groups of %2: %3.", "GPUs of a pool, GPUs of a group, how it splits its work")
          .arg(gpus, wholeText(pool.gpus_of_group), innerLayout(pool).join(QStringLiteral(", ")));
  told +=
      QLatin1Char(' ') +
      (least == most
           ? grouped(GroupsSaid::tr("A group takes %n sequences of a step;", nullptr, sequences), sequences)
           : GroupsSaid::tr("A group takes %1 to %2 sequences of a step;").arg(least, most));
  told += QLatin1Char(' ') + GroupsSaid::tr("all of them take %1 of the batch and have computed after %2.")
                                 .arg(percentText(pool.share), durationText(pool.end_seconds));
  const auto again = std::max_element(pool.recompute_layers.begin(), pool.recompute_layers.end());
  if (again != pool.recompute_layers.end() && *again > 0)
    told +=
        QLatin1Char(' ') + GroupsSaid::tr("Layers of a stage that are recomputed in the backward pass: %1.")
                               .arg(ofParts(pool.recompute_layers));
  return told;
}

/// A setting of the groups of each pool that has work; none for a field that is no number of theirs.
std::vector<int> settingsOf(std::string_view field, const planning::Option& option) {
  using Of = planning::GroupsOfPool;
  static constexpr std::pair<std::string_view, int Of::*> kSettings[] = {
      {"tensor_parallel", &Of::tensor_parallel},
      {"pipeline_parallel", &Of::pipeline_parallel},
      {"context_parallel", &Of::context_parallel},
      {"expert_parallel", &Of::expert_parallel},
      {"expert_tensor_parallel", &Of::expert_tensor_parallel},
      {"virtual_pipeline", &Of::virtual_pipeline},
      {"micro_batch", &Of::micro_batch}};
  std::vector<int> values;
  for (const auto& [name, setting] : kSettings)
    if (name == field)
      for (const Of& pool : groupsOf(*option.layout).pools())
        if (pool.sequences > 0) values.push_back(pool.*setting);
  return values;
}

class GroupsKind final : public KindWords {
 public:
  std::string_view kind() const override { return planning::kGroups; }
  QString label() const override { return GroupsSaid::tr("groups"); }
  QString line(const planning::Layout& layout) const override {
    const std::vector<std::string> ids = groupsOf(layout).question()->problem.pool_ids();
    QStringList pools;
    for (const planning::GroupsOfPool& pool : groupsOf(layout).pools())
      pools.append(poolText(pool, ids[static_cast<std::size_t>(pool.pool)]));
    return GroupsSaid::tr("Groups: %1").arg(sideBySide(pools));
  }
  QString whyNotEdited() const override {
    return GroupsSaid::tr(
        "A program on groups has a layout and a share for each pool: they are found together. Choose a "
        "strategy to begin with.");
  }
  QStringList inWords(const planning::Option& option, const strategy::Problem& problem) const override {
    QStringList told{
        GroupsSaid::tr("Every group holds the whole model. Between groups the batch alone is split, by their "
                       "speed; gradients are summed once a step.")};
    const std::vector<std::string> ids = problem.pool_ids();
    for (const planning::GroupsOfPool& pool : groupsOf(*option.layout).pools())
      told << groupsSentences(pool, ids[static_cast<std::size_t>(pool.pool)]);
    if (const double moved = groupsOf(*option.layout).program().state.moved; moved > 0.0)
      told << GroupsSaid::tr("%1 of the optimizer state lie on GPUs that have room for more than their part.")
                  .arg(gibText(moved));
    return told;
  }

  QString cell(std::string_view field, const planning::Option& option) const override {
    if (field == "schedule") return GroupsSaid::tr("groups");
    if (field == "offload") return {};
    const std::vector<int> settings = settingsOf(field, option);
    return settings.empty() ? KindWords::cell(field, option) : ofParts(settings);
  }
  double number(std::string_view field, const planning::Option& option) const override {
    return field == "schedule" || field == "offload" ? 0.0 : alikeInParts(settingsOf(field, option));
  }
  QString word(std::string_view field, const planning::Option&) const override {
    return field == "schedule" ? QStringLiteral("groups") : QString();
  }
  QString tip() const override {
    return GroupsSaid::tr(
        "Groups of equal GPUs with an inner layout; batch and state are shared out unevenly");
  }

  std::vector<KindLane> lanes(const planning::Option& option,
                              const strategy::Problem& problem) const override {
    std::vector<KindLane> lanes;
    for (const planning::GroupsOfPool& pool : groupsOf(*option.layout).pools()) {
      const QString id =
          QString::fromStdString(problem.cluster.pools[static_cast<std::size_t>(pool.pool)].id);
      const int gpus = pool.groups * pool.gpus_of_group / pool.pipeline_parallel;
      for (int stage = 0; stage < pool.pipeline_parallel; ++stage)
        lanes.push_back({pool.pool, gpus, pool.layers[static_cast<std::size_t>(stage)],
                         pool.pipeline_parallel > 1
                             ? GroupsSaid::tr("%1, stage %2", "pool and number").arg(id).arg(stage + 1)
                             : id});
    }
    return lanes;
  }

  QString stepSource() const override {
    return GroupsSaid::tr("the last group's work and the exchange of gradients and weights between all");
  }
  QString runtimesNote() const override {
    return GroupsSaid::tr("Runtimes start one layout for all GPUs: none of them takes unequal groups.");
  }

  QString reportText(const planning::Option& option, const cost::Evaluation& best) const override {
    constexpr double kWorthTelling = 5e-4;  // of the speed
    const cost::Evaluation& groups = option.evaluation;
    if (&groups == &best) return {};  // a comparison with itself
    const double more = groups.tokens_per_second / best.tokens_per_second - 1.0;
    const QString figures = GroupsSaid::tr("%1 tokens/s, a step in %2, %3 for 10¹² tokens")
                                .arg(wholeText(groups.tokens_per_second), durationText(groups.step.value),
                                     moneyText(groups.money.usd_per_trillion_tokens));
    if (std::fabs(more) < kWorthTelling)
      return GroupsSaid::tr("A program on groups is as fast: %1.").arg(figures);
    return (more > 0.0 ? GroupsSaid::tr("A program on groups is %1 faster: %2. By the goal of the plan it "
                                        "ranks behind.")
                       : GroupsSaid::tr("The best program on groups is %1 slower: %2."))
        .arg(percentText(std::fabs(more)), figures);
  }
};

}  // namespace

const KindWords& groupsKindWords() {
  static const GroupsKind words;
  return words;
}

}  // namespace astrolabe::ui
