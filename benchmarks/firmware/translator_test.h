/* A translator as QEMU's, of blocks that a test makes up: the part of its plugins' interface that
 * the counter uses (counter.c). */
#ifndef BRISTLE_BENCHMARKS_FIRMWARE_TRANSLATOR_TEST_H
#define BRISTLE_BENCHMARKS_FIRMWARE_TRANSLATOR_TEST_H

#include <criterion/criterion.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "benchmarks/firmware/qemu_plugin.h"

enum { MAX_CODES = 4, ID = 42 };

/* A block of the program: instructions of 16 bits, or of 32 with the first halfword on top. */
struct qemu_plugin_tb {
    uint64_t start;
    size_t n;
    uint32_t codes[MAX_CODES];
    unsigned char bytes[MAX_CODES][4];
    void (*execute)(unsigned vcpu, void *data); /* what the plugin wants to be told */
    void *data;
};

struct qemu_plugin_insn {
    unsigned char bytes[4];
};

static void (*translate)(qemu_plugin_id_t id, struct qemu_plugin_tb *tb);
static void (*at_exit)(qemu_plugin_id_t id, void *data);

void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t id,
                                           void (*cb)(qemu_plugin_id_t id,
                                                      struct qemu_plugin_tb *tb))
{
    cr_expect_eq(id, ID);
    translate = cb;
}

void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *tb,
                                          void (*cb)(unsigned vcpu, void *data), int flags,
                                          void *data)
{
    cr_expect_eq(flags, 0, "the counter reads no registers");
    tb->execute = cb;
    tb->data = data;
}

void qemu_plugin_register_atexit_cb(qemu_plugin_id_t id,
                                    void (*cb)(qemu_plugin_id_t id, void *data), void *data)
{
    (void)data;
    cr_expect_eq(id, ID);
    at_exit = cb;
}

size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *tb) { return tb->n; }
uint64_t qemu_plugin_tb_vaddr(const struct qemu_plugin_tb *tb) { return tb->start; }

struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *tb, size_t i)
{
    static struct qemu_plugin_insn insn;
    cr_assert_lt(i, tb->n);
    memcpy(insn.bytes, tb->bytes[i], sizeof insn.bytes);
    return &insn;
}

const void *qemu_plugin_insn_data(const struct qemu_plugin_insn *insn) { return insn->bytes; }

static inline bool is_wide(uint32_t code) { return code > 0xFFFF; }

/* Stores the code as a core's memory has it: halfwords in order, each with its low byte first. */
static inline void store(uint32_t code, unsigned char bytes[4])
{
    const uint32_t halves[2] = { is_wide(code) ? code >> 16 : code, code & 0xFFFF };
    for (unsigned k = 0; k < 4; k++)
        bytes[k] = (unsigned char)(halves[k / 2] >> 8 * (k % 2));
}

/* Hands blocks to the plugin, as before their first execution. */
static inline void translate_all(struct qemu_plugin_tb blocks[], size_t n)
{
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < blocks[i].n; k++)
            store(blocks[i].codes[k], blocks[i].bytes[k]);
        translate(ID, &blocks[i]);
    }
}

#endif
