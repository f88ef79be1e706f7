#include "core/plan/snapshot.h"

namespace astrolabe::plan {

const char* to_string(Status status) {
  switch (status) {
    case Status::searching:
      return "searching";
    case Status::optimal:
      return "optimal";
    case Status::feasible:
      return "feasible";
    case Status::infeasible:
      return "infeasible";
    case Status::failed:
      return "failed";
  }
  return "failed";
}

}  // namespace astrolabe::plan
