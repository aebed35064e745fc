import { toHex } from '../../lib/bytes.ts'
import { CUT_SHORT, addPart, startsWith, toLatin, toView, type ImageScan, type Part, type PartKind } from './image-scan.ts'

type Box = { readonly type: string; readonly start: number; readonly body: number; readonly end: number }
type Extent = { readonly start: number; readonly end: number }
type Item = { readonly type: string; readonly content: string }

const MAX_BOXES = 10_000
const MAX_ITEMS = 10_000
const C2PA = 'd8fec3d61b0e483c92975828877ec481'
/** An EXIF block that says nothing: where its TIFF header begins, big-endian, a directory of no entries. */
const NO_EXIF = [0, 0, 0, 0, 0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0]
const NO_XMP = '<x:xmpmeta xmlns:x="adobe:ns:meta/"/>'

/** The items of a HEIC or AVIF (ISO/IEC 23008-12, ISO/IEC 14496-12 §8.11). What is removed is written over: everything else keeps its place. */
export function scanHeif(bytes: Uint8Array, { mime, extension }: { mime: string; extension: string }): ImageScan {
  const scan: ImageScan = { format: extension.toUpperCase(), mime, extension, parts: [], notes: [] }
  const found: Part[] = []
  for (const box of listBoxes(bytes, 0, bytes.length)) {
    if (box.type === 'meta') readMeta(bytes, { ...box, body: box.body + 4 }, { scan, found })
    else if (box.type === 'uuid') {
      const isProvenance = toHex(bytes.subarray(box.body, box.body + 16)) === C2PA
      // Behind the name: version and flags, a purpose that ends with 0, an offset.
      found.push({
        kind: isProvenance ? 'provenance' : 'other',
        name: 'uuid',
        start: box.start,
        end: box.end,
        data: bytes.subarray(box.body + 16, box.end),
        clean: toFreeBox(bytes, box),
      })
    } else if (box.end > bytes.length) scan.notes.push(CUT_SHORT)
  }
  if (!scan.width) scan.notes.push({ en: 'No dimensions were found.', zh: '未找到图像尺寸。' })
  joinParts(scan.parts, found, bytes.length)
  return scan
}

/** The found stretches in their order, the picture between them. What overlaps another is left out: only a forged file has it. */
function joinParts(parts: Part[], found: readonly Part[], end: number): void {
  let at = 0
  for (const part of found.toSorted((a, b) => a.start - b.start)) {
    if (part.start < at) continue
    if (part.start > at) addPart(parts, { kind: 'image', name: 'HEIF', start: at, end: part.start })
    addPart(parts, part)
    at = part.end
  }
  if (at < end) addPart(parts, { kind: 'image', name: 'HEIF', start: at, end })
}

/** Boxes of one level; at most {@link MAX_BOXES}. */
function listBoxes(bytes: Uint8Array, from: number, to: number): Box[] {
  const view = toView(bytes)
  const boxes: Box[] = []
  for (let at = from; at + 8 <= to && boxes.length < MAX_BOXES;) {
    let [size, body] = [view.getUint32(at), at + 8]
    if (size === 1 && at + 16 <= to) {
      size = Number(view.getBigUint64(at + 8))
      body = at + 16
    } else if (size === 0) size = to - at
    if (size < body - at) break
    boxes.push({ type: toLatin(bytes.subarray(at + 4, at + 8)), start: at, body, end: at + size })
    at += size
  }
  return boxes.filter(({ end }) => end <= to)
}

type Target = { readonly scan: ImageScan; readonly found: Part[] }

function readMeta(bytes: Uint8Array, meta: Box, { scan, found }: Target): void {
  const boxes = listBoxes(bytes, meta.body, meta.end)
  const find = (type: string) => boxes.find((box) => box.type === type)
  const [iinf, iloc, iprp, idat, pitm] = ['iinf', 'iloc', 'iprp', 'idat', 'pitm'].map(find)
  const view = toView(bytes)
  const primary = pitm && pitm.end - pitm.body >= 6 ? view.getUint16(pitm.body + (bytes[pitm.body] ? 6 : 4)) : undefined
  if (iprp) readProperties(bytes, iprp, { primary, scan, found })
  const items = iinf ? readItems(bytes, iinf) : new Map<number, Item>()
  const places = iloc ? readPlaces(bytes, iloc, idat?.body ?? 0) : new Map<number, Extent[]>()
  for (const [id, item] of items) {
    const kind = toKind(item)
    const extents = places.get(id) ?? []
    // In one piece, as all writers lay it down.
    const [extent] = extents
    if (!kind || !extent || extents.length > 1 || extent.end > bytes.length || extent.start >= extent.end) continue
    const raw = bytes.subarray(extent.start, extent.end)
    found.push({ kind, name: item.type, ...extent, data: kind === 'exif' ? toTiff(raw) : raw, clean: toBlank(kind, raw.length) })
  }
}

function toKind({ type, content }: Item): PartKind | undefined {
  if (type === 'Exif') return 'exif'
  if (type === 'mime' && content.startsWith('application/rdf+xml')) return 'xmp'
  return undefined
}

/** Four bytes say how many others stand before the TIFF header. */
function toTiff(raw: Uint8Array): Uint8Array {
  return raw.length < 4 ? raw : raw.subarray(Math.min(raw.length, 4 + toView(raw).getUint32(0)))
}

