#include "ui/shell/report_builder.h"

#include <QAction>
#include <QComboBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QGraphicsView>
#include <QHBoxLayout>
#include <QIcon>
#include <QImage>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPixmap>
#include <QPlainTextEdit>
#include <QPrintPreviewWidget>
#include <QPrinter>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "core/base/file_read.h"
#include "ui/document/commands/set_report.h"
#include "ui/render/icons.h"
#include "ui/render/messages.h"
#include "ui/render/money.h"
#include "ui/render/numbers.h"
#include "ui/render/sample_words.h"
#include "ui/render/spoken_in.h"
#include "ui/render/theme.h"
#include "ui/render/window_size.h"
#include "ui/shell/actions.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

namespace {

constexpr int kPreviewMs = 250;  // plots and pages are drawn at most four times a second

}  // namespace

ReportBuilder::ReportBuilder(PlanDocument& document, std::function<QString(QPrinter*)> paint, QWidget* parent)
    : QDialog(parent),
      m_document(document),
      m_title(new QLineEdit(this)),
      m_author(new QLineEdit(this)),
      m_note(new QPlainTextEdit(this)),
      m_paper(new QComboBox(this)),
      m_language(new QComboBox(this)),
      m_currency(new QComboBox(this)),
      m_parts(new QListWidget(this)),
      m_added(new QListWidget(this)),
      m_up(new QPushButton(tr("Move &up"), this)),
      m_down(new QPushButton(tr("Move &down"), this)),
      m_all(new QPushButton(tr("&All, original order"), this)),
      m_export(new QPushButton(icon(u"report"_s, true), tr("&Export…"), this)),
      m_print(new QPushButton(tr("&Print…"), this)),
      m_state(new QLabel(this)),
      m_printer(std::make_unique<QPrinter>(QPrinter::HighResolution)),
      m_preview(new QPrintPreviewWidget(m_printer.get(), this)) {
  setObjectName(u"reportBuilder"_s);
  setWindowTitle(tr("Report"));
  setWindowFlag(Qt::WindowMaximizeButtonHint);
  resize(scaledOn(screen(), 1120, 840));
  auto* row = new QHBoxLayout;
  row->setSpacing(scaled(12));
  QWidget* settings = buildSettings();
  if (largeText()) {  // taller than a screen: it scrolls
    auto* area = new QScrollArea(this);
    area->setObjectName(u"reportBuilder.scroll"_s);
    area->setFrameShape(QFrame::NoFrame);
    area->setWidget(settings);
    area->setWidgetResizable(true);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setFixedWidth(settings->width() + area->verticalScrollBar()->sizeHint().width());
    row->addWidget(area);
  } else {
    row->addWidget(settings);
  }
  m_preview->setObjectName(u"reportBuilder.pages"_s);
  m_preview->setAccessibleName(tr("Pages of the report"));
  for (auto* sheets : m_preview->findChildren<QGraphicsView*>()) {
    sheets->setObjectName(u"reportBuilder.sheets"_s);
    sheets->setAccessibleName(tr("Pages of the report"));
  }
  m_preview->setZoomMode(QPrintPreviewWidget::FitToWidth);
  row->addWidget(m_preview, 1);
  auto* column = new QVBoxLayout(this);
  column->addLayout(row, 1);
  auto* buttons = new QHBoxLayout;
  m_state->setObjectName(u"reportBuilder.state"_s);
  m_state->setFont(ui::font(TextRole::Caption));
  m_state->setWordWrap(true);
  buttons->addWidget(m_state, 1);
  auto* close = new QPushButton(tr("&Close"), this);
  close->setObjectName(u"reportBuilder.close"_s);
  m_export->setObjectName(u"reportBuilder.export"_s);
  m_export->setToolTip(tr("As PDF, as a web page (HTML) or as Markdown: by the ending of the file"));
  m_export->setProperty("primary", true);
  m_print->setObjectName(u"reportBuilder.print"_s);
  for (QPushButton* button : {close, m_print, m_export}) {
    button->setAutoDefault(false);
    buttons->addWidget(button);
  }
  column->addLayout(buttons);
  connect(close, &QPushButton::clicked, this, &QDialog::reject);
  connect(m_export, &QPushButton::clicked, this, &ReportBuilder::exportRequested);
  connect(m_print, &QPushButton::clicked, this, &ReportBuilder::printRequested);
  connect(m_preview, &QPrintPreviewWidget::paintRequested, this,
          [this, paint = std::move(paint)](QPrinter* printer) {
            if (m_answered) m_fault = paint(printer);
          });
  connect(m_preview, &QPrintPreviewWidget::previewChanged, this, &ReportBuilder::updateButtons);
  m_soon.setSingleShot(true);
  m_soon.setInterval(kPreviewMs);
  connect(&m_soon, &QTimer::timeout, this, &ReportBuilder::draw);
  connect(&m_document, &PlanDocument::planChanged, this, &ReportBuilder::follow);
  fill(reportSettings(m_document.plan().report));
}

