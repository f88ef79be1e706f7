#include "ui/render/program_words.h"

#include <QCoreApplication>
#include <QStringList>

namespace astrolabe::ui {

namespace {

struct ProgramText {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::ProgramText)
};

}  // namespace

QString collectiveText(spmd::Instruction::Kind kind) {
  using Kind = spmd::Instruction::Kind;
  switch (kind) {
    case Kind::all_gather:
      return ProgramText::tr("all-gather, padded");
    case Kind::all_gather_grouped:
      return ProgramText::tr("all-gather, grouped broadcasts");
    case Kind::reduce_scatter:
      return ProgramText::tr("reduce-scatter, padded");
    case Kind::reduce_scatter_grouped:
      return ProgramText::tr("reduce-scatter, grouped reduces");
    case Kind::all_reduce:
      return ProgramText::tr("all-reduce");
    case Kind::all_to_all:
      return ProgramText::tr("all-to-all");
    default:
      return ProgramText::tr("resharding");
  }
}

QString executionText(const spmd::Execution& execution) {
  QStringList parts;
  if (execution.micro_batches > 1)
    parts << ProgramText::tr("%n micro-batch(es)", nullptr, execution.micro_batches);
  if (execution.gather_again) parts << ProgramText::tr("weights re-gathered");
  if (execution.recompute) parts << ProgramText::tr("layers recomputed");
  return parts.join(QLatin1String(", "));
}

}  // namespace astrolabe::ui
