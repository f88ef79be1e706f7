// The words of sharded data parallelism over unequal GPUs, as one of the kinds of plan.

#include <QCoreApplication>
#include <QStringList>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include "core/planning/sharded.h"
#include "ui/render/kind_words.h"
#include "ui/render/mixed_words.h"
#include "ui/render/numbers.h"

namespace astrolabe::ui {

namespace {

struct ShardedSaid {
  Q_DECLARE_TR_FUNCTIONS(Sharded)
};

const mesh::ShardedProgram& programOf(const planning::Layout& layout) {
  return static_cast<const planning::ShardedLayout&>(layout).program();
}

/// A setting of each part; none for a field that is no number of theirs. Whatever a part does, its GPUs are
/// replicas of one GPU each, and all that they store is sharded over all of them.
std::vector<int> settingsOfShares(std::string_view field, const planning::Option& option) {
  constexpr int kAllSharded = 3;
  const std::vector<mesh::ShardedPart>& parts = programOf(*option.layout).parts;
  if (field == "tensor_parallel" || field == "pipeline_parallel" || field == "context_parallel" ||
      field == "virtual_pipeline")
    return {1};
  if (field == "zero_stage") return {kAllSharded};
  std::vector<int> values;
  if (field == "data_parallel")
    values.push_back(std::accumulate(parts.begin(), parts.end(), 0,
                                     [](int sum, const mesh::ShardedPart& part) { return sum + part.gpus; }));
  if (field == "micro_batch")
    for (const mesh::ShardedPart& part : parts)
      if (part.sequences > 0) values.push_back(part.micro_batch);
  return values;
}

class ShardedKind final : public KindWords {
 public:
  std::string_view kind() const override { return planning::kSharded; }
  QString label() const override { return ShardedSaid::tr("sharded"); }
  QString line(const planning::Layout& layout) const override {
    const std::vector<std::string>& ids = static_cast<const planning::ShardedLayout&>(layout).pools();
    QStringList parts;
    for (const mesh::ShardedPart& part : programOf(layout).parts)
      parts.append(ShardedSaid::tr("%1 × %2", "GPUs and sequences of each")
                       .arg(gpusOfPool(part.gpus, ids[static_cast<std::size_t>(part.pool)]),
                            wholeText(static_cast<double>(part.sequences))));
    return ShardedSaid::tr("Sharded: %1 (GPUs × sequences)").arg(sideBySide(parts));
  }
  QString whyNotEdited() const override {
    return ShardedSaid::tr("Shares of batch and state are found together. Choose a strategy to begin with.");
  }
  QStringList inWords(const planning::Option& option, const strategy::Problem&) const override {
    const std::vector<std::string>& ids = static_cast<const planning::ShardedLayout&>(*option.layout).pools();
    QStringList told{
        ShardedSaid::tr("Weights, gradients and optimizer state are sharded over all GPUs, which gather the "
                        "weights of a layer when they need them.")};
    for (const mesh::ShardedPart& part : programOf(*option.layout).parts) {
      const int sequences = static_cast<int>(part.sequences);
      QString said =
          grouped(ShardedSaid::tr("%1 take %n sequences of a step each, in micro-batches of up to %2, and "
                                  "store %3 of weights, gradients and optimizer state each.",
                                  "GPUs of a pool, number, bytes", sequences),
                  sequences)
              .arg(gpusOfPool(part.gpus, ids[static_cast<std::size_t>(part.pool)]),
                   wholeText(part.micro_batch), gibText(part.state));
      if (part.offloads)
        said += u' ' + ShardedSaid::tr("Inputs of their layers lie in host memory until the backward pass.");
      told << said;
    }
    return told;
  }

  QString cell(std::string_view field, const planning::Option& option) const override {
    if (field == "schedule") return ShardedSaid::tr("sharded");
    const std::vector<int> settings = settingsOfShares(field, option);
    return settings.empty() ? KindWords::cell(field, option) : ofParts(settings);
  }
  double number(std::string_view field, const planning::Option& option) const override {
    return field == "schedule" ? 0.0 : alikeInParts(settingsOfShares(field, option));
  }
  QString word(std::string_view field, const planning::Option&) const override {
    return field == "schedule" ? QStringLiteral("sharded") : QString();
  }
  QString reportText(const planning::Option& option, const cost::Evaluation& best) const override {
    return besideTheBest(line(*option.layout), option.evaluation, best);
  }
  QString tip() const override {
    return ShardedSaid::tr(
        "Weights, gradients and optimizer sharded over all GPUs; batch and state are shared out apart");
  }

  std::vector<KindLane> lanes(const planning::Option& option,
                              const strategy::Problem& problem) const override {
    std::vector<KindLane> lanes;
    for (const mesh::ShardedPart& part : programOf(*option.layout).parts)
      lanes.push_back(
          {part.pool, part.gpus, problem.graph->layer_count(),
           ShardedSaid::tr("%1, %n sequences each", "pool", static_cast<int>(part.sequences))
               .arg(QString::fromStdString(problem.cluster.pools[static_cast<std::size_t>(part.pool)].id))});
    return lanes;
  }

  QString stepSource() const override {
    return ShardedSaid::tr(
        "the slowest GPU's passes, or the gathering of weights and the reduction of gradients where these "
        "are longer");
  }
  QString runtimesNote() const override {
    return ShardedSaid::tr("Runtimes give every GPU the same share: none of them takes unequal ones.");
  }
};

}  // namespace

const KindWords& shardedKindWords() {
  static const ShardedKind words;
  return words;
}

}  // namespace astrolabe::ui
