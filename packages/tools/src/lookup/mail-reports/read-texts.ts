import { findArchive } from '../../code/compress/find-archive.ts'
import { unpackGzip } from '../../code/compress/inflate.ts'
import { refuseBomb } from '../../lib/unpack/unpacked.ts'
import type { Bytes } from '../../lib/bytes.ts'
import { decodeText } from '../../lib/charset.ts'
import { isMail, readAttachments } from './read-mails.ts'

/** A report as it was written, and the name of its file where it lay in an archive. */
export type ReportText = { readonly text: string; readonly file?: string | undefined }

const IS_REPORT = /\.(xml|json)(\.gz)?$/i

/** A part that tells of another mail (RFC 5965 §7.1); it has no name. */
const FEEDBACK = 'message/feedback-report'

/** Mails in mails, and archives in those, that are looked into. */
const MAX_DEPTH = 3

/**
 * The texts of a file as mail servers send it: as it is, packed by gzip, several of them in a ZIP, or in a mail or a mailbox
 * as it was saved. Throws `too_large` where they are too much together.
 */
export async function readTexts(bytes: Bytes, depth = 0): Promise<ReportText[]> {
  const archive = findArchive(bytes)
  if (!archive && depth < MAX_DEPTH && isMail(bytes)) return readMailTexts(bytes, depth)
  if (!archive) return [{ text: toText(await unpackIfPacked(bytes)) }]
  const places = archive.entries.flatMap(({ kind, name }, at) => (kind === 'file' && IS_REPORT.test(name) ? [at] : []))
  const texts: ReportText[] = []
  let sizeBytes = 0
  for (const at of places) {
    const unpacked = await unpackIfPacked((await archive.read(at)).bytes)
    sizeBytes += unpacked.length
    refuseBomb(sizeBytes)
    texts.push({ text: toText(unpacked), file: archive.entries[at]?.name })
  }
  return texts
}

/** Of the files in mails, those that may be reports. */
async function readMailTexts(bytes: Bytes, depth: number): Promise<ReportText[]> {
  const texts: ReportText[] = []
  let sizeChars = 0
  for (const { bytes: attached, name, type } of await readAttachments(bytes)) {
    if (!IS_REPORT.test(name) && type !== FEEDBACK && !isPacked(attached) && !isMail(attached)) continue
    const inside = await readTexts(attached, depth + 1)
    for (const { text } of inside) sizeChars += text.length
    refuseBomb(sizeChars)
    texts.push(...inside.map(({ text, file }) => ({ text, file: file ?? name })))
  }
  return texts
}

const isPacked = (bytes: Bytes): boolean => isGzip(bytes) || findArchive(bytes) !== undefined
const isGzip = ([first, second]: Bytes): boolean => first === 0x1f && second === 0x8b

async function unpackIfPacked(bytes: Bytes): Promise<Bytes> {
  return isGzip(bytes) ? (await unpackGzip(bytes)).bytes : bytes
}

/** UTF-8, but for what says that it is something else: by a byte order mark, or in its first line as XML (XML 1.0 §4.3.3). */
function toText(bytes: Bytes): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return decodeText(bytes.subarray(2), 'utf-16le')
  if (first === 0xfe && second === 0xff) return decodeText(bytes.subarray(2), 'utf-16be')
  const declared = /^\s*<\?xml[^<>]{0,100}\bencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(
    new TextDecoder('latin1').decode(bytes.subarray(0, 200)),
  )?.[1]
  return (toDecoder(declared)?.decode(bytes) ?? decodeText(bytes, 'utf-8')).replace(/^\ufeff/, '')
}

/** What is written in letters of one byte cannot be UTF-16, whatever it says; a charset that nobody knows is taken for UTF-8. */
function toDecoder(charset = 'utf-8'): TextDecoder | undefined {
  if (/^utf-?(?:8|16)/i.test(charset)) return undefined
  try {
    return new TextDecoder(charset)
  } catch {
    return undefined
  }
}
