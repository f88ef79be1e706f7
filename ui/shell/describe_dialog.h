#pragma once
// A form for models that no file describes: dense and MoE decoder transformers by their numbers, checked
// while they are typed.

#include <QDialog>
#include <QStringList>
#include <array>

#include "core/model/architecture.h"
#include "ui/shell/described_model.h"

class QCheckBox;
class QComboBox;
class QGridLayout;
class QLabel;
class QLineEdit;
class QPushButton;
class QVBoxLayout;

namespace astrolabe::ui {

class LayerList;
class NumberField;

/// Fields describeModel.name, .kind (dense, experts, several kinds of layers), .mlp (gated, plain), .tied and
/// those of modelSizes(), each with ".error" and ".from"; those of a LayerList; .summary tells what the
/// numbers make, button .take.
class DescribeDialog : public QDialog {
  Q_OBJECT

 public:
  /// Opens with what is known of the model.
  explicit DescribeDialog(const DescribedModel& start, QWidget* parent = nullptr);
  DescribedModel model() const;

 signals:
  /// The form was taken: an architecture read from configText() of the model.
  void described(const astrolabe::model::Architecture& architecture);

 private:
  struct Row {
    QLabel* label = nullptr;
    NumberField* field = nullptr;
    QLabel* from = nullptr;
  };
  void fillForm(QWidget* page, const DescribedModel& start);
  void addEnd(QVBoxLayout* column);
  void addSize(QGridLayout* grid, const ModelSizeSpec& spec, const DescribedModel& start);
  void takeKind();
  DescribedModel ofOneKind() const;
  void validate();
  /// Labels of the fields that are still empty. Sets `wrong` where the text of one is no value, and says so
  /// at the field.
  QStringList openFields(const DescribedModel& now, bool& wrong);
  /// Words for the layers that lack a number. Sets `wrong` where a number of layers is no value, and says so
  /// at the layers.
  QStringList openLayers(const DescribedModel& now, bool& wrong);
  void take();
  const Row& row(ModelSize size) const { return m_rows[static_cast<std::size_t>(size)]; }

  QLineEdit* m_name = nullptr;
  QComboBox *m_kind = nullptr, *m_mlp = nullptr;
  QLabel* m_mlpLabel = nullptr;
  QCheckBox* m_tied = nullptr;
  std::array<Row, kModelSizes> m_rows;
  QLabel* m_summary = nullptr;
  QPushButton* m_take = nullptr;
  LayerList* m_layers = nullptr;
};

}  // namespace astrolabe::ui
