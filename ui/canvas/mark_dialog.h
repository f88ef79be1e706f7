#pragma once
// Asks which GPU or node of a pool is slow or failed, and how slow.

#include <QDialog>

#include "ui/document/commands/pool_marks.h"

class QComboBox;
class QLabel;
class QPushButton;
class QSpinBox;

namespace astrolabe::ui {

class NumberBox;

/// Children: markDialog.node, .gpu, .note, .ok, and where it asks how slow .factor, .linkFactor. A GPU of a
/// node that has failed is not taken as slow, and the note says so.
class MarkDialog : public QDialog {
  Q_OBJECT

 public:
  enum class What { Slow, Failed };
  struct Ask {
    QString pool;
    int nodes = 1, gpus = 1;  ///< of the pool, of a node
    What what = What::Slow;
    MarkedPlace place;  ///< that is asked about first
    PoolMarks marks;    ///< what holds now: fills the factors of the place
  };
  explicit MarkDialog(const Ask& ask, QWidget* parent = nullptr);
  /// The marks with what was entered.
  PoolMarks marks() const;
  void accept() override;

 private:
  MarkedPlace place() const;
  bool isOfFailedNode() const;
  void showFactors();
  void showPlace();

  Ask m_ask;
  QSpinBox* m_node;
  QComboBox* m_gpu;
  NumberBox *m_factor = nullptr, *m_linkFactor = nullptr;
  QLabel* m_note;
  QPushButton* m_ok;
};

}  // namespace astrolabe::ui
