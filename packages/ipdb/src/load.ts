import { hash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { align, DamagedFileError, readDirectory, type SectionName } from './layout.ts'
import type { Manifest } from './manifest.ts'
import type { DatabaseMeta } from './meta.ts'
import { fillIndex, INDEX_BYTES, V4Table } from './v4-table.ts'
import { toV6Sections, V6Table } from './v6-table.ts'

/** Where the tables of a database are read from. */
export type Loaded = {
  /** The file's bytes and behind them the index of its IPv4 rows, in memory that threads can share. */
  readonly shared: SharedArrayBuffer
  readonly meta: DatabaseMeta
  readonly v4: V4Table
  readonly v6: V6Table
  words(name: WordSection): Uint32Array
  ints(name: WordSection): Int32Array
  /** The text between two places of `strings.bytes`. */
  readText(start: number, end: number): string
  /** An empty list of so many values that are made when they are first asked for: of its full length where many will be. */
  toKept<T>(length: number): (T | undefined)[]
}

export type WordSection = Exclude<SectionName, 'meta' | 'strings.bytes'>

/**
 * Reads a published file into shared memory and checks it against the manifest.
 *
 * @throws {DamagedFileError} when size, checksum, version or layout are not as expected
 */
export async function loadFile(folder: string, manifest: Manifest): Promise<Loaded> {
  const file = manifest.files.find(({ name }) => name.endsWith('.ipdb'))
  if (!file) throw new DamagedFileError(`the manifest of build ${manifest.build} names no .ipdb file`)
  const path = join(folder, file.name)
  const shared = await readShared(path, file.sizeBytes)
  const bytes = new Uint8Array(shared, 0, file.sizeBytes)
  const sha256 = hash('sha256', bytes, 'hex')
  if (sha256 !== file.sha256) throw new DamagedFileError(`${path} is damaged: expected SHA-256 ${file.sha256}, got ${sha256}`)
  const loaded = attach(shared, path)
  fillIndex(loaded.words('v4.rows'), toIndex(shared))
  return loaded
}

/** Uses a database another thread has loaded. */
export function attach(shared: SharedArrayBuffer, path = 'shared memory'): Loaded {
  const file = new Uint8Array(shared, 0, Math.max(0, shared.byteLength - INDEX_BYTES))
  const directory = readDirectory(file, path)
  const bytes = (name: SectionName) => Buffer.from(shared, directory[name].offset, directory[name].sizeBytes)
  const words = (name: WordSection) => new Uint32Array(shared, directory[name].offset, directory[name].sizeBytes / 4)
  const strings = bytes('strings.bytes')
  return {
    shared,
    meta: JSON.parse(bytes('meta').toString()) as DatabaseMeta,
    v4: new V4Table(words('v4.rows'), toIndex(shared)),
    v6: new V6Table(toV6Sections(words)),
    words,
    ints: (name) => new Int32Array(shared, directory[name].offset, directory[name].sizeBytes / 4),
    readText: (start, end) => strings.toString('utf8', start, end),
    toKept: <T>(length: number) => Array.from<T | undefined>({ length }),
  }
}

const toIndex = (shared: SharedArrayBuffer) => new Int32Array(shared, shared.byteLength - INDEX_BYTES, INDEX_BYTES / 4)

async function readShared(path: string, sizeBytes: number): Promise<SharedArrayBuffer> {
  await using file = await open(path, 'r').catch((cause: unknown) => {
    throw new DamagedFileError(`${path} cannot be opened`, { cause })
  })
  const { size } = await file.stat()
  if (size !== sizeBytes) throw new DamagedFileError(`${path} is damaged: expected ${sizeBytes} bytes, got ${size}`)
  const shared = new SharedArrayBuffer(align(sizeBytes) + INDEX_BYTES)
  const target = new Uint8Array(shared, 0, sizeBytes)
  for (let at = 0; at < sizeBytes;) {
    const { bytesRead } = await file.read(target, at, Math.min(sizeBytes - at, 1 << 24), at)
    if (bytesRead === 0) throw new DamagedFileError(`${path} ended at ${at} of ${sizeBytes} bytes`)
    at += bytesRead
  }
  return shared
}
