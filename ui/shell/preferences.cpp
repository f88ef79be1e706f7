#include "ui/shell/preferences.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QEvent>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QSpinBox>

#include "ui/controls/number_box.h"
#include "ui/controls/scrolled_form.h"
#include "ui/render/numbers.h"
#include "ui/render/theme.h"
#include "ui/shell/paint_helpers.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

template <class Control>
Control* namedPreference(Control* widget, const char* name) {
  widget->setObjectName(u"preferencesDialog.%1"_s.arg(QLatin1StringView(name)));
  return widget;
}

}  // namespace

PreferencesDialog::PreferencesDialog(const Preferences& preferences, QWidget* parent)
    : QDialog(parent), m_preferences(preferences) {
  setObjectName(u"preferencesDialog"_s);
  m_form = new ScrolledForm(this);
  QFormLayout* form = m_form->rows();
  buildLooks(form);
  buildLanguage(form);
  buildCurrency(form);
  buildStart(form);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
  buttons->button(QDialogButtonBox::Close)->setAutoDefault(false);  // Enter takes the value of a field
  layout()->addWidget(buttons);
  m_themeLabel->setBuddy(m_theme);
  m_plotsLabel->setBuddy(m_plots);
  m_pointsLabel->setBuddy(m_points);
  m_languageLabel->setBuddy(m_language);
  m_numbersLabel->setBuddy(m_numbers);
  m_atStartLabel->setBuddy(m_atStart);
  setWords();
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(m_theme, &QComboBox::currentIndexChanged, this, &PreferencesDialog::read);
  connect(m_plots, &QComboBox::currentIndexChanged, this, &PreferencesDialog::read);
  connect(m_language, &QComboBox::currentIndexChanged, this, &PreferencesDialog::read);
  connect(m_atStart, &QComboBox::currentIndexChanged, this, &PreferencesDialog::read);
  connect(m_numbers, &QComboBox::currentIndexChanged, this, &PreferencesDialog::read);
  connect(m_points, &QSpinBox::valueChanged, this, &PreferencesDialog::read);
  connect(m_hints, &QCheckBox::toggled, this, &PreferencesDialog::read);
}

/// Colours, plots, size of the text.
void PreferencesDialog::buildLooks(QFormLayout* form) {
  m_theme = namedPreference(new QComboBox(this), "theme");
  for (const ThemeMode mode : {ThemeMode::System, ThemeMode::Light, ThemeMode::Dark, ThemeMode::HighContrast})
    m_theme->addItem({}, int(mode));
  m_theme->setCurrentIndex(m_theme->findData(int(m_preferences.theme)));
  m_themeLabel = new QLabel(this);
  form->addRow(m_themeLabel, m_theme);

  m_plots = namedPreference(new QComboBox(this), "plots");
  for (const PlotPalette palette : {PlotPalette::Colours, PlotPalette::Print})
    m_plots->addItem({}, int(palette));
  m_plots->setCurrentIndex(m_plots->findData(int(m_preferences.plots)));
  m_plotsLabel = new QLabel(this);
  form->addRow(m_plotsLabel, m_plots);

  m_points = namedPreference(new WholeBox(this), "points");
  m_points->setRange(Preferences::kSmallestPoints - 1, Preferences::kLargestPoints);
  m_points->setValue(m_preferences.points == 0 ? m_points->minimum() : m_preferences.points);
  m_pointsLabel = new QLabel(this);
  form->addRow(m_pointsLabel, m_points);
}

void PreferencesDialog::buildLanguage(QFormLayout* form) {
  m_language = namedPreference(new QComboBox(this), "language");
  m_language->addItem({}, QString());
  m_language->addItem(u"English"_s, u"en"_s);
  m_language->addItem(u"简体中文"_s, u"zh_CN"_s);
  m_language->setCurrentIndex(std::max(0, m_language->findData(m_preferences.language)));
  m_languageLabel = new QLabel(this);
  form->addRow(m_languageLabel, m_language);

  m_numbers = namedPreference(new QComboBox(this), "numbers");
  m_numbers->addItems({QString(), QString()});
  m_numbers->setCurrentIndex(m_preferences.numbersOfLanguage ? 1 : 0);
  m_numbersLabel = new QLabel(this);
  form->addRow(m_numbersLabel, m_numbers);
}

