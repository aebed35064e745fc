import { countOf } from '@octet/core/counted.ts'
import { AppError } from '@octet/core/errors.ts'
import type { Lang, Text } from '@octet/core/text.ts'
import { encodeText } from '../../lib/charset.ts'
import { readBlob, type Bytes } from '../../lib/bytes.ts'
import { describeBytes, encodeScheme } from '../../lib/text-codec.ts'
import { findWritten, readWritten, type Written } from '../../lib/written-bytes.ts'
import type { Archive, ArchiveKind, Entry } from './archive.ts'
import { LAST_OF_MORE, NO_ARCHIVE, takeEntry } from './take-entry.ts'
import { findArchive } from './find-archive.ts'
import { ENDINGS, guessFormats, hasMark, type Format } from './formats.ts'
import { pack } from './pack.ts'
import { unpack, type Found } from './unpack.ts'
import type { Member } from '../../lib/unpack/unpacked.ts'

type CompressInput = {
  readonly text: string
  readonly file?: Blob | undefined
  readonly direction: 'auto' | 'pack' | 'unpack'
  readonly format: Format | 'auto'
  readonly written: Written
  readonly level: number
  readonly entry: string
}

type CompressOutput = {
  text: string
  direction: 'pack' | 'unpack' | 'list' | 'take'
  format: Format | ArchiveKind
  sizeBytes: number
  packedBytes: number
  savedPercent?: number
  shown?: string
  mime?: string
  members?: Member[]
  archive?: ArchiveKind
  entries?: Entry[]
  file?: Blob
  notes: string[]
}

/** Compresses or unpacks a text or a file; `auto` unpacks what is packed. */
export async function compress(input: CompressInput, lang: Lang): Promise<CompressOutput> {
  const given = input.file && (await readBlob(input.file))
  if (input.direction === 'unpack') return unpackGiven(input, given, lang)
  if (input.direction === 'auto') {
    const packed = given ?? findWritten(input.text)
    const archive = packed && input.format === 'auto' ? findArchive(packed) : undefined
    if (packed && archive) return toGiven(archive, { packed, notes: [], input, lang })
    const found = packed && (await findPacked(packed, input.format, given !== undefined))
    if (packed && found) return toUnpacked(found, { packed, notes: [], input, lang })
  }
  const content = given ?? encodeText(input.text, 'utf-8', 'text')
  const { bytes, format } = await pack(content, input.format, input.level)
  return {
    text: encodeScheme(bytes, { scheme: input.written, custom: '', padding: 'auto', wrap: 0 }),
    direction: 'pack',
    format,
    ...toSizes(content.length, bytes.length),
    file: new File([bytes], `${toName(input.file) ?? 'packed'}.${ENDINGS[format]}`, { type: 'application/octet-stream' }),
    notes: [],
  }
}

async function unpackGiven(input: CompressInput, given: Bytes | undefined, lang: Lang): Promise<CompressOutput> {
  const { bytes: packed, notes } = given ? { bytes: given, notes: [] } : readWritten(input.text, lang)
  const archive = input.format === 'auto' ? findArchive(packed) : undefined
  if (archive) return toGiven(archive, { packed, notes, input, lang })
  const found = await unpack(packed, input.format, given ? 'file' : 'text')
  return toUnpacked(found, { packed, notes, input, lang })
}

/** What is packed beyond doubt: all of it reads, and a file begins with the mark of its format. */
async function findPacked(packed: Bytes, wanted: Format | 'auto', isFile: boolean): Promise<Found | undefined> {
  if (isFile && !hasMark(guessFormats(packed)[0])) return undefined
  try {
    const found = await unpack(packed, wanted, 'text')
    return (!found.fault && !found.restBytes) || hasMark(found.format) ? found : undefined
  } catch (error) {
    if (error instanceof AppError && error.key === 'bad_input') return undefined
    throw error
  }
}

type Source = { readonly packed: Bytes; readonly notes: readonly string[]; readonly input: CompressInput; readonly lang: Lang }

/** Entries that a page shows. */
const MAX_ENTRIES = 1000

/** An archive alone: the entry that is asked for, else what there is. */
const toGiven = async (archive: Archive, source: Source): Promise<CompressOutput> =>
  source.input.entry === '' ? toListed(archive, source) : { ...(await toTaken(archive, source)), format: archive.kind }

