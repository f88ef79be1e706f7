#pragma once
// Says why a file could not be read or written, and what a banner offers then.

#include <QString>
#include <optional>

#include "ui/render/messages.h"

namespace astrolabe::ui {

class Banner;

/// The error as the command line writes it.
QString detailsOf(const Error& error);
/// A button that copies the words of the banner with all that stands behind them ("<name>.copyDetails"), for
/// those who are asked for help.
void offerDetails(Banner& banner, const QString& details);
/// A button that closes the banner ("<name>.dismiss").
void addDismiss(Banner& banner);
/// Adds the buttons that stand behind those that help: the details, and a way to close.
void endTrouble(Banner& banner, const Error& error);
/// Says what cannot be done, where a person has nothing to choose.
void tellTrouble(Banner& banner, const Error& error);

/// Whether a file is there that nobody may write.
bool isReadOnly(const QString& path);
/// Checks that a window may write there: to no device, whose reader it would wait for. Error: cannot_save.
Result<void> checkWindowPlace(const QString& path);

/// Why a plan was not saved. `kept`: the bytes of the copy that holds the work meanwhile; none: no copy does.
Message saveFailure(const Error& error, std::optional<qint64> kept);
/// Why an export was not written, for which so many bytes were needed; 0: unknown.
Message exportFailure(const Error& error, qint64 needed);

}  // namespace astrolabe::ui
