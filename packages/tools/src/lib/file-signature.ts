import { toHex } from './bytes.ts'

/** What the first bytes of a file say it is. */
export type FileSignature = { readonly mime: string; readonly extension: string }

/** First bytes in hex (`..` stands for any byte), MIME type, file ending. From the formats' own specifications. */
const SIGNATURES: readonly (readonly [string, string, string])[] = [
  ['89504e470d0a1a0a', 'image/png', 'png'],
  ['ffd8ff', 'image/jpeg', 'jpg'],
  ['474946383761', 'image/gif', 'gif'],
  ['474946383961', 'image/gif', 'gif'],
  ['52494646........57454250', 'image/webp', 'webp'],
  ['52494646........57415645', 'audio/wav', 'wav'],
  ['52494646........41564920', 'video/x-msvideo', 'avi'],
  ['52494646........52444942', 'image/bmp', 'bmp'],
  ['464f524d........41494646', 'audio/x-aiff', 'aiff'],
  ['464f524d........41494643', 'audio/x-aiff', 'aiff'],
  ['........66747970617669', 'image/avif', 'avif'], // avif, and avis for several pictures
  ['........667479706865', 'image/heic', 'heic'], // heic, heix, heim, hevc and their kin
  ['........667479706d696631', 'image/heif', 'heif'],
  ['........667479706d736631', 'image/heif', 'heif'],
  ['........6674797071742020', 'video/quicktime', 'mov'],
  ['........667479704d344120', 'audio/mp4', 'm4a'],
  ['........667479704d344220', 'audio/mp4', 'm4b'],
  ['........66747970336770', 'video/3gpp', '3gp'],
  ['........66747970336732', 'video/3gpp2', '3g2'],
  ['........6674797063727820', 'image/x-canon-cr3', 'cr3'],
  ['........66747970', 'video/mp4', 'mp4'],
  ['0000000c6a5020200d0a870a', 'image/jp2', 'jp2'],
  ['0000000c4a584c200d0a870a', 'image/jxl', 'jxl'],
  ['424d........00000000', 'image/bmp', 'bmp'], // its size, and four bytes that are reserved
  ['00000100..00', 'image/x-icon', 'ico'],
  ['49492a00', 'image/tiff', 'tiff'],
  ['4d4d002a', 'image/tiff', 'tiff'],
  ['49492b000800', 'image/tiff', 'tiff'], // BigTIFF
  ['4d4d002b0008', 'image/tiff', 'tiff'],
  ['3842505300', 'image/vnd.adobe.photoshop', 'psd'],
  ['255044462d', 'application/pdf', 'pdf'],
  ['504b0304', 'application/zip', 'zip'],
  ['504b0506', 'application/zip', 'zip'],
  ['1f8b08', 'application/gzip', 'gz'],
  ['28b52ffd', 'application/zstd', 'zst'],
  ['04224d18', 'application/x-lz4', 'lz4'],
  ['fd377a585a00', 'application/x-xz', 'xz'],
  ['425a68', 'application/x-bzip2', 'bz2'],
  ['377abcaf271c', 'application/x-7z-compressed', '7z'],
  ['526172211a07', 'application/vnd.rar', 'rar'],
  ['774f4632', 'font/woff2', 'woff2'],
  ['774f4646', 'font/woff', 'woff'],
  ['0001000000', 'font/ttf', 'ttf'],
  ['4f54544f', 'font/otf', 'otf'],
  ['494433', 'audio/mpeg', 'mp3'],
  ['4f676753', 'audio/ogg', 'ogg'],
  ['664c6143', 'audio/flac', 'flac'],
  ['3026b2758e66cf11a6d900aa0062ce6c', 'video/x-ms-asf', 'asf'],
  ['4d546864000000', 'audio/midi', 'mid'],
  ['0061736d', 'application/wasm', 'wasm'],
  ['7f454c46', 'application/x-elf', 'elf'],
  ['53514c69746520666f726d61742033', 'application/vnd.sqlite3', 'sqlite'],
  ['d0cf11e0a1b11ae1', 'application/x-ole-storage', 'doc'],
  ['4d5a', 'application/vnd.microsoft.portable-executable', 'exe'],
  ['3c737667', 'image/svg+xml', 'svg'],
  ['efbbbf', 'text/plain', 'txt'],
]

/** The beginning of EBML, and its DocType `matroska` (RFC 8794 §11.2.4); WebM's is `webm`. */
const EBML = '1a45dfa3'
const MATROSKA = /^(?:..)*4282(?:88|4008)6d6174726f736b61/
/** What would be an icon file without any icon, and is a font's resource fork, or a font without any table. */
const NOTHING_IN_IT = /^(?:00000100|00010000)0000/

/** Finds what a file is by its first bytes; nothing if they are not known. */
export function findSignature(bytes: Uint8Array): FileSignature | undefined {
  const head = toHex(bytes.subarray(0, 32))
  if (head.startsWith(EBML))
    return MATROSKA.test(toHex(bytes.subarray(0, 64)))
      ? { mime: 'video/x-matroska', extension: 'mkv' }
      : { mime: 'video/webm', extension: 'webm' }
  if (NOTHING_IN_IT.test(head)) return undefined
  const found = SIGNATURES.find(([pattern]) => startsWith(head, pattern))
  if (found) return { mime: found[1], extension: found[2] }
  return isSvg(bytes) ? { mime: 'image/svg+xml', extension: 'svg' } : undefined
}

function startsWith(head: string, pattern: string): boolean {
  return head.length >= pattern.length && Array.from(pattern).every((digit, i) => digit === '.' || digit === head[i])
}

function isSvg(bytes: Uint8Array): boolean {
  const head = new TextDecoder().decode(bytes.subarray(0, 1024))
  return /^\s*<\?xml[^>]*>\s*(?:<!--(?:[^-]|-(?!->))*-->\s*)*(?:<!doctype svg[^>[]*(?:\[[^\]]*\]\s*)?>\s*)?<svg[\s>]/i.test(head)
}
