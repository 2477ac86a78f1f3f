# The peers of `vyre bench cpu`, each built where what it needs is here: C with OpenMP, plain and with
# AVX-512, in shared objects that the tool opens, and a small OpenCL program whose cold start is measured.
file(CREATE_LINK ${PROJECT_SOURCE_DIR}/bench ${PROJECT_BINARY_DIR}/share/vyre/bench SYMBOLIC)
file(CREATE_LINK ${PROJECT_SOURCE_DIR}/examples ${PROJECT_BINARY_DIR}/share/vyre/examples SYMBOLIC)
install(DIRECTORY bench/cpu DESTINATION ${CMAKE_INSTALL_DATADIR}/vyre/bench COMPONENT data
  FILES_MATCHING PATTERN *.vy PATTERN *.cl)
install(DIRECTORY bench/cuda DESTINATION ${CMAKE_INSTALL_DATADIR}/vyre/bench COMPONENT data
  USE_SOURCE_PERMISSIONS FILES_MATCHING PATTERN *.vy PATTERN *.cu PATTERN *.h PATTERN *.py PATTERN build)
install(DIRECTORY bench/vulkan DESTINATION ${CMAKE_INSTALL_DATADIR}/vyre/bench COMPONENT data
  FILES_MATCHING PATTERN *.vy PATTERN *.comp PATTERN *.glsl)
install(DIRECTORY bench/idioms bench/graph bench/math bench/lib DESTINATION ${CMAKE_INSTALL_DATADIR}/vyre/bench COMPONENT data
  FILES_MATCHING PATTERN *.vy PATTERN *.cc)
install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DATADIR}/vyre COMPONENT data
  FILES_MATCHING PATTERN *.vy PATTERN *.vyg PATTERN *.test PATTERN *.c)

find_package(OpenMP COMPONENTS C QUIET)
if(OpenMP_C_FOUND)
  include(CheckCSourceCompiles)
  set(CMAKE_REQUIRED_FLAGS -march=native)
  check_c_source_compiles("#ifndef __AVX512F__\n#error no\n#endif\nint main(void) { return 0; }" VYRE_HAS_AVX512)
  unset(CMAKE_REQUIRED_FLAGS)
  set(peers peers)
  if(VYRE_HAS_AVX512)
    list(APPEND peers expert)
  else()
    message(STATUS "no AVX-512: 'vyre bench cpu' runs without the expert's peer")
  endif()
  # vyre_bench_peer(NAME FILE LIBRARY…). Not our own flags: the peer is measured as a C programmer
  # builds it, sanitizers or not.
  function(vyre_bench_peer name file)
    add_library(vyre_bench_${name} MODULE ${file})
    set_target_properties(vyre_bench_${name} PROPERTIES OUTPUT_NAME vyre-bench-${name} PREFIX lib)
    target_compile_options(vyre_bench_${name} PRIVATE -O3 -march=native -ffp-contract=off -Wall -Wextra)
    target_link_libraries(vyre_bench_${name} PRIVATE ${ARGN})
  endfunction()
  foreach(peer IN LISTS peers)
    vyre_bench_peer(${peer} bench/cpu/${peer}.c OpenMP::OpenMP_C)
  endforeach()
  vyre_bench_peer(idioms bench/idioms/peers.c OpenMP::OpenMP_C)
  vyre_bench_peer(tables bench/tables/peers.c OpenMP::OpenMP_C)
  vyre_bench_peer(math bench/math/peers.c OpenMP::OpenMP_C m)
  target_compile_options(vyre_bench_math PRIVATE -ffast-math -mprefer-vector-width=512)
  find_library(VYRE_VECTORSCAN hs)
  find_path(VYRE_VECTORSCAN_HEADER hs/hs.h)
  if(VYRE_VECTORSCAN AND VYRE_VECTORSCAN_HEADER)
    vyre_bench_peer(vectorscan bench/idioms/vectorscan.c OpenMP::OpenMP_C ${VYRE_VECTORSCAN})
  endif()
else()
  message(STATUS "no OpenMP: 'vyre bench cpu' runs without that peer")
endif()

include(CheckLanguage)
check_language(CXX)
find_package(TBB QUIET)
if(TBB_FOUND AND CMAKE_CXX_COMPILER)
  enable_language(CXX)
  # The peers with C++17's parallel algorithms: NAME, FOLDER.
  function(vyre_bench_parallel name folder)
    add_library(vyre_bench_${name} MODULE bench/${folder}/tbb.cpp)
    set_target_properties(vyre_bench_${name} PROPERTIES OUTPUT_NAME vyre-bench-${name} PREFIX lib CXX_STANDARD 17)
    target_compile_options(vyre_bench_${name} PRIVATE -O3 -march=native)
    target_link_libraries(vyre_bench_${name} PRIVATE TBB::tbb)
  endfunction()
  vyre_bench_parallel(tbb idioms)
  vyre_bench_parallel(lib lib)
endif()

find_package(OpenCL QUIET)
if(OpenCL_FOUND)
  add_executable(vyre_bench_opencl bench/cpu/cold.c)
  set_target_properties(vyre_bench_opencl PROPERTIES OUTPUT_NAME vyre-bench-opencl)
  target_compile_definitions(vyre_bench_opencl PRIVATE CL_TARGET_OPENCL_VERSION=120)
  target_compile_options(vyre_bench_opencl PRIVATE -O2 -Wall -Wextra)
  target_link_libraries(vyre_bench_opencl PRIVATE OpenCL::OpenCL)
else()
  message(STATUS "no OpenCL headers: 'vyre bench cpu' leaves out pocl's cold start")
endif()

# For bench/safety alone: code without bounds checks and without cancellation. It breaks the
# promises of the language, so nothing but that script may use such a build, and it is not installed.
option(VYRE_UNCHECKED "Compile programs without checks, to measure what they cost" OFF)
if(VYRE_UNCHECKED)
  target_compile_definitions(vyre_objects PRIVATE VYRE_UNCHECKED)
  install(CODE "message(FATAL_ERROR \"a build with VYRE_UNCHECKED is not for use: configure without it\")")
endif()

# The Vulkan program that `vyre bench vulkan` runs GLSL kernels with.
find_package(Vulkan QUIET)
if(Vulkan_FOUND)
  add_library(vyre_bench_vulkan MODULE bench/vulkan/peer.c)
  set_target_properties(vyre_bench_vulkan PROPERTIES OUTPUT_NAME vyre-bench-vulkan PREFIX lib)
  target_compile_options(vyre_bench_vulkan PRIVATE -O2 -Wall -Wextra -Wno-missing-field-initializers)
  target_link_libraries(vyre_bench_vulkan PRIVATE Vulkan::Vulkan)
else()
  message(STATUS "no Vulkan headers: 'vyre bench vulkan' runs without GLSL")
endif()

# The peer of a cold start on a GPU: opens CUDA at run time, so it builds without it.
add_executable(vyre_bench_nvrtc bench/cuda/cold.c)
set_target_properties(vyre_bench_nvrtc PROPERTIES OUTPUT_NAME vyre-bench-nvrtc)
target_compile_definitions(vyre_bench_nvrtc PRIVATE _GNU_SOURCE)
target_compile_options(vyre_bench_nvrtc PRIVATE -O2 -Wall -Wextra)
target_link_libraries(vyre_bench_nvrtc PRIVATE ${CMAKE_DL_LIBS})
