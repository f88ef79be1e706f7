#pragma once
// A table of prices before it is taken: which column is what, and for each row what it will do or why not.

#include <QDialog>
#include <array>

#include "core/hardware/price_import.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QPushButton;
class QTableWidget;

namespace astrolabe::ui {

class PriceImportDialog : public QDialog {
  Q_OBJECT

 public:
  /// `name` is what the table is called in messages; `text` its content.
  PriceImportDialog(const QString& name, const std::string& text, const hardware::Catalogue& catalogue,
                    QWidget* parent = nullptr);
  /// What the table gives as it is set now: rows with a mistake are left out.
  const hardware::PriceImport& import() const { return m_import; }

 private:
  void buildColumns();
  void read();
  void fillTable();
  bool hasPrice(const std::vector<std::string>& header, const std::vector<std::string>& cells) const;
  QString m_name;
  std::string m_text;
  const hardware::Catalogue& m_catalogue;
  hardware::PriceImport m_import;
  std::array<QComboBox*, 6> m_columns{};
  QCheckBox* m_comma;
  QTableWidget* m_table;
  QLabel* m_summary;
  QPushButton* m_take;
};

}  // namespace astrolabe::ui
