import type { ConnectionOptions, TLSSocket } from 'node:tls'
import { isAppError } from '@octet/core/errors.ts'
import { mergeArrivals } from '../arrivals.ts'

export type Shake = (tls: ConnectionOptions, onOcsp?: (answer: Buffer) => void) => Promise<TLSSocket>

type Group = { readonly name: string; readonly isPostQuantum: boolean }

/** Key exchange groups by OpenSSL's names, the ones that a quantum computer does not break first (RFC 8446 §4.2.7, FIPS 203). */
const POST_QUANTUM = ['X25519MLKEM768', 'SecP256r1MLKEM768', 'SecP384r1MLKEM1024']
const CURVES = ['X25519', 'X448', 'P-256', 'P-384', 'P-521']
const FINITE_FIELDS = ['ffdhe2048', 'ffdhe3072', 'ffdhe4096', 'ffdhe6144', 'ffdhe8192']
/** The cipher suites of TLS 1.3 (RFC 8446 §B.4); OpenSSL offers the last two only when it is told to. */
export const SUITES = [
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'TLS_AES_128_GCM_SHA256',
  'TLS_AES_128_CCM_SHA256',
  'TLS_AES_128_CCM_8_SHA256',
]
const TLS13 = { minVersion: 'TLSv1.3', maxVersion: 'TLSv1.3' } as const
/** Else OpenSSL would not take part in the last of them; it wants a cipher of older versions for that. */
const ANY_LEVEL = 'ALL:@SECLEVEL=0'
const ANY_SUITE = [...SUITES, ANY_LEVEL].join(':')
/** Handshakes at a time. */
const AT_ONCE = 4

/** The TLS 1.3 groups a server takes, each offered alone. In older versions they name the curves of certificates as well. */
export async function listGroups(shake: Shake, hasTime: () => boolean): Promise<Group[]> {
  const taken = await listTaken([...POST_QUANTUM, ...CURVES, ...FINITE_FIELDS], hasTime, (name) =>
    shake({ ...TLS13, ciphers: ANY_SUITE, ecdhCurve: name }),
  )
  return taken.map((name) => ({ name, isPostQuantum: POST_QUANTUM.includes(name) }))
}

/** The TLS 1.3 cipher suites a server takes, each offered alone (RFC 8446 §B.4). */
export const listSuites = (shake: Shake, hasTime: () => boolean): Promise<string[]> =>
  listTaken(SUITES, hasTime, (name) => shake({ ...TLS13, ciphers: `${name}:${ANY_LEVEL}` }))

async function listTaken(
  names: readonly string[],
  hasTime: () => boolean,
  offer: (name: string) => Promise<TLSSocket>,
): Promise<string[]> {
  const jobs = names.map((name) => async () => (hasTime() && (await isTaken(offer(name))) ? name : undefined))
  const taken = new Set(await Array.fromAsync(mergeArrivals(jobs, AT_ONCE)))
  return names.filter((name) => taken.has(name))
}

async function isTaken(shaken: Promise<TLSSocket>): Promise<boolean> {
  try {
    ;(await shaken).destroy()
    return true
  } catch (error) {
    if (isAppError(error) && error.key === 'cancelled') throw error
    return false
  }
}

/** What both sides agreed the key with: `X25519 (253 bit)`, `DH (1024 bit)`, `X25519MLKEM768`. */
export function toKeyExchange(socket: TLSSocket): string | null {
  const info = socket.getEphemeralKeyInfo()
  if (!info || !('type' in info)) return null
  const { name = info.type, size } = info as { type: string; name?: string; size?: number }
  return size ? `${name} (${size} bit)` : name
}

/** Bits of the prime of a finite-field exchange; undefined for other exchanges. */
export function findPrimeBits(socket: TLSSocket): number | undefined {
  const info = socket.getEphemeralKeyInfo()
  return info && 'type' in info && info.type === 'DH' ? info.size : undefined
}
