import { hash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { align, DamagedFileError, readDirectory, type Directory, type SectionName } from './layout.ts'
import type { Manifest } from './manifest.ts'
import type { DatabaseMeta } from './meta.ts'
import { fillIndex, INDEX_BYTES } from './v4-table.ts'

/** A database in memory: the file's bytes and behind them the index of its IPv4 rows, in memory that threads can share. */
export type Loaded = {
  readonly shared: SharedArrayBuffer
  readonly directory: Directory
  readonly meta: DatabaseMeta
  words(name: SectionName): Uint32Array
  bytes(name: SectionName): Uint8Array
  readonly index: Int32Array
}

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
  fillIndex(loaded.words('v4.rows'), loaded.index)
  return loaded
}

/** Uses a database another thread has loaded. */
export function attach(shared: SharedArrayBuffer, path = 'shared memory'): Loaded {
  const fileBytes = shared.byteLength - INDEX_BYTES
  const file = new Uint8Array(shared, 0, Math.max(0, fileBytes))
  const directory = readDirectory(file, path)
  const bytes = (name: SectionName) => new Uint8Array(shared, directory[name].offset, directory[name].sizeBytes)
  const words = (name: SectionName) => new Uint32Array(shared, directory[name].offset, directory[name].sizeBytes / 4)
  const meta = JSON.parse(Buffer.from(bytes('meta')).toString()) as DatabaseMeta
  return { shared, directory, meta, bytes, words, index: new Int32Array(shared, fileBytes, INDEX_BYTES / 4) }
}

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
