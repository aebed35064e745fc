import type { Lang, Text } from '@octet/core/text.ts'
import { joinBytes } from '../../lib/bytes.ts'
import { cutText, findPlace, findTag, findTime, toNumbers, toValueText, UNKNOWN, type Fact, type Place } from './exif-values.ts'
import { findAiMarks, type Named } from './find-ai-marks.ts'
import { PART_WORDS, type ImageScan, type Part, type PartKind } from './image-scan.ts'
import { BAD_PROFILE, readIcc, toProfileText } from './read-icc.ts'
import { readPhotoshop, readIptc, type IptcField } from './read-iptc.ts'
import { readPngText, readRawProfile, unpackZlib } from './read-png-text.ts'
import { readTiff, type TiffEntry } from './read-tiff.ts'
import { readXmp } from './read-xmp.ts'
import { decodeText } from './decode-text.ts'
import { readManifest } from './read-manifest.ts'

export type Metadata = {
  readonly facts: readonly Fact[]
  readonly place?: Place
  readonly takenAt?: string
  readonly camera?: string
  readonly lens?: string
  readonly exposure?: string
  readonly profile?: string
  readonly orientation?: number
  readonly marks: readonly Text[]
  /** What it gives away of people, in the words of {@link REVEALED}. */
  readonly reveals: readonly Text[]
  readonly notes: readonly Text[]
}

type Block = { readonly kind: PartKind; readonly data: Uint8Array; readonly name?: string }
type Found = {
  readonly facts: Fact[]
  readonly named: Named[]
  readonly entries: TiffEntry[]
  readonly notes: Text[]
  profile?: string
  marks: Text[]
  readonly embedded: Set<PartKind>
}

/** Facts that are shown; a picture has some hundred at most. */
const MAX_FACTS = 1_000
const MAX_COMMENT_BYTES = 65_536
/** Blocks of a kind that are read: each may unpack to half a mebibyte. */
const MAX_BLOCKS = 100

/** What the parts of a picture say. Nothing of it is believed: it is read, bounded, and shown. */
export async function readMetadata(scan: ImageScan, lang: Lang): Promise<Metadata> {
  const found: Found = { facts: [], named: [], entries: [], notes: [...scan.notes], marks: [], embedded: new Set() }
  for (const block of await listBlocks(scan)) readBlock(block, found, lang)
  const { entries } = found
  if (scan.format === 'TIFF') readFrame(scan, entries)
  const orientation = toOrientation(entries)
  return {
    facts: found.facts.slice(0, MAX_FACTS),
    ...sumUp(entries),
    ...(found.profile !== undefined && { profile: found.profile }),
    ...(orientation !== undefined && { orientation }),
    marks: [...found.marks, ...findAiMarks(found.named)],
    reveals: findRevealed(found),
    notes: [...new Map(found.notes.map((note) => [note.en, note])).values()],
  }
}

/** Blocks as their readers want them: parts of a JPEG joined, those of a PNG unpacked. */
async function listBlocks({ format, parts }: ImageScan): Promise<Block[]> {
  const blocks: Block[] = []
  const counts: Partial<Record<PartKind, number>> = {}
  const join = (kind: PartKind) => {
    const pieces = parts.flatMap((part) => (part.kind === kind && part.data ? [part.data] : []))
    if (pieces.length > 0) blocks.push({ kind, data: pieces.length === 1 ? pieces[0]! : joinBytes(pieces) })
  }
  for (const part of parts) {
    const { kind, data, name } = part
    if (!data || (counts[kind] = (counts[kind] ?? 0) + 1) > MAX_BLOCKS) continue
    if (format === 'PNG') blocks.push(...(await readChunk({ ...part, data })))
    else if (kind === 'comment') blocks.push({ kind, data: data.subarray(0, MAX_COMMENT_BYTES) })
    else if (kind === 'exif' || kind === 'xmp') blocks.push({ kind, data, name })
  }
  if (format !== 'PNG') for (const kind of ['profile', 'iptc', 'provenance'] as const) join(kind)
  return blocks
}