ReportBuilder::~ReportBuilder() {
  delete m_preview;  // it looks at the printer
}

QWidget* ReportBuilder::buildSettings() {
  auto* box = new QWidget(this);
  auto* column = new QVBoxLayout(box);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(scaled(8));
  auto* form = new QFormLayout;
  form->setRowWrapPolicy(QFormLayout::WrapLongRows);
  const auto add = [&](QWidget* field, const char* name, const QString& label) {
    field->setObjectName(u"reportBuilder."_s + QLatin1StringView(name));
    field->setAccessibleName(withoutLetter(label));
    form->addRow(label, field);
  };
  add(m_title, "title", tr("&Title"));
  add(m_author, "author", tr("Aut&hor"));
  add(m_note, "note", tr("&Note"));
  m_note->setTabChangesFocus(true);
  m_note->setMaximumHeight(scaled(80));
  m_note->setPlaceholderText(tr("A paragraph after the summary"));
  m_paper->addItems({ReportSettings().isLetter() ? tr("Letter, as usual here") : tr("A4, as usual here"),
                     tr("A4"), tr("Letter")});
  add(m_paper, "paper", tr("Pape&r"));
  add(m_language, "language", tr("&Language"));
  add(m_currency, "currency", tr("C&urrency"));
  m_currency->setToolTip(tr("Another currency is there once Preferences hold what a dollar is worth in it"));
  form->addRow(tr("Logo"), buildLogo());
  column->addLayout(form);
  auto* caption = new QLabel(tr("&Sections, in their order"), box);
  caption->setFont(ui::font(TextRole::Section));
  caption->setBuddy(m_parts);
  column->addWidget(caption);
  m_parts->setObjectName(u"reportBuilder.parts"_s);
  m_parts->setAccessibleName(tr("Sections of the report"));
  m_parts->setDragDropMode(QAbstractItemView::InternalMove);
  m_parts->setDefaultDropAction(Qt::MoveAction);
  m_parts->setToolTip(tr("Tick what the report contains; drag to reorder"));
  column->addWidget(m_parts, 1);
  auto* moves = new QHBoxLayout;
  m_up->setObjectName(u"reportBuilder.up"_s);
  m_down->setObjectName(u"reportBuilder.down"_s);
  m_all->setObjectName(u"reportBuilder.all"_s);
  for (QPushButton* button : {m_up, m_down}) {
    button->setAutoDefault(false);
    moves->addWidget(button);
  }
  column->addLayout(moves);
  m_all->setAutoDefault(false);
  column->addWidget(m_all);
  m_addedBox = buildAdded();
  column->addWidget(m_addedBox);
  box->setFixedWidth(scaled(304));
  for (QLineEdit* field : {m_title, m_author})
    connect(field, &QLineEdit::textEdited, this, &ReportBuilder::changed);
  connect(m_note, &QPlainTextEdit::textChanged, this, &ReportBuilder::changed);
  for (QComboBox* field : {m_paper, m_language, m_currency})
    connect(field, &QComboBox::activated, this, &ReportBuilder::changed);
  connect(m_parts, &QListWidget::itemChanged, this, &ReportBuilder::changed);
  connect(m_parts->model(), &QAbstractItemModel::rowsMoved, this, &ReportBuilder::changed);
  connect(m_parts, &QListWidget::currentRowChanged, this, &ReportBuilder::updateButtons);
  connect(m_up, &QPushButton::clicked, this, [this] { move(-1); });
  connect(m_down, &QPushButton::clicked, this, [this] { move(1); });
  connect(m_all, &QPushButton::clicked, this, [this] {
    ReportSettings whole = settings();
    whole.parts = allReportParts();
    fill(whole);
    changed();
  });
  return box;
}

