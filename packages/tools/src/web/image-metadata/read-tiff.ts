import type { Text } from '@octet/core/text.ts'
import { toView } from './image-scan.ts'

/** A directory of a TIFF by what it tells of. */
export type TiffPart = 'image' | 'exif' | 'gps' | 'thumbnail'
/** The first values of an entry: numbers, fractions as pairs of numbers, or bytes where the type is a text or unknown. */
export type TiffValue = readonly number[] | readonly (readonly [number, number])[] | Uint8Array

export type TiffEntry = {
  readonly part: TiffPart
  readonly tag: number
  readonly type: number
  /** How many values there are; no more than {@link MAX_NUMBERS} numbers are read. */
  readonly count: number
  readonly value: TiffValue
  /** Whether the smallest byte of a number comes first. */
  readonly isLittle: boolean
}
export type Tiff = { readonly entries: TiffEntry[]; readonly pages: number; readonly notes: Text[] }

const MAX_NUMBERS = 64
const MAX_ENTRIES = 1_000
const MAX_PAGES = 1_000
/** Bytes of a value by its type (TIFF 6.0 §2, EXIF 3.0 §4.6.2 for 129: UTF-8). */
const SIZES: Readonly<Record<number, number>> = {
  1: 1,
  2: 1,
  3: 2,
  4: 4,
  5: 8,
  6: 1,
  7: 1,
  8: 2,
  9: 4,
  10: 8,
  11: 4,
  12: 8,
  13: 4,
  129: 1,
}
const [EXIF_IFD, GPS_IFD] = [0x8769, 0x8825]
const DAMAGED: Text = {
  en: 'The EXIF data are damaged; what could be read is shown.',
  zh: 'EXIF 数据有损坏，仅显示可读取的部分。',
}

/**
 * The entries of a TIFF or EXIF block (TIFF 6.0, EXIF 3.0). Each directory is read once, so that no loop of them has an end to wait
 * for, and the entries and their numbers are bounded: many may name the same bytes.
 */
export function readTiff(bytes: Uint8Array): Tiff {
  const isLittle = bytes[0] === 0x49
  const tiff: Tiff = { entries: [], pages: 0, notes: [] }
  if (bytes.length < 8) return { ...tiff, notes: [DAMAGED] }
  const view = toView(bytes)
  if (view.getUint16(2, isLittle) !== 42) return { ...tiff, notes: [DAMAGED] }
  const seen = new Set<number>()
  const read = (at: number, part: TiffPart): number => {
    if (at === 0 || at + 2 > bytes.length || seen.has(at)) {
      if (at !== 0 && !seen.has(at)) damaged(tiff)
      return 0
    }
    seen.add(at)
    const count = view.getUint16(at, isLittle)
    for (let i = 0; i < count; i++) {
      const entry = readEntry(view, { at: at + 2 + i * 12, part, isLittle })
      if (!entry) {
        damaged(tiff)
        continue
      }
      if (tiff.entries.length >= MAX_ENTRIES) return 0
      const [target] = entry.value
      if (entry.tag === EXIF_IFD && part === 'image' && typeof target === 'number') read(target, 'exif')
      else if (entry.tag === GPS_IFD && part === 'image' && typeof target === 'number') read(target, 'gps')
      else tiff.entries.push(entry)
    }
    const next = at + 2 + count * 12
    return next + 4 <= bytes.length ? view.getUint32(next, isLittle) : 0
  }
  let next = read(view.getUint32(4, isLittle), 'image')
  let pages = 1
  // Of further pages only their number and, in EXIF, the small picture is of interest.
  for (; next !== 0 && !seen.has(next) && next + 2 <= bytes.length && pages < MAX_PAGES; pages++) {
    if (pages === 1) {
      next = read(next, 'thumbnail')
      continue
    }
    seen.add(next)
    const at = next + 2 + view.getUint16(next, isLittle) * 12
    next = at + 4 <= bytes.length ? view.getUint32(at, isLittle) : 0
  }
  return { ...tiff, pages }
}

function damaged({ notes }: Tiff): void {
  if (notes.length === 0) notes.push(DAMAGED)
}

type Place = { readonly at: number; readonly part: TiffPart; readonly isLittle: boolean }

function readEntry(view: DataView, { at, part, isLittle }: Place): TiffEntry | undefined {
  if (at + 12 > view.byteLength) return undefined
  const [tag, type, count] = [view.getUint16(at, isLittle), view.getUint16(at + 2, isLittle), view.getUint32(at + 4, isLittle)]
  const size = SIZES[type]
  if (!size) return undefined
  const start = size * count <= 4 ? at + 8 : view.getUint32(at + 8, isLittle)
  if (start + size * count > view.byteLength) return undefined
  return { part, tag, type, count, isLittle, value: readValue(view, { start, type, count, isLittle }) }
}

type Stored = { readonly start: number; readonly type: number; readonly count: number; readonly isLittle: boolean }

function readValue(view: DataView, { start, type, count, isLittle }: Stored): TiffValue {
  // Texts, what is undefined, and bytes, as the texts of Windows are.
  if ([1, 2, 7, 129].includes(type)) return new Uint8Array(view.buffer, view.byteOffset + start, count)
  const length = Math.min(count, MAX_NUMBERS)
  if (type === 5 || type === 10)
    return Array.from({ length }, (_, n) => {
      const at = start + n * 8
      return type === 5
        ? ([view.getUint32(at, isLittle), view.getUint32(at + 4, isLittle)] as const)
        : ([view.getInt32(at, isLittle), view.getInt32(at + 4, isLittle)] as const)
    })
  return Array.from({ length }, (_, n) => readNumber(view, type, start + n * SIZES[type]!, isLittle))
}

// oxlint-disable-next-line eslint/max-params -- as DataView's own methods
function readNumber(view: DataView, type: number, at: number, isLittle: boolean): number {
  if (type === 3) return view.getUint16(at, isLittle)
  if (type === 6) return view.getInt8(at)
  if (type === 8) return view.getInt16(at, isLittle)
  if (type === 9) return view.getInt32(at, isLittle)
  if (type === 11) return view.getFloat32(at, isLittle)
  if (type === 12) return view.getFloat64(at, isLittle)
  return view.getUint32(at, isLittle)
}
