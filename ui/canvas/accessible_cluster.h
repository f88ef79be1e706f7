#pragma once
// The canvas for people who do not see it: every pool is a child with a name that says what it is.

namespace astrolabe::ui {

class ClusterView;

/// Registers the accessible interface of ClusterView; may be called often.
void installAccessibleCluster();
/// Tells assistive technology which pool is selected now.
void announceSelection(ClusterView& view);

}  // namespace astrolabe::ui
