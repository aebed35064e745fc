import { concatBytes, type Bytes } from '../bytes.ts'
import type { Pacer } from '../pacer.ts'
import { startHash, toHash } from './hashes.ts'
import { UnsupportedError, type Reader } from './reader.ts'

/** How a passphrase becomes a key (RFC 9580 §3.7.1). */
export type S2k =
  | { readonly way: 'hash'; readonly hash: number; readonly salt: Bytes; readonly bytes: number }
  | { readonly way: 'argon2'; readonly salt: Bytes; readonly passes: number; readonly lanes: number; readonly memoryLog: number }
  /** The secret is on a card, or left out. */
  | { readonly way: 'absent' }

/** As PGP 2 did it: the passphrase through MD5, once. */
export const BARE_MD5: S2k = { way: 'hash', hash: 1, salt: new Uint8Array(), bytes: 0 }

const GNU = 101
const [SIMPLE, SALTED, ITERATED, ARGON2] = [0, 1, 3, 4]
const SALT_BYTES = 8
const ARGON2_SALT_BYTES = 16
/** 1 GiB, which no page has to give. */
const MAX_MEMORY_LOG = 20
/** Longer ones are no protection but a way to hold a page up. */
const MAX_PASSES = 20

/** Reads how a passphrase becomes a key. Throws an UnsupportedError for a way that is not known. */
export function readS2k(reader: Reader): S2k {
  const way = reader.number(1)
  if (way === ARGON2) {
    const salt = Uint8Array.from(reader.take(ARGON2_SALT_BYTES))
    return { way: 'argon2', salt, passes: reader.number(1), lanes: reader.number(1), memoryLog: reader.number(1) }
  }
  if (way === GNU) return { way: 'absent' }
  if (way !== SIMPLE && way !== SALTED && way !== ITERATED) throw new UnsupportedError(`S2K ${way}`)
  const hash = reader.number(1)
  const salt = way === SIMPLE ? new Uint8Array() : Uint8Array.from(reader.take(SALT_BYTES))
  return { way: 'hash', hash, salt, bytes: way === ITERATED ? readCount(reader.number(1)) : 0 }
}

const readCount = (coded: number): number => (16 + (coded & 15)) << ((coded >> 4) + 6)

/** 65,011,712 bytes: what GnuPG settles on where a machine is quick. */
const CODED_COUNT = 255

/** The way that passphrases become keys here: what every program since 1998 knows. */
export function makeIterated(random: (sizeBytes: number) => Bytes): { s2k: S2k; written: Bytes } {
  const salt = random(SALT_BYTES)
  const sha256Number = 8
  return {
    s2k: { way: 'hash', hash: sha256Number, salt, bytes: readCount(CODED_COUNT) },
    written: concatBytes(Uint8Array.of(ITERATED, sha256Number), salt, Uint8Array.of(CODED_COUNT)),
  }
}

/** The second set of RFC 9106 §4: 64 MiB. */
const ARGON2_SETTINGS = { passes: 3, lanes: 4, memoryLog: 16 } as const

/** Argon2, which RFC 9580 programs know. */
export function makeArgon2(random: (sizeBytes: number) => Bytes): { s2k: S2k; written: Bytes } {
  const salt = random(ARGON2_SALT_BYTES)
  const { passes, lanes, memoryLog } = ARGON2_SETTINGS
  return {
    s2k: { way: 'argon2', salt, ...ARGON2_SETTINGS },
    written: concatBytes(Uint8Array.of(ARGON2), salt, Uint8Array.of(passes, lanes, memoryLog)),
  }
}

type Wanted = { readonly passphrase: Uint8Array; readonly sizeBytes: number; readonly breathe: Pacer }

/** The key of a passphrase. Throws an UnsupportedError for a hash that is not known, or for more memory or time than a page has. */
export async function deriveKey(s2k: S2k, { passphrase, sizeBytes, breathe }: Wanted): Promise<Bytes> {
  if (s2k.way === 'absent') throw new RangeError('a secret that is kept elsewhere')
  if (s2k.way === 'hash') return hashRounds(s2k, { passphrase, sizeBytes, breathe })
  const { salt, passes, lanes, memoryLog } = s2k
  // Each lane has at least eight blocks (RFC 9106 §3.1).
  if (memoryLog > MAX_MEMORY_LOG || passes > MAX_PASSES || passes === 0 || lanes === 0 || 2 ** memoryLog < 8 * lanes)
    throw new UnsupportedError(`Argon2 (t=${passes}, p=${lanes}, m=2^${memoryLog} KiB)`)
  const { argon2id } = await import('hash-wasm')
  const iterations = passes
  return Uint8Array.from(
    await argon2id({
      password: passphrase,
      salt,
      iterations,
      parallelism: lanes,
      memorySize: 2 ** memoryLog,
      hashLength: sizeBytes,
      outputType: 'binary',
    }),
  )
}

/** What is hashed at once. */
const SLICE_BYTES = 1 << 18

async function hashRounds(
  { hash, salt, bytes }: S2k & { way: 'hash' },
  { passphrase, sizeBytes, breathe }: Wanted,
): Promise<Bytes> {
  const { outputLen } = toHash(hash)
  const unit = concatBytes(salt, passphrase)
  const total = Math.max(bytes, unit.length)
  const slice = new Uint8Array(Math.min(total, Math.ceil(SLICE_BYTES / Math.max(1, unit.length)) * unit.length))
  for (let at = 0; at < slice.length; at += unit.length) slice.set(unit.subarray(0, slice.length - at), at)
  const parts: Uint8Array[] = []
  for (let made = 0; made < sizeBytes; made += outputLen) {
    // Each further one begins with one zero more.
    const context = await startHash(hash, total)
    context.update(new Uint8Array(parts.length))
    for (let left = total; left > 0; left -= slice.length) {
      context.update(slice.subarray(0, left))
      await breathe()
    }
    parts.push(context.digest())
  }
  return concatBytes(...parts).slice(0, sizeBytes)
}
