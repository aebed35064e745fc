import type { Bytes } from '../../lib/bytes.ts'

/** What a cipher works with, beside the data. */
export type CipherParts = { readonly key: Bytes; readonly iv: Bytes; readonly aad: Bytes; readonly tagBytes: number }

/** A cipher in one mode of operation; padding is done outside. */
export type CipherSpec = {
  /** Name for people, e.g. `AES-256-CBC`. */
  readonly name: string
  readonly keySizes: readonly number[]
  /** Allowed lengths of IV or nonce in bytes; empty if the cipher takes none. */
  readonly ivSizes: readonly number[]
  /** Length chosen for a random or derived IV. */
  readonly ivBytes: number
  /** Whole blocks are wanted. */
  readonly blockBytes?: number
  /** The result ends in (or starts with) a tag. */
  readonly hasTag: boolean
  /** The tag stands before the ciphertext, as SIV has it. */
  readonly isTagFirst?: boolean
  /** Name of the cipher for `openssl enc`, if it has it. */
  readonly openssl?: string | undefined
  readonly encrypt: (data: Bytes, parts: CipherParts) => Bytes | Promise<Bytes>
  readonly decrypt: (data: Bytes, parts: CipherParts) => Bytes | Promise<Bytes>
}
