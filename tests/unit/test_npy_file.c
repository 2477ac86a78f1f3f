// .npy files of the library: arrays are opened without a copy, written whole, and refused with a
// sentence.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "npy/npy.h"
#include "support/alloc.h"

static char folder[64], path[96], last[512], last_fix[256];

static void keep_diag(void *user, const vy_diag *diag)
{
    (void)user;
    snprintf(last, sizeof last, "%s", diag->message);
    snprintf(last_fix, sizeof last_fix, "%s", diag->fix ? diag->fix : "");
}

static vy_context *make_context(void)
{
    vy_context *c = NULL;
    assert_int_equal(vy_context_create(vy_context_params(.diag = keep_diag), &c), VY_OK);
    return c;
}

static int setup(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, P_tmpdir "/vyre-npy-XXXXXX");
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/array.npy", folder);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    unlink(path);
    return rmdir(folder);
}

static void put_file(const void *head, size_t head_size, const void *data, size_t size)
{
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(head, 1, head_size, f), head_size);
    assert_int_equal(fwrite(data, 1, size, f), size);
    fclose(f);
}

static void put_dict(const char *dict, const void *data, size_t size)
{
    char head[512] = "\x93NUMPY\1";
    size_t length = strlen(dict);
    head[8] = (char)length;
    memcpy(head + 10, dict, length);
    put_file(head, 10 + length, data, size);
}

static void every_type_comes_back(void **state)
{
    (void)state;
    vy_context *c = make_context();
    uint64_t data[6], shape[3] = {2, 1, 3};
    for (unsigned type = 1; vy_type_bytes((vy_type)type); type++) {
        size_t wide = vy_type_bytes((vy_type)type);
        if (type == VY_TYPE_BF16) { // NumPy has none
            assert_int_equal(vy_npy_write(c, path, VY_TYPE_BF16, 3, shape, data),
                             VY_ERROR_ARGUMENT);
            continue;
        }
        for (size_t i = 0; i < sizeof data; i++)
            ((uint8_t *)data)[i] = type == VY_TYPE_BOOL ? i % 8 == 0 : (uint8_t)(37 * i + type);
        assert_int_equal(vy_npy_write(c, path, (vy_type)type, 3, shape, data), VY_OK);
        vy_npy npy;
        vy_npy_file *file = NULL;
        uint64_t bytes = 0;
        assert_int_equal(vy_npy_open(c, path, &npy, &file), VY_OK);
        const void *found = vy_npy_data(file, &bytes);
        assert_int_equal(npy.type, type);
        assert_int_equal(npy.rank, 3);
        assert_memory_equal(npy.shape, shape, sizeof shape);
        assert_int_equal(npy.count, 6);
        assert_int_equal(bytes, 6 * wide);
        assert_int_equal((uintptr_t)found % wide, 0);
        assert_memory_equal(found, data, (size_t)bytes);
        vy_npy_close(&file);
        assert_null(file);
    }
    // A single number, an empty array, and one of more elements than the writer of bools takes at
    // once.
    uint32_t many[5000];
    for (size_t i = 0; i < 5000; i++)
        many[i] = i % 3 == 0;
    static const struct {
        uint32_t rank;
        uint64_t size, count;
    } forms[] = {{0, 0, 1}, {1, 0, 0}, {1, 5000, 5000}};
    for (size_t i = 0; i < 3; i++) {
        vy_npy_file *file = NULL;
        uint64_t bytes;
        assert_int_equal(vy_npy_write(c, path, VY_TYPE_BOOL, forms[i].rank, &forms[i].size, many),
                         VY_OK);
        assert_int_equal(vy_npy_open(c, path, NULL, &file), VY_OK);
        const void *found = vy_npy_data(file, &bytes);
        assert_int_equal(bytes, forms[i].count * 4);
        if (bytes)
            assert_memory_equal(found, many, (size_t)bytes);
        vy_npy_close(&file);
    }
    vy_context_destroy(&c);
}

