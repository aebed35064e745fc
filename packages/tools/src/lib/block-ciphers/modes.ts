import type { Bytes } from '../bytes.ts'
import type { Block } from './block.ts'

/** Modes of operation that work with any block cipher (SP 800-38A). `cfb1` and `cfb8` feed back one bit or one byte. */
export type Mode = 'ecb' | 'cbc' | 'cfb' | 'cfb8' | 'cfb1' | 'ofb' | 'ctr'

type Job = { readonly block: Block; readonly data: Uint8Array; readonly iv: Uint8Array }
type Pass = (job: Job, isEncrypting: boolean) => Bytes

const PASSES: Readonly<Record<Mode, Pass>> = {
  ecb: runEcb,
  cbc: runCbc,
  cfb: runCfb,
  cfb8: runCfb8,
  cfb1: runCfb1,
  ofb: runOfb,
  ctr: runCtr,
}

/** Encrypts; `ecb` and `cbc` want whole blocks. */
export function encryptMode(mode: Mode, job: Job): Bytes {
  return PASSES[mode](job, true)
}

/** Decrypts; `ecb` and `cbc` want whole blocks. */
export function decryptMode(mode: Mode, job: Job): Bytes {
  return PASSES[mode](job, false)
}

function runEcb({ block, data }: Job, isEncrypting: boolean): Bytes {
  const out = Uint8Array.from(data)
  const work = new Uint8Array(block.sizeBytes)
  for (let at = 0; at < out.length; at += block.sizeBytes) {
    work.set(out.subarray(at, at + block.sizeBytes))
    if (isEncrypting) block.encrypt(work)
    else block.decrypt(work)
    out.set(work, at)
  }
  return out
}

function runCbc({ block, data, iv }: Job, isEncrypting: boolean): Bytes {
  const out = new Uint8Array(data.length)
  const work = new Uint8Array(block.sizeBytes)
  let previous = iv
  for (let at = 0; at < data.length; at += block.sizeBytes) {
    const source = data.subarray(at, at + block.sizeBytes)
    work.set(source)
    if (isEncrypting) {
      xorInto(work, previous)
      block.encrypt(work)
    } else {
      block.decrypt(work)
      xorInto(work, previous)
    }
    out.set(work, at)
    previous = isEncrypting ? out.subarray(at, at + block.sizeBytes) : source
  }
  return out
}

function runCfb({ block, data, iv }: Job, isEncrypting: boolean): Bytes {
  const out = Uint8Array.from(data)
  const work = Uint8Array.from(iv)
  for (let at = 0; at < data.length; at += block.sizeBytes) {
    block.encrypt(work)
    const part = out.subarray(at, at + block.sizeBytes)
    const source = data.subarray(at, at + block.sizeBytes)
    xorInto(part, work)
    work.set(isEncrypting ? part : source)
  }
  return out
}

function runCfb8({ block, data, iv }: Job, isEncrypting: boolean): Bytes {
  const out = Uint8Array.from(data)
  const register = Uint8Array.from(iv)
  const work = new Uint8Array(block.sizeBytes)
  for (let at = 0; at < data.length; at++) {
    work.set(register)
    block.encrypt(work)
    out[at] = (data[at] ?? 0) ^ (work[0] ?? 0)
    register.copyWithin(0, 1)
    register[register.length - 1] = (isEncrypting ? out[at] : data[at]) ?? 0
  }
  return out
}

function runCfb1({ block, data, iv }: Job, isEncrypting: boolean): Bytes {
  const out = new Uint8Array(data.length)
  const register = Uint8Array.from(iv)
  const work = new Uint8Array(block.sizeBytes)
  for (let bit = 0; bit < data.length * 8; bit++) {
    work.set(register)
    block.encrypt(work)
    const shift = 7 - (bit & 7)
    const source = ((data[bit >> 3] ?? 0) >> shift) & 1
    const result = source ^ ((work[0] ?? 0) >> 7)
    out[bit >> 3] = (out[bit >> 3] ?? 0) | (result << shift)
    shiftIn(register, isEncrypting ? result : source)
  }
  return out
}

function runOfb({ block, data, iv }: Job): Bytes {
  const out = Uint8Array.from(data)
  const work = Uint8Array.from(iv)
  for (let at = 0; at < out.length; at += block.sizeBytes) {
    block.encrypt(work)
    xorInto(out.subarray(at, at + block.sizeBytes), work)
  }
  return out
}

function runCtr({ block, data, iv }: Job): Bytes {
  const out = Uint8Array.from(data)
  const counter = Uint8Array.from(iv)
  const work = new Uint8Array(block.sizeBytes)
  for (let at = 0; at < out.length; at += block.sizeBytes) {
    work.set(counter)
    block.encrypt(work)
    xorInto(out.subarray(at, at + block.sizeBytes), work)
    for (let i = counter.length - 1; i >= 0 && (counter[i] = ((counter[i] ?? 0) + 1) & 0xff) === 0; i--);
  }
  return out
}

/** Exclusive or of the shorter length, into the first. */
export function xorInto(target: Uint8Array, other: Uint8Array): void {
  const length = Math.min(target.length, other.length)
  for (let i = 0; i < length; i++) target[i] = (target[i] ?? 0) ^ (other[i] ?? 0)
}

function shiftIn(register: Uint8Array, bit: number): void {
  for (let i = 0; i < register.length; i++)
    register[i] = (((register[i] ?? 0) << 1) | (i + 1 < register.length ? (register[i + 1] ?? 0) >> 7 : bit)) & 0xff
}
