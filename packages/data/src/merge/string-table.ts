/** Numbers for strings, counted up from 0, which is the empty string. */
export class StringTable {
  readonly #ids = new Map<string, number>([['', 0]])

  intern(text: string | undefined): number {
    if (text === undefined) return 0
    let id = this.#ids.get(text)
    if (id === undefined) this.#ids.set(text, (id = this.#ids.size))
    return id
  }

  /** All strings as UTF-8, one after the other, and where each begins. */
  encode(): { offsets: Uint32Array; bytes: Uint8Array } {
    const offsets = new Uint32Array(this.#ids.size + 1)
    let size = 0
    let at = 0
    for (const text of this.#ids.keys()) {
      offsets[at++] = size
      size += Buffer.byteLength(text)
    }
    offsets[at] = size
    const bytes = Buffer.alloc(size)
    at = 0
    for (const text of this.#ids.keys()) bytes.write(text, offsets[at++]!)
    return { offsets, bytes }
  }
}
