# Tests, by label: unit, golden, fuzz, examples, checks, install. A test is found by its place and
# name: tests/unit/test_*.c, tests/golden/*.gold, tests/fuzz/fuzz_*.c, tests/checks/*.sh,
# tests/install/*.sh. `scripts/test` decides by label what `make test` and `make test-all` run.
#
# The tests that take the most processor time for what they find have the label `slow` as well, and
# `make test` leaves them to `make test-all`. Those with seeded samples have a test `sample.NAME` in
# its place, which runs fewer: its arguments stand behind the name.
set(slow_tests unit.algorithms unit.cpu_random unit.cuda_corpus unit.spirv unit.vulkan_corpus unit.vulkan_hostile checks.bench checks.model checks.ring_cuda checks.ring_vulkan checks.vulkan_drivers)
set(sample_tests
  "cpu_random 6"              # programs of each kind
  "cuda_corpus all 0 1 0 6"   # every sixth program
  "spirv 16 1 10"             # programs, and every tenth of the folders
  "vulkan_corpus all 16 1 0 16" # every sixteenth program
  "vulkan_hostile 1 12")        # every twelfth program
set(test_environment
  "LC_ALL=C;VYRE_SOURCE=${PROJECT_SOURCE_DIR};VYRE_BUILD=${PROJECT_BINARY_DIR};VYRE_LIBRARY=${PROJECT_SOURCE_DIR}/lib;VYRE_CACHE=${PROJECT_BINARY_DIR}/cache")
# Tests that could be skipped for want of libvyre-llvm.so must not be where this build makes it.
if(TARGET vyre_llvm)
  string(APPEND test_environment ";VYRE_LLVM_BUILT=1;VYRE_LLVM_INCLUDE=${LLVM_INCLUDE}")
endif()
# Or LeakSanitizer stumbles over the thread-local memory of libraries opened at run time.
if(VYRE_SANITIZE)
  string(APPEND test_environment ";ASAN_OPTIONS=intercept_tls_get_addr=0"
    ";TSAN_OPTIONS=suppressions=${PROJECT_SOURCE_DIR}/tests/support/tsan.supp")
endif()

