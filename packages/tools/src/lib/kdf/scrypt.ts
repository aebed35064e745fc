import type { Bytes } from '../bytes.ts'

export type Scrypt = {
  readonly password: string | Uint8Array
  readonly salt: Uint8Array
  /** N is two to the power of it. */
  readonly logN: number
  readonly r: number
  readonly p: number
  readonly sizeBytes: number
}

/** scrypt (RFC 7914): takes 128 · r · N bytes of memory. */
export async function deriveScrypt({ password, salt, logN, r, p, sizeBytes }: Scrypt): Promise<Bytes> {
  const { scrypt } = await import('hash-wasm')
  const cost = { costFactor: 2 ** logN, blockSize: r, parallelism: p }
  return Uint8Array.from(await scrypt({ password, salt, ...cost, hashLength: sizeBytes, outputType: 'binary' }))
}