function toBlank(kind: PartKind, size: number): Uint8Array {
  if (kind === 'xmp') return new TextEncoder().encode((size < NO_XMP.length ? '' : NO_XMP).padEnd(size))
  const blank = new Uint8Array(size)
  if (size >= NO_EXIF.length) blank.set(NO_EXIF)
  return blank
}

/** A box of the same size that readers skip. */
function toFreeBox(bytes: Uint8Array, { start, body, end }: Box): Uint8Array {
  const box = new Uint8Array(end - start)
  box.set(bytes.subarray(start, body))
  box.set([0x66, 0x72, 0x65, 0x65], 4)
  return box
}

function readItems(bytes: Uint8Array, { body, end }: Box): Map<number, Item> {
  const items = new Map<number, Item>()
  const isWide = bytes[body] !== 0
  for (const { type, body: at, end: to } of listBoxes(bytes, body + (isWide ? 8 : 6), end)) {
    const version = bytes[at] ?? 0
    if (type !== 'infe' || version < 2 || to - at < 12 || items.size >= MAX_ITEMS) continue
    const view = toView(bytes)
    const [id, after] = version === 2 ? [view.getUint16(at + 4), at + 8] : [view.getUint32(at + 4), at + 10]
    const name = bytes.indexOf(0, after + 4)
    const content = name >= 0 && name < to ? toLatin(bytes.subarray(name + 1, Math.min(to, name + 100))) : ''
    items.set(id, { type: toLatin(bytes.subarray(after, after + 4)), content })
  }
  return items
}

/** Where items lie: ISO/IEC 14496-12 §8.11.3. */
function readPlaces(bytes: Uint8Array, { body, end }: Box, idat: number): Map<number, Extent[]> {
  const places = new Map<number, Extent[]>()
  const view = toView(bytes)
  if (end - body < 8) return places
  const version = bytes[body]!
  const sizes = view.getUint16(body + 4)
  const [offsetSize, lengthSize, baseSize, indexSize] = [
    sizes >> 12,
    (sizes >> 8) & 15,
    (sizes >> 4) & 15,
    version ? sizes & 15 : 0,
  ]
  let at = body + 6
  const isInside = () => at < end
  const read = (size: number): number => {
    const value =
      at + size > end
        ? 0
        : size === 2
          ? view.getUint16(at)
          : size === 4
            ? view.getUint32(at)
            : size === 8
              ? Number(view.getBigUint64(at))
              : 0
    at += size
    return value
  }
  const count = Math.min(read(version < 2 ? 2 : 4), MAX_ITEMS)
  for (let i = 0; i < count && isInside(); i++) {
    const id = read(version < 2 ? 2 : 4)
    const method = version ? read(2) & 15 : 0
    read(2)
    const base = read(baseSize) + (method === 1 ? idat : 0)
    const extents: Extent[] = []
    const pieces = read(2)
    for (let n = 0; n < pieces && isInside(); n++) {
      read(indexSize)
      const start = base + read(offsetSize)
      extents.push({ start, end: start + read(lengthSize) })
      if (extents.length > MAX_ITEMS) break
    }
    if (method < 2) places.set(id, extents)
  }
  return places
}

type Wanted = Target & { readonly primary: number | undefined }

function readProperties(bytes: Uint8Array, { body, end }: Box, { primary, scan, found }: Wanted): void {
  const boxes = listBoxes(bytes, body, end)
  const ipco = boxes.find(({ type }) => type === 'ipco')
  const ipma = boxes.find(({ type }) => type === 'ipma')
  if (!ipco) return
  const all = listBoxes(bytes, ipco.body, ipco.end)
  const own = ipma ? readOwn(bytes, ipma, primary) : []
  const view = toView(bytes)
  for (const { type, body: at, end: to } of own.length > 0 ? own.flatMap((index) => all[index - 1] ?? []) : all) {
    if (type === 'ispe' && to - at >= 12) {
      const [width, height] = [view.getUint32(at + 4), view.getUint32(at + 8)]
      if (width * height > (scan.width ?? 0) * (scan.height ?? 0)) Object.assign(scan, { width, height })
    } else if (type === 'pixi' && to - at >= 6) scan.colour = `${bytes[at + 4]} channels, ${bytes[at + 5]} bit`
    else if (type === 'hvcC') scan.coding = 'HEVC'
    else if (type === 'av1C') scan.coding = 'AV1'
    else if (type === 'colr' && (startsWith(bytes, 'prof', at) || startsWith(bytes, 'rICC', at)))
      found.push({ kind: 'profile', name: 'colr', start: at + 4, end: to, data: bytes.subarray(at + 4, to) })
  }
}

/** Numbers of the properties of the primary item: ISO/IEC 23008-12 §9.3. */
function readOwn(bytes: Uint8Array, { body, end }: Box, primary: number | undefined): number[] {
  const view = toView(bytes)
  if (end - body < 8 || primary === undefined) return []
  const [version, isWide] = [bytes[body]!, Boolean(bytes[body + 3]! & 1)]
  const count = Math.min(view.getUint32(body + 4), MAX_ITEMS)
  let at = body + 8
  for (let i = 0; i < count && at + 3 <= end; i++) {
    const id = version ? view.getUint32(at) : view.getUint16(at)
    at += version ? 4 : 2
    const size = bytes[at++] ?? 0
    const step = isWide ? 2 : 1
    if (at + size * step > end) return []
    if (id === primary)
      return Array.from({ length: size }, (_, n) => (isWide ? view.getUint16(at + n * 2) & 0x7fff : bytes[at + n]! & 0x7f))
    at += size * step
  }
  return []
}
