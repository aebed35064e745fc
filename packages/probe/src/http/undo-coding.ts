import {
  constants,
  crc32,
  createBrotliDecompress,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
  type Zlib,
} from 'node:zlib'
import type { Transform } from 'node:stream'
import type { Text } from '@octet/core/text.ts'
import type { Flaw } from './response-head.ts'

/** A body that is not what its coding says, and how. What has been decoded so far is still worth something. */
export class CodingError extends Error {
  readonly text: Text

  constructor({ en, zh }: Text, cause?: unknown) {
    super(en, { cause })
    this.text = { en, zh }
  }
}

type Note = (flaw: Flaw) => void
type Undo = (coding: string, pieces: Pieces, note: Note) => AsyncGenerator<Buffer>
type Decoder = Transform & Zlib

/** As much memory as a body may ask for: 8 MB (RFC 9659). */
const ZSTD = { params: { [constants.ZSTD_d_windowLogMax]: 23 } }
const ZSTD_MAGIC = 0xfd2fb528
/** A body of so many frames is made to keep us busy. */
const MAX_FRAMES = 1000
const MAX_GZIP_HEADER = 70_000
const GZIP_TRAILER = 8

const UNDO: Readonly<Record<string, Undo>> = {
  gzip: undoGzip,
  'x-gzip': undoGzip,
  deflate: undoDeflate,
  br: (coding, pieces, note) => undoOne(coding, pieces, { decoder: createBrotliDecompress() as never, note }),
  zstd: undoZstd,
}

/** Whether a content coding can be undone here (RFC 9110 §8.4.1). */
export const isKnownCoding = (coding: string): boolean => Object.hasOwn(UNDO, coding)

/**
 * Undoes one content coding as browsers do: what stands behind its end is passed over, and told.
 *
 * @throws {CodingError} behind what could be decoded
 */
export async function* undoCoding(coding: string, source: AsyncIterable<Buffer>, note: Note): AsyncGenerator<Buffer> {
  const pieces = new Pieces(source)
  try {
    yield* UNDO[coding]!(coding, pieces, note)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === 'Z_BUF_ERROR') throw toTorn(coding, error)
    if (!/^(Z_|ZSTD_|ERR_|ERR__)/.test(code)) throw error
    throw toInvalid(coding, error)
  } finally {
    await pieces.close()
  }
}

/** Of several members browsers read the first; they look at no checksum, but others do (RFC 1952 §2.3). */
async function* undoGzip(coding: string, pieces: Pieces, note: Note): AsyncGenerator<Buffer> {
  await skipGzipHeader(coding, pieces)
  let sum = 0
  let size = 0
  for await (const chunk of decode(createInflateRaw(), pieces)) {
    sum = crc32(chunk, sum)
    size = (size + chunk.length) % 2 ** 32
    yield chunk
  }
  const trailer = await pieces.take(GZIP_TRAILER)
  if (trailer.length < GZIP_TRAILER) throw toTorn(coding)
  if (trailer.readUInt32LE() !== sum || trailer.readUInt32LE(4) !== size)
    throw new CodingError({
      en: `the checksum of the ${coding} body is wrong: browsers show it all the same, curl and others refuse it`,
      zh: `${coding} 内容的校验和不符：浏览器仍会显示，curl 等会拒绝`,
    })
  const next = await pieces.take(2)
  if (next[0] === 0x1f && next[1] === 0x8b) note(toMembers(coding))
  else if (next.length > 0) note(toRest(coding))
}

/** Some servers leave out the zlib header that `deflate` asks for (RFC 9110 §8.4.1.2). */
async function* undoDeflate(coding: string, pieces: Pieces, note: Note): AsyncGenerator<Buffer> {
  const first = await pieces.take(1)
  pieces.unread(first)
  const hasHeader = (first[0]! & 0x0f) === 8
  yield* undoOne(coding, pieces, hasHeader ? { decoder: createInflate(), note } : { decoder: createInflateRaw() })
}

/** What stands behind the end is told to `note`; an error where browsers refuse it. */
async function* undoOne(
  coding: string,
  pieces: Pieces,
  { decoder, note }: { decoder: Decoder; note?: Note },
): AsyncGenerator<Buffer> {
  yield* decode(decoder, pieces)
  if ((await pieces.take(1)).length === 0) return
  if (!note) throw toInvalid(coding)
  note(toRest(coding))
}

/** One frame or several, between which others may stand that are to be skipped (RFC 8878 §3.1). */
async function* undoZstd(coding: string, pieces: Pieces): AsyncGenerator<Buffer> {
  for (let frames = 0; ; frames++) {
    const magic = await pieces.take(4)
    if (magic.length === 0 && frames > 0) return
    if (magic.length < 4) throw toTorn(coding)
    if (frames === MAX_FRAMES) throw toInvalid(coding)
    if ((magic.readUInt32LE() & 0xfffffff0) >>> 0 === 0x184d2a50) await skipFrame(coding, pieces)
    else if (magic.readUInt32LE() === ZSTD_MAGIC) {
      pieces.unread(magic)
      yield* decode(createZstdDecompress(ZSTD) as never, pieces)
    } else throw toInvalid(coding)
  }
}

