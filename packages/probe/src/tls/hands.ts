import type { Socket } from 'node:net'
import { isAppError } from '@octet/core/errors.ts'
import type { TlsProbe } from '@octet/core/probe/tls.ts'
import { secureSocket } from '../guard/connect.ts'
import type { Guard } from '../guard/guard.ts'
import { toUnreachable } from '../unreachable.ts'
import type { Shake } from './key-exchange.ts'
import { decryptHandshake, findServerSecret, READABLE_SUITES } from './decrypt-handshake.ts'
import { ANY_CIPHER } from './list-ciphers.ts'
import { readPlainHandshake, readSealedChain, readSentChain, Tap, type PlainHandshake } from './sent-chain.ts'
import { askForTls } from './starttls.ts'

export const VERSIONS = ['TLSv1.3', 'TLSv1.2', 'TLSv1.1', 'TLSv1'] as const

type HandsOptions = {
  readonly guard: Guard
  readonly host: string
  readonly address: string
  readonly port: number
  readonly startTls: Parameters<TlsProbe['report']>[0]['startTls']
  readonly signal: AbortSignal | undefined
  /** Milliseconds that a handshake may take now. */
  readonly left: () => number
  readonly label: string
}

/**
 * The ways to reach one server: in plain, up to where TLS begins; by a handshake; by one that need not end well, for servers
 * that want a client certificate; by one that is listened to.
 */
export function createHands({ guard, host, address, port, startTls, signal, left, label }: HandsOptions) {
  const openPlain = async (): Promise<Socket> => {
    const socket = await guard
      .connect({ host: address, port, signal, timeoutMs: left() })
      .catch((error: Error) => Promise.reject(toUnreachable(error, label)))
    try {
      if (startTls) await askForTls(startTls, socket, { host, timeoutMs: left() })
      return socket
    } catch (error) {
      socket.destroy()
      throw error
    }
  }
  const toShake =
    ({ untilKeys }: { untilKeys: boolean }): Shake =>
    async (tls, onOcsp) => {
      const how = { tls: host === address ? tls : { servername: host, ...tls }, onOcsp, untilKeys, signal }
      if (!startTls) return guard.connect({ host: address, port, timeoutMs: left(), ...how })
      return secureSocket(await openPlain(), { host, timeoutMs: left(), ...how })
    }
  const overhear = (version: Version) => overhearHandshake(openPlain, version, { host, timeoutMs: left() })
  return { openPlain, shake: toShake({ untilKeys: false }), shakeUntilKeys: toShake({ untilKeys: true }), overhear }
}

export type Hands = ReturnType<typeof createHands>

/** What TLS 1.3 is read with, and every older cipher for servers that do not know it. */
const READABLE = {
  minVersion: 'TLSv1.2',
  maxVersion: 'TLSv1.3',
  ciphers: [...READABLE_SUITES, 'ALL', '@SECLEVEL=0'].join(':'),
} as const

type Handshake = { readonly host: string; readonly timeoutMs: number; readonly signal?: AbortSignal | undefined }

/**
 * The certificates as a server sends them on a connection where TLS is to begin, which Node puts in order: TLS 1.2 shows them in
 * the open, TLS 1.3 is decrypted with the secrets of our own connection. Throws where the handshake does not come about.
 */
async function readSent(plain: Socket, { host, timeoutMs, signal }: Handshake): Promise<Buffer[]> {
  const tap = new Tap(plain)
  let secret: Buffer | undefined
  const onSecret = (line: string) => (secret ??= findServerSecret(line))
  const socket = await secureSocket(tap, { host, timeoutMs, tls: READABLE, untilKeys: true, onSecret, signal })
  const suite = socket.getCipher().standardName
  socket.destroy()
  return secret ? readSealedChain(decryptHandshake(tap.taken, { suite, secret })) : readSentChain(tap.taken)
}

/** What a server sends on a new connection; undefined where no handshake comes about. */
export async function askForSent(openPlain: () => Promise<Socket>, handshake: Handshake): Promise<Buffer[] | undefined> {
  try {
    return await readSent(await openPlain(), handshake)
  } catch (error) {
    if (isAppError(error) && error.key === 'cancelled') throw error
    return undefined
  }
}

export type Version = (typeof VERSIONS)[number]
type Overheard = PlainHandshake & { readonly isDone: boolean }

/** Shakes hands in one version, and keeps what the server says in the open. Throws where no connection came about. */
async function overhearHandshake(
  openPlain: () => Promise<Socket>,
  version: Version,
  { host, timeoutMs }: { host: string; timeoutMs: number },
): Promise<Overheard> {
  const tap = new Tap(await openPlain())
  try {
    const tls = { minVersion: version, maxVersion: version, ciphers: ANY_CIPHER } as const
    const socket = await secureSocket(tap, { host, timeoutMs, tls })
    socket.destroy()
    return { ...readPlainHandshake(tap.taken), isDone: true }
  } catch (error) {
    if (isAppError(error)) throw error
    return { ...readPlainHandshake(tap.taken), isDone: false }
  } finally {
    tap.destroy()
  }
}

/** Versions as ServerHello writes them; TLS 1.3 calls itself 1.2 there, but ends no handshake for want of a certificate. */
const WIRE_VERSIONS: Readonly<Partial<Record<Version, number>>> = { 'TLSv1.2': 0x0303, 'TLSv1.1': 0x0302, TLSv1: 0x0301 }

/**
 * Whether a version is spoken; null when the server could not be asked. A server that agrees on it and then ends the
 * handshake, since it wants a client certificate, speaks it too.
 */
export async function offers(overhear: (version: Version) => Promise<Overheard>, version: Version): Promise<Offer> {
  try {
    const { isDone, version: agreed, asksForCertificate, isRenegotiationSafe } = await overhear(version)
    const wanted = WIRE_VERSIONS[version]
    const isAgreed = wanted !== undefined && agreed === wanted
    return { isOffered: isDone || isAgreed, asksForCertificate, isRenegotiationSafe: isAgreed ? isRenegotiationSafe : undefined }
  } catch (error) {
    if (!isAppError(error) || error.key === 'cancelled') throw error
    return { isOffered: null, asksForCertificate: false, isRenegotiationSafe: undefined }
  }
}

type Offer = {
  readonly isOffered: boolean | null
  readonly asksForCertificate: boolean
  /** Undefined where the version is not spoken, or knows no renegotiation, as TLS 1.3. */
  readonly isRenegotiationSafe: boolean | undefined
}
