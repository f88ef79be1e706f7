#include "ui/render/calibration_text.h"

#include <QCoreApplication>

#include "ui/render/text.h"

namespace astrolabe::ui {

namespace {

struct CalibrationWords {
  Q_DECLARE_TR_FUNCTIONS(astrolabe::ui::CalibrationWords)
};

}  // namespace

QString calibrationText(const calibration::Calibration& calibration) {
  const QString date = text(calibration.date), source = text(calibration.source);
  if (date.isEmpty())
    return source.isEmpty() ? CalibrationWords::tr("calibrated, date not known")
                            : CalibrationWords::tr("calibrated from %1, date not known", "file").arg(source);
  return source.isEmpty() ? CalibrationWords::tr("calibrated on %1", "day").arg(date)
                          : CalibrationWords::tr("calibrated on %1 from %2", "day, file").arg(date, source);
}

QString calibrationText(const std::string& kept) {
  return calibrationText(calibration::read_calibration_text(kept).value_or(calibration::Calibration{}));
}

}  // namespace astrolabe::ui
