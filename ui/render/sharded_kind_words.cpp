// The words of sharded data parallelism over unequal GPUs, as one of the kinds of plan.

#include <QCoreApplication>
#include <QStringList>

#include "core/planning/sharded.h"
#include "ui/render/kind_words.h"
#include "ui/render/numbers.h"

namespace astrolabe::ui {

namespace {

struct ShardedSaid {
  Q_DECLARE_TR_FUNCTIONS(Sharded)
};

const mesh::ShardedProgram& programOf(const planning::Layout& layout) {
  return static_cast<const planning::ShardedLayout&>(layout).program();
}

class ShardedKind final : public KindWords {
 public:
  std::string_view kind() const override { return planning::kSharded; }
  QString label() const override { return ShardedSaid::tr("sharded"); }
  QString line(const planning::Layout& layout) const override {
    QStringList parts;
    for (const mesh::ShardedPart& part : programOf(layout).parts)
      parts.append(ShardedSaid::tr("%1 × %2", "GPUs and sequences of each")
                       .arg(wholeText(part.gpus), wholeText(static_cast<double>(part.sequences))));
    return ShardedSaid::tr("Sharded: %1 sequences").arg(parts.join(QStringLiteral(", ")));
  }
  QString whyNotEdited() const override {
    return ShardedSaid::tr("Shares of batch and state are found together. Choose a strategy to begin with.");
  }

  QString cell(std::string_view field, const planning::Option& option) const override {
    if (field == "schedule") return ShardedSaid::tr("sharded");
    return KindWords::cell(field, option);
  }
  QString word(std::string_view field, const planning::Option&) const override {
    return field == "schedule" ? QStringLiteral("sharded") : QString();
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
        "the slowest GPU's passes, or the gathering of weights and the reduction of gradients where these are "
        "longer");
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