/// Languages by their own names; one that the plan names and this program does not have stays chosen.
void ReportBuilder::fillLanguages(const QString& chosen) {
  m_language->clear();
  m_language->addItem(tr("As in the window"), QString());
  QStringList names = languages();
  if (!chosen.isEmpty() && !names.contains(chosen)) names << chosen;
  for (const QString& name : names) {
    const QLocale locale(name);
    m_language->addItem(locale.language() == QLocale::English ? u"English"_s : locale.nativeLanguageName(),
                        name);
  }
  m_language->setCurrentIndex(std::max(0, m_language->findData(chosen)));
}

/// That of the window, dollars, and the currencies whose rates are known here: of the preferences and of the
/// plan's report.
void ReportBuilder::fillCurrencies(const std::optional<Currency>& chosen) {
  std::vector<Currency> known{Currency()};
  for (const Currency& one : {currentCurrency(), chosen.value_or(Currency())})
    if (std::find(known.begin(), known.end(), one) == known.end()) known.push_back(one);
  m_currency->clear();
  m_currency->addItem(tr("As in the window (%1)", "code of a currency").arg(currentCurrency().code));
  for (const Currency& one : known) {
    const QString rate = one.isDollar() ? one.code
                                        : tr("%1, at %2 for a dollar of %3", "code of a currency, rate, date")
                                              .arg(one.code, significantText(one.perUsd, 6),
                                                   QLocale().toString(one.date, QLocale::ShortFormat));
    m_currency->addItem(rate, QVariant::fromValue(one));
    if (chosen && *chosen == one) m_currency->setCurrentIndex(m_currency->count() - 1);
  }
}

/// A picture at the head of the report.
QWidget* ReportBuilder::buildLogo() {
  auto* box = new QWidget(this);
  auto* row = new QHBoxLayout(box);
  row->setContentsMargins(0, 0, 0, 0);
  m_chooseLogo = new QPushButton(tr("Ch&oose…"), box);
  m_chooseLogo->setObjectName(u"reportBuilder.logo"_s);
  m_chooseLogo->setToolTip(tr("A picture at the head of the report, PNG or SVG; kept with the plan"));
  m_chooseLogo->setAccessibleName(tr("Choose a logo"));
  m_noLogo = new QPushButton(tr("None", "logo"), box);
  m_noLogo->setObjectName(u"reportBuilder.noLogo"_s);
  m_noLogo->setAccessibleName(tr("No logo"));
  for (QPushButton* button : {m_chooseLogo, m_noLogo}) {
    button->setAutoDefault(false);
    row->addWidget(button);
  }
  row->addStretch();
  connect(m_chooseLogo, &QPushButton::clicked, this, &ReportBuilder::chooseLogo);
  connect(m_noLogo, &QPushButton::clicked, this, [this] {
    setLogo({});
    changed();
  });
  return box;
}

void ReportBuilder::setLogo(const QByteArray& picture) {
  m_logo = picture;
  const QPixmap shown = QPixmap::fromImage(QImage::fromData(picture));
  m_chooseLogo->setIcon(shown.isNull() ? QIcon() : QIcon(shown));
  m_noLogo->setEnabled(!picture.isEmpty());
}

