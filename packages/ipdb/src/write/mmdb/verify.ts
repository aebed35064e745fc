import { METADATA_MARKER } from './write-mmdb.ts'

/** What a file was found to hold. */
export type MmdbFacts = {
  readonly nodes: number
  readonly records: number
  readonly dataBytes: number
  readonly metadata: Readonly<Record<string, unknown>>
}

const METADATA_BYTES = 128 * 1024
const MAX_DEPTH = 32

/** A file breaks a rule of the format. */
export class BadMmdbError extends Error {
  override readonly name = 'BadMmdbError'
}

/**
 * Checks a whole file against MaxMind DB 2.0: metadata complete and of the right types; every node reached, every
 * record a node, “none” or the start of a value; no node with two equal leaves; values one behind the other without a
 * gap, each with a record that leads to it; no pointer to a pointer or out of the section; text in UTF-8.
 *
 * @throws {BadMmdbError} with the first fault
 */
export function verifyMmdb(file: Buffer): MmdbFacts {
  const marker = file.lastIndexOf(METADATA_MARKER)
  if (marker < 0) throw new BadMmdbError('expected a metadata marker, found none')
  const start = marker + METADATA_MARKER.length
  if (file.length - start > METADATA_BYTES) throw new BadMmdbError('expected at most 128 KiB of metadata')
  const reader = new Reader(file.subarray(start))
  const metadata = checkMetadata(reader.read(0))
  if (reader.end !== file.length - start) throw new BadMmdbError('expected nothing behind the metadata')
  const { nodes, recordSize } = metadata
  const treeBytes = (nodes * recordSize) / 4
  const dataStart = treeBytes + 16
  if (dataStart > marker) throw new BadMmdbError(`expected a tree of ${treeBytes} bytes, got ${marker}`)
  if (file.subarray(treeBytes, dataStart).some((byte) => byte !== 0))
    throw new BadMmdbError('expected 16 zero bytes behind the tree')
  const data = file.subarray(dataStart, marker)
  const offsets = checkTree(file, metadata, data.length)
  checkData(data, offsets)
  return { nodes, records: offsets.size, dataBytes: data.length, metadata: metadata.fields }
}

type Metadata = { readonly nodes: number; readonly recordSize: 24 | 28 | 32; readonly fields: Readonly<Record<string, unknown>> }

