#pragma once
// Of whom and where a pool is had: which prices hold for it, and how often spot takes its nodes away.

#include <QDialog>
#include <optional>

#include "core/hardware/cluster.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace astrolabe::ui {

/// Children: sellerDialog.provider, .region, .interruptions, .price (what holds then), .ok.
class SellerDialog : public QDialog {
  Q_OBJECT

 public:
  SellerDialog(const hardware::PoolSpec& pool, const hardware::Catalogue& catalogue,
               hardware::Commitment commitment, QWidget* parent = nullptr);
  /// The pool with what was entered.
  hardware::PoolSpec pool() const;

 private:
  std::optional<double> interruptions() const;
  void tell();
  hardware::PoolSpec m_pool;
  const hardware::Catalogue& m_catalogue;
  hardware::Commitment m_commitment;
  QComboBox* m_provider;
  QLineEdit *m_region, *m_interruptions;
  QLabel* m_price;
  QPushButton* m_ok = nullptr;
};

}  // namespace astrolabe::ui
