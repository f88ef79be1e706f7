# XGBoost of Debian 12: its own package file names a program that no package ships. Gives XGBoost::xgboost.
find_path(XGBOOST_INCLUDE_DIR xgboost/c_api.h)
find_library(XGBOOST_LIBRARY xgboost)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(XGBoost REQUIRED_VARS XGBOOST_LIBRARY XGBOOST_INCLUDE_DIR)
if(XGBoost_FOUND AND NOT TARGET XGBoost::xgboost)
  add_library(XGBoost::xgboost UNKNOWN IMPORTED)
  set_target_properties(XGBoost::xgboost PROPERTIES
    IMPORTED_LOCATION "${XGBOOST_LIBRARY}" INTERFACE_INCLUDE_DIRECTORIES "${XGBOOST_INCLUDE_DIR}")
endif()
mark_as_advanced(XGBOOST_INCLUDE_DIR XGBOOST_LIBRARY)
