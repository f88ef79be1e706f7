#pragma once
// Asks which GPU or node of a pool is slow or failed, and how slow.

#include <QDialog>

#include "ui/document/commands/pool_marks.h"

class QComboBox;
class QSpinBox;

namespace astrolabe::ui {

class NumberBox;

/// Children: markDialog.node, .gpu, and where it asks how slow .factor, .linkFactor.
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

 private:
  MarkedPlace place() const;
  void showFactors();

  Ask m_ask;
  QSpinBox* m_node;
  QComboBox* m_gpu;
  NumberBox *m_factor = nullptr, *m_linkFactor = nullptr;
};

}  // namespace astrolabe::ui
