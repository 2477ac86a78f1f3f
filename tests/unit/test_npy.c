// The readers of the command line: .npy headers, values as text, and what --in makes of them.
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "tools/common/source.h"

/// A file of the given version, dict and data; the dict is taken as it is.
static size_t make_npy(char *to, unsigned version, const char *dict, const void *data, size_t size)
{
    size_t head = version == 1 ? 10 : 12, length = strlen(dict);
    memcpy(to, "\x93NUMPY", 6);
    to[6] = (char)version, to[7] = 0;
    for (size_t i = 0; i < head - 8; i++)
        to[8 + i] = (char)(length >> (8 * i));
    memcpy(to + head, dict, length);
    if (size)
        memcpy(to + head + length, data, size);
    return head + length + size;
}

static void reads_all_versions(void **state)
{
    (void)state;
    const uint32_t data[6] = {1, 2, 3, 4, 5, 6};
    char file[512];
    vy_npy npy;
    for (unsigned version = 1; version <= 3; version++) {
        size_t size = make_npy(file, version,
                               "{'descr': '<u4', 'fortran_order': False, 'shape': (2, 3), }   \n",
                               data, sizeof data);
        assert_true(vy_npy_is(file, size));
        assert_int_equal(vy_npy_parse(file, size, size, &npy), VY_OK);
        assert_int_equal(npy.kind, 'u');
        assert_int_equal(npy.element_bytes, 4);
        assert_int_equal(npy.rank, 2);
        assert_int_equal(npy.shape[0], 2);
        assert_int_equal(npy.shape[1], 3);
        assert_int_equal(npy.count, 6);
        assert_memory_equal(file + npy.offset, data, sizeof data);
        assert_string_equal(npy.name, "uint32");
    }
}

static void reads_odd_dicts(void **state)
{
    (void)state;
    char file[512];
    vy_npy npy;
    // Any order of keys, either quote, no trailing comma, a scalar, Python 2's long.
    size_t size =
        make_npy(file, 1, "{\"shape\":(),'fortran_order':True,\"descr\":'>f8'}", "12345678", 8);
    assert_int_equal(vy_npy_parse(file, size, size, &npy), VY_OK);
    assert_int_equal(npy.count, 1);
    assert_int_equal(npy.rank, 0);
    assert_true(npy.big_endian && npy.fortran);
    assert_string_equal(npy.name, "float64");
    size = make_npy(file, 1, "{'descr': '|b1', 'fortran_order': False, 'shape': (3L,)}", "abc", 3);
    assert_int_equal(vy_npy_parse(file, size, size, &npy), VY_OK);
    assert_string_equal(npy.name, "bool");
    assert_int_equal(npy.count, 3);
    // An axis of 0 makes the array empty, however large the others are.
    size = make_npy(file, 1,
                    "{'descr': '<i8', 'fortran_order': False, 'shape': (18446744073709551615, 0)}",
                    "", 0);
    assert_int_equal(vy_npy_parse(file, size, size, &npy), VY_OK);
    assert_int_equal(npy.count, 0);
}

static void refuses(const char *dict, size_t data, const char *reason)
{
    char file[2048];
    static const char zeros[512];
    vy_npy npy;
    size_t size = make_npy(file, 1, dict, zeros, data);
    assert_int_equal(vy_npy_parse(file, size, size, &npy), VY_ERROR_DATA);
    if (!strstr(npy.problem, reason))
        fail_msg("'%s' does not hold '%s'", npy.problem, reason);
}

static void refuses_what_is_no_array(void **state)
{
    (void)state;
#define DICT(descr, shape) "{'descr': " descr ", 'fortran_order': False, 'shape': " shape "}"
    refuses(DICT("'<u4'", "(2,)"), 7, "cut short: 7 of 8");
    refuses(DICT("'<u4'", "(2,)"), 9, "1 bytes follow");
    refuses(DICT("[('a', '<i4')]", "(2,)"), 8, "holds records");
    refuses(DICT("'O'", "(2,)"), 8, "holds 'O', which is no number; arrays of bool");
    refuses(DICT("'<U2'", "(2,)"), 16, "holds '<U2', which is no number");
    refuses(DICT("'|S4'", "(2,)"), 8, "holds '|S4', which is no number");
    refuses(DICT("'<M8[ns]'", "(2,)"), 16, "no number");
    refuses(DICT("'|b4'", "(2,)"), 8, "no number");
    refuses(DICT("4", "(2,)"), 8, "descr is no text");
    refuses(DICT("'<u4'", "(-2,)"), 8, "shape cannot be read");
    refuses(DICT("'<u4'", "(4294967296, 4294967296)"), 0, "larger than any memory");
    refuses(DICT("'<u4'", "(99999999999999999999,)"), 0, "shape cannot be read");
    refuses("{'descr': '<u4', 'fortran_order': 0, 'shape': (2,)}", 8, "no bool");
    refuses("{'descr': '<u4', 'shape': (2,)}", 8, "missing");
    refuses("{'descr': '<u4', 'fortran_order': False, 'shape': (2,), 'x': 1}", 8,
            "an unknown key 'x'");
    refuses("{'descr': '<u4', 'fortran_order': False, 'shape': (2,), 'descr': '<u4'}", 8,
            "the key 'descr' comes twice");
    refuses("{'shape': (2,), 'shape': (2,), 'descr': '<u4', 'fortran_order': False}", 8,
            "the key 'shape' comes twice");
    refuses("{'descr': '<u4', 'fortran_order': False, 'shape': (2,)} x", 8, "missing");
    refuses("{'descr': '<u4'", 8, "no '}'");
    refuses("", 8, "no '{'");
    char file[512];
    vy_npy npy;
    size_t size = make_npy(file, 4, DICT("'<u4'", "(0,)"), "", 0);
    assert_int_equal(vy_npy_parse(file, size, size, &npy), VY_ERROR_DATA);
    assert_non_null(strstr(npy.problem, "version 4.0"));
    size = make_npy(file, 2, DICT("'<u4'", "(0,)"), "", 0);
    for (size_t cut = 0; cut < size; cut++)
        assert_int_equal(vy_npy_parse(file, cut, cut, &npy), VY_ERROR_DATA);
#undef DICT
}

