#pragma once
// The toolkit's print preview, dressed as the rest of the program.

class QPrintPreviewDialog;

namespace astrolabe::ui {

/// Gives the tools of the preview the program's own line icons and names for those who listen.
void dressPreview(QPrintPreviewDialog& dialog);

}  // namespace astrolabe::ui
