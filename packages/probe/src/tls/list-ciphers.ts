import type { TLSSocket } from 'node:tls'
import { isAppError } from '@octet/core/errors.ts'
import { findPrimeBits, SUITES, type Shake } from './key-exchange.ts'

const MAX_CIPHERS = 60
/** Node refuses short primes; here they are to be seen. */
export const MIN_PRIME_BITS = 256
/** Everything OpenSSL can still speak, so that a server's weakness shows. */
export const ANY_CIPHER = [...SUITES, 'ALL', '@SECLEVEL=0'].join(':')

type Ciphers = {
  readonly ciphers: readonly string[]
  readonly primeBits: number | undefined
  /** Whether the server goes by its own order of ciphers, and not by the client's; undefined where that cannot be told. */
  readonly hasOrder: boolean | undefined
}
export const NO_CIPHERS: Ciphers = { ciphers: [], primeBits: undefined, hasOrder: undefined }
const TLS12 = { minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2', minDHSize: MIN_PRIME_BITS } as const
/** How often a cipher is offered to a server that ends the connection without a word. */
const MAX_TRIES = 3

/**
 * The TLS 1.2 ciphers a server takes, in its order if it has one: each one agreed on is struck from the next offer. With them, the
 * bits of the shortest prime that it exchanges keys with. A handshake need not end for that, which it may not where what stands
 * behind the server is away.
 */
export async function listCiphers(shake: Shake, hasTime: () => boolean): Promise<Ciphers> {
  const found: { name: string; standardName: string; primeBits: number | undefined }[] = []
  let without: readonly string[] = []
  while (found.length < MAX_CIPHERS && hasTime()) {
    const struck = [...without, ...found.map(({ name }) => name)].map((name) => `!${name}`)
    const socket = await offer(shake, [ANY_CIPHER, ...struck].join(':'), hasTime)
    if (socket === 'broken' && without.length === 0) {
      without = ['kDHE'] // those break down that have been given no parameters for it
      continue
    }
    if (typeof socket === 'string') break // nothing is left that both sides speak
    const { name, standardName } = socket.getCipher()
    const primeBits = findPrimeBits(socket)
    socket.destroy()
    if (found.some((one) => one.name === name)) break
    found.push({ name, standardName, primeBits })
  }
  const primes = found.flatMap(({ primeBits }) => primeBits ?? [])
  return {
    ciphers: found.map(({ standardName }) => standardName),
    primeBits: primes.length > 0 ? Math.min(...primes) : undefined,
    hasOrder: await hasOwnOrder(
      shake,
      found.map(({ name }) => name),
      hasTime,
    ),
  }
}

/** A server without an order of its own takes the first that it is offered, which was the last before. */
async function hasOwnOrder(shake: Shake, ciphers: readonly string[], hasTime: () => boolean): Promise<boolean | undefined> {
  if (ciphers.length < 2 || !hasTime()) return undefined
  const socket = await offer(shake, [...ciphers.toReversed(), '@SECLEVEL=0'].join(':'), hasTime)
  if (typeof socket === 'string') return undefined
  const taken = socket.getCipher().name
  socket.destroy()
  return taken !== ciphers.at(-1)
}

/** Alerts by which a server says that it fails itself, which is nothing about the ciphers (RFC 5246 §7.2.2). */
const OWN_FAULT = /ALERT_INTERNAL_ERROR$/

/** A handshake of TLS 1.2 with these ciphers; else whether the server takes none of them, or breaks down over one. */
async function offer(shake: Shake, ciphers: string, hasTime: () => boolean): Promise<TLSSocket | 'refused' | 'broken'> {
  for (let tries = 1; ; tries++)
    try {
      return await shake({ ...TLS12, ciphers })
    } catch (error) {
      if (isAppError(error) && error.key === 'cancelled') throw error
      if (isCode(error as Error, OWN_FAULT)) return 'broken'
      if (!isCode(error as Error, /^(ECONNRESET|EPIPE)$/)) return 'refused'
      if (tries === MAX_TRIES || !hasTime()) return 'broken'
    }
}

/**
 * Forward secrecy with an AEAD is good; CBC or static RSA is dated; no encryption, RC4, DES or no authentication is bad. Mail
 * servers offer the latter to senders that check no certificate, to whom nobody proves anything either way.
 */
export function judgeCipher(name: string, { isMail = false } = {}): 'good' | 'notice' | 'bad' {
  if (/NULL|EXPORT|RC4|_DES_|3DES|MD5/i.test(name)) return 'bad'
  if (isAnonymous(name)) return isMail ? 'notice' : 'bad'
  return /^TLS_(ECDHE|DHE)_/.test(name) && /GCM|CCM|POLY1305/.test(name) ? 'good' : 'notice'
}

/** Whether a cipher comes without a certificate. */
export const isAnonymous = (name: string): boolean => /_anon_/i.test(name)

/** Whether an error of TLS or of the system has a code. */
export const isCode = (error: Error, code: RegExp): boolean => 'code' in error && code.test(String(error.code))
