import { sha1 } from '@noble/hashes/legacy.js'
import { toEui64 } from '../../lib/mac.ts'

/** Seconds from the beginning of NTP's time, 1900, to Unix's (RFC 5905 §6). */
const NTP_EPOCH = 2_208_988_800n
const GLOBAL_ID_BYTES = 5

/** A global ID of 40 bits from a random source (RFC 4193 §3.2.1: a suitable one stands for the sample algorithm). */
export function drawGlobalId(random: (sizeBytes: number) => Uint8Array): bigint {
  return toNumber(random(GLOBAL_ID_BYTES))
}

/**
 * The global ID of the sample algorithm (RFC 4193 §3.2.2): SHA-1 over the NTP time of 64 bits and the EUI-64 of a network
 * card, given by its digits, of which the lowest 40 bits count.
 */
export function computeGlobalId(mac: string, unixMs: number): bigint {
  const eui = BigInt(`0x${toEui64(mac).eui64.replaceAll(':', '')}`)
  const [seconds, millis] = [BigInt(Math.floor(unixMs / 1000)), BigInt(Math.floor(unixMs) % 1000)]
  const ntp = ((seconds + NTP_EPOCH) << 32n) | ((millis << 32n) / 1000n)
  const key = new Uint8Array(16)
  const view = new DataView(key.buffer)
  view.setBigUint64(0, BigInt.asUintN(64, ntp))
  view.setBigUint64(8, eui)
  return toNumber(sha1(key).subarray(-GLOBAL_ID_BYTES))
}

function toNumber(bytes: Uint8Array): bigint {
  return bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
}

/** Digits of an ID that follow each other by the same step, from which on somebody chose them. */
const STEPS_CHOSEN = 5
const DIFFERENT_DRAWN = 4

/**
 * Whether a global ID looks chosen by hand: few different digits (`0000000000`, `aaaaaabbbb`) or a run like `123456`. Of a
 * million that were drawn about 60 look so.
 */
export function looksChosen(globalId: bigint): boolean {
  const digits = [...globalId.toString(16).padStart(2 * GLOBAL_ID_BYTES, '0')].map((digit) => Number.parseInt(digit, 16))
  if (new Set(digits).size < DIFFERENT_DRAWN) return true
  return [1, -1].some((step) => {
    let run = 0
    return digits.some((digit, index) => {
      run = digit - (digits[index - 1] ?? Number.NaN) === step ? run + 1 : 0
      return run >= STEPS_CHOSEN
    })
  })
}