void PreferencesDialog::buildStart(QFormLayout* form) {
  m_atStart = namedPreference(new QComboBox(this), "atStart");
  for (const AtStart begin : {AtStart::LastPlan, AtStart::StartPage, AtStart::Sample})
    m_atStart->addItem({}, int(begin));
  m_atStart->setCurrentIndex(m_atStart->findData(int(m_preferences.atStart)));
  m_atStartLabel = new QLabel(this);
  form->addRow(m_atStartLabel, m_atStart);

  m_hints = namedPreference(new QCheckBox(this), "hints");
  m_hints->setChecked(m_preferences.hints);
  form->addRow(QString(), m_hints);
}

void PreferencesDialog::buildCurrency(QFormLayout* form) {
  const auto row = [&](QLabel*& label, QWidget* field, const char* name) {
    field->setObjectName(u"preferencesDialog.%1"_s.arg(QLatin1StringView(name)));
    label = new QLabel(this);
    label->setBuddy(field);
    form->addRow(label, field);
  };
  m_currency = new QComboBox(this);
  m_currency->setEditable(true);
  m_currency->setInsertPolicy(QComboBox::NoInsert);
  m_currency->addItems(usualCurrencies());
  row(m_currencyLabel, m_currency, "currency");
  m_rate = new QLineEdit(this);
  row(m_rateLabel, m_rate, "rate");
  m_rateDate = new QLineEdit(this);
  row(m_rateDateLabel, m_rateDate, "rateDate");
  m_currencyNote = new QLabel(this);
  m_currencyNote->setObjectName(u"preferencesDialog.currencyNote"_s);
  m_currencyNote->setWordWrap(true);
  m_currencyNote->hide();
  form->addRow(QString(), m_currencyNote);
  m_currency->setCurrentText(m_preferences.currency.code);
  chooseCurrency();
  connect(m_currency, &QComboBox::textActivated, this, [this] { chooseCurrency(); });
  connect(m_currency->lineEdit(), &QLineEdit::editingFinished, this, [this] { chooseCurrency(); });
  // Tab goes on to them as soon as the code is whole.
  connect(m_currency->lineEdit(), &QLineEdit::textEdited, this, [this](const QString& code) {
    const bool rated = isCurrencyCode(code.trimmed().toUpper()) && code.trimmed().toUpper() != u"USD"_s;
    m_rate->setEnabled(rated);
    m_rateDate->setEnabled(rated);
  });
  for (const QLineEdit* field : {m_rate, m_rateDate}) {
    connect(field, &QLineEdit::editingFinished, this, [this] { takeCurrency(); });
    connect(field, &QLineEdit::textEdited, this, [this] { tellCurrency(); });
  }
}

/// Rate and day belong to one currency: those of another are not kept.
void PreferencesDialog::chooseCurrency() {
  const QString code = m_currency->currentText().trimmed().toUpper();
  if (m_currency->property("chosen").toString() == code) return;
  m_currency->setProperty("chosen", code);
  m_currency->setCurrentText(code);
  const Currency& now = m_preferences.currency;
  const bool known = code == now.code && !now.isDollar();
  QLocale plain;
  plain.setNumberOptions(QLocale::OmitGroupSeparator);
  m_rate->setText(known ? plain.toString(now.perUsd, 'g', 12) : QString());
  m_rateDate->setText(known ? now.date.toString(Qt::ISODate) : QString());
  takeCurrency();
}

Currency PreferencesDialog::typedCurrency(QString& wrong) const {
  Currency typed;
  typed.code = m_currency->currentText().trimmed().toUpper();
  if (!isCurrencyCode(typed.code)) {
    wrong = tr("A currency has a code of three letters, such as EUR.");
    return typed;
  }
  if (typed.isDollar()) return typed;
  const QString rate = m_rate->text().trimmed(), date = m_rateDate->text().trimmed();
  typed.perUsd = numberOf(rate).value_or(0.0);
  typed.date = QDate::fromString(date, Qt::ISODate);
  if (rate.isEmpty())
    wrong = tr("Enter what one dollar is worth in %1.").arg(typed.code);
  else if (!(typed.perUsd > 0.0))
    wrong = tr("“%1” is not a number above zero.").arg(rate);
  else if (date.isEmpty())
    wrong = tr("Enter the day of that rate.");
  else if (!typed.date.isValid())
    wrong = tr("“%1” is not a day such as 2026-11-20.").arg(date);
  else if (typed.date > QDate::currentDate())
    wrong = tr("The day of the rate is still to come.");
  return typed;
}

