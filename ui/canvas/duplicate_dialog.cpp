#include "ui/canvas/duplicate_dialog.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

#include "ui/canvas/arrange.h"
#include "ui/controls/number_box.h"
#include "ui/render/theme.h"

namespace astrolabe::ui {

DuplicateDialog::DuplicateDialog(const QString& name, QWidget* parent) : QDialog(parent) {
  setObjectName(QStringLiteral("duplicateDialog"));
  setWindowTitle(tr("Duplicate"));
  auto* form = new QFormLayout(this);
  const auto number = [&](const char* object, const QString& label, int least, int most, int value) {
    auto* field = new WholeBox(this);
    field->setAccessibleName(QString(label).remove(QLatin1Char('&')));
    field->setObjectName(QStringLiteral("duplicateDialog.%1").arg(QLatin1StringView(object)));
    field->setRange(least, most);
    field->setValue(value);
    form->addRow(label, field);
    connect(field, &QSpinBox::valueChanged, this, &DuplicateDialog::refresh);
    field->whenTyped(this, [this] { refresh(); });
    return static_cast<QSpinBox*>(field);
  };
  constexpr int kMostCopies = 500;
  m_copies = number("copies", tr("&Copies:"), 1, kMostCopies, 1);
  m_columns = number("columns", tr("In a &row:"), 1, kMostCopies, 8);
  m_gap = number("gap", tr("&Distance, grid steps:"), 1, 50, 2);
  m_pattern = new QLineEdit(name + QStringLiteral("-##"), this);
  m_pattern->setObjectName(QStringLiteral("duplicateDialog.pattern"));
  form->addRow(tr("&Names:"), m_pattern);
  m_example = new QLabel(this);
  m_example->setObjectName(QStringLiteral("duplicateDialog.example"));
  m_example->setWordWrap(true);
  m_example->setFont(ui::font(TextRole::Caption));
  form->addRow(QString(), m_example);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
  m_ok = buttons->button(QDialogButtonBox::Ok);
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(m_pattern, &QLineEdit::textChanged, this, &DuplicateDialog::refresh);
  form->addRow(buttons);
  m_copies->selectAll();
  refresh();
}

int DuplicateDialog::copies() const { return m_copies->value(); }
int DuplicateDialog::columns() const { return m_columns->value(); }
int DuplicateDialog::gap() const { return m_gap->value(); }
std::string DuplicateDialog::pattern() const { return m_pattern->text().trimmed().toStdString(); }

/// What the copies will be called, or why a number is not taken.
void DuplicateDialog::refresh() {
  const QString refused = problemIn(*this);
  m_ok->setEnabled(refused.isEmpty());
  m_example->setText(refused.isEmpty() ? tr("# stands for the number: %1 … %2")
                                             .arg(QString::fromStdString(copyName(pattern(), 1)),
                                                  QString::fromStdString(copyName(pattern(), copies())))
                                       : refused);
}

}  // namespace astrolabe::ui