async function skipFrame(coding: string, pieces: Pieces): Promise<void> {
  const size = await pieces.take(4)
  const sizeBytes = size.length === 4 ? size.readUInt32LE() : Infinity
  if (!(await pieces.skip(sizeBytes))) throw toTorn(coding)
}

/** Ten bytes, and what their flags announce: extra fields, a name, a comment, a checksum (RFC 1952 §2.3). */
async function skipGzipHeader(coding: string, pieces: Pieces): Promise<void> {
  const fixed = await pieces.take(10)
  if (fixed[0] !== 0x1f || (fixed.length > 1 && fixed[1] !== 0x8b) || (fixed.length > 2 && fixed[2] !== 8))
    throw toInvalid(coding)
  if (fixed.length < 10) throw toTorn(coding)
  const flags = fixed[3]!
  if (flags & 4) {
    const size = await pieces.take(2)
    if (size.length < 2 || !(await pieces.skip(size.readUInt16LE()))) throw toTorn(coding)
  }
  for (const flag of [8, 16]) if (flags & flag && !(await pieces.skipText(MAX_GZIP_HEADER))) throw toTorn(coding)
  if (flags & 2 && !(await pieces.skip(2))) throw toTorn(coding)
}

/** Runs pieces through a decoder until its data end; what has come behind them is given back. */
async function* decode(decoder: Decoder, pieces: Pieces): AsyncGenerator<Buffer> {
  const feeding = feed(decoder, pieces).catch((error: Error) => void decoder.destroy(error))
  try {
    yield* decoder as AsyncIterable<Buffer>
    await feeding
  } finally {
    decoder.destroy()
  }
}

async function feed(decoder: Decoder, pieces: Pieces): Promise<void> {
  let goOn = () => {}
  decoder.once('close', () => goOn()) // a write that fails is not answered
  for (let fedBytes = 0; ;) {
    const piece = await pieces.next()
    if (decoder.destroyed) return
    if (!piece) return void decoder.end()
    fedBytes += piece.length
    await new Promise<void>((resolve) => {
      goOn = resolve
      decoder.write(piece, () => resolve())
    })
    const leftBytes = fedBytes - decoder.bytesWritten
    if (leftBytes > 0) return pieces.unread(piece.subarray(piece.length - leftBytes))
  }
}

/** Bytes that come piece by piece, of which any number can be taken. */
class Pieces {
  readonly #source: AsyncIterator<Buffer>
  #unread = Buffer.alloc(0)

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  /** What comes next, never empty; undefined at the end. */
  async next(): Promise<Buffer | undefined> {
    const held = this.#unread
    this.#unread = Buffer.alloc(0)
    if (held.length > 0) return held
    for (;;) {
      const { done, value } = await this.#source.next()
      if (done) return undefined
      if (value.length > 0) return value
    }
  }

  unread(bytes: Buffer): void {
    this.#unread = this.#unread.length > 0 ? Buffer.concat([bytes, this.#unread]) : Buffer.from(bytes)
  }

  /** So many bytes, or fewer at the end. */
  async take(count: number): Promise<Buffer> {
    const taken: Buffer[] = []
    for (let left = count; left > 0;) {
      const piece = await this.next()
      if (!piece) break
      taken.push(piece.subarray(0, left))
      if (piece.length > left) this.unread(piece.subarray(left))
      left -= Math.min(left, piece.length)
    }
    return Buffer.concat(taken)
  }

  /** Whether so many bytes came. */
  async skip(count: number): Promise<boolean> {
    for (let left = count; left > 0;) {
      const piece = await this.next()
      if (!piece) return false
      if (piece.length > left) this.unread(piece.subarray(left))
      left -= Math.min(left, piece.length)
    }
    return true
  }

  /** Whether a text came that ends in a zero byte. */
  async skipText(maxBytes: number): Promise<boolean> {
    for (let seen = 0; seen < maxBytes;) {
      const piece = await this.next()
      if (!piece) return false
      const end = piece.indexOf(0)
      if (end >= 0) {
        this.unread(piece.subarray(end + 1))
        return true
      }
      seen += piece.length
    }
    return false
  }

  async close(): Promise<void> {
    await this.#source.return?.()
  }
}

const toTorn = (coding: string, cause?: unknown) =>
  new CodingError({ en: `the ${coding} body ends in its middle`, zh: `${coding} 内容不完整，中途结束` }, cause)

const toInvalid = (coding: string, cause?: unknown) =>
  new CodingError({ en: `the body is not valid ${coding}`, zh: `内容不是有效的 ${coding} 编码` }, cause)

const toRest = (coding: string): Flaw => ({
  verdict: 'notice',
  en: `more data behind the end of the ${coding} body, which browsers pass over and curl takes for an error`,
  zh: `${coding} 内容结束后还有多余数据，浏览器会忽略，curl 会报错`,
})

const toMembers = (coding: string): Flaw => ({
  verdict: 'bad',
  en: `the ${coding} body has several members, of which browsers and curl read the first only`,
  zh: `${coding} 内容由多段拼接而成，浏览器与 curl 只读取第一段`,
})