function checkMetadata(value: unknown): Metadata {
  const fields = value as Record<string, unknown>
  for (const [name, isGood] of Object.entries(METADATA_FIELDS))
    if (!isGood(fields[name])) throw new BadMmdbError(`metadata ${name}: got ${JSON.stringify(fields[name])}`)
  return { nodes: fields['node_count'] as number, recordSize: fields['record_size'] as 24 | 28 | 32, fields }
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''
const METADATA_FIELDS: Readonly<Record<string, (value: unknown) => boolean>> = {
  binary_format_major_version: (value) => value === 2,
  binary_format_minor_version: (value) => value === 0,
  build_epoch: (value) => typeof value === 'number' && value > 0,
  database_type: isText,
  description: (value) => typeof value === 'object' && value !== null && Object.values(value).every(isText),
  ip_version: (value) => value === 4 || value === 6,
  languages: (value) => Array.isArray(value) && value.every(isText),
  node_count: (value) => typeof value === 'number' && value > 0,
  record_size: (value) => value === 24 || value === 28 || value === 32,
}

/** Offsets of the values that the tree leads to. */
function checkTree(file: Buffer, { nodes, recordSize }: Metadata, dataBytes: number): Set<number> {
  const offsets = new Set<number>()
  const isReached = new Uint8Array(nodes)
  isReached[0] = 1
  for (let node = 0; node < nodes; node++) {
    const [left, right] = readNode(file, node, recordSize)
    if (left === right && left >= nodes) throw new BadMmdbError(`node ${node}: both records are ${left}`)
    for (const record of [left, right]) {
      if (record < nodes) isReached[record] = 1
      else if (record > nodes) {
        const offset = record - nodes - 16
        if (offset < 0 || offset >= dataBytes)
          throw new BadMmdbError(`node ${node}: record ${record} leads out of the data section`)
        offsets.add(offset)
      }
    }
  }
  const orphan = isReached.indexOf(0)
  if (orphan >= 0) throw new BadMmdbError(`node ${orphan}: nothing leads to it`)
  checkDepth(file, recordSize, nodes)
  return offsets
}

/** No way from the root is longer than an address, which also says that there is no circle. */
function checkDepth(file: Buffer, recordSize: 24 | 28 | 32, nodes: number): void {
  /** Levels below each node, 0 while unknown. */
  const heights = new Uint8Array(nodes)
  const measure = (node: number, depth: number): number => {
    if (depth >= 128) throw new BadMmdbError('expected a tree at most 128 levels deep')
    let height = 0
    for (const record of readNode(file, node, recordSize))
      if (record < nodes) height = Math.max(height, heights[record] || measure(record, depth + 1))
    if (height >= 128) throw new BadMmdbError('expected a tree at most 128 levels deep')
    return (heights[node] = height + 1)
  }
  measure(0, 0)
}

function readNode(file: Buffer, node: number, recordSize: 24 | 28 | 32): [number, number] {
  const at = (node * recordSize) / 4
  if (recordSize === 24) return [file.readUIntBE(at, 3), file.readUIntBE(at + 3, 3)]
  if (recordSize === 32) return [file.readUInt32BE(at), file.readUInt32BE(at + 4)]
  const middle = file[at + 3]!
  return [file.readUIntBE(at, 3) + (middle >>> 4) * 2 ** 24, file.readUIntBE(at + 4, 3) + (middle & 15) * 2 ** 24]
}

function checkData(data: Buffer, offsets: ReadonlySet<number>): void {
  const reader = new Reader(data)
  let seen = 0
  for (let at = 0; at < data.length; at = reader.end) {
    if (!offsets.has(at)) throw new BadMmdbError(`data at ${at}: no record leads to it`)
    const value = reader.read(at)
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new BadMmdbError(`data at ${at}: expected a map`)
    seen++
  }
  if (seen !== offsets.size) throw new BadMmdbError(`expected ${offsets.size} values where records lead to, got ${seen}`)
}

/** Reads values strictly. */
class Reader {
  /** Behind the value read last. */
  end = 0
  readonly #bytes: Buffer
  readonly #decoder = new TextDecoder('utf-8', { fatal: true })

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  read(at: number, depth = 0, isPointedTo = false): unknown {
    if (depth > MAX_DEPTH) throw new BadMmdbError(`data at ${at}: expected at most ${MAX_DEPTH} levels`)
    const control = this.#byte(at)
    let type = control >>> 5
    if (type === 1) return this.#follow(at, control, depth, isPointedTo)
    let next = at + 1
    if (type === 0) type = 7 + this.#byte(next++)
    let size = control & 31
    if (size > 28) {
      const restBytes = size - 28
      size = [29, 285, 65_821][restBytes - 1]! + this.#uint(next, restBytes)
      next += restBytes
    }
    return this.#payload(type, next, size, depth)
  }

  #payload(type: number, at: number, size: number, depth: number): unknown {
    this.end = at + size
    switch (type) {
      case 2:
        return this.#text(at, size)
      case 3:
        this.#expect(size === 8, at, 'a double of 8 bytes')
        return this.#bytes.readDoubleBE(at)
      case 5:
      case 6:
      case 9:
        this.#expect(size <= { 5: 2, 6: 4, 9: 8 }[type], at, 'an integer of its size')
        return size === 0 ? 0 : size > 6 ? Number(BigInt(`0x${this.#slice(at, size).toString('hex')}`)) : this.#uint(at, size)
      case 8:
        this.#expect(size === 4, at, 'an int32 of 4 bytes')
        return this.#slice(at, 4).readInt32BE()
      case 14:
        this.#expect(size < 2, at, 'a boolean of 0 or 1')
        this.end = at
        return size === 1
      case 7:
        return this.#map(at, size, depth)
      case 11:
        return this.#list(at, size, depth)
      default:
        throw new BadMmdbError(`data at ${at}: expected a type in use, got ${type}`)
    }
  }

  #map(at: number, size: number, depth: number): Record<string, unknown> {
    const map: Record<string, unknown> = Object.create(null)
    this.end = at
    for (let index = 0; index < size; index++) {
      const key = this.read(this.end, depth + 1)
      if (typeof key !== 'string' || key in map) throw new BadMmdbError(`data at ${at}: expected keys that are text and differ`)
      map[key] = this.read(this.end, depth + 1)
    }
    return map
  }

  #list(at: number, size: number, depth: number): unknown[] {
    this.end = at
    return Array.from({ length: size }, () => this.read(this.end, depth + 1))
  }

  #follow(at: number, control: number, depth: number, isPointedTo: boolean): unknown {
    this.#expect(!isPointedTo, at, 'a value, not a pointer behind a pointer')
    const size = (control >>> 3) & 3
    const low = this.#uint(at + 1, size + 1)
    const target = size === 3 ? low : (control & 7) * 2 ** (8 * (size + 1)) + low + [0, 2_048, 526_336][size]!
    const value = this.read(target, depth + 1, true)
    this.end = at + size + 2
    return value
  }

  #text(at: number, size: number): string {
    try {
      return this.#decoder.decode(this.#slice(at, size))
    } catch (cause) {
      throw new BadMmdbError(`data at ${at}: expected UTF-8`, { cause })
    }
  }

  #slice(at: number, size: number): Buffer {
    this.#expect(at + size <= this.#bytes.length, at, `${size} bytes`)
    return this.#bytes.subarray(at, at + size)
  }

  #byte(at: number): number {
    return this.#slice(at, 1)[0]!
  }

  #uint(at: number, size: number): number {
    return this.#slice(at, size).readUIntBE(0, size)
  }

  #expect(isGood: boolean, at: number, expected: string): void {
    if (!isGood) throw new BadMmdbError(`data at ${at}: expected ${expected}`)
  }
}
