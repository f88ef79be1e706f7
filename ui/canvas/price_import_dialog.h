#pragma once
// A table of prices before it is taken: which column is what, and for each row what it will do or why not.

#include <QDialog>
#include <map>
#include <set>
#include <vector>

#include "core/hardware/price_import.h"
#include "ui/canvas/price_mapping.h"

class QAction;
class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QPushButton;
class QTableWidget;

namespace astrolabe::ui {

class ScrolledForm;

/// Children: a choice for each role ("priceImport.gpu", …), .comma, .unsaid (the currency of prices that name
/// none), .rows (the table), for each currency that needs one "priceImport.rate.EUR" and ".rateDate.EUR";
/// .told with .useComma, .asWritten and .skip speak of the table's current row.
class PriceImportDialog : public QDialog {
  Q_OBJECT

 public:
  /// `name` is what the table is called in messages; `text` its content. A table whose header is one of
  /// `known` is read as it was then.
  PriceImportDialog(const QString& name, const std::string& text, const hardware::Catalogue& catalogue,
                    QWidget* parent = nullptr, const PriceMappings& known = {});
  /// What the table gives as it is set now: rows with a mistake are left out.
  const hardware::PriceImport& import() const { return m_import; }
  /// How its columns are read now, to be remembered.
  PriceMapping mapping() const;

 private:
  void buildColumns(const PriceMapping* known);
  void buildUnsaid(const PriceMapping* known);
  void buildRow();
  void read();
  void offerTake();
  void askForRates();
  void fillTable();
  void tellRow();
  void skipRow();
  int currentRow() const;
  bool hasPrice(const std::vector<std::string>& header, const std::vector<std::string>& cells) const;
  QString m_name;
  std::string m_text;
  const hardware::Catalogue& m_catalogue;
  hardware::PriceImport m_import;
  std::vector<QComboBox*> m_columns;  ///< one for each role
  ScrolledForm* m_settings;           ///< what columns mean; large text leaves it little room
  QCheckBox* m_comma;
  QComboBox* m_unsaid;
  QWidget* m_rates;
  QFormLayout* m_rateRows;
  std::map<std::string, hardware::ExchangeRate> m_entered;
  std::set<std::string> m_asked;  ///< currencies with a row in m_rates
  std::set<int> m_skipped, m_asWritten;
  std::map<int, Error> m_mistakes;  ///< by row of the table
  QTableWidget* m_table;
  QLabel* m_told;
  QPushButton* m_useComma;
  QPushButton* m_meant;
  QPushButton* m_skip;
  QAction* m_skipAction;
  QLabel* m_summary;
  QPushButton* m_take;
};

}  // namespace astrolabe::ui
