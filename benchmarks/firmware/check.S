/* Routines whose instructions and cycles are counted by hand, in counter_test.c: one for each class
 * of instructions whose cycles differ. They take the place of kernels, whose arguments they leave
 * alone. "hang" does not end, "fault" is refused. */
.macro START symbol
    .section .text.\symbol, "ax"
    .global \symbol
    .type \symbol, STT_FUNC
\symbol:
.endm

#ifdef REAL_F32
#define ROUTINE(name) START kernel_check_##name##_step_f32
#else
#define ROUTINE(name) START kernel_check_##name##_step_f64
#endif

#ifdef __arm__
    .syntax unified
    .thumb
#endif

#if defined __arm__

ROUTINE(return)
    bx lr

ROUTINE(alu)
    adds r0, r0, r1
    lsls r0, r0, #3
    mov r2, r8
    uxtb r0, r0
    bx lr

ROUTINE(multiply)
    muls r0, r1, r0
    bx lr

ROUTINE(load)
    sub sp, #16
    ldr r0, [sp]
    ldr r1, [sp, #4]
    mov r2, sp
    ldrb r2, [r2]
    add sp, #16
    bx lr

ROUTINE(literal)
    ldr r0, 1f
    bx lr
    .balign 4
1:  .word 1

ROUTINE(store)
    sub sp, #16
    mov r2, sp
    str r0, [r2]
    strh r0, [r2, #4]
    strb r0, [r2, #6]
    add sp, #16
    bx lr

ROUTINE(list)
    push {r4-r7, lr}
    pop {r4-r7, pc}

ROUTINE(list_of_base)
    sub sp, #16
    mov r0, sp
    stmia r0!, {r1, r2, r3}
    mov r0, sp
    ldmia r0!, {r1, r2, r3}
    add sp, #16
    bx lr

ROUTINE(branch)
    b 1f
    nop
1:  cmp r0, r0
    beq 2f
    nop
2:  bne 3f
3:  bx lr

ROUTINE(call)
    push {lr}
    bl 1f
    pop {pc}
1:  bx lr

ROUTINE(loop)
    movs r0, #10
1:  subs r0, #1
    bne 1b
    bx lr

#if __ARM_ARCH > 6

ROUTINE(divide)
    udiv r2, r0, r0
    bx lr

ROUTINE(multiply_add)
    mla r2, r0, r1, r2
    bx lr

ROUTINE(multiply_long)
    umull r2, r3, r0, r1
    bx lr

ROUTINE(multiply_add_long)
    umlal r2, r3, r0, r1
    bx lr

ROUTINE(load_two)
    sub sp, #16
    strd r0, r1, [sp]
    ldrd r0, r1, [sp]
    add sp, #16
    bx lr

ROUTINE(if_then)
    cmp r0, r0
    ite eq
    moveq r2, r0
    movne r2, r1
    bx lr

ROUTINE(if_then_return)
    cmp r0, r0
    it eq
    bxeq lr
    nop

ROUTINE(compare_and_branch)
    movs r0, #0
    cbz r0, 1f
    nop
1:  cbnz r0, 2f
2:  bx lr

ROUTINE(table)
    movs r0, #0
    tbb [pc, r0]
    .byte 1, 1
1:  bx lr

#endif
#if defined __ARM_FP

ROUTINE(float)
    vadd.f32 s0, s0, s1
    vmul.f32 s0, s0, s1
    vdiv.f32 s0, s0, s1
    adds r0, r0, r1
    vadd.f32 s0, s0, s1
    bx lr

ROUTINE(float_load)
    sub sp, #16
    vldr s0, [sp]
    vldr s1, [sp, #4]
    vstr s0, [sp]
    vpush {s0-s3}
    vpop {s0-s3}
    add sp, #16
    bx lr

ROUTINE(float_move)
    vmov s0, r0
    vmov r0, r1, s0, s1
    vcmp.f32 s0, s0
    vmrs APSR_nzcv, fpscr
    vmla.f32 s2, s0, s1
    bx lr

#endif

ROUTINE(hang)
    b .

ROUTINE(fault)
    udf #0

#elif defined __riscv

ROUTINE(return)
    ret

ROUTINE(alu)
    add a0, a0, a1
    slli a0, a0, 3
    c.mv a2, a3
    mul a0, a0, a1
    ret

ROUTINE(loop)
    li a0, 10
1:  addi a0, a0, -1
    bnez a0, 1b
    ret

ROUTINE(hang)
    j .

ROUTINE(fault)
    unimp

#else

ROUTINE(return)
    ret

ROUTINE(alu)
    add r24, r25
    adiw r24, 1
    mul r24, r25
    clr r1
    ret

ROUTINE(load)
    push r24
    pop r24
    lds r24, 0x100
    ret

ROUTINE(call)
    rcall 1f
    ret
1:  ret

ROUTINE(loop)
    ldi r24, 10
1:  dec r24
    brne 1b
    ret

ROUTINE(hang)
    rjmp .-2

#endif