function(vyre_test name label)
  set(labels ${label})
  if(name IN_LIST slow_tests)
    list(APPEND labels slow)
  endif()
  add_test(NAME ${name} COMMAND ${ARGN} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(${name} PROPERTIES LABELS "${labels}" ENVIRONMENT "${test_environment}"
    SKIP_RETURN_CODE 77)
endfunction()

# ---- unit tests, over the static library and its internal headers ----
file(GLOB support_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/support/*.c)
file(GLOB unit_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/unit/test_*.c)
find_path(CMOCKA_INCLUDE cmocka.h)
find_library(CMOCKA_LIBRARY cmocka)
find_path(MPFR_INCLUDE mpfr.h)
find_library(MPFR_LIBRARY mpfr)
find_library(GMP_LIBRARY gmp)
add_library(vyre_internal INTERFACE)
target_include_directories(vyre_internal INTERFACE
  ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/tests ${PROJECT_SOURCE_DIR})
# The programs without their main functions, for tests of what they are made of.
set(tool_parts ${common_sources} ${vyre_sources} ${bench_sources} ${conform_sources})
list(FILTER tool_parts EXCLUDE REGEX "/main\\.c$")
add_library(vyre_tool_parts STATIC EXCLUDE_FROM_ALL ${tool_parts} $<TARGET_OBJECTS:vyre_random>)
target_include_directories(vyre_tool_parts PRIVATE ${PROJECT_SOURCE_DIR})
target_include_directories(vyre_tool_parts SYSTEM PRIVATE ${JANSSON_INCLUDE})
target_link_libraries(vyre_tool_parts PRIVATE vyre_static vyre_flags ${JANSSON_LIBRARY})
target_link_libraries(vyre_internal INTERFACE vyre_tool_parts)
target_link_libraries(vyre_internal INTERFACE vyre_static vyre_flags)
if(support_sources)
  add_library(vyre_support STATIC EXCLUDE_FROM_ALL ${support_sources})
  target_link_libraries(vyre_support PUBLIC vyre_internal)
endif()
# A test that includes support/llvm/… gets the lowering and LLVM's own library, also where
# libvyre-llvm.so has LLVM inside: else each such test would have it once more.
file(GLOB llvm_support_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/support/llvm/*.c)
set(shared_llvm_missing 1)
if(TARGET vyre_llvm)
  execute_process(COMMAND ${llvm_config} --link-shared --libs
    RESULT_VARIABLE shared_llvm_missing OUTPUT_QUIET ERROR_QUIET)
endif()
if(NOT shared_llvm_missing AND llvm_support_sources AND CMOCKA_INCLUDE)
  add_library(vyre_llvm_support STATIC EXCLUDE_FROM_ALL
    ${llvm_support_sources} $<TARGET_OBJECTS:vyre_llvm_objects>)
  target_include_directories(vyre_llvm_support PUBLIC ${CMOCKA_INCLUDE})
  target_include_directories(vyre_llvm_support SYSTEM PUBLIC ${LLVM_INCLUDE})
  target_link_libraries(vyre_llvm_support PUBLIC vyre_internal)
endif()
if(CMOCKA_INCLUDE AND CMOCKA_LIBRARY)
  foreach(source ${unit_sources})
    get_filename_component(name ${source} NAME_WE)
    file(STRINGS ${source} with_llvm REGEX "^#include \"support/llvm/")
    if(with_llvm AND NOT TARGET vyre_llvm_support)
      message(STATUS "no ${name}: there is no shared LLVM")
      continue()
    endif()
    file(STRINGS ${source} with_mpfr REGEX "^#include <mpfr.h>")
    if(with_mpfr AND NOT (MPFR_INCLUDE AND MPFR_LIBRARY AND GMP_LIBRARY))
      message(STATUS "no ${name}: there is no MPFR (libmpfr-dev)")
      continue()
    endif()
    add_executable(${name} EXCLUDE_FROM_ALL ${source})
    # A packed tree has cmocka beside the tests.
    set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY tests
      BUILD_RPATH "$ORIGIN" BUILD_RPATH_USE_ORIGIN ON)
    target_include_directories(${name} PRIVATE ${CMOCKA_INCLUDE})
    target_link_libraries(${name} PRIVATE $<TARGET_NAME_IF_EXISTS:vyre_support> vyre_internal
      ${CMOCKA_LIBRARY})
    if(with_mpfr)
      target_include_directories(${name} SYSTEM PRIVATE ${MPFR_INCLUDE})
      target_link_libraries(${name} PRIVATE ${MPFR_LIBRARY} ${GMP_LIBRARY} m)
    endif()
    if(with_llvm)
      target_link_libraries(${name} PRIVATE vyre_llvm_support)
      vyre_link_llvm(${name})
    endif()
    list(APPEND test_programs ${name})
    string(REPLACE test_ unit. test ${name})
    vyre_test(${test} unit ${name})
  endforeach()
  foreach(words ${sample_tests})
    separate_arguments(words)
    list(POP_FRONT words name)
    if(TARGET test_${name})
      vyre_test(sample.${name} sample test_${name} ${words})
    endif()
  endforeach()
  # Drivers take long to compile: a quarter of the programs in the release build, an eighth elsewhere,
  # and all of them in `make soak`, on each driver.
  set(corpus_shares 4)
  if(VYRE_SANITIZE OR CMAKE_C_COMPILER_ID MATCHES Clang)
    set(corpus_shares 8)
  endif()
  if(TEST unit.vulkan_corpus)
    set_property(TEST unit.vulkan_corpus APPEND PROPERTY ENVIRONMENT VYRE_CORPUS_SHARES=${corpus_shares})
  endif()
else()
  # Building needs no cmocka; testing without it must not look like success.
  add_custom_target(cmocka_is_missing
    COMMAND ${CMAKE_COMMAND} -E echo "cmocka is missing: make setup gets it"
    COMMAND ${CMAKE_COMMAND} -E false)
  list(APPEND test_programs cmocka_is_missing)
endif()

# The test of the cpu's loader holds a kernel that the C compiler made, plain whatever the sanitizers.
if(TARGET test_cpu_load)
  add_library(cpu_kernel OBJECT EXCLUDE_FROM_ALL tests/unit/cpu_kernel.c)
  set_target_properties(cpu_kernel PROPERTIES POSITION_INDEPENDENT_CODE ON
    C_VISIBILITY_PRESET default) # so that addresses come from a table
  target_include_directories(cpu_kernel PRIVATE include src)
  target_compile_options(cpu_kernel PRIVATE -O2 -fno-builtin-fma)
  set(kernel ${PROJECT_BINARY_DIR}/cpu_kernel.bin)
  add_custom_command(OUTPUT ${kernel} DEPENDS cpu_kernel $<TARGET_OBJECTS:cpu_kernel>
    COMMAND ${CMAKE_COMMAND} -E copy $<TARGET_OBJECTS:cpu_kernel> ${kernel})
  set_source_files_properties(tests/unit/test_cpu_load.c PROPERTIES
    OBJECT_DEPENDS ${kernel} COMPILE_DEFINITIONS CPU_KERNEL="${kernel}")
  target_sources(test_cpu_load PRIVATE ${kernel})
endif()

# A driver without a GPU, for the tests of the cuda device.
add_library(fakecuda MODULE EXCLUDE_FROM_ALL
  tests/support/cuda/driver.c tests/support/cuda/memory.c tests/support/cuda/graph.c
  tests/support/cuda/queue.c)
set_target_properties(fakecuda PROPERTIES PREFIX "" LIBRARY_OUTPUT_DIRECTORY tests)
target_include_directories(fakecuda PRIVATE include src tests)
target_link_libraries(fakecuda PRIVATE vyre_flags Threads::Threads)
# The same with kernels that run: their PTX is interpreted.
add_library(ptxcuda MODULE EXCLUDE_FROM_ALL tests/support/cuda/ptx_driver.c
  tests/support/cuda/ptx_parse.c tests/support/cuda/ptx_run.c tests/support/cuda/ptx_value.c
  $<TARGET_OBJECTS:ptxcuda_driver>)
add_library(ptxcuda_driver OBJECT EXCLUDE_FROM_ALL
  tests/support/cuda/driver.c tests/support/cuda/memory.c tests/support/cuda/graph.c
  tests/support/cuda/queue.c)
target_compile_definitions(ptxcuda_driver PRIVATE cuModuleLoadDataEx=fakeModuleLoadDataEx
  cuModuleUnload=fakeModuleUnload cuModuleGetFunction=fakeModuleGetFunction)
set_target_properties(ptxcuda_driver PROPERTIES POSITION_INDEPENDENT_CODE ON)
set_target_properties(ptxcuda PROPERTIES PREFIX "" LIBRARY_OUTPUT_DIRECTORY tests)
foreach(target ptxcuda ptxcuda_driver)
  target_include_directories(${target} PRIVATE include src tests)
  target_link_libraries(${target} PRIVATE vyre_flags Threads::Threads m)
endforeach()
# A clock that runs faster than it should, for LD_PRELOAD: to a test, a slower machine.
add_library(hurry MODULE EXCLUDE_FROM_ALL tests/support/hurry/hurry.c)
set_target_properties(hurry PROPERTIES PREFIX "" LIBRARY_OUTPUT_DIRECTORY tests)
target_compile_definitions(hurry PRIVATE _GNU_SOURCE)
target_compile_options(hurry PRIVATE -Wall -Wextra)
target_link_libraries(hurry PRIVATE ${CMAKE_DL_LIBS})
list(APPEND test_programs fakecuda ptxcuda hurry)

# ---- golden files ----
if(EXISTS ${PROJECT_SOURCE_DIR}/tests/golden.c AND TARGET vyre_tool)
  add_executable(golden EXCLUDE_FROM_ALL tests/golden.c)
  set_target_properties(golden PROPERTIES RUNTIME_OUTPUT_DIRECTORY tests)
  target_link_libraries(golden PRIVATE vyre_flags)
  list(APPEND test_programs golden vyre_tool)
  # Those about code need what makes it.
  set(golden_files tests/golden)
  if(NOT TARGET vyre_llvm)
    file(GLOB golden_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/golden/*.gold)
    list(FILTER golden_files EXCLUDE REGEX "/(emit-(llvm|asm|ptx)|cpu-)")
  endif()
  vyre_test(golden golden golden --tool $<TARGET_FILE:vyre_tool> ${golden_files})
endif()

# ---- fuzz targets: their corpus replayed as a test; with VYRE_FUZZERS also as fuzzers ----
file(GLOB fuzz_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/fuzz/fuzz_*.c)
foreach(source ${fuzz_sources})
  get_filename_component(name ${source} NAME_WE)
  string(REPLACE fuzz_ "" what ${name})
  if(EXISTS ${PROJECT_SOURCE_DIR}/tests/fuzz/replay.c)
    add_executable(replay_${what} EXCLUDE_FROM_ALL ${source} tests/fuzz/replay.c)
    set_target_properties(replay_${what} PROPERTIES RUNTIME_OUTPUT_DIRECTORY tests)
    target_link_libraries(replay_${what} PRIVATE $<TARGET_NAME_IF_EXISTS:vyre_support> vyre_internal)
    list(APPEND test_programs replay_${what})
    vyre_test(fuzz.${what} fuzz replay_${what} tests/fuzz/corpus/${what})
  endif()
endforeach()
if(VYRE_FUZZERS)
  include(fuzzers)
endif()

# ---- checks of the repository itself, and the installed copy ----
# Those that run many programs have a label of their own, and run under the sanitizers too.
foreach(kind checks install)
  file(GLOB scripts CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/${kind}/*.sh)
  foreach(script ${scripts})
    get_filename_component(name ${script} NAME_WE)
    set(label ${kind})
    if(name MATCHES "^(examples|manual|ptx|races|race_fixes|races_static)$")
      set(label examples)
    endif()
    vyre_test(${label}.${name} ${label} sh ${script})
  endforeach()
endforeach()

if(TARGET test_alloc AND TARGET vyre_llvm) # else some are absent for a reason
  foreach(name ${slow_tests})
    if(NOT TEST ${name})
      message(FATAL_ERROR "slow_tests in cmake/tests.cmake: there is no test '${name}'")
    endif()
  endforeach()
endif()

# All that `ctest` needs, and nothing that `make build` has to wait for.
add_custom_target(tests DEPENDS ${test_programs} $<TARGET_NAME_IF_EXISTS:vyre_llvm>)
