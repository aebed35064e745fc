import type { Bytes } from '../../lib/bytes.ts'
import { refuseBomb, toCut } from '../../lib/unpack/unpacked.ts'
import { readName, toSize, type Archive, type Content, type Entry, type EntryKind } from './archive.ts'

const BLOCK_BYTES = 512

/** Kinds of entries by their letter (POSIX.1-2017 pax, «ustar»); old archives have a zero for a file. */
const KINDS: Readonly<Record<string, EntryKind>> = { '\0': 'file', 0: 'file', 7: 'file', 1: 'link', 2: 'link', 5: 'folder' }
/** Entries that say something of others: of GNU (long names) and of pax (of the next one, of all). */
const [GNU_NAME, GNU_TARGET, PAX_NEXT, PAX_ALL] = ['L', 'K', 'x', 'g']

/** What is said of an entry beside its own block. */
type Said = { name?: string; sizeBytes?: number; modified?: number }

/** Reads the blocks of a tar archive one after the other; nothing for other bytes. */
export function listTar(bytes: Bytes): Archive | undefined {
  const entries: Entry[] = []
  const contents: Bytes[] = []
  let said: Said = {}
  let at = 0
  while (at + BLOCK_BYTES <= bytes.length && isHead(bytes.subarray(at, at + BLOCK_BYTES))) {
    const head = bytes.subarray(at, at + BLOCK_BYTES)
    const kind = String.fromCharCode(head[156]!)
    const isAbout = [GNU_NAME, GNU_TARGET, PAX_NEXT, PAX_ALL].includes(kind)
    const sizeBytes = toSize((isAbout ? undefined : said.sizeBytes) ?? readNumber(head.subarray(124, 136)))
    const content = bytes.subarray(at + BLOCK_BYTES, at + BLOCK_BYTES + sizeBytes)
    if (kind === GNU_NAME) said.name = readText(content)
    else if (kind === PAX_NEXT) said = { ...said, ...readPax(content) }
    else if (!isAbout) {
      entries.push(toEntry(head, { ...said, sizeBytes }))
      contents.push(content)
      said = {}
    }
    at += BLOCK_BYTES * (1 + Math.ceil(sizeBytes / BLOCK_BYTES))
  }
  if (entries.length === 0) return undefined
  const isCut = at > bytes.length || bytes.subarray(at, at + BLOCK_BYTES).some((byte) => byte !== 0)
  return { kind: 'tar', entries, isCut, read: async (index) => toContent(contents[index]!, entries[index]!.sizeBytes) }
}

function toContent(bytes: Bytes, sizeBytes: number): Content {
  refuseBomb(bytes.length)
  return { bytes, packedBytes: sizeBytes, fault: bytes.length < sizeBytes ? toCut(bytes.length) : undefined }
}

/** Whether the sum of the bytes is the one that is written in the block, its own place counted as blanks. */
function isHead(head: Uint8Array): boolean {
  let sum = 0
  for (let i = 0; i < BLOCK_BYTES; i++) sum += i >= 148 && i < 156 ? 0x20 : head[i]!
  return sum > 8 * 0x20 && readNumber(head.subarray(148, 156)) === sum
}

function toEntry(head: Uint8Array, { name, sizeBytes = 0, modified = readNumber(head.subarray(136, 148)) }: Said): Entry {
  const isUstar = new TextDecoder('latin1').decode(head.subarray(257, 263)) === 'ustar\0'
  const folder = isUstar ? readText(head.subarray(345, 500)) : ''
  const own = readText(head.subarray(0, 100))
  const full = name ?? (folder ? `${folder}/${own}` : own)
  const kind = KINDS[String.fromCharCode(head[156]!)] ?? 'other'
  const date = new Date(Math.floor(modified) * 1000)
  return {
    name: full,
    kind: kind === 'file' && full.endsWith('/') ? 'folder' : kind,
    sizeBytes,
    ...(Number.isNaN(date.getTime()) ? {} : { modified: date.toISOString().replace('.000', '') }),
  }
}

/** Octal digits, or of GNU a binary number behind a first bit that is set. */
function readNumber(field: Uint8Array): number {
  if (field[0]! & 0x80) return field.subarray(1).reduce((sum, byte) => sum * 256 + byte, field[0]! & 0x7f)
  const digits = /^[\s\0]*([0-7]+)/.exec(new TextDecoder('latin1').decode(field))?.[1]
  return digits ? Number.parseInt(digits, 8) : 0
}

/** Lines of `length key=value` (pax, «Extended Header»). */
function readPax(content: Uint8Array): Said {
  const said: Said = {}
  for (let at = 0; at < content.length;) {
    const blank = content.indexOf(0x20, at)
    const length = Number(new TextDecoder('latin1').decode(content.subarray(at, Math.max(at, blank))))
    if (!(length > 0)) break
    const [key = '', ...value] = readName(content.subarray(blank + 1, at + length - 1)).split('=')
    if (key === 'path') said.name = value.join('=')
    if (key === 'size') said.sizeBytes = Number(value.join('=')) || 0
    if (key === 'mtime') said.modified = Number(value.join('='))
    at += length
  }
  return said
}

function readText(field: Uint8Array): string {
  const end = field.indexOf(0)
  return readName(end < 0 ? field : field.subarray(0, end))
}
