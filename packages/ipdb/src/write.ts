import { createHash } from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'
import { BlockChecks } from './block-checks.ts'
import { planFile, SECTIONS, type FilledSection } from './layout.ts'
import type { DatabaseMeta } from './meta.ts'
import type { NetworkTables } from './network-facts.ts'

/** Everything a database file holds; rows of both families in ascending order, covering the family from its first address. */
export type DatabaseParts = {
  readonly meta: DatabaseMeta
  readonly v4: { readonly starts: Uint32Array; readonly records: Uint32Array }
  readonly v6: V6Rows
  readonly records: Uint32Array
  readonly places: Int32Array
  readonly placesZh: Uint32Array
  readonly asns: Uint32Array
  readonly networks: NetworkTables
  readonly strings: { readonly offsets: Uint32Array; readonly bytes: Uint8Array }
}

export type V6Rows = {
  /** First and second 32 bits of each row start. */
  readonly high: Uint32Array
  readonly low: Uint32Array
  readonly records: Uint32Array
  /** Rows whose third or fourth 32 bits are not zero, and those two words. */
  readonly deepRows: Uint32Array
  readonly deepLows: Uint32Array
}

/**
 * Writes a database file and makes sure it is on the disk. The caller publishes it by rename.
 *
 * @returns its size in bytes and its SHA-256 in hexadecimal
 */
export async function writeDatabase(path: string, parts: DatabaseParts): Promise<{ sizeBytes: number; sha256: string }> {
  const sections = toSections(parts)
  const filled = Object.keys(sections) as FilledSection[]
  const sizes = Object.fromEntries(filled.map((name) => [name, sections[name].byteLength])) as Record<FilledSection, number>
  const { head, directory, sizeBytes } = planFile(sizes)
  const hash = createHash('sha256')
  const checks = new BlockChecks()
  await using file = await open(path, 'w')
  let at = 0
  const append = async (bytes: Uint8Array) => {
    hash.update(bytes)
    checks.update(bytes)
    await writeFully(file, bytes, at)
    at += bytes.byteLength
  }
  await append(head)
  for (const name of SECTIONS) {
    await append(new Uint8Array(directory[name].offset - at))
    await append(name === 'checks' ? toBytes(checks.finish()) : sections[name])
  }
  await append(new Uint8Array(sizeBytes - at))
  await file.sync()
  return { sizeBytes, sha256: hash.digest('hex') }
}

function toSections(parts: DatabaseParts): Record<FilledSection, Uint8Array> {
  const groups = groupRows(parts.v6.high)
  return {
    meta: new TextEncoder().encode(JSON.stringify(parts.meta)),
    'v4.rows': toBytes(interleave(parts.v4.starts, parts.v4.records)),
    'v6.jump': toBytes(groups.jump),
    'v6.groups': toBytes(groups.keys),
    'v6.groupRows': toBytes(groups.rows),
    'v6.low': toBytes(parts.v6.low),
    'v6.records': toBytes(parts.v6.records),
    'v6.deepRows': toBytes(parts.v6.deepRows),
    'v6.deepLows': toBytes(parts.v6.deepLows),
    records: toBytes(parts.records),
    places: toBytes(parts.places),
    'places.zh': toBytes(parts.placesZh),
    asns: toBytes(parts.asns),
    'strings.offsets': toBytes(parts.strings.offsets),
    'strings.bytes': parts.strings.bytes,
    networks: toBytes(parts.networks.networks),
    'networks.lists': toBytes(parts.networks.lists),
  }
}

/** Start and record of a row side by side: one access to memory brings both. */
function interleave(starts: Uint32Array, records: Uint32Array): Uint32Array {
  const rows = new Uint32Array(starts.length * 2)
  for (let row = 0; row < starts.length; row++) {
    rows[2 * row] = starts[row]!
    rows[2 * row + 1] = records[row]!
  }
  return rows
}

function toBytes(array: Uint32Array | Int32Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength)
}

/** The two upper levels of the IPv6 search: distinct first words, and where they begin by their upper half. */
export function groupRows(high: Uint32Array): { jump: Uint32Array; keys: Uint32Array; rows: Uint32Array } {
  const keys: number[] = []
  const rows: number[] = []
  for (let row = 0; row < high.length; row++)
    if (row === 0 || high[row] !== high[row - 1]) {
      keys.push(high[row]!)
      rows.push(row)
    }
  rows.push(high.length)
  const jump = new Uint32Array(65_537)
  for (let top = 0, group = 0; top <= 65_536; top++) {
    while (group < keys.length && keys[group]! < top * 65_536) group++
    jump[top] = group
  }
  return { jump, keys: Uint32Array.from(keys), rows: Uint32Array.from(rows) }
}

async function writeFully(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let written = 0; written < bytes.byteLength;) {
    const { bytesWritten } = await file.write(bytes, written, bytes.byteLength - written, position + written)
    written += bytesWritten
  }
}
