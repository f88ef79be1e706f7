#pragma once
// What title and status bar of a window say of its plan.

#include <QMainWindow>

#include "ui/document/plan_document.h"

class QLabel;

namespace astrolabe::ui {

class Announcer;
class ClusterView;
class PlanFiles;
class UnsavedWork;

/// Messages at the left; zoom, currency, catalogue and whether the plan is saved at the right. It follows all
/// of them by itself.
class StatusLine : public QObject {
  Q_OBJECT

 public:
  /// Whatever is given outlives it.
  StatusLine(QMainWindow& window, PlanDocument& document, const PlanFiles& files,
             const UnsavedWork& unsaved, const ClusterView& view, Announcer& announcer);
  /// Takes its bar away.
  ~StatusLine() override;

 private:
  void build();
  void showCurrency();
  void update();
  void updateZoom();

  QMainWindow& m_window;
  PlanDocument& m_document;
  const UnsavedWork& m_unsaved;
  const ClusterView& m_view;
  Announcer& m_announcer;
  QLabel *m_zoom = nullptr, *m_currency = nullptr, *m_catalogue = nullptr, *m_saved = nullptr;
};

}  // namespace astrolabe::ui
