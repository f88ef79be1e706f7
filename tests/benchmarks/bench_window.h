#pragma once

#include <QApplication>

/// Notes the processor time of each event that the window's thread handles.
class MeasuredApplication : public QApplication {
 public:
  using QApplication::QApplication;
  bool notify(QObject* receiver, QEvent* event) override;
};
