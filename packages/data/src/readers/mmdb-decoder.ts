/** What the metadata section of a MaxMind DB file says about its tree. */
export type MmdbMetadata = {
  readonly nodeCount: number
  readonly recordSize: 24 | 28 | 32
  readonly ipVersion: 4 | 6
  readonly buildEpoch: number
  readonly databaseType: string
  /** Where the data section begins in the file. */
  readonly dataStart: number
}

const MARKER = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1')
const MAX_DEPTH = 32
/** Values of one record; pointers could otherwise make few bytes into any number of them. */
const MAX_VALUES = 100_000
/** Texts kept of one file. */
const MAX_TEXTS = 300_000

/** @throws when the file is not a MaxMind DB of format version 2 */
export function readMetadata(bytes: Buffer, path: string): MmdbMetadata {
  const marker = bytes.lastIndexOf(MARKER)
  if (marker < 0) throw new Error(`${path}: expected a MaxMind DB file, found no metadata marker`)
  const start = marker + MARKER.length
  const found = new MmdbDecoder(bytes, start).decode(0) as Record<string, unknown>
  const [nodeCount, recordSize, ipVersion] = [found['node_count'], found['record_size'], found['ip_version']].map(Number)
  if (Number(found['binary_format_major_version']) !== 2) throw new Error(`${path}: expected MaxMind DB format version 2`)
  if (recordSize !== 24 && recordSize !== 28 && recordSize !== 32)
    throw new Error(`${path}: expected a record size of 24, 28 or 32 bits, got ${recordSize}`)
  if (ipVersion !== 4 && ipVersion !== 6) throw new Error(`${path}: expected IP version 4 or 6, got ${ipVersion}`)
  if (!Number.isSafeInteger(nodeCount)) throw new Error(`${path}: expected a number of nodes, got ${nodeCount}`)
  const dataStart = (nodeCount! * recordSize) / 4 + 16
  if (dataStart > marker) throw new Error(`${path}: the search tree is longer than the file`)
  const [buildEpoch, databaseType] = [Number(found['build_epoch']), String(found['database_type'])]
  return { nodeCount: nodeCount!, recordSize, ipVersion, buildEpoch, databaseType, dataStart }
}

/** Decodes values of the data section (MaxMind DB specification 2.0, "Output Data Section"). */
export class MmdbDecoder {
  readonly #bytes: Buffer
  readonly #base: number
  readonly #view: DataView
  readonly #keys = new Map<number, string>()
  /** Texts that pointers lead to, by offset: names of regions and towns stand in thousands of records. */
  readonly #texts = new Map<number, string>()
  #at = 0
  #values = 0

  constructor(bytes: Buffer, base: number) {
    this.#bytes = bytes
    this.#base = base
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  /** The value at an offset into the section. */
  decode(offset: number): unknown {
    this.#at = this.#base + offset
    this.#values = 0
    return this.#value(0)
  }

  #value(depth: number): unknown {
    if (depth > MAX_DEPTH) throw new Error(`MaxMind DB value nested deeper than ${MAX_DEPTH}`)
    if (this.#at >= this.#bytes.length) throw new Error('expected a MaxMind DB value, the file ends before it')
    if (++this.#values > MAX_VALUES) throw new Error(`expected a record of at most ${MAX_VALUES} values`)
    const control = this.#bytes[this.#at++]!
    let type = control >>> 5
    if (type === 1) return this.#pointer(control, depth)
    if (type === 0) type = 7 + this.#bytes[this.#at++]!
    const size = this.#size(control & 31)
    if (!(size <= this.#bytes.length - this.#at) && type !== 14)
      throw new Error(`expected a MaxMind DB value of ${size} bytes or items, the file ends before it`)
    switch (type) {
      case 2:
        return this.#text(size)
      case 3:
        return this.#skip(8, (at) => this.#view.getFloat64(at))
      case 5:
      case 6:
        return this.#unsigned(size)
      case 7:
        return this.#map(size, depth)
      case 8:
        return this.#unsigned(size) | 0
      case 9:
      case 10:
        return this.#big(size)
      case 11:
        return Array.from({ length: size }, () => this.#value(depth + 1))
      case 14:
        return size !== 0
      case 15:
        return this.#skip(4, (at) => this.#view.getFloat32(at))
      default:
        return this.#skip(size, (at) => this.#bytes.subarray(at, at + size))
    }
  }

  #pointer(control: number, depth: number): unknown {
    const target = this.#readPointer(control)
    const known = this.#texts.get(target)
    if (known !== undefined) {
      if (++this.#values > MAX_VALUES) throw new Error(`expected a record of at most ${MAX_VALUES} values`)
      return known
    }
    const back = this.#at
    this.#at = this.#base + target
    const value = this.#value(depth + 1)
    if (typeof value === 'string' && this.#texts.size < MAX_TEXTS) this.#texts.set(target, value)
    this.#at = back
    return value
  }

  #readPointer(control: number): number {
    const bytes = this.#bytes
    const size = (control >>> 3) & 3
    let value = size === 3 ? 0 : control & 7
    for (let left = size + 1; left > 0; left--) value = value * 256 + bytes[this.#at++]!
    return value + [0, 2048, 526_336, 0][size]!
  }

  #size(size: number): number {
    if (size < 29) return size
    const extra = this.#unsigned(size - 28)
    return extra + (size === 29 ? 29 : size === 30 ? 285 : 65_821)
  }

  #map(size: number, depth: number): Record<string, unknown> {
    const map: Record<string, unknown> = {}
    for (let left = size; left > 0; left--) {
      const key = this.#key(depth)
      map[key] = this.#value(depth + 1)
    }
    return map
  }

  /** Keys are nearly always pointers to the same few strings. */
  #key(depth: number): string {
    const control = this.#bytes[this.#at]!
    if (control >>> 5 !== 1) return String(this.#value(depth + 1))
    this.#at++
    const target = this.#readPointer(control)
    let key = this.#keys.get(target)
    if (key === undefined) {
      const back = this.#at
      this.#at = this.#base + target
      key = String(this.#value(depth + 1))
      this.#at = back
      if (this.#keys.size < 1000) this.#keys.set(target, key)
    }
    return key
  }

  #text(size: number): string {
    return this.#skip(size, (at) => this.#bytes.toString('utf8', at, at + size))
  }

  #unsigned(size: number): number {
    let value = 0
    for (let left = size; left > 0; left--) value = value * 256 + this.#bytes[this.#at++]!
    return value
  }

  #big(size: number): bigint {
    let value = 0n
    for (let left = size; left > 0; left--) value = (value << 8n) | BigInt(this.#bytes[this.#at++]!)
    return value
  }

  #skip<T>(size: number, read: (at: number) => T): T {
    const at = this.#at
    this.#at += size
    return read(at)
  }
}
