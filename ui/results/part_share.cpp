#include "ui/results/part_share.h"

namespace astrolabe::ui {

using post_training::Part;

namespace {

/// The looks of a part of a training step that is most alike.
cost::Part alikeOf(Part part) {
  switch (part) {
    case Part::prefill:
      return cost::Part::compute_forward;
    case Part::decode:
      return cost::Part::tensor_parallel;
    case Part::forward:
      return cost::Part::context_parallel;
    case Part::training:
      return cost::Part::compute_backward;
    case Part::handover:
      return cost::Part::data_parallel;
    case Part::host:
      return cost::Part::optimizer;
    case Part::sync:
      return cost::Part::expert_parallel;
    case Part::rule:
      return cost::Part::other;
    case Part::stragglers:
    case Part::waiting:
      break;
  }
  return cost::Part::pipeline_bubble;
}

}  // namespace

Share shareOfPart(Part part, const QString& name, double seconds, const Theme& theme) {
  const PartStyle& style = theme.part(alikeOf(part));
  return {name, seconds, style.color, style.ink, style.hatch, style.pattern};
}

}  // namespace astrolabe::ui
