#pragma once
// One quote of the price book: what somebody asks for a node or a GPU.

#include <QDialog>

#include "core/hardware/catalogue.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace astrolabe::ui {

class NumberBox;

/// Children: quoteDialog.type, .terms, .price, .perGpu (what that is for one GPU of a node), .provider,
/// .region, .fromUnits, .interruptions, .source, .date, .problem, .ok.
class QuoteDialog : public QDialog {
  Q_OBJECT

 public:
  QuoteDialog(const hardware::Catalogue& catalogue, const hardware::Quote& original,
              QWidget* parent = nullptr);
  /// The quote as entered; a price that was left alone is the original's to the last digit.
  hardware::Quote quote() const;

 private:
  void validate();
  hardware::Quote m_original;
  double m_filled = 0.0;  ///< the price as the field showed it first
  QComboBox *m_type, *m_terms;
  NumberBox* m_price;
  QLineEdit *m_provider, *m_region, *m_interruptions, *m_source, *m_date;
  QSpinBox* m_fromUnits;
  QLabel *m_perGpu, *m_problem;
  QPushButton* m_ok = nullptr;
};

}  // namespace astrolabe::ui