async function readChunk({ kind, name, data }: Part & { data: Uint8Array }): Promise<Block[]> {
  if (name === 'iCCP') return [{ kind, data: (await unpackZlib(data.subarray(data.indexOf(0) + 2))) ?? new Uint8Array() }]
  if (name === 'tIME') return data.length >= 7 ? [{ kind, name: 'tIME', data: new TextEncoder().encode(toPngTime(data)) }] : []
  if (kind !== 'comment') return [{ kind, data }]
  const text = await readPngText(name, data)
  if (!text) return []
  if (text.keyword === 'XML:com.adobe.xmp') return [{ kind: 'xmp', data: text.bytes }]
  return [readRawProfile(text) ?? { kind, name: text.keyword, data: text.bytes }]
}

function toPngTime(data: Uint8Array): string {
  const [month = 0, day = 0, hour = 0, minute = 0, second = 0] = data.subarray(2)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${data[0]! * 256 + data[1]!}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}:${two(second)}Z`
}

function readBlock({ kind, data, name }: Block, found: Found, lang: Lang): void {
  if (found.facts.length > MAX_FACTS) return
  const group = PART_WORDS[kind][lang]
  const add = (label: string, tag: string, value: string) => {
    found.facts.push({ group, name: label, tag, value })
    found.named.push({ name: tag, value })
  }
  if (kind === 'exif') {
    const { entries, notes } = readTiff(data)
    found.entries.push(...entries)
    found.notes.push(...notes)
    for (const entry of entries) addEntry(entry, { add, found, lang })
  } else if (kind === 'xmp') {
    const fields = readXmp(data)
    if (!fields) found.notes.push({ en: 'The XMP data cannot be read.', zh: 'XMP 数据无法读取。' })
    for (const field of fields ?? []) add(field.name, field.name, field.value)
  } else if (kind === 'iptc') {
    for (const field of readNews(data)) add(field.label[lang], field.name, field.value)
  } else if (kind === 'profile') {
    const profile = readIcc(data)
    if (profile) found.profile = toProfileText(profile)
    else found.notes.push(BAD_PROFILE)
  } else if (kind === 'comment') {
    const text = cutText(decodeText(data).trim())
    if (text) add(name ?? { en: 'Comment', zh: '注释' }[lang], name ?? 'Comment', text)
  } else if (kind === 'provenance') {
    const manifest = readManifest(data)
    if (!manifest) return
    for (const [label, tag, value] of manifest.fields) found.facts.push({ group, name: label[lang], tag, value })
    found.marks.push(...manifest.marks)
  }
}

/** XMP, IPTC, Photoshop's resources and the ICC profile as entries of a TIFF. */
const EMBEDDED: Readonly<Record<number, PartKind>> = { 700: 'xmp', 33723: 'iptc', 34377: 'iptc', 34675: 'profile' }

const readNews = (data: Uint8Array): IptcField[] => (data[0] === 0x1c ? readIptc(data) : readPhotoshop(data))

type Adding = { readonly add: (label: string, tag: string, value: string) => void; readonly found: Found; readonly lang: Lang }

function addEntry(entry: TiffEntry, { add, found, lang }: Adding): void {
  if (entry.part === 'thumbnail') return
  const kind = entry.part === 'image' ? EMBEDDED[entry.tag] : undefined
  if (kind) {
    // A TIFF holds in entries what others hold beside EXIF; once each, since many may name the same bytes.
    if (entry.value instanceof Uint8Array && !found.embedded.has(kind)) {
      found.embedded.add(kind)
      readBlock({ kind, data: entry.value }, found, lang)
    }
    return
  }
  const tag = findTag(entry)
  const value = toValueText(entry, lang)
  if (tag) {
    if (value !== '') add(tag.label[lang], tag.name, value)
    return
  }
  // Where the parts of the picture lie, and what makers added: of no use without their own lists.
  const hex = `0x${entry.tag.toString(16).padStart(4, '0')}`
  found.named.push({ name: hex, value })
}

/** Entry of EXIF's Orientation; 1 is as if it were not there. */
function toOrientation(entries: readonly TiffEntry[]): number | undefined {
  const [value] = toNumbers(entries.find(({ part, tag }) => part === 'image' && tag === 0x0112)?.value ?? [])
  return value !== undefined && value >= 1 && value <= 8 ? value : undefined
}

function readFrame(scan: ImageScan, entries: readonly TiffEntry[]): void {
  const first = (tag: number) => toNumbers(entries.find((entry) => entry.part === 'image' && entry.tag === tag)?.value ?? [])[0]
  const [width, height] = [first(0x0100), first(0x0101)]
  if (width && height) Object.assign(scan, { width, height })
}

/** What people ask first, in a line each. */
function sumUp(entries: readonly TiffEntry[]): Pick<Metadata, 'place' | 'takenAt' | 'camera' | 'lens' | 'exposure'> {
  const text = (tag: number) => {
    const entry = entries.find((one) => one.tag === tag && one.part !== 'gps' && one.part !== 'thumbnail')
    const value = entry ? toValueText(entry, 'en') : UNKNOWN
    return value === UNKNOWN ? '' : value
  }
  const [make, model] = [text(0x010f), text(0x0110)]
  // Most makers begin the name of the camera with their own.
  const camera = model.toLowerCase().startsWith(make.split(' ')[0]?.toLowerCase() || '\0') ? model : `${make} ${model}`.trim()
  const iso = text(0x8827)
  const exposure = [text(0x829a), text(0x829d), iso && `ISO ${iso}`, text(0x920a)].filter(Boolean).join(' · ')
  const [place, takenAt, lens] = [findPlace(entries), findTime(entries), text(0xa434)]
  return {
    ...(place && { place }),
    ...(takenAt && { takenAt }),
    ...(camera && { camera }),
    ...(lens && { lens }),
    ...(exposure && { exposure }),
  }
}

const REVEALED: readonly (readonly [RegExp, Text])[] = [
  [/^GPSLatitude$|(?:^|[:/])(?:City|Sub-location|Location|GPSLatitude)$/, { en: 'where it was taken', zh: '拍摄地点' }],
  [/^DateTime(?:Original|Digitized)?$|(?:^|[:/])(?:CreateDate|DateCreated|DateTimeOriginal)$/, { en: 'when', zh: '拍摄时间' }],
  [/^(?:Make|Model|HostComputer|LensModel)$/, { en: 'with what device', zh: '拍摄设备' }],
  [
    /SerialNumber$|^ImageUniqueID$/,
    { en: 'a serial number (ties pictures to one device)', zh: '序列号（可关联同一设备的其他照片）' },
  ],
  [
    /^(?:Artist|CameraOwnerName|XPAuthor|Photographer|By-line|Copyright)$|(?:^|[:/])(?:creator|OwnerName|PersonInImage)$/,
    { en: 'a name', zh: '人名或署名' },
  ],
  [/^Software$|(?:^|[:/])CreatorTool$|stEvt:softwareAgent$/, { en: 'with what program', zh: '所用软件' }],
]
const THUMBNAIL: Text = { en: 'a thumbnail (may still show what was cropped away)', zh: '缩略图（可能仍显示裁剪掉的内容）' }

function findRevealed({ named, entries }: Found): Text[] {
  const reveals = REVEALED.filter(([pattern]) => named.some(({ name, value }) => value !== UNKNOWN && pattern.test(name))).map(
    ([, text]) => text,
  )
  return entries.some(({ part }) => part === 'thumbnail') ? [...reveals, THUMBNAIL] : reveals
}
