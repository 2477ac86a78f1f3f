# libvyre-llvm.so: programs to machine code. The core does not link it, it opens it on first use;
# so it holds the core's objects once more, and shows one function alone.
#   VYRE_LLVM         auto: where LLVM is there; on: an error where it is not; off: never
#   VYRE_LLVM_STATIC  LLVM inside, x86 and NVPTX alone: for machines that have none, and opened in 3 ms
#                     instead of 13. auto: in releases, where LLVM and the C++ library come as archives
#   VYRE_LLVM_CONFIG  the llvm-config to ask; else llvm-config-19, -18, -17, -16, llvm-config
set(VYRE_LLVM auto CACHE STRING "Build libvyre-llvm.so, which the cpu device needs: auto, on, off")
set_property(CACHE VYRE_LLVM PROPERTY STRINGS auto on off)
set(VYRE_LLVM_CONFIG "" CACHE STRING "The llvm-config to ask; else the newest from 16 to 19")
set(VYRE_LLVM_STATIC auto CACHE STRING "Put LLVM into libvyre-llvm.so instead of linking to its library: auto, on, off")
set_property(CACHE VYRE_LLVM_STATIC PROPERTY STRINGS auto on off)

file(GLOB llvm_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/gen/llvm/*.c)

# Sets LLVM_VERSION, or leaves it unset and says in `llvm_absent` why.
function(vyre_find_llvm)
  if(VYRE_LLVM STREQUAL off)
    set(llvm_absent "VYRE_LLVM is off" PARENT_SCOPE)
    return()
  endif()
  set(names llvm-config-19 llvm-config-18 llvm-config-17 llvm-config-16 llvm-config)
  if(VYRE_LLVM_CONFIG)
    set(names ${VYRE_LLVM_CONFIG})
  endif()
  unset(llvm_config CACHE)
  find_program(llvm_config NAMES ${names})
  mark_as_advanced(llvm_config)
  if(NOT llvm_config)
    list(GET names -1 name)
    set(llvm_absent "there is no ${name}: install llvm-19-dev" PARENT_SCOPE)
    return()
  endif()
  execute_process(COMMAND ${llvm_config} --version OUTPUT_VARIABLE version
    OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(NOT version VERSION_GREATER_EQUAL 16 OR NOT version VERSION_LESS 20)
    set(llvm_absent "${llvm_config} is version ${version}, 16 to 19 are needed: install llvm-19-dev"
      PARENT_SCOPE)
    return()
  endif()
  execute_process(COMMAND ${llvm_config} --includedir OUTPUT_VARIABLE include
    OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(NOT EXISTS ${include}/llvm-c/Core.h)
    set(llvm_absent "${include} has no llvm-c/Core.h: install llvm-19-dev" PARENT_SCOPE)
    return()
  endif()
  set(LLVM_VERSION ${version} PARENT_SCOPE)
  set(LLVM_INCLUDE ${include} PARENT_SCOPE)
endfunction()

# Asks llvm-config for words; the answer as a list.
function(vyre_ask_llvm result)
  execute_process(COMMAND ${llvm_config} ${ARGN} OUTPUT_VARIABLE words
    OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX REPLACE "[ \n]+" ";" words "${words}")
  set(${result} ${words} PARENT_SCOPE)
endfunction()

# Whether LLVM goes inside: sets llvm_inside.
function(vyre_choose_static)
  vyre_ask_llvm(folder --libdir)
  execute_process(COMMAND ${CMAKE_C_COMPILER} -print-file-name=libstdc++.a OUTPUT_VARIABLE cxx
    OUTPUT_STRIP_TRAILING_WHITESPACE)
  set(inside OFF)
  if(VYRE_LLVM_STATIC STREQUAL auto)
    if(CMAKE_BUILD_TYPE STREQUAL Release AND NOT VYRE_SANITIZE AND EXISTS ${cxx}
        AND EXISTS ${folder}/libLLVMX86CodeGen.a)
      set(inside ON)
    endif()
  elseif(VYRE_LLVM_STATIC)
    set(inside ON)
  endif()
  set(llvm_inside ${inside} PARENT_SCOPE)
endfunction()

# Links a target with LLVM's own library.
function(vyre_link_llvm target)
  vyre_ask_llvm(folder --libdir)
  vyre_ask_llvm(libraries --link-shared --libs)
  target_link_directories(${target} PRIVATE ${folder})
  target_link_libraries(${target} PRIVATE ${libraries})
  set_target_properties(${target} PROPERTIES INSTALL_RPATH_USE_LINK_PATH ON)
endfunction()

# Puts the parts of LLVM that are used, and the C++ library, into a target.
function(vyre_embed_llvm target)
  vyre_ask_llvm(folder --libdir)
  vyre_ask_llvm(libraries --link-static --libs
    core analysis passes instrumentation mc object target
    x86codegen x86desc x86info nvptxcodegen nvptxdesc nvptxinfo)
  target_sources(${target} PRIVATE ${PROJECT_SOURCE_DIR}/src/gen/llvm/static/stand_ins.c)
  target_link_directories(${target} PRIVATE ${folder})
  target_link_options(${target} PRIVATE -s LINKER:-z,defs)
  target_link_libraries(${target} PRIVATE ${libraries}
    -Wl,-Bstatic stdc++ -Wl,-Bdynamic -static-libgcc)
  set_target_properties(${target} PROPERTIES SKIP_BUILD_RPATH ON)
endfunction()

vyre_find_llvm()
if(LLVM_VERSION AND llvm_sources MATCHES "/api\\.c")
  add_library(vyre_llvm_objects OBJECT ${llvm_sources})
  set_target_properties(vyre_llvm_objects PROPERTIES POSITION_INDEPENDENT_CODE ON)
  target_include_directories(vyre_llvm_objects PRIVATE include src)
  target_include_directories(vyre_llvm_objects SYSTEM PUBLIC ${LLVM_INCLUDE})
  target_compile_definitions(vyre_llvm_objects PRIVATE VYI_LLVM_VERSION="${LLVM_VERSION}")
  target_link_libraries(vyre_llvm_objects PRIVATE vyre_flags)

  add_library(vyre_llvm MODULE $<TARGET_OBJECTS:vyre_llvm_objects> $<TARGET_OBJECTS:vyre_objects>)
  set_target_properties(vyre_llvm PROPERTIES OUTPUT_NAME vyre-llvm LINKER_LANGUAGE C
    LINK_DEPENDS ${PROJECT_SOURCE_DIR}/src/gen/llvm/llvm.map)
  target_link_options(vyre_llvm PRIVATE
    LINKER:--version-script=${PROJECT_SOURCE_DIR}/src/gen/llvm/llvm.map
    LINKER:--gc-sections LINKER:--exclude-libs=ALL LINKER:--as-needed LINKER:--build-id=sha1)
  vyre_choose_static()
  if(llvm_inside)
    vyre_embed_llvm(vyre_llvm)
  else()
    vyre_link_llvm(vyre_llvm)
  endif()
  target_link_libraries(vyre_llvm PRIVATE vyre_flags ${B2_LIBRARY} Threads::Threads ${CMAKE_DL_LIBS} m)
  if(llvm_inside)
    message(STATUS "libvyre-llvm.so: LLVM ${LLVM_VERSION} inside")
  else()
    message(STATUS "libvyre-llvm.so: LLVM ${LLVM_VERSION}")
  endif()
elseif(VYRE_LLVM STREQUAL on AND NOT LLVM_VERSION)
  message(FATAL_ERROR "VYRE_LLVM is on, but ${llvm_absent}")
elseif(NOT LLVM_VERSION)
  message(STATUS "no libvyre-llvm.so, so no cpu device: ${llvm_absent}")
endif()
