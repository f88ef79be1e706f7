#include "ui/document/commands/set_model.h"

namespace astrolabe::ui {

SetModel::SetModel(PlanDocument& document, const std::string& name, std::string text,
                   std::map<std::string, double, std::less<>> entered)
    : PlanCommand(document, text.empty()
                                ? CommandText::tr("Remove model")
                                : CommandText::tr("Load model %1").arg(QString::fromStdString(name))),
      m_name(name),
      m_text(std::move(text)),
      m_entered(std::move(entered)) {}

void SetModel::swapWith(plan::Plan& plan) {
  std::swap(plan.model_name, m_name);
  std::swap(plan.model_text, m_text);
  std::swap(plan.model_entered, m_entered);
}

}  // namespace astrolabe::ui
