const ALIGN_BITS = 5
const SIZE_BITS = 11
const SIZE_MASK = (1 << SIZE_BITS) - 1
/** Bytes that a copy may write behind its end, and so must be free there. */
export const COPY_SLACK_BYTES = 32

/** No text of a pool is longer, in bytes. */
export const MAX_TEXT_BYTES = SIZE_MASK

/**
 * Texts as UTF-8 side by side, each behind four bytes that belong to whoever keeps it. A text is named by a number that
 * holds both its place (in 32 bytes) and its size, so that finding it takes no table.
 */
export class TextPool {
  readonly #bytes: Buffer
  readonly view: DataView
  #used = 1 << ALIGN_BITS

  constructor(capacityBytes: number) {
    if (capacityBytes > 1 << (32 - SIZE_BITS + ALIGN_BITS))
      throw new RangeError(`${capacityBytes} bytes are more than can be named`)
    this.#bytes = Buffer.from(new ArrayBuffer(capacityBytes))
    this.view = new DataView(this.#bytes.buffer)
  }

  /** Whether so many texts of any size fit; if not, `clear` it and all that was kept of it. */
  hasRoom(count: number): boolean {
    return this.#used + (count + 1) * (MAX_TEXT_BYTES + COPY_SLACK_BYTES + 4) <= this.#bytes.length
  }

  clear(): void {
    this.#used = 1 << ALIGN_BITS
  }

  /** Keeps a text with a word before it; its name, which is never 0. Throws RangeError for more than MAX_TEXT_BYTES. */
  add(text: string, word = 0): number {
    const size = Buffer.byteLength(text)
    if (size > MAX_TEXT_BYTES) throw new RangeError(`a text of ${size} bytes is longer than ${MAX_TEXT_BYTES}`)
    const start = this.#used
    this.view.setUint32(start, word, true)
    this.#bytes.write(text, start + 4)
    this.#used = (start + 4 + size + (1 << ALIGN_BITS) - 1) & -(1 << ALIGN_BITS)
    return ((start << (SIZE_BITS - ALIGN_BITS)) | size) >>> 0
  }
}

/** Where the word before a text stands; the text follows. */
export function toStart(name: number): number {
  return (name >>> SIZE_BITS) << ALIGN_BITS
}

/**
 * Copies a text; up to COPY_SLACK_BYTES behind its end are overwritten in the target. Returns the position behind it.
 * Eight bytes go at a time, the widest that JavaScript moves; optimised code makes no numbers of them.
 */
export function copyText(from: DataView, name: number, to: DataView, at: number): number {
  const size = name & SIZE_MASK
  let source = ((name >>> SIZE_BITS) << ALIGN_BITS) + 4
  const end = at + size
  for (let target = at; target < end; target += 32, source += 32) {
    to.setBigUint64(target, from.getBigUint64(source, true), true)
    to.setBigUint64(target + 8, from.getBigUint64(source + 8, true), true)
    to.setBigUint64(target + 16, from.getBigUint64(source + 16, true), true)
    to.setBigUint64(target + 24, from.getBigUint64(source + 24, true), true)
  }
  return end
}
