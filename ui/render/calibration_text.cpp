#include "ui/render/calibration_text.h"

#include <QCoreApplication>

#include "core/base/json.h"
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
  // Constants of training and of serving tell both alike when and from what they were made.
  const Json json = json_or_null(kept);
  const auto told = [&](const char* key) {
    const Json value = json.is_object() ? json.value(key, Json()) : Json();
    return value.is_string() ? value.get<std::string>() : std::string();
  };
  calibration::Calibration named;
  named.date = told("date");
  named.source = told("source");
  return calibrationText(named);
}

}  // namespace astrolabe::ui
