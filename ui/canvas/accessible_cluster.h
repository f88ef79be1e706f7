#pragma once
// The canvas for people who do not see it: every pool, note and rack is a child
// whose name says what it is.

namespace astrolabe::ui {

class ClusterView;

/// Registers the accessible interface of ClusterView; may be called often.
void installAccessibleCluster();
/// Tells assistive technology which pool, note or rack is selected now.
void announceSelection(ClusterView& view);

}  // namespace astrolabe::ui
