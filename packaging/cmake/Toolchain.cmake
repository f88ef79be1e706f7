# Compiler cache, linker, warnings and sanitizers: everything that is the same for all targets.
find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # The sloppiness that precompiled headers need to be cached.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE_PROGRAM})
  set(CMAKE_C_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
endif()

find_program(MOLD_PROGRAM mold)
if(MOLD_PROGRAM)
  add_link_options(-fuse-ld=mold)  # a hundred test programs to link
endif()

# Groups of sources need a gigabyte each in any case; collecting garbage in less is a tenth of their time.
if(ASTROLABE_WHOLE AND CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  add_compile_options(--param=ggc-min-heapsize=1048576)
endif()

add_library(astrolabe_warnings INTERFACE)
target_compile_options(astrolabe_warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual
  -Wcast-align -Wold-style-cast -Wimplicit-fallthrough)
if(ASTROLABE_WARNINGS_AS_ERRORS)
  target_compile_options(astrolabe_warnings INTERFACE -Werror)
endif()

if(ASTROLABE_SANITIZE)
  add_compile_options(-fsanitize=${ASTROLABE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  # The address sanitizer stops at null pointers by itself, and x86-64 reads any address: a quarter of the compile time.
  add_compile_options(-fno-sanitize=null,alignment)
  add_link_options(-fsanitize=${ASTROLABE_SANITIZE})
endif()
if(ASTROLABE_TIDY)
  find_program(CLANG_TIDY_PROGRAM clang-tidy REQUIRED)
  set(CMAKE_CXX_CLANG_TIDY ${CLANG_TIDY_PROGRAM};--quiet)
endif()
# Sums of doubles must not depend on the machine that compiled them.
add_compile_options(-ffp-contract=off)
