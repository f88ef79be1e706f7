#include "app/cli/fit_words.h"

#include <QStringList>

#include "app/cli/inputs.h"
#include "app/cli/speech.h"

namespace astrolabe::cli {

QString errorText(double share) { return QStringLiteral("%1 %").arg(100.0 * share, 0, 'f', 1); }

void noteLargeErrors(const std::vector<FitError>& errors) {
  QStringList named;
  for (const FitError& error : errors)
    if (error.median > kLargeFitError)
      named << QStringLiteral("%1 (%2)").arg(error.name, errorText(error.median));
  if (named.isEmpty()) return;
  note(QStringLiteral(
           "Warning: the median error is above %1 of %2. What is predicted with them is as far off.")
           .arg(errorText(kLargeFitError), named.join(QStringLiteral(", "))));
}

void noteKept(int forms) {
  if (forms > 0)
    note(QStringLiteral("%1 the shipped form, which errs less. With --force the fitted ones are taken.")
             .arg(counted(forms, "table keeps", "tables keep")));
}

void noteFitted(int runs, double before, double after, const std::string& file, bool written) {
  const QString fitted = QStringLiteral("Fitted to %1: median error %2 before, %3 after.")
                             .arg(counted(runs, "run"), errorText(before), errorText(after));
  if (written)
    note(QStringLiteral("%1 Constants written to %2").arg(fitted, QString::fromStdString(file)));
  else
    note(fitted +
         QStringLiteral(
             " The shipped constants err less and are kept. With --force the fitted ones are taken."));
}

void noteNothingWritten(const std::string& file) {
  note(QStringLiteral("%1 is not written: what is shipped errs less. With --force it is written.")
           .arg(QString::fromStdString(file)));
}

}  // namespace astrolabe::cli
