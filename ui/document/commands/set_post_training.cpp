#include "ui/document/commands/set_post_training.h"

#include <utility>

#include "core/strategy/asked.h"
#include "ui/document/asked_json.h"
#include "ui/document/post_training_asked.h"

namespace astrolabe::ui {

namespace {

/// A configuration that is a built-in one goes by its id alone.
RoleModel shortOf(const std::string& name, const std::string& text) {
  plan::Plan plan;
  plan.model_name = name;
  plan.model_text = text;
  return modelOf(plan).value_or(RoleModel{name, text});
}

}  // namespace

SetPostTraining::SetPostTraining(PlanDocument& document, strategy::Job job, const QString& what)
    : PlanCommand(document, CommandText::tr("Set %1").arg(what)),
      m_job(std::move(job)),
      m_name(document.plan().model_name),
      m_text(document.plan().model_text),
      m_entered(document.plan().model_entered) {
  const Json asked = strategy::asked_of(m_job);
  const std::optional<RoleModel> leading = modelOf(asked, leadingRole(asked));
  if (!leading || leading == modelOf(document.plan())) return;
  m_name = leading->name;
  m_text = leading->text();
  m_entered.clear();
}

void SetPostTraining::swapWith(plan::Plan& plan) {
  std::swap(plan.job, m_job);
  std::swap(plan.model_name, m_name);
  std::swap(plan.model_text, m_text);
  std::swap(plan.model_entered, m_entered);
}

void takeRoleModel(PlanDocument& document, const std::string& role, const std::string& name,
                   const std::string& text) {
  strategy::Job next = editedJob(document.plan().job, "roles",
                                 [&](Json& asked) { setRoleModel(asked, role, shortOf(name, text)); });
  if (next == document.plan().job) return;
  document.undoStack().push(new SetPostTraining(
      document, std::move(next), CommandText::tr("the model of %1").arg(QString::fromStdString(role))));
}

bool takeRoleModels(PlanDocument& document, const std::vector<std::string>& names,
                    const std::vector<std::pair<std::string, std::string>>& models) {
  strategy::Job next = document.plan().job;
  const bool turned = next.task != "post_train";
  if (turned) strategy::turn_to(next, "post_train");
  Json asked = askedOf(next);
  if (!asked.contains("dataflow")) asked.update(firstPostTraining(document.plan()));
  if (turned || rolesFor(rolesOf(asked), names).empty())
    setDataflow(asked, dataflowFor(names), strategy::is_stated(next, "asked.samples_per_prompt"));
  const std::vector<std::string> roles = rolesFor(rolesOf(asked), names);
  if (roles.empty()) return false;
  // The leading role first, as a reference follows it, and then those that have a model of their own.
  for (const bool leads : {true, false})
    for (std::size_t i = 0; i < models.size(); ++i)
      if ((roles[i] == leadingRole(asked)) == leads)
        setRoleModel(asked, roles[i], shortOf(models[i].first, models[i].second));
  next.asked = text_of(asked);
  strategy::note_stated(next, "asked.roles");
  document.undoStack().push(
      new SetPostTraining(document, std::move(next), CommandText::tr("the models of roles")));
  return true;
}

}  // namespace astrolabe::ui
