import { toChecksBytes } from './block-checks.ts'

/**
 * One database file: a header of 64 bytes, a directory in JSON, then sections, each starting at a multiple of 64 bytes
 * and already in the layout the reader works on. All numbers are little-endian.
 *
 *     0  8 bytes  "OCTETIP\n"
 *     8  uint32   format version
 *    12  uint32   size of the directory in bytes
 *    16  float64  size of the whole file in bytes
 */
const MAGIC = 'OCTETIP\n'
const FORMAT_VERSION = 1
const HEADER_BYTES = 64
const ALIGNMENT = 64

/** What each section holds; all but two are arrays of uint32. */
export const SECTIONS = [
  /** JSON, see {@link DatabaseMeta}. */
  'meta',
  /** First address of each IPv4 row, ascending, the first one 0, and behind it the record of the row. */
  'v4.rows',
  /** For each upper half of a top-32-bit group: the first group at or after it; 65,537 entries. */
  'v6.jump',
  /** The distinct first 32 bits of row starts, ascending. */
  'v6.groups',
  /** First row of each group, and the number of rows at the end. */
  'v6.groupRows',
  /** Second 32 bits of each row start. */
  'v6.low',
  /** Record of each IPv6 row. */
  'v6.records',
  /** Rows that start inside a /64, ascending, and their third and fourth 32 bits. */
  'v6.deepRows',
  'v6.deepLows',
  /** Four uint32 each, see record-table.ts. */
  'records',
  /** Eight int32 each. */
  'places',
  /** Place, region, city: Chinese names where a source has them; sorted by place. */
  'places.zh',
  /** Four uint32 each. */
  'asns',
  /** Start of each string, and the end of the last. */
  'strings.offsets',
  /** UTF-8. */
  'strings.bytes',
  /** See network-facts.ts. Files of before have neither. */
  'networks',
  'networks.lists',
  /** See block-checks.ts; the last, of all that stands before it. Files of before have none. */
  'checks',
] as const
const LATER: ReadonlySet<string> = new Set(['networks', 'networks.lists', 'checks'])
export type SectionName = (typeof SECTIONS)[number]
/** The sections that a build fills; the checks follow from them. */
export type FilledSection = Exclude<SectionName, 'checks'>

export type Directory = Readonly<Record<SectionName, { readonly offset: number; readonly sizeBytes: number }>>

/** The next multiple of the alignment. */
export function align(offset: number): number {
  return Math.ceil(offset / ALIGNMENT) * ALIGNMENT
}

/** Header and directory for sections of given sizes, and how large the whole file gets. */
export function planFile(sizes: Readonly<Record<FilledSection, number>>): {
  head: Uint8Array
  directory: Directory
  sizeBytes: number
} {
  // The directory's own size depends on the offsets in it: give it room for the largest ones.
  const roomBytes = JSON.stringify(place(sizes, Number.MAX_SAFE_INTEGER / 2).directory).length
  const { directory, sizeBytes } = place(sizes, align(HEADER_BYTES + roomBytes))
  const text = JSON.stringify(directory).padEnd(roomBytes)
  const head = new Uint8Array(align(HEADER_BYTES + roomBytes))
  const view = new DataView(head.buffer)
  head.set(new TextEncoder().encode(MAGIC))
  view.setUint32(8, FORMAT_VERSION, true)
  view.setUint32(12, roomBytes, true)
  view.setFloat64(16, sizeBytes, true)
  head.set(new TextEncoder().encode(text), HEADER_BYTES)
  return { head, directory, sizeBytes }
}

function place(sizes: Readonly<Record<FilledSection, number>>, start: number) {
  const directory = {} as Record<SectionName, { offset: number; sizeBytes: number }>
  let offset = start
  for (const name of SECTIONS) {
    const sizeBytes = name === 'checks' ? toChecksBytes(offset) : sizes[name]
    directory[name] = { offset, sizeBytes }
    offset = align(offset + sizeBytes)
  }
  return { directory, sizeBytes: offset }
}

/** Why a file cannot be read; the last good one stays in use. */
export class DamagedFileError extends Error {
  override readonly name = 'DamagedFileError'
}

/**
 * Reads header and directory and checks that every section lies inside the file. Of a file of `fileBytes` the beginning will
 * do, as far as the directory goes.
 *
 * @throws {DamagedFileError} when the file is foreign, truncated or of another version
 */
export function readDirectory(bytes: Uint8Array, file: string, fileBytes = bytes.byteLength): Directory {
  const refuse = (reason: string) => new DamagedFileError(`${file} cannot be read: ${reason}`)
  if (bytes.byteLength < HEADER_BYTES) throw refuse(`expected at least ${HEADER_BYTES} bytes, got ${bytes.byteLength}`)
  const magic = String.fromCharCode(...bytes.subarray(0, 8))
  if (magic !== MAGIC) throw refuse('it is not an Octet range database')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const version = view.getUint32(8, true)
  if (version !== FORMAT_VERSION) throw refuse(`expected format version ${FORMAT_VERSION}, got ${version}`)
  const sizeBytes = view.getFloat64(16, true)
  if (sizeBytes !== fileBytes) throw refuse(`expected ${sizeBytes} bytes, got ${fileBytes}`)
  const end = HEADER_BYTES + view.getUint32(12, true)
  if (end > bytes.byteLength) throw refuse('its directory is cut off')
  return checkDirectory(String.fromCharCode(...bytes.subarray(HEADER_BYTES, end)), sizeBytes, refuse)
}

function checkDirectory(text: string, sizeBytes: number, refuse: (reason: string) => Error): Directory {
  let directory: Directory
  try {
    directory = JSON.parse(text) as Directory
  } catch {
    throw refuse('its directory is not JSON')
  }
  for (const name of SECTIONS) {
    const section = directory[name]
    if (!section && LATER.has(name)) directory = { ...directory, [name]: { offset: 0, sizeBytes: 0 } }
    else if (!section) throw refuse(`section ${name} is missing`)
    else if (section.offset % ALIGNMENT !== 0 || section.offset + section.sizeBytes > sizeBytes)
      throw refuse(`section ${name} lies outside the file`)
  }
  return directory
}