/// What is wrong or missing, or that the rate is old.
void PreferencesDialog::tellCurrency() {
  QString wrong;
  const Currency typed = typedCurrency(wrong);
  const bool rated = isCurrencyCode(typed.code) && !typed.isDollar();
  m_rate->setEnabled(rated);
  m_rateDate->setEnabled(rated);
  m_rateLabel->setText(rated ? tr("1 USD in %1:").arg(typed.code) : tr("1 USD in it:"));
  m_rate->setAccessibleName(m_rateLabel->text());
  const bool old = wrong.isEmpty() && typed.isOld(QDate::currentDate());
  if (!wrong.isEmpty())
    wrong = tr("%1 Money stays in %2.", "what is missing, currency").arg(wrong, m_preferences.currency.code);
  m_currencyNote->setText(old ? tr("The rate is older than %n days.", nullptr, kOldPriceDays) : wrong);
  setInk(m_currencyNote, old ? currentTheme().warn : currentTheme().error);
  for (QWidget* field :
       {static_cast<QWidget*>(m_currency), static_cast<QWidget*>(m_rate), static_cast<QWidget*>(m_rateDate)})
    field->setAccessibleDescription(m_currencyNote->text());
  if (m_currencyNote->isHidden() != m_currencyNote->text().isEmpty()) {
    m_currencyNote->setVisible(!m_currencyNote->text().isEmpty());
    fitWords();
  }
}

void PreferencesDialog::fitWords() {
  m_form->updateGeometry();
  if (isVisible()) adjustSize();
}

void PreferencesDialog::takeCurrency() {
  QString wrong;
  const Currency typed = typedCurrency(wrong);
  if (wrong.isEmpty() && !(typed == m_preferences.currency)) {
    m_preferences.currency = typed;
    emit changed(m_preferences);
  }
  tellCurrency();
}

void PreferencesDialog::setWords() {
  m_currencyLabel->setText(tr("Show &money in:"));
  m_currency->setToolTip(tr(
      "Fields and figures; plans, files and the command line keep US dollars. The rate is what you enter."));
  m_rateDateLabel->setText(tr("&Day of that rate:"));
  m_rateDate->setPlaceholderText(tr("Date, such as 2026-11-20"));
  tellCurrency();
  setWindowTitle(tr("Preferences"));
  m_themeLabel->setText(tr("&Theme:"));
  const QString themes[] = {tr("As the system"), tr("Light"), tr("Dark"), tr("High contrast")};
  for (int i = 0; i < m_theme->count(); ++i) m_theme->setItemText(i, themes[i]);
  m_plotsLabel->setText(tr("&Plots and tiles:"));
  m_plots->setToolTip(
      tr("Also those of figures and reports. Greys and patterns stay apart on a printer without colours."));
  const QString palettes[] = {tr("Colours"), tr("Greys and patterns, for print")};
  for (int i = 0; i < m_plots->count(); ++i) m_plots->setItemText(i, palettes[i]);
  m_pointsLabel->setText(tr("Text &size:"));
  m_points->setSpecialValueText(tr("as the system"));
  m_points->setSuffix(tr(" pt", "typographic points"));
  m_languageLabel->setText(tr("&Language:"));
  m_language->setItemText(0, tr("As the system"));
  m_numbersLabel->setText(tr("&Numbers and dates:"));
  m_numbers->setItemText(0, tr("Those of the system"));
  m_numbers->setItemText(1, tr("Those of the language"));
  m_atStartLabel->setText(tr("&At start:"));
  const QString begins[] = {tr("The last plan"), tr("The start page"), tr("The sample")};
  for (int i = 0; i < m_atStart->count(); ++i) m_atStart->setItemText(i, begins[i]);
  m_hints->setText(tr("Show &hints at the next start"));
}

void PreferencesDialog::changeEvent(QEvent* event) {
  QDialog::changeEvent(event);
  if (event->type() == QEvent::LanguageChange && m_hints) {
    setWords();
    fitWords();
  }
  if (event->type() == QEvent::StyleChange && m_hints) tellCurrency();  // its ink is the theme's
}

void PreferencesDialog::read() {
  m_preferences.theme = static_cast<ThemeMode>(m_theme->currentData().toInt());
  m_preferences.plots = static_cast<PlotPalette>(m_plots->currentData().toInt());
  m_preferences.language = m_language->currentData().toString();
  m_preferences.numbersOfLanguage = m_numbers->currentIndex() == 1;
  m_preferences.points = m_points->value() == m_points->minimum() ? 0 : m_points->value();
  m_preferences.atStart = static_cast<AtStart>(m_atStart->currentData().toInt());
  m_preferences.hints = m_hints->isChecked();
  emit changed(m_preferences);
}

}  // namespace astrolabe::ui