static void writes_what_numpy_writes(void **state)
{
    (void)state;
    char head[VY_NPY_HEADER_BYTES];
    vy_npy npy;
    uint64_t shape[2] = {0, 3};
    size_t size = vy_npy_header(VY_TYPE_F32, 2, shape, head);
    assert_int_equal(size % 64, 0);
    assert_int_equal(head[size - 1], '\n');
    assert_non_null(strstr(head + 10, "'shape': (0, 3), }"));
    assert_int_equal(vy_npy_parse(head, size, size, &npy), VY_OK);
    shape[0] = 7;
    size = vy_npy_header(VY_TYPE_U8, 1, shape, head);
    assert_non_null(strstr(head + 10, "'shape': (7,), }"));
    assert_int_equal(vy_npy_parse(head, size, size, &npy), VY_ERROR_DATA);
    assert_string_equal(npy.problem, "cut short: 0 of 7 data bytes");
}

// ---- values ----
static uint64_t parsed(vy_type type, const char *text)
{
    uint64_t bits = 0;
    char why[200] = "";
    if (!value_parse(type, text, strlen(text), &bits, why, sizeof why))
        fail_msg("%s: %s", text, why);
    return bits;
}

static void rejects(vy_type type, const char *text)
{
    uint64_t bits;
    char why[200] = "";
    if (value_parse(type, text, strlen(text), &bits, why, sizeof why))
        fail_msg("%s was read as a %s", text, vy_type_name(type));
    assert_true(why[0]);
}

static void values_are_typed_and_checked(void **state)
{
    (void)state;
    assert_int_equal(parsed(VY_TYPE_U32, "4294967295"), UINT32_MAX);
    assert_int_equal(parsed(VY_TYPE_U32, "0xFFFF_FFFF"), UINT32_MAX);
    assert_int_equal(parsed(VY_TYPE_U32, "0b101"), 5);
    assert_int_equal(parsed(VY_TYPE_U32, "'a'"), 97);
    assert_int_equal(parsed(VY_TYPE_I32, "-1"), UINT32_MAX);
    assert_int_equal(parsed(VY_TYPE_I8, "-128"), 0x80);
    assert_int_equal(parsed(VY_TYPE_I64, "-9223372036854775808"), (uint64_t)1 << 63);
    assert_int_equal(parsed(VY_TYPE_U64, "18446744073709551615"), UINT64_MAX);
    assert_int_equal(parsed(VY_TYPE_BOOL, "true"), 1);
    assert_int_equal(parsed(VY_TYPE_F32, "0.1"), 0x3dcccccd);
    assert_int_equal(parsed(VY_TYPE_F32, "-0"), 0x80000000);
    assert_int_equal(parsed(VY_TYPE_F32, "1e-45"), 1);
    assert_int_equal(parsed(VY_TYPE_F32, "nan"), 0x7fc00000);
    assert_int_equal(parsed(VY_TYPE_F64, "-inf"), 0xfff0000000000000);
    rejects(VY_TYPE_U32, "4294967296");
    rejects(VY_TYPE_U32, "-1");
    rejects(VY_TYPE_U32, "99999999999999999999999");
    rejects(VY_TYPE_U32, "1.0");
    rejects(VY_TYPE_U32, "");
    rejects(VY_TYPE_U32, "-");
    rejects(VY_TYPE_U32, "0x");
    rejects(VY_TYPE_U32, "1__");
    rejects(VY_TYPE_U8, "256");
    rejects(VY_TYPE_I8, "128");
    rejects(VY_TYPE_I64, "9223372036854775808");
    rejects(VY_TYPE_F32, "1e39");
    rejects(VY_TYPE_F32, "");
    rejects(VY_TYPE_F32, "1.0x");
    rejects(VY_TYPE_F32, "nan(3)");
    rejects(VY_TYPE_BOOL, "2");
}

