#include "support/harm.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

#include <cmocka.h>

static const char bad_ptx[] = "// vyre\n.version 7.0\n.target sm_70\n.address_size 64\n"
                              ".visible .entry bad(.param .u64 unused)\n"
                              "{\n"
                              "    .reg .b64 %a;\n"
                              "    .reg .b32 %v;\n"
                              "    mov.u64 %a, 16;\n"
                              "    mov.u32 %v, 1;\n"
                              "    st.global.u32 [%a], %v;\n"
                              "    ret;\n"
                              "}\n";

void harm_open(struct harm *h)
{
    cu_context ours;
    cu_module module;
    assert_null(vyi_cuda_driver_open(&h->cu));
    assert_int_equal(h->cu.device_get(&h->gpu, 0), 0);
    assert_int_equal(h->cu.primary_retain(&h->context, h->gpu), 0);
    assert_int_equal(h->cu.push(h->context), 0);
    assert_int_equal(h->cu.module_load(&module, bad_ptx, 0, NULL, NULL), 0);
    assert_int_equal(h->cu.module_function(&h->function, module, "bad"), 0);
    assert_int_equal(h->cu.stream_create(&h->stream, CU_STREAM_ALONE), 0);
    h->cu.pop(&ours);
}

void harm_do(struct harm *h)
{
    static uint64_t block[64];
    void *at = block, *params[] = {&at};
    cu_context ours;
    int loud = dup(STDERR_FILENO), quiet = open("/dev/null", O_WRONLY);
    assert_int_equal(h->cu.push(h->context), 0);
    dup2(quiet, STDERR_FILENO); // the interpreter says so
    assert_int_equal(h->cu.launch(h->function, 1, 1, 1, 1, 1, 1, 0, h->stream, params, NULL), 0);
    dup2(loud, STDERR_FILENO);
    close(loud);
    close(quiet);
    h->cu.pop(&ours);
}

cu_result harm_wait(struct harm *h)
{
    cu_context ours;
    assert_int_equal(h->cu.push(h->context), 0);
    cu_result end = h->cu.stream_wait(h->stream);
    h->cu.pop(&ours);
    return end;
}

void harm_close(struct harm *h)
{
    h->cu.primary_release(h->gpu);
}
