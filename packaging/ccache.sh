# For sourcing: one compiler cache for all clones. Paths inside the source tree count from its root, so that a clone in
# another folder finds what this one compiled; where Qt says its tests stand is asked by none of ours.
export CCACHE_BASEDIR=${CCACHE_BASEDIR:-$PWD} CCACHE_NOHASHDIR=${CCACHE_NOHASHDIR:-1}
export CCACHE_IGNOREOPTIONS=${CCACHE_IGNOREOPTIONS:--DQT_TESTCASE_BUILDDIR=* -DQT_TESTCASE_SOURCEDIR=*}