static void texts_read_back(void **state)
{
    (void)state;
    static const uint64_t f32[] = {0,          0x80000000, 1,         0x3dcccccd,
                                   0x7f7fffff, 0x7f800000, 0x7fc00000};
    static const uint64_t f64[] = {0, 1, 0x3fb999999999999a, 0x7fefffffffffffff,
                                   0xc000000000000000};
    char text[VALUE_TEXT];
    for (size_t i = 0; i < sizeof f32 / sizeof *f32; i++) {
        value_text(VY_TYPE_F32, f32[i], text);
        assert_int_equal(parsed(VY_TYPE_F32, text), f32[i]);
    }
    for (size_t i = 0; i < sizeof f64 / sizeof *f64; i++) {
        value_text(VY_TYPE_F64, f64[i], text);
        assert_int_equal(parsed(VY_TYPE_F64, text), f64[i]);
    }
    value_text(VY_TYPE_I8, 0x80, text);
    assert_string_equal(text, "-128");
    value_text(VY_TYPE_F32, 0x40000000, text);
    assert_string_equal(text, "2.0");
}

// ---- --cast ----
/// Loads a .npy of one element as a buffer's element; false where it is refused.
static bool cast(const char *descr, const void *data, size_t size, vy_type type, bool allow,
                 uint64_t *bits)
{
    char file[512], dict[128], path[] = P_tmpdir "/vyre-npy-XXXXXX";
    vy_buffer_info buffer = {.name = "b", .elem = type, .rank = 1, .open = true, .sizes = "[]"};
    struct source source;
    bool usage = false;
    snprintf(dict, sizeof dict, "{'descr': '%s', 'fortran_order': False, 'shape': (1,)}", descr);
    size_t length = make_npy(file, 1, dict, data, size);
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, file, length), length);
    close(fd);
    // What it says is the goldens' business; here it would only be in the way.
    int kept = dup(STDERR_FILENO), nowhere = open("/dev/null", O_WRONLY);
    assert_true(kept >= 0 && nowhere >= 0 && dup2(nowhere, STDERR_FILENO) >= 0);
    bool good = source_load(path, &buffer, allow, "test", "--in b", &source, &usage);
    assert_true(dup2(kept, STDERR_FILENO) >= 0);
    close(kept);
    close(nowhere);
    unlink(path);
    assert_false(usage);
    if (good)
        *bits = element_get(type, source.memory, 0);
    free(source.memory);
    return good;
}

#define CAST(descr, T, value, type, bits) \
    cast(descr, &(T){value}, sizeof(T), VY_TYPE_##type, true, bits)

static void casts_are_checked(void **state)
{
    (void)state;
    uint64_t bits = 0;
    int64_t seven = 7;
    assert_false(cast("<i8", &seven, 8, VY_TYPE_U32, false, &bits));
    assert_true(cast("<i8", &seven, 8, VY_TYPE_U32, true, &bits));
    assert_int_equal(bits, 7);
    assert_true(cast("|b1", "\1", 1, VY_TYPE_BOOL, false, &bits));
    assert_int_equal(bits, 1);
    assert_true(cast("|b1", "\1", 1, VY_TYPE_F32, false, &bits));
    assert_int_equal(bits, 0x3f800000);
    assert_false(CAST("<i8", int64_t, -1, U32, &bits));
    assert_false(CAST("<i8", int64_t, 4294967296, U32, &bits));
    assert_true(CAST("<i8", int64_t, -2147483648, I32, &bits));
    assert_int_equal(bits, 0x80000000);
    assert_false(CAST("<i8", int64_t, -2147483649, I32, &bits));
    assert_false(CAST("<u8", uint64_t, UINT64_MAX, I64, &bits));
    assert_true(CAST("<f8", double, -5.0, I8, &bits));
    assert_int_equal(bits, 0xfb);
    assert_false(CAST("<f8", double, 0.5, U32, &bits));
    assert_false(CAST("<f8", double, 1e300, F32, &bits));
    assert_true(CAST("<f8", double, 0.1, F32, &bits));
    assert_int_equal(bits, 0x3dcccccd);
    assert_false(CAST("<f8", double, 18446744073709551616.0, U64, &bits));
    assert_true(CAST("<f8", double, 9223372036854775808.0, U64, &bits));
    assert_int_equal(bits, (uint64_t)1 << 63);
    assert_true(CAST("<u8", uint64_t, 16777217, F32, &bits));
    assert_int_equal(bits, 0x4b800000);
    assert_false(CAST(">i4", int32_t, 1, I32, &bits));
    assert_false(CAST("<c8", double, 1, F32, &bits));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_all_versions),
        cmocka_unit_test(reads_odd_dicts),
        cmocka_unit_test(refuses_what_is_no_array),
        cmocka_unit_test(writes_what_numpy_writes),
        cmocka_unit_test(values_are_typed_and_checked),
        cmocka_unit_test(texts_read_back),
        cmocka_unit_test(casts_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
