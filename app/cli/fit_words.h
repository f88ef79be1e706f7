#pragma once
// What is said of a fit: where it errs much, and what of it is not written because it errs more than what is
// shipped.

#include <QString>
#include <string>
#include <vector>

namespace astrolabe::cli {

/// Median |predicted/measured - 1| above which a fit is warned of.
inline constexpr double kLargeFitError = 0.25;

/// "12.3 %".
QString errorText(double share);

/// What a fit predicts, by name, with its median error.
struct FitError {
  QString name;
  double median = 0.0;
};
/// Warns of what errs by more than kLargeFitError. Nothing for none.
void noteLargeErrors(const std::vector<FitError>& errors);
/// Tells of the forms that keep what is shipped. Nothing for none.
void noteKept(int forms);
/// "Fitted to 12 runs: median error 20.0 % before, 5.0 % after. Constants written to F", or why they are not.
void noteFitted(int runs, double before, double after, const std::string& file, bool written);
/// Nothing of a fit errs less than what is shipped: tells that `file` is not written.
void noteNothingWritten(const std::string& file);

/// Of `--force`.
inline constexpr const char* kForceHelp = "Take also what errs more than what is shipped";

}  // namespace astrolabe::cli
