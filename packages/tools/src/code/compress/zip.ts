import type { Bytes } from '../../lib/bytes.ts'
import { readZipContent, type ZipPlace } from './zip-content.ts'
import { readName, toSize, type Archive, type Entry } from './archive.ts'

/** First four bytes of the records of a ZIP file (APPNOTE 6.3 §4.3), low byte first. */
const [LOCAL, ENTRY, END, END_64, LOCATOR_64] = [0x04034b50, 0x02014b50, 0x06054b50, 0x06064b50, 0x07064b50]
const [END_BYTES, ENTRY_BYTES, MAX_COMMENT_BYTES] = [22, 46, 65_535]
/** Stands in a field whose number is too large for it and is told elsewhere. */
const ELSEWHERE = 0xffffffff

/** Reads the directory at the end of a ZIP file; nothing for other bytes and where the end is missing. */
export function listZip(bytes: Bytes): Archive | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  if (bytes.length < END_BYTES || ![LOCAL, END].includes(view.getUint32(0, true))) return undefined
  const end = findEnd(view)
  if (end === undefined) return undefined
  const entries: Entry[] = []
  const places: ZipPlace[] = []
  let at = findDirectory(view, end)
  while (at + ENTRY_BYTES <= end && view.getUint32(at, true) === ENTRY) {
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true))
    const next = at + ENTRY_BYTES + nameBytes! + extraBytes! + commentBytes!
    if (next > end) break
    const { entry, place } = readEntry(view, { at, nameBytes: nameBytes!, extraBytes: extraBytes! })
    entries.push(entry)
    places.push(place)
    at = next
  }
  const wanted = view.getUint16(end + 10, true)
  const isCut = wanted !== 0xffff && wanted !== entries.length
  return { kind: 'zip', entries, isCut, read: (at) => readZipContent(bytes, places[at]!) }
}

/** The record at the end has a comment of any length behind it. */
function findEnd(view: DataView): number | undefined {
  for (let at = view.byteLength - END_BYTES; at >= Math.max(0, view.byteLength - END_BYTES - MAX_COMMENT_BYTES); at--)
    if (view.getUint32(at, true) === END && at + END_BYTES + view.getUint16(at + 20, true) <= view.byteLength) return at
  return undefined
}

function findDirectory(view: DataView, end: number): number {
  const start = view.getUint32(end + 16, true)
  if (start !== ELSEWHERE || end < 20 || view.getUint32(end - 20, true) !== LOCATOR_64) return start
  const end64 = Number(view.getBigUint64(end - 12, true))
  return end64 + 56 <= end && view.getUint32(end64, true) === END_64 ? Number(view.getBigUint64(end64 + 48, true)) : start
}

type Place = { readonly at: number; readonly nameBytes: number; readonly extraBytes: number }

function readEntry(view: DataView, { at, nameBytes, extraBytes }: Place): { entry: Entry; place: ZipPlace } {
  const [flags, system, attributes] = [view.getUint16(at + 8, true), view.getUint8(at + 5), view.getUint32(at + 38, true)]
  const nameAt = at + ENTRY_BYTES
  const name = readName(new Uint8Array(view.buffer, view.byteOffset + nameAt, nameBytes))
  const told = [24, 20, 42].map((offset) => view.getUint32(at + offset, true))
  const extras = readExtras(new DataView(view.buffer, view.byteOffset + nameAt + nameBytes, extraBytes), told)
  const [sizeBytes, packedBytes, start] = extras.numbers
  const isLink = system === UNIX && attributes >>> 28 === SYMBOLIC
  return {
    entry: {
      name,
      kind: name.endsWith('/') ? 'folder' : isLink ? 'link' : flags & 1 ? 'locked' : 'file',
      sizeBytes: sizeBytes!,
      modified: extras.modified ?? toWallClock(view.getUint16(at + 14, true), view.getUint16(at + 12, true)),
    },
    place: {
      isLocked: (flags & 1) !== 0,
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      packedBytes: packedBytes!,
      sizeBytes: sizeBytes!,
      start: start!,
    },
  }
}

const UNIX = 3
/** The first four bits of the mode of a symbolic link. */
const SYMBOLIC = 0xa

/**
 * Extra fields: the numbers too large for their own places, in the order of §4.5.3, and the moment of the Info-ZIP programs.
 * `told` are size, packed size and start as the record has them.
 */
function readExtras(view: DataView, told: readonly number[]): { numbers: number[]; modified?: string } {
  const found: { numbers: number[]; modified?: string } = { numbers: [...told] }
  for (let at = 0; at + 4 <= view.byteLength;) {
    const [id, length] = [view.getUint16(at, true), view.getUint16(at + 2, true)]
    const isWhole = at + 4 + length <= view.byteLength
    if (isWhole && id === 1) found.numbers = readLarge(new DataView(view.buffer, view.byteOffset + at + 4, length), told)
    if (isWhole && id === 0x5455 && length >= 5 && view.getUint8(at + 4) & 1)
      found.modified = new Date(view.getInt32(at + 5, true) * 1000).toISOString().replace('.000', '')
    at += 4 + length
  }
  return found
}

function readLarge(view: DataView, told: readonly number[]): number[] {
  let at = 0
  return told.map((number) => {
    if (number !== ELSEWHERE || at + 8 > view.byteLength) return number
    at += 8
    return toSize(Number(view.getBigUint64(at - 8, true)))
  })
}

/** Date and time of MS-DOS, two seconds exact, in the zone of whoever packed. */
function toWallClock(date: number, time: number): string {
  const two = (number: number) => String(number).padStart(2, '0')
  const day = `${(date >> 9) + 1980}-${two((date >> 5) & 15)}-${two(date & 31)}`
  return `${day} ${two(time >> 11)}:${two((time >> 5) & 63)}:${two((time & 31) * 2)}`
}
