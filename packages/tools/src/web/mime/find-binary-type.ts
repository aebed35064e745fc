import { toHex } from '../../lib/bytes.ts'
import { findSignature } from '../../lib/file-signature.ts'

/** Where bytes stand, in hex, and what a file is by them; beside those that are told by their first bytes everywhere here. */
const MARKS: readonly (readonly [at: number, hex: string, type: string])[] = [
  [257, '7573746172', 'application/x-tar'], // ustar
  [0, '1f9d', 'application/x-compress'],
  [0, '4d534346', 'application/vnd.ms-cab-compressed'],
  [0, '213c617263683e0a64656269616e2d62696e617279', 'application/vnd.debian.binary-package'],
  [0, '213c617263683e0a', 'application/x-archive'],
  [0, 'cffaedfe', 'application/x-mach-binary'],
  [0, 'cefaedfe', 'application/x-mach-binary'],
  [0, 'd4c3b2a1', 'application/vnd.tcpdump.pcap'],
  [0, 'a1b2c3d4', 'application/vnd.tcpdump.pcap'],
  [0, '50415231', 'application/vnd.apache.parquet'],
  [0, '894844460d0a1a0a', 'application/x-hdf5'],
  [0, 'de120495', 'application/x-gettext-translation'],
  [0, '950412de', 'application/x-gettext-translation'],
  [0, '74746366', 'font/collection'],
  [36, '61637370', 'application/vnd.iccprofile'],
  [0, '41542654464f524d', 'image/vnd.djvu'],
  [0, '464c5601', 'video/x-flv'],
  [0, '000001ba', 'video/mpeg'],
  [0, '2321414d52', 'audio/amr'],
  [0, 'fff1', 'audio/aac'],
  [0, 'fff9', 'audio/aac'],
  [0, 'fffb', 'audio/mpeg'], // without a tag before its sound
  [0, 'fff3', 'audio/mpeg'],
]
/** Packets of a transport stream of MPEG. */
const PACKET = 188
const SYNC = 0x47
/** Versions of Java from 45 on; Apple's files for several machines begin alike, with how many there are. */
const CLASS = /^cafebabe....00(?:2[d-f]|[3-9a-f].)/

/** What stands in an archive of Office by its folders. */
const OFFICE: readonly (readonly [folder: string, type: string])[] = [
  ['word/', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['xl/', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['ppt/', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
]
/** How an entry of an archive begins (APPNOTE.TXT §4.3.7); its name stands behind 30 bytes. */
const ENTRY = 'PK\u0003\u0004'
const NAME_AT = 30

/** The media type of a file that is no text, by its beginning. */
export function findBinaryType(head: Uint8Array): string | undefined {
  const known = findSignature(head)?.mime
  if (known === 'application/zip') return findPackedType(head) ?? known
  if (known !== undefined) return known
  const hex = toHex(head.subarray(0, 512))
  const found = MARKS.find(([at, mark]) => hex.startsWith(mark, 2 * at))?.[2]
  if (found !== undefined) return found
  if (CLASS.test(hex)) return 'application/java-vm'
  return [0, 1, 2].every((index) => head[index * PACKET] === SYNC) ? 'video/mp2t' : undefined
}

/** What a ZIP archive holds: its first entry says so, or the folders that its next ones lie in. */
function findPackedType(head: Uint8Array): string | undefined {
  const text = Array.from(head, (byte) => String.fromCharCode(byte)).join('')
  const names = text
    .split(ENTRY)
    .slice(1)
    .map((entry) => entry.slice(NAME_AT - ENTRY.length))
  const [first = ''] = names
  // OpenDocument and EPUB begin with their type, which is not packed.
  const [, own] = /^mimetype(application\/[\w.+-]+)$/.exec(first.slice(0, 200)) ?? []
  if (own !== undefined) return own
  if (first.startsWith('META-INF/')) return 'application/java-archive'
  if (!first.startsWith('[Content_Types].xml') && !first.startsWith('_rels/')) return undefined
  return OFFICE.find(([folder]) => names.some((name) => name.startsWith(folder)))?.[1]
}
