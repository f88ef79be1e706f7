#pragma once
// In what today's catalogue differs from the one that a plan was saved with, for window and command line.

#include "core/hardware/catalogue_rows.h"
#include "ui/render/messages.h"

namespace astrolabe::ui {

/// "Saved with the catalogue of …" and what `today` has otherwise, type by type.
Message catalogueMessage(const hardware::CatalogueRows& rows, const hardware::Catalogue& today);

}  // namespace astrolabe::ui
