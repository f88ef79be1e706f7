#pragma once
// A GPU type of the user's own: units in the fields, checked while typing.

#include <QDialog>
#include <map>
#include <optional>

#include "core/hardware/catalogue.h"

class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace astrolabe::ui {

class NumberBox;
class ScrolledForm;

class GpuTypeDialog : public QDialog {
  Q_OBJECT

 public:
  explicit GpuTypeDialog(const hardware::Catalogue& catalogue, QWidget* parent = nullptr);
  /// The type as entered. Precondition: the dialog was accepted, so all that a plan needs is there. Of a copy
  /// everything that the form does not show, and every figure left alone, is as exact as in the original.
  hardware::Gpu gpu() const;
  /// What one costs to buy, and for an hour, where that was entered.
  std::optional<hardware::GpuPrice> purchase() const;
  std::optional<hardware::GpuRent> rent() const;
  /// Starts from another type's figures; the name asks for a new one where the type is built in.
  void fill(const hardware::Gpu& gpu);

 private:
  void validate();
  /// True when the field shows what fill() put there.
  bool isAsFilled(const NumberBox* field) const;
  NumberBox* number(const char* name, const QString& label, const QString& unit, double most, bool needed);
  const hardware::Catalogue& m_catalogue;
  ScrolledForm* m_form = nullptr;
  QLineEdit *m_name = nullptr, *m_vendor = nullptr, *m_source = nullptr, *m_note = nullptr;
  NumberBox *m_memory, *m_bandwidth, *m_bf16, *m_fp8, *m_link, *m_pcie, *m_power, *m_purchase, *m_rent;
  QSpinBox* m_domain;
  QLabel* m_problem;
  QPushButton* m_ok = nullptr;
  std::optional<hardware::Gpu> m_original;      ///< of a copy
  std::map<const NumberBox*, double> m_filled;  ///< what its fields began with
  int m_filledDomain = 0;
};

}  // namespace astrolabe::ui
