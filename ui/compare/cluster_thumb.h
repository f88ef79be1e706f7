#pragma once

#include <QWidget>

#include "ui/document/plan_document.h"

namespace astrolabe::ui {

/// The cluster of a scenario in small: a box a node with its GPUs, in the colours that they have on the
/// canvas.
class ClusterThumb : public QWidget {
  Q_OBJECT

 public:
  ClusterThumb(const PlanDocument& document, const plan::Scenario& scenario, QWidget* parent = nullptr);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return sizeHint(); }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  struct Pool {
    QString text;  ///< "8 H100"
    int nodes = 0, gpuIndex = 0;
  };
  std::vector<Pool> m_pools;
};

}  // namespace astrolabe::ui
