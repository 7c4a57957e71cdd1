/* The part of qemu-plugin.h that is used; Debian does not ship that header. */
#ifndef BRISTLE_BENCHMARKS_FIRMWARE_QEMU_PLUGIN_H
#define BRISTLE_BENCHMARKS_FIRMWARE_QEMU_PLUGIN_H

#include <stddef.h>
#include <stdint.h>

typedef uint64_t qemu_plugin_id_t;
struct qemu_plugin_tb;
struct qemu_plugin_insn;
void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t id,
                                           void (*cb)(qemu_plugin_id_t id,
                                                      struct qemu_plugin_tb *tb));
void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *tb,
                                          void (*cb)(unsigned vcpu, void *data), int flags,
                                          void *data);
void qemu_plugin_register_atexit_cb(qemu_plugin_id_t id,
                                    void (*cb)(qemu_plugin_id_t id, void *data), void *data);
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *tb);
uint64_t qemu_plugin_tb_vaddr(const struct qemu_plugin_tb *tb);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *tb, size_t i);
const void *qemu_plugin_insn_data(const struct qemu_plugin_insn *insn);

/* What a plugin has. */
#define QEMU_PLUGIN_EXPORT __attribute__((visibility("default")))
extern QEMU_PLUGIN_EXPORT int qemu_plugin_version;
QEMU_PLUGIN_EXPORT int qemu_plugin_install(qemu_plugin_id_t id, const void *info, int argc,
                                           char **argv);

#endif
