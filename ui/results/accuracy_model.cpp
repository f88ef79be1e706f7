#include "ui/results/accuracy_model.h"

#include <utility>

#include "ui/render/numbers.h"
#include "ui/render/reason_words.h"
#include "ui/render/theme.h"

namespace astrolabe::ui {

using namespace Qt::StringLiterals;

QString accuracyValueText(const calibration::ValidatedRow& row, double value) {
  if (row.time) return durationText(value);
  return gibText(value * kGib);
}

AccuracyModel::AccuracyModel(QObject* parent) : QAbstractTableModel(parent) {}

void AccuracyModel::setValidation(ValidationPtr validation) {
  beginResetModel();
  m_validation = std::move(validation);
  m_types = m_validation ? AccuracyTypes(*m_validation) : AccuracyTypes();
  endResetModel();
}

const calibration::ValidatedRow* AccuracyModel::row(int row) const {
  if (!m_validation || row < 0 || row >= static_cast<int>(m_validation->predicted.size())) return nullptr;
  return &m_validation->predicted[static_cast<std::size_t>(row)];
}

int AccuracyModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() || !m_validation ? 0 : static_cast<int>(m_validation->predicted.size());
}

int AccuracyModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QString AccuracyModel::text(const calibration::ValidatedRow& row, int column) const {
  switch (column) {
    case Id:
      return QString::fromStdString(row.id);
    case Source:
      return QString::fromStdString(row.source);
    case Family:
      return QString::fromStdString(row.family);
    case Gpu:
      return QString::fromStdString(row.gpu);
    case Kind:
      return QString::fromStdString(row.kind);
    case Measured:
      return accuracyValueText(row, row.measured);
    case Predicted:
      return accuracyValueText(row, row.predicted);
    case Error:
      return signedPercentText(row.error());
    case Band:
      return row.inside_band() ? tr("inside") : tr("outside");
    case Assumed:
      return QLocale().toString(static_cast<int>(row.assumed.size()));
    default:
      return {};
  }
}

QVariant AccuracyModel::number(const calibration::ValidatedRow& row, int column) const {
  switch (column) {
    case Measured:
      return row.measured;
    case Predicted:
      return row.predicted;
    case Error:
      return row.error();
    case Assumed:
      return static_cast<int>(row.assumed.size());
    default:
      return text(row, column);
  }
}

QVariant AccuracyModel::data(const QModelIndex& index, int role) const {
  const calibration::ValidatedRow* row = index.isValid() ? this->row(index.row()) : nullptr;
  if (row == nullptr) return {};
  const int column = index.column();
  switch (role) {
    case Qt::DisplayRole:
      return text(*row, column);
    case SortRole:
      return number(*row, column);
    case Qt::DecorationRole:
      return column == Gpu ? QVariant(typeMark(m_types.style(row->gpu, currentTheme()))) : QVariant();
    case Qt::TextAlignmentRole:
      return QVariant(column >= Measured && column != Band ? Qt::AlignRight | Qt::AlignVCenter
                                                           : Qt::AlignLeft | Qt::AlignVCenter);
    case Qt::FontRole:
      if (column == Predicted && !row->assumed.empty()) {
        QFont italic = font(TextRole::Body);
        italic.setItalic(true);
        return italic;
      }
      return {};
    case Qt::ToolTipRole: {
      if (column == Band)
        return tr("80 % band: %1 to %2")
            .arg(accuracyValueText(*row, row->low), accuracyValueText(*row, row->high));
      QStringList lines;
      for (const calibration::AssumedSetting& setting : row->assumed)
        lines << tr("%1 = %2 (assumed: %3)")
                     .arg(QString::fromStdString(setting.what), QString::fromStdString(setting.value),
                          reasonText(setting.rule));
      return lines.isEmpty() ? tr("The source states every setting.") : lines.join(u'\n');
    }
    default:
      return {};
  }
}

QVariant AccuracyModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::TextAlignmentRole)
    return QVariant(section >= Measured && section != Band ? Qt::AlignRight | Qt::AlignVCenter
                                                           : Qt::AlignLeft | Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case Id:
      return tr("Run");
    case Source:
      return tr("Source");
    case Family:
      return tr("Family");
    case Gpu:
      return tr("GPU");
    case Kind:
      return tr("Kind");
    case Measured:
      return tr("Measured");
    case Predicted:
      return tr("Predicted");
    case Error:
      return tr("Error");
    case Band:
      return tr("80 % band");
    case Assumed:
      return tr("Assumed");
    default:
      return {};
  }
}

AccuracyFilter::AccuracyFilter(AccuracyModel& model, QObject* parent)
    : QSortFilterProxyModel(parent), m_rows(model) {
  setSourceModel(&model);
  setSortRole(AccuracyModel::SortRole);
}

void AccuracyFilter::setFilter(bool time, const QString& gpu, const QString& family, const QString& source) {
  m_time = time;
  m_gpu = gpu;
  m_family = family;
  m_source = source;
  invalidateFilter();
}

ValidatedRows AccuracyFilter::rows() const {
  ValidatedRows result;
  for (int i = 0; i < rowCount(); ++i) result << m_rows.row(mapToSource(index(i, 0)).row());
  return result;
}

bool AccuracyFilter::filterAcceptsRow(int row, const QModelIndex& /*parent*/) const {
  const calibration::ValidatedRow* found = m_rows.row(row);
  const auto fits = [](const QString& wanted, const std::string& has) {
    return wanted.isEmpty() || wanted == QString::fromStdString(has);
  };
  return found != nullptr && found->time == m_time && fits(m_gpu, found->gpu) &&
         fits(m_family, found->family) && fits(m_source, found->source);
}

}  // namespace astrolabe::ui