static void data_that_are_not_aligned_are_copied(void **state)
{
    (void)state;
    vy_context *c = make_context();
    const uint64_t data[3] = {1, 2, UINT64_MAX};
    vy_npy npy;
    vy_npy_file *file = NULL;
    put_dict("{'descr': '<u8', 'fortran_order': False, 'shape': (3,)} ", data, sizeof data);
    assert_int_equal(vy_npy_open(c, path, &npy, &file), VY_OK);
    assert_int_not_equal(npy.offset % 8, 0);
    assert_int_equal((uintptr_t)vy_npy_data(file, NULL) % 8, 0);
    assert_memory_equal(vy_npy_data(file, NULL), data, sizeof data);
    vy_npy_close(&file);
    vy_context_destroy(&c);
}

static void refused(vy_context *c, vy_status status, const char *reason)
{
    vy_npy npy;
    vy_npy_file *file = (vy_npy_file *)&npy;
    last[0] = 0;
    assert_int_equal(vy_npy_open(c, path, &npy, &file), status);
    assert_null(file);
    if (!strstr(npy.problem, reason) || !strstr(last, npy.problem))
        fail_msg("'%s' and '%s' do not hold '%s'", npy.problem, last, reason);
    // No other array can be saved where there is no file.
    assert_non_null(strstr(last_fix, status == VY_ERROR_IO ? "check the path" : "numpy.save()"));
}

static void others_are_refused(void **state)
{
    (void)state;
    vy_context *c = make_context();
    refused(c, VY_ERROR_IO, "No such file");
    put_file("", 0, "", 0);
    refused(c, VY_ERROR_DATA, "not a .npy file");
    put_dict("{'descr': '<u4', 'fortran_order': True, 'shape': (2, 1)}", "12345678", 8);
    refused(c, VY_ERROR_DATA, "is in Fortran order; save with numpy.ascontiguousarray");
    put_dict("{'descr': '>u4', 'fortran_order': False, 'shape': (2,)}", "12345678", 8);
    refused(c, VY_ERROR_DATA, "is big-endian; save with .astype('<u4')");
    put_dict("{'descr': '<f16', 'fortran_order': False, 'shape': (1,)}", "1234567812345678", 16);
    refused(c, VY_ERROR_DATA, "which buffers do not have");
    put_dict("{'descr': '<u4', 'fortran_order': False, 'shape': (2,)}", "1234567", 7);
    refused(c, VY_ERROR_DATA, "cut short: 7 of 8");
    unlink(path);
    assert_int_equal(mkdir(path, 0700), 0);
    refused(c, VY_ERROR_IO, "is a folder");
    uint64_t shape = 1;
    assert_int_equal(vy_npy_write(c, path, VY_TYPE_U32, 1, &shape, &shape), VY_ERROR_IO);
    assert_non_null(strstr(last, "cannot be written"));
    assert_int_equal(rmdir(path), 0);
    assert_int_equal(mkfifo(path, 0600), 0);
    refused(c, VY_ERROR_IO, "is no plain file");
    vy_context_destroy(&c);
}

