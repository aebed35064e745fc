import { randomBytes } from 'node:crypto'
import type { SshUse } from '@octet/core/probe/ssh.ts'
import { toSshString, toUint32, WireReader } from './wire.ts'

const KEXINIT = 20

/** What a side offers, best first (RFC 4253 §7.1); both directions together. */
export type Offer = Readonly<Record<SshUse, readonly string[]>>

/** Reads the offer of a server. Throws a RangeError for what is none. */
export function readKexInit(payload: Uint8Array): Offer {
  const reader = new WireReader(payload)
  if (reader.byte() !== KEXINIT) throw new RangeError('not a KEXINIT')
  reader.take(16)
  const [kex, hostKey, ...pairs] = Array.from({ length: 8 }, () => reader.names())
  const both = (at: number) => [...new Set([...(pairs[at] ?? []), ...(pairs[at + 1] ?? [])])]
  return { kex: kex!, hostKey: hostKey!, cipher: both(0), mac: both(2), compression: both(4) }
}

/** Everything that is asked for of ciphers and the like, so that the exchange comes to the host key. */
export function writeKexInit({ kex, hostKey, server }: { kex: readonly string[]; hostKey: string; server: Offer }): Buffer {
  const list = (names: readonly string[]) => toSshString(names.join(','))
  const both = (names: readonly string[]) => [list(names), list(names)]
  return Buffer.concat([
    Buffer.of(KEXINIT),
    randomBytes(16),
    list(kex),
    list([hostKey]),
    ...both(server.cipher),
    ...both(server.mac),
    ...both(server.compression),
    ...both([]), // languages
    Buffer.of(0), // no packet follows on a guess
    toUint32(0),
  ])
}
