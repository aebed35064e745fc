import { findArchive } from '../../code/compress/find-archive.ts'
import { unpackGzip } from '../../code/compress/inflate.ts'
import { refuseBomb } from '../../code/compress/unpacked.ts'
import type { Bytes } from '../../lib/bytes.ts'
import { decodeText } from '../../lib/charset.ts'

/** A report as it was written, and the name of its file where it lay in an archive. */
export type ReportText = { readonly text: string; readonly file?: string | undefined }

const IS_REPORT = /\.(xml|json)(\.gz)?$/i

/** The texts of a file as mail servers send it: as it is, packed by gzip, or several of them in a ZIP. Throws `too_large` where they are too much together. */
export async function readTexts(bytes: Bytes): Promise<ReportText[]> {
  const archive = findArchive(bytes)
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

async function unpackIfPacked(bytes: Bytes): Promise<Bytes> {
  return bytes[0] === 0x1f && bytes[1] === 0x8b ? (await unpackGzip(bytes)).bytes : bytes
}

/** UTF-8, but for what says that it is UTF-16. */
function toText(bytes: Bytes): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return decodeText(bytes.subarray(2), 'utf-16le')
  return decodeText(bytes, 'utf-8').replace(/^\ufeff/, '')
}
