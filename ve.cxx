#include "/work/h4/core/verify/bounds.cpp"
#include "/work/h4/core/verify/verify.cpp"
