#pragma once
// A copy of a node type as the user's own: other GPUs, another number of them, network, memory, power,
// prices.

#include <QDialog>
#include <map>

#include "core/hardware/catalogue.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace astrolabe::ui {

class NumberBox;

class NodeTypeDialog : public QDialog {
  Q_OBJECT

 public:
  NodeTypeDialog(const hardware::Catalogue& catalogue, const hardware::NodeType& original,
                 QWidget* parent = nullptr);
  /// The type as entered; what the form does not show, and every figure left alone, is the original's.
  hardware::NodeType node() const;

 private:
  void validate();
  const hardware::Catalogue& m_catalogue;
  hardware::NodeType m_original;
  QLineEdit *m_name, *m_source, *m_note;
  QComboBox* m_gpu;
  QSpinBox* m_gpus;
  NumberBox *m_network, *m_memory, *m_power, *m_onDemand, *m_purchase;
  std::map<const NumberBox*, double> m_filled;
  QLabel* m_problem;
  QPushButton* m_ok = nullptr;
};

}  // namespace astrolabe::ui
