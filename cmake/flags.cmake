# The flags of every target of this project, and of nobody who links to it.
set(CMAKE_C_STANDARD 11)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_C_VISIBILITY_PRESET hidden)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()
set(CMAKE_C_FLAGS_RELEASE "-O2 -DNDEBUG" CACHE STRING "" FORCE)
set(CMAKE_C_FLAGS_DEBUG "-O0 -g" CACHE STRING "" FORCE)

option(VYRE_WERROR "Warnings are errors" ON)
set(VYRE_SANITIZE "" CACHE STRING "Sanitizers, as in address,undefined")

add_library(vyre_flags INTERFACE)
target_compile_definitions(vyre_flags INTERFACE _GNU_SOURCE)
# No contraction: a * b + c rounds twice wherever the language says so.
target_compile_options(vyre_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -ffp-contract=off -ffunction-sections -fdata-sections)
if(VYRE_WERROR)
  target_compile_options(vyre_flags INTERFACE -Werror)
endif()
# Generated code is instrumented where the library is: 1 by AddressSanitizer, 2 by ThreadSanitizer.
set(sanitized 0)
if(VYRE_SANITIZE MATCHES address)
  set(sanitized 1)
elseif(VYRE_SANITIZE MATCHES thread)
  set(sanitized 2)
endif()
target_compile_definitions(vyre_flags INTERFACE VYI_SANITIZED=${sanitized})
if(VYRE_SANITIZE)
  set(sanitize -fsanitize=${VYRE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_compile_options(vyre_flags INTERFACE ${sanitize} -O1 -g1)
  target_link_options(vyre_flags INTERFACE ${sanitize})
  add_library(vyre_dlclose OBJECT EXCLUDE_FROM_ALL ${PROJECT_SOURCE_DIR}/tests/support/sanitize/dlclose.c)
  target_sources(vyre_flags INTERFACE
    $<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:$<TARGET_OBJECTS:vyre_dlclose>>)
endif()
