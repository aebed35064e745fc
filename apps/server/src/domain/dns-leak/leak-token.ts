import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { fromBase32Hex, toBase32Hex } from '@octet/probe/dns/fields.ts'

/** A name may be asked for, and what has been seen may be read, for so long. */
export const LEAK_LIFE_MS = 10 * 60_000
/** Clocks of machines differ. */
const CLOCK_SKEW_MS = 60_000
const TIME_BYTES = 4
const NONCE_BYTES = 8
const MARK_BYTES = 8
const TOKEN = /^[\da-v]{32}$/
const KEY_CHARS = 26

/** What the browser gets: the label it asks for, and the id to read what was seen, which no resolver learns. */
export type LeakTicket = { readonly token: string; readonly id: string; readonly expiresAt: Date }

/**
 * A ticket that carries its own time and signature, so that nothing is kept of those that are never used, and every thread
 * and machine with the same secret knows it.
 */
export function issueTicket(secret: string, now: Date): LeakTicket {
  const body = Buffer.alloc(TIME_BYTES + NONCE_BYTES)
  body.writeUInt32BE(Math.floor(now.getTime() / 1000))
  randomBytes(NONCE_BYTES).copy(body, TIME_BYTES)
  const token = toText(Buffer.concat([body, sign(secret, 'name', body).subarray(0, MARK_BYTES)]))
  return { token, id: token + toReadKey(secret, token), expiresAt: toEnd(body) }
}

/** Whether a label, in lower case, was issued here and may still be asked for. */
export function isLiveToken(token: string, secret: string, now: Date): boolean {
  if (!TOKEN.test(token)) return false
  const bytes = Buffer.from(fromBase32Hex(token))
  const body = bytes.subarray(0, TIME_BYTES + NONCE_BYTES)
  const mark = bytes.subarray(body.length)
  if (!timingSafeEqual(mark, sign(secret, 'name', body).subarray(0, MARK_BYTES))) return false
  const leftMs = toEnd(body).getTime() - now.getTime()
  return leftMs > 0 && leftMs <= LEAK_LIFE_MS + CLOCK_SKEW_MS
}

/** The ticket of an id; undefined for one that was not issued here or has ended. */
export function findTicket(id: string, secret: string, now: Date): LeakTicket | undefined {
  const token = id.slice(0, -KEY_CHARS)
  if (!isLiveToken(token, secret, now)) return undefined
  const [got, expected] = [Buffer.from(id.slice(-KEY_CHARS)), Buffer.from(toReadKey(secret, token))]
  if (got.length !== expected.length || !timingSafeEqual(got, expected)) return undefined
  return { token, id, expiresAt: toEnd(Buffer.from(fromBase32Hex(token))) }
}

const toText = (bytes: Uint8Array): string => toBase32Hex(bytes).toLowerCase()
const toEnd = (body: Buffer): Date => new Date(body.readUInt32BE() * 1000 + LEAK_LIFE_MS)
const toReadKey = (secret: string, token: string): string => toText(sign(secret, 'read', token).subarray(0, 16))

function sign(secret: string, purpose: string, value: string | Uint8Array): Buffer {
  return createHmac('sha256', secret).update(`dns leak ${purpose} `).update(value).digest()
}
