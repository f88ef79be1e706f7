// Compiled twice: as it stands it must build; with ASTROLABE_MUST_FAIL it must not.
#include "core/base/units.h"

using namespace astrolabe;

#ifdef ASTROLABE_MUST_FAIL
constexpr auto sum = Seconds{1.0} + Bytes{1.0};
#else
constexpr auto sum = Seconds{1.0} + Seconds{1.0};
#endif

static_assert(sum.value == 2.0);

int main() {}