void ReportBuilder::chooseLogo() {
  const QString path =
      QFileDialog::getOpenFileName(this, tr("A logo for the report"), {}, tr("Picture (*.png *.svg)"));
  if (path.isEmpty()) return;
  const Result<std::string> read = read_file(path.toStdString(), kMostLogoBytes);
  const QByteArray picture = read ? QByteArray::fromStdString(*read) : QByteArray();
  m_fault = read ? logoFault(picture) : messageFor(read.error()).plain();
  if (!m_fault.isEmpty()) return updateButtons();
  setLogo(picture);
  changed();
}

/// The views that were added, to be renamed and taken out; there while there are some.
QWidget* ReportBuilder::buildAdded() {
  auto* box = new QWidget(this);
  auto* column = new QVBoxLayout(box);
  column->setContentsMargins(0, 0, 0, 0);
  auto* caption = new QLabel(tr("Added &views"), box);
  caption->setFont(ui::font(TextRole::Section));
  caption->setBuddy(m_added);
  m_added->setObjectName(u"reportBuilder.added"_s);
  m_added->setAccessibleName(tr("Views added to the report"));
  m_added->setToolTip(tr("Kept while this window is open. F2 renames, Del removes"));
  m_added->setEditTriggers(QAbstractItemView::EditKeyPressed | QAbstractItemView::DoubleClicked);
  m_added->setMaximumHeight(scaled(84));
  auto* remove = new QPushButton(tr("Re&move"), box);
  remove->setObjectName(u"reportBuilder.removeAdded"_s);
  remove->setAutoDefault(false);
  column->addWidget(caption);
  column->addWidget(m_added);
  column->addWidget(remove, 0, Qt::AlignLeading);
  auto* key = new QAction(remove->text(), m_added);
  key->setShortcut(QKeySequence::Delete);
  key->setShortcutContext(Qt::WidgetShortcut);
  m_added->addAction(key);
  connect(key, &QAction::triggered, this, &ReportBuilder::removeAdded);
  connect(remove, &QPushButton::clicked, this, &ReportBuilder::removeAdded);
  connect(m_added, &QListWidget::itemChanged, this, &ReportBuilder::renameAdded);
  box->hide();
  return box;
}

void ReportBuilder::setAdded(const QStringList& headings) {
  const bool before = std::exchange(m_showing, true);
  const int current = m_added->currentRow();
  while (m_added->count() > headings.size()) delete m_added->takeItem(m_added->count() - 1);
  while (m_added->count() < headings.size()) {
    auto* item = new QListWidgetItem(m_added);
    item->setFlags(item->flags() | Qt::ItemIsEditable);
  }
  for (int row = 0; row < m_added->count(); ++row) m_added->item(row)->setText(headings[row]);
  m_added->setCurrentRow(std::clamp(current, 0, std::max(0, m_added->count() - 1)));
  m_addedBox->setVisible(!headings.isEmpty());
  m_showing = before;
}

/// A heading was typed; an empty one names nothing and stays the number of the view.
void ReportBuilder::renameAdded(const QListWidgetItem* item) {
  if (m_showing) return;
  const int row = m_added->row(item);
  const QString heading = item->text().simplified();
  emit addedRenamed(row, heading.isEmpty() ? tr("View %1").arg(row + 1) : heading);
}

void ReportBuilder::removeAdded() {
  if (const int row = m_added->currentRow(); row >= 0) emit addedRemoved(row);
}

void ReportBuilder::showEvent(QShowEvent* event) {
  QDialog::showEvent(event);
  m_gesture = nextGesture();
  refresh();
}

void ReportBuilder::refresh() {
  if (isVisible() && !m_soon.isActive()) m_soon.start();
}

void ReportBuilder::setAnswered(bool answered) {
  if (std::exchange(m_answered, answered) == answered) return;
  updateButtons();
  refresh();
}

/// The pages anew, at the place that was looked at.
void ReportBuilder::draw() {
  const auto* sheets = m_preview->findChild<QGraphicsView*>();
  QScrollBar* scroll = sheets ? sheets->verticalScrollBar() : nullptr;
  const int place = scroll && m_drawn ? scroll->value() : 0;
  m_preview->updatePreview();
  if (scroll) scroll->setValue(m_drawn ? place : scroll->minimum());
  m_drawn = true;
}

