import { concatBytes, toHex, type Bytes } from '../bytes.ts'
import { toNumberBytes } from '../keys/numbers.ts'
import { Reader } from './reader.ts'

export type Signature = {
  readonly version: number
  readonly type: number
  readonly algorithm: number
  readonly hash: number
  readonly createdAt?: Date
  /** When it, or the key that it is over, ends; seconds after the signature, or the key, was made. */
  readonly signatureSeconds?: number
  readonly keySeconds?: number
  /** Who made it: the key's ID, and its fingerprint where it is named. */
  readonly keyId?: string
  readonly fingerprint?: string
  /** What the key may be used for (RFC 9580 §5.2.3.29). */
  readonly flags?: number
  /** Ciphers that the holder takes, best first, and what else their programs know (RFC 9580 §5.2.3.14, §5.2.3.32). */
  readonly ciphers?: readonly number[]
  readonly features?: number
  readonly isPrimaryUser: boolean
  /** Why something was revoked, a number and words. */
  readonly reason?: { readonly code: number; readonly words: string }
  readonly signer?: string
  readonly policy?: string
  readonly notations: readonly string[]
  /** The signature of a subkey over its primary key. */
  readonly embedded?: Bytes
  /** Parts that must be understood and are not. */
  readonly unknownCritical: readonly number[]
  /** The first two bytes of the hash. */
  readonly left: Bytes
  readonly numbers: Bytes
  /** What is hashed before the data (version 6), and after them. */
  readonly salt: Bytes
  readonly trailer: Bytes
}

/** Reads a signature (RFC 9580 §5.2). Throws a RangeError for what is none. */
export function readSignature(body: Uint8Array): Signature {
  const reader = new Reader(body)
  const version = reader.number(1)
  if (version === 3 || version === 2) return readOld(reader, version)
  if (![4, 5, 6].includes(version)) throw new RangeError(`a signature of version ${version}`)
  const [type, algorithm, hash] = [reader.number(1), reader.number(1), reader.number(1)]
  const size = version === 6 ? 4 : 2
  const hashed = reader.take(reader.number(size))
  const signed = Uint8Array.from(body.subarray(0, reader.at))
  const unhashed = reader.take(reader.number(size))
  const left = Uint8Array.from(reader.take(2))
  const salt = version === 6 ? Uint8Array.from(reader.take(reader.number(1))) : new Uint8Array()
  const end = concatBytes(Uint8Array.of(version, 0xff), toNumberBytes(BigInt(signed.length), version === 5 ? 8 : 4))
  const said = readSubpackets(hashed, true)
  return {
    isPrimaryUser: false,
    // Who made it may stand where it is not signed: a wrong one only finds no key.
    ...pick(readSubpackets(unhashed, false), ['keyId', 'fingerprint', 'embedded']),
    ...said,
    notations: said.notations ?? [],
    unknownCritical: said.unknownCritical ?? [],
    version,
    type,
    algorithm,
    hash,
    left,
    salt,
    numbers: Uint8Array.from(reader.rest()),
    trailer: concatBytes(signed, end),
  }
}

function readOld(reader: Reader, version: number): Signature {
  if (reader.number(1) !== 5) throw new RangeError('a signature of version 3 that hashes another part')
  const trailer = Uint8Array.from(reader.take(5))
  const keyId = toHex(reader.take(8)).toUpperCase()
  const [algorithm, hash] = [reader.number(1), reader.number(1)]
  const left = Uint8Array.from(reader.take(2))
  return {
    version,
    type: trailer[0]!,
    algorithm,
    hash,
    createdAt: new Date(new Reader(trailer.subarray(1)).number(4) * 1_000),
    keyId,
    isPrimaryUser: false,
    notations: [],
    unknownCritical: [],
    left,
    numbers: Uint8Array.from(reader.rest()),
    salt: new Uint8Array(),
    trailer,
  }
}

type Said = { -readonly [K in keyof Signature]?: Signature[K] }

const pick = (said: Said, names: readonly (keyof Said)[]): Said =>
  Object.fromEntries(names.flatMap((name) => (said[name] === undefined ? [] : [[name, said[name]]])))

/** Those that are read here or change nothing about whether a signature holds (RFC 9580 §5.2.3.7). */
const KNOWN = new Set([2, 3, 4, 5, 7, 9, 11, 12, 16, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 39])

const NOTATION = 20

function readSubpackets(bytes: Uint8Array, isHashed: boolean): Said {
  const reader = new Reader(bytes)
  const said: Said = {}
  const notations: string[] = []
  const unknown: number[] = []
  while (reader.left > 0) {
    const first = reader.number(1)
    const size = first < 192 ? first : first < 255 ? (first - 192) * 256 + reader.number(1) + 192 : reader.number(4)
    const part = new Reader(reader.take(size))
    const mark = part.number(1)
    const type = mark & 127
    // What a notation means, only who agreed on it knows.
    if (isHashed && mark > 127 && (!KNOWN.has(type) || type === NOTATION)) unknown.push(type)
    readSubpacket(type, part, { said, notations })
  }
  return { ...said, notations, unknownCritical: unknown }
}

const toText = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

function readSubpacket(type: number, part: Reader, { said, notations }: { said: Said; notations: string[] }): void {
  switch (type) {
    case 2:
      said.createdAt = new Date(part.number(4) * 1_000)
      return
    case 3:
      said.signatureSeconds = part.number(4)
      return
    case 9:
      said.keySeconds = part.number(4)
      return
    case 11:
      said.ciphers = [...part.rest()]
      return
    case 16:
      said.keyId = toHex(part.take(8)).toUpperCase()
      return
    case NOTATION: {
      part.number(4)
      const [name, value] = [part.number(2), part.number(2)]
      notations.push(`${toText(part.take(name))}=${toText(part.take(value))}`)
      return
    }
    case 25:
      said.isPrimaryUser = part.number(1) > 0
      return
    case 26:
      said.policy = toText(part.rest())
      return
    case 27:
      said.flags = part.left > 0 ? part.number(1) : 0
      return
    case 30:
      said.features = part.left > 0 ? part.number(1) : 0
      return
    case 28:
      said.signer = toText(part.rest())
      return
    case 29:
      said.reason = { code: part.number(1), words: toText(part.rest()) }
      return
    case 32:
      said.embedded = Uint8Array.from(part.rest())
      return
    case 33: {
      const version = part.number(1)
      const print = toHex(part.rest()).toUpperCase()
      said.fingerprint = print
      said.keyId ??= version === 4 ? print.slice(-16) : print.slice(0, 16)
    }
  }
}
