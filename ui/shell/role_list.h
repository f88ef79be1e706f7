#pragma once
// The roles of post-training: what each does, its model or what it has in place of one, its precision.

#include <QWidget>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/base/result.h"

class QComboBox;
class QGridLayout;
class QLabel;
class QPushButton;

namespace astrolabe::ui {

class NumberField;

/// A row a role; children postTraining.role.<role> (a button with the menu entries .load, .preset, .rule,
/// .shares.<owner>), .precision, .rank, .seconds, .atOnce, .error. A model file dropped on a row is for its
/// role.
class RoleList : public QWidget {
  Q_OBJECT

 public:
  explicit RoleList(QWidget* parent = nullptr);
  /// Shows what the job says; `stated`: somebody said it.
  void setRoles(const Json& asked, bool stated);
  /// Says an error at the role that it concerns; false where it concerns none.
  bool tell(const std::optional<Error>& error, const QString& words);

 signals:
  void fileWanted(const QString& role);
  void presetWanted(const QString& role);
  void fileDropped(const QString& role, const QString& path);
  /// A person changes the job: what, for the undo step, and how.
  void edited(const QString& what, const std::function<void(astrolabe::Json&)>& edit);

 protected:
  void changeEvent(QEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;

 private:
  struct Row {
    std::string role;
    QLabel *title = nullptr, *rankLabel = nullptr, *secondsLabel = nullptr, *atOnceLabel = nullptr,
           *error = nullptr;
    QPushButton* model = nullptr;
    QComboBox* precision = nullptr;
    NumberField *rank = nullptr, *seconds = nullptr, *atOnce = nullptr;
  };
  void build(const std::vector<std::string>& roles);
  void addRow(const std::string& role);
  void fillMenu(const Row& row);
  void show(Row& row, const Json& role, bool stated);
  void colour();

  QGridLayout* m_grid = nullptr;
  QWidget* m_rowsHolder = nullptr;
  std::vector<Row> m_rows;
  Json m_asked;
  bool m_showing = false;
};

}  // namespace astrolabe::ui
