#pragma once
// Everything that is known of one tile, each figure with its source; to read, not to edit.

#include <QDialog>
#include <utility>
#include <vector>

#include "ui/document/plan_document.h"

namespace astrolabe::ui {

/// What a line says and its value, in the locale's form; values that were assumed say so, and those that were
/// estimated begin with "≈".
using Properties = std::vector<std::pair<QString, QString>>;
/// What so many GPUs of a pool cost to have and draw: "$3.00 M to buy · $756/h · 121 kW"; what is not known
/// is left out.
QString unitFigures(const PlanDocument& document, const std::string& pool, int gpus);
Properties propertiesOf(const PlanDocument& document, const hardware::PoolSpec& pool);
/// Name of the action that changes what a line says; of what the pool itself does not state
/// "actionProperties".
const char* editorOf(const QString& what, hardware::CostBasis basis);

class PropertiesDialog : public QDialog {
  Q_OBJECT

 public:
  PropertiesDialog(const QString& title, const Properties& properties, QWidget* parent = nullptr);
};

}  // namespace astrolabe::ui