int ReportBuilder::pages() const { return m_preview->pageCount(); }

/// Sections that are wanted in their order, then the others in the order that they have at first.
void ReportBuilder::fill(const ReportSettings& settings) {
  m_showing = true;
  if (m_title->text() != settings.title) m_title->setText(settings.title);
  m_title->setPlaceholderText(sampleNameText(m_document.plan().name));
  if (m_author->text() != settings.author) m_author->setText(settings.author);
  if (m_note->toPlainText() != settings.note) m_note->setPlainText(settings.note);
  m_paper->setCurrentIndex(static_cast<int>(settings.paper));
  fillLanguages(settings.language);
  fillCurrencies(settings.currency);
  setLogo(settings.logo);
  std::vector<ReportPart> order = settings.parts;
  for (const ReportPart part : allReportParts())
    if (!settings.has(part)) order.push_back(part);
  const int current = m_parts->currentRow();
  m_parts->clear();
  for (const ReportPart part : order) {
    auto* item = new QListWidgetItem(reportPartName(part), m_parts);
    item->setData(Qt::UserRole, static_cast<int>(part));
    item->setSizeHint(QSize(0, scaled(26)));
    item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable |
                   Qt::ItemIsDragEnabled);
    item->setCheckState(settings.has(part) ? Qt::Checked : Qt::Unchecked);
  }
  m_parts->setCurrentRow(std::max(0, current));
  m_showing = false;
  updateButtons();
}

ReportSettings ReportBuilder::settings() const {
  ReportSettings settings;
  settings.title = m_title->text().simplified();
  settings.author = m_author->text().simplified();
  settings.note = m_note->toPlainText().trimmed();
  settings.paper = static_cast<ReportPaper>(m_paper->currentIndex());
  settings.language = m_language->currentData().toString();
  if (const QVariant chosen = m_currency->currentData(); chosen.isValid())
    settings.currency = chosen.value<Currency>();
  settings.logo = m_logo;
  settings.compared = reportSettings(m_document.plan().report).compared;  // chosen in the comparison
  settings.parts.clear();
  for (int row = 0; row < m_parts->count(); ++row)
    if (const QListWidgetItem* item = m_parts->item(row); item->checkState() == Qt::Checked)
      settings.parts.push_back(static_cast<ReportPart>(item->data(Qt::UserRole).toInt()));
  return settings;
}

void ReportBuilder::changed() {
  if (m_showing) return;
  std::string report = toJson(settings());
  if (report != m_document.plan().report)
    m_document.undoStack().push(new SetReport(m_document, std::move(report), m_gesture));
  updateButtons();
}

/// The plan changed, here or elsewhere.
void ReportBuilder::follow() {
  const ReportSettings now = reportSettings(m_document.plan().report);
  if (!(now == settings())) fill(now);
  refresh();
}

void ReportBuilder::move(int by) {
  const int row = m_parts->currentRow(), to = row + by;
  if (row < 0 || to < 0 || to >= m_parts->count()) return;
  m_showing = true;
  m_parts->insertItem(to, m_parts->takeItem(row));
  m_parts->setCurrentRow(to);
  m_showing = false;
  changed();
}

void ReportBuilder::updateButtons() {
  const bool some = !settings().parts.empty();
  m_up->setEnabled(m_parts->currentRow() > 0);
  m_down->setEnabled(m_parts->currentRow() >= 0 && m_parts->currentRow() + 1 < m_parts->count());
  m_export->setEnabled(m_answered && some);
  m_print->setEnabled(m_answered && some);
  m_state->setText(!m_answered          ? tr("There is no fresh answer to report: run the search.")
                   : !some              ? tr("Tick a section: the report would be empty.")
                   : !m_fault.isEmpty() ? m_fault
                                        : tr("%n page(s)", nullptr, m_preview->pageCount()));
}

}  // namespace astrolabe::ui
