import { closeSync, fsyncSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { DataSection } from './data-section.ts'
import { ALIAS_VALUE, SearchTree } from './search-tree.ts'
import { uint16, uint32, uint64, type MmdbMap } from './value.ts'

export type MmdbOptions = {
  /** Name of the kind of database, by which readers choose their model. */
  readonly type: string
  /** Text by language (BCP 47). */
  readonly description: Readonly<Record<string, string>>
  /** Languages of the names in it. */
  readonly languages: readonly string[]
  readonly builtAt: Date
}

export type MmdbReport = {
  readonly nodes: number
  readonly recordSize: 24 | 28 | 32
  readonly treeBytes: number
  readonly dataBytes: number
}

/** Behind the last record; metadata follow (MaxMind DB 2.0). */
export const METADATA_MARKER = Buffer.from('\u00ab\u00cd\u00efMaxMind.com', 'latin1')
const SEPARATOR_BYTES = 16
const BUFFER_BYTES = 1 << 20

/**
 * Writes a MaxMind DB of IPv6 format, range by range: `add` in ascending order, then `finish`. Records are told by
 * number; each is asked for once, when it first occurs. What is kept in memory is the tree (8 bytes a node) and which
 * values have been written.
 */
export class MmdbWriter {
  readonly #path: string
  readonly #options: MmdbOptions
  readonly #read: (record: number) => MmdbMap
  readonly #dataPath: string
  #dataFile: number | undefined
  readonly #data: DataSection
  /** By record number: offset of its data plus one. */
  readonly #offsets = new Map<number, number>()
  #tree: SearchTree | undefined

  /** `read` gives a record by its number, which is 1 or more; the same object for what records share. */
  constructor(path: string, options: MmdbOptions, read: (record: number) => MmdbMap) {
    this.#path = path
    this.#options = options
    this.#read = read
    this.#dataPath = `${path}.data`
    const file = (this.#dataFile = openSync(this.#dataPath, 'w+'))
    this.#data = new DataSection((bytes) => writeWhole(file, bytes))
  }

  /** Begins a range at an address of four 32-bit words, with a record number; 0 is none, ALIAS_VALUE leads to IPv4. */
  add(start: Uint32Array, record: number): void {
    if (record !== 0 && record !== ALIAS_VALUE && !this.#offsets.has(record))
      this.#offsets.set(record, this.#data.add(this.#read(record)))
    if (this.#tree) this.#tree.add(start, record)
    else this.#tree = new SearchTree(record)
  }

  /** Puts tree, data and metadata together. */
  finish(): MmdbReport {
    const tree = (this.#tree ??= new SearchTree(0))
    tree.finish()
    this.#data.finish()
    const dataBytes = this.#data.sizeBytes
    const recordSize = toRecordSize(tree.size + SEPARATOR_BYTES + dataBytes)
    const treeBytes = (tree.size * recordSize) / 4
    const file = openSync(this.#path, 'w')
    try {
      writeTree(file, tree, recordSize, (value) => this.#toRecord(value, tree.size))
      writeWhole(file, Buffer.alloc(SEPARATOR_BYTES))
      copyAll(this.#dataFile!, file)
      writeWhole(file, METADATA_MARKER)
      const metadata = new DataSection((bytes) => writeWhole(file, bytes))
      metadata.add(toMetadata(this.#options, tree.size, recordSize))
      metadata.finish()
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    return { nodes: tree.size, recordSize, treeBytes, dataBytes }
  }

  [Symbol.dispose](): void {
    if (this.#dataFile === undefined) return
    closeSync(this.#dataFile)
    this.#dataFile = undefined
    rmSync(this.#dataPath, { force: true })
  }

  #toRecord(value: number, nodes: number): number {
    return value === 0 ? nodes : nodes + SEPARATOR_BYTES + this.#offsets.get(value)!
  }
}

function toRecordSize(largest: number): 24 | 28 | 32 {
  if (largest < 2 ** 24) return 24
  if (largest < 2 ** 28) return 28
  if (largest < 2 ** 32) return 32
  throw new RangeError(`expected fewer than 2^32 bytes of data and nodes, got ${largest}`)
}

function toMetadata({ type, description, languages, builtAt }: MmdbOptions, nodes: number, recordSize: number): MmdbMap {
  return {
    binary_format_major_version: uint16(2),
    binary_format_minor_version: uint16(0),
    build_epoch: uint64(Math.floor(builtAt.getTime() / 1000)),
    database_type: type,
    description,
    ip_version: uint16(6),
    languages,
    node_count: uint32(nodes),
    record_size: uint16(recordSize),
  }
}

function writeTree(file: number, tree: SearchTree, recordSize: 24 | 28 | 32, leaf: (value: number) => number): void {
  const nodeBytes = recordSize / 4
  const buffer = Buffer.allocUnsafe(BUFFER_BYTES - (BUFFER_BYTES % nodeBytes))
  const pack = PACK[recordSize]
  let at = 0
  tree.forEachNode(leaf, (left, right) => {
    if (at === buffer.length) {
      writeWhole(file, buffer)
      at = 0
    }
    pack(buffer, at, left, right)
    at += nodeBytes
  })
  writeWhole(file, buffer.subarray(0, at))
}

type Pack = (buffer: Buffer, at: number, left: number, right: number) => void

/** Two records as a node; of 28 bits the middle byte holds the upper four of both. */
const PACK: Readonly<Record<24 | 28 | 32, Pack>> = {
  24(buffer, at, left, right) {
    buffer.writeUIntBE(left, at, 3)
    buffer.writeUIntBE(right, at + 3, 3)
  },
  28(buffer, at, left, right) {
    buffer[at] = left >>> 16
    buffer[at + 1] = left >>> 8
    buffer[at + 2] = left
    buffer[at + 3] = ((left >>> 24) << 4) | (right >>> 24)
    buffer[at + 4] = right >>> 16
    buffer[at + 5] = right >>> 8
    buffer[at + 6] = right
  },
  32(buffer, at, left, right) {
    buffer.writeUInt32BE(left, at)
    buffer.writeUInt32BE(right, at + 4)
  },
}

function copyAll(from: number, to: number): void {
  const buffer = Buffer.allocUnsafe(BUFFER_BYTES)
  for (let at = 0; ;) {
    const bytesRead = readSync(from, buffer, 0, buffer.length, at)
    if (bytesRead === 0) return
    writeWhole(to, buffer.subarray(0, bytesRead))
    at += bytesRead
  }
}

function writeWhole(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at)
}
