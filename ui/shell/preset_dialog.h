#pragma once

#include <QDialog>

class QLineEdit;
class QListWidget;

namespace astrolabe::ui {

/// The built-in models with a filter; Enter takes the marked one.
class PresetDialog : public QDialog {
  Q_OBJECT

 public:
  explicit PresetDialog(QWidget* parent = nullptr);
  /// Id of the chosen model, empty for none.
  QString chosen() const;

 private:
  void filter(const QString& words);
  QLineEdit* m_search;
  QListWidget* m_list;
};

}  // namespace astrolabe::ui