/** One entry of an archive, with the list to choose another one from. */
async function toTaken(archive: Archive, { notes, input, lang }: Source) {
  const { bytes, packedBytes, fault, isOneOfMore } = await takeEntry(archive, input.entry)
  const { text, shown, signature } = describeBytes(bytes, 'auto')
  const more = [...(isOneOfMore ? [LAST_OF_MORE] : []), ...listArchiveNotes(archive)].map((note) => note[lang])
  return {
    text,
    direction: 'take' as const,
    ...toSizes(bytes.length, packedBytes),
    shown,
    ...(signature ? { mime: signature.mime } : {}),
    archive: archive.kind,
    entries: archive.entries.slice(0, MAX_ENTRIES),
    file: new File([bytes], toBaseName(input.entry) ?? 'entry', { type: signature?.mime ?? 'application/octet-stream' }),
    notes: [...notes, ...(fault ? [toCapital(fault[lang])] : []), ...more],
  }
}

/** An archive is not unpacked: what it holds is told. */
function toListed(archive: Archive, { packed, notes, lang }: Source): CompressOutput {
  const sizeBytes = archive.entries.reduce((sum, entry) => sum + entry.sizeBytes, 0)
  const { text, entries } = toEntries(archive)
  return {
    text,
    direction: 'list',
    format: archive.kind,
    ...toSizes(sizeBytes, packed.length),
    entries,
    notes: [...notes, ...listArchiveNotes(archive).map((note) => note[lang])],
  }
}

function toEntries({ kind, entries }: Archive): Required<Pick<CompressOutput, 'text' | 'archive' | 'entries'>> {
  return { text: entries.map(({ name }) => name).join('\n'), archive: kind, entries: entries.slice(0, MAX_ENTRIES) }
}

function listArchiveNotes({ entries, isCut }: Archive): Text[] {
  const count = entries.length
  const notes: (Text | false)[] = [
    count > MAX_ENTRIES && {
      en: `The first ${MAX_ENTRIES} of ${count} entries are in the table; all names are in the result`,
      zh: `共 ${count} 个条目，表格仅列出前 ${MAX_ENTRIES} 个，全部名称见结果`,
    },
    isCut && { en: 'The archive is damaged or truncated: entries may be missing', zh: '归档已损坏或不完整，可能缺少条目' },
  ]
  return notes.filter((note) => note !== false)
}

async function toUnpacked(
  { bytes, format, members = [], fault, restBytes = 0 }: Found,
  { packed, notes, input, lang }: Source,
): Promise<CompressOutput> {
  const archive = findArchive(bytes)
  if (archive && input.entry !== '') return { ...(await toTaken(archive, { packed, notes, input, lang })), format }
  const { text, shown, signature } = describeBytes(bytes, 'auto')
  const isTold = members.length > 1 || members.some(({ name, modified, comment }) => name ?? modified ?? comment)
  const stem = toBaseName(members[0]?.name) ?? toBaseName(toName(input.file)?.replace(/\.(gz|zz|deflate|br|zst|xz|bz2)$/i, ''))
  const isFile = stem !== undefined || shown === 'hex' || signature !== undefined
  const ending = signature?.extension ?? archive?.kind ?? (shown === 'hex' ? 'bin' : 'txt')
  return {
    text,
    direction: 'unpack',
    format,
    ...toSizes(bytes.length, packed.length),
    ...(archive ? {} : { shown }),
    ...(signature ? { mime: signature.mime } : {}),
    ...(isTold ? { members: [...members] } : {}),
    ...(archive && toEntries(archive)),
    ...(isFile
      ? { file: new File([bytes], stem ?? `unpacked.${ending}`, { type: signature?.mime ?? 'application/octet-stream' }) }
      : {}),
    notes: [
      ...notes,
      ...(archive ? listArchiveNotes(archive) : input.entry === '' ? [] : [NO_ARCHIVE]).map((note) => note[lang]),
      ...(fault ? [toCapital(fault[lang])] : []),
      ...(restBytes ? [toRestNote(restBytes)[lang]] : []),
    ],
  }
}

function toSizes(sizeBytes: number, packedBytes: number): Pick<CompressOutput, 'sizeBytes' | 'packedBytes' | 'savedPercent'> {
  const saved = sizeBytes > 0 ? { savedPercent: Math.round((1 - packedBytes / sizeBytes) * 1000) / 10 } : {}
  return { sizeBytes, packedBytes, ...saved }
}

const toName = (file: Blob | undefined): string | undefined => (file instanceof File && file.name ? file.name : undefined)

/** The last part of a path, since names in foreign files may lead anywhere. */
const toBaseName = (path: string | undefined): string | undefined => path?.split(/[\\/]/).at(-1) || undefined

const toRestNote = (count: number): Text => ({
  en: `${countOf(count, 'byte')} after the end ${count === 1 ? 'was' : 'were'} ignored`,
  zh: `已忽略结尾之后的 ${count} 个字节`,
})

const toCapital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
