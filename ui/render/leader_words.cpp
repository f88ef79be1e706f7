#include "ui/render/leader_words.h"

#include <QCoreApplication>

#include "core/planning/pipelines.h"
#include "ui/render/kind_words.h"
#include "ui/render/strategy_words.h"

namespace astrolabe::ui {

namespace {

struct LeaderWords {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::RunBar)
};

}  // namespace

QString unrankedLabel(const planning::LayoutPtr& layout) {
  const auto* pipeline = planning::as<planning::PipelineLayout>(layout);
  return pipeline != nullptr ? unrankedText(pipeline->strategy())
                             : kindWords(planning::kind_of(layout)).label();
}

QString unrankedLine(const planning::LayoutPtr& layout) {
  return LeaderWords::tr("%1: %2", "kind of plan, its layout").arg(unrankedLabel(layout), layoutLine(layout));
}

QString firstOfAllText(const planning::Option& leader) {
  return LeaderWords::tr("First in the ranking is a plan of another kind, %1.", "kind of plan and its layout")
      .arg(unrankedLine(leader.layout));
}

}  // namespace astrolabe::ui