static void wrong_arguments_are_refused(void **state)
{
    (void)state;
    vy_context *c = make_context();
    vy_npy npy;
    vy_npy_file *file = NULL;
    uint64_t shape[33] = {UINT64_MAX, 4};
    char header[VY_NPY_HEADER_BYTES];
    assert_int_equal(vy_npy_open(NULL, path, &npy, &file), VY_ERROR_ARGUMENT);
    assert_int_equal(vy_npy_open(c, NULL, &npy, &file), VY_ERROR_ARGUMENT);
    assert_int_equal(vy_npy_open(c, path, &npy, NULL), VY_ERROR_ARGUMENT);
    assert_int_equal(vy_npy_parse("", 0, 0, NULL), VY_ERROR_ARGUMENT);
    assert_int_equal(vy_npy_parse(NULL, 0, 0, &npy), VY_ERROR_DATA);
    assert_int_equal(vy_npy_check_order(NULL), VY_ERROR_ARGUMENT);
    assert_null(vy_npy_data(NULL, NULL));
    vy_npy_close(NULL);
    vy_npy_close(&file);
    assert_int_equal(vy_npy_header(VY_TYPE_NONE, 1, shape, header), 0);
    assert_int_equal(vy_npy_header(VY_TYPE_U8, 33, shape, header), 0);
    assert_int_equal(vy_npy_header(VY_TYPE_U8, 1, NULL, header), 0);
    assert_int_equal(vy_npy_write(c, path, VY_TYPE_U32, 2, shape, shape), VY_ERROR_ARGUMENT);
    assert_int_equal(vy_npy_write(c, path, VY_TYPE_U32, 1, shape, shape), VY_ERROR_ARGUMENT);
    assert_int_equal(vy_npy_write(c, path, VY_TYPE_NONE, 0, NULL, shape), VY_ERROR_ARGUMENT);
    assert_int_equal(vy_npy_write(c, path, VY_TYPE_U32, 0, NULL, NULL), VY_ERROR_ARGUMENT);
    assert_int_equal(vy_npy_write(c, NULL, VY_TYPE_U32, 0, NULL, shape), VY_ERROR_ARGUMENT);
    assert_int_equal(vy_npy_write(NULL, path, VY_TYPE_U32, 0, NULL, shape), VY_ERROR_ARGUMENT);
    assert_int_equal(access(path, F_OK), -1);
    // The most that a header can hold fits.
    for (size_t i = 0; i < 32; i++)
        shape[i] = UINT64_MAX;
    assert_true(vy_npy_header(VY_TYPE_U64, 32, shape, header) <= sizeof header);
    vy_context_destroy(&c);
}

/// A header that is longer than the bytes given asks for more of them.
static void a_long_header_wants_more_bytes(void **state)
{
    (void)state;
    char head[VY_NPY_HEADER_BYTES];
    vy_npy npy;
    uint64_t shape = 100;
    size_t size = vy_npy_header(VY_TYPE_U32, 1, &shape, head);
    for (size_t n = 12; n < size; n++)
        assert_int_equal(vy_npy_parse(head, n, size + 400, &npy), VY_ERROR_LIMIT);
    assert_int_equal(vy_npy_parse(head, size, size + 400, &npy), VY_OK);
    assert_int_equal(vy_npy_parse(head, size, size + 401, &npy), VY_ERROR_DATA);
}

/// Each allocation fails once: the call fails in order and leaves nothing behind.
static void memory_runs_out(void **state)
{
    (void)state;
    const uint32_t data[2] = {1, 0};
    uint64_t shape = 2;
    for (unsigned what = 0; what < 2; what++)
        for (uint64_t fail = 1;; fail++) {
            struct test_alloc alloc = {.fail_at = fail};
            vy_context *c = NULL;
            vy_npy_file *file = NULL;
            vy_status status =
                vy_context_create(vy_context_params(.alloc = test_alloc, .alloc_user = &alloc), &c);
            if (!status && !what)
                status = vy_npy_write(c, path, VY_TYPE_BOOL, 1, &shape, data);
            if (!status && what)
                status = vy_npy_open(c, path, NULL, &file);
            assert_int_equal(status, alloc.failed ? VY_ERROR_MEMORY : VY_OK);
            vy_npy_close(&file);
            vy_context_destroy(&c);
            assert_int_equal(alloc.live, 0);
            assert_int_equal(alloc.wrong_sizes, 0);
            if (!alloc.failed)
                break;
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_type_comes_back, setup, teardown),
        cmocka_unit_test_setup_teardown(data_that_are_not_aligned_are_copied, setup, teardown),
        cmocka_unit_test_setup_teardown(others_are_refused, setup, teardown),
        cmocka_unit_test_setup_teardown(wrong_arguments_are_refused, setup, teardown),
        cmocka_unit_test(a_long_header_wants_more_bytes),
        cmocka_unit_test_setup_teardown(memory_runs_out, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
