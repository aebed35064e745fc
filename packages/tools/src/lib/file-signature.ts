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
  ['........6674797061766966', 'image/avif', 'avif'],
  ['........667479706865696', 'image/heic', 'heic'],
  ['........66747970', 'video/mp4', 'mp4'],
  ['424d....0000', 'image/bmp', 'bmp'],
  ['00000100', 'image/x-icon', 'ico'],
  ['49492a00', 'image/tiff', 'tiff'],
  ['4d4d002a', 'image/tiff', 'tiff'],
  ['255044462d', 'application/pdf', 'pdf'],
  ['504b0304', 'application/zip', 'zip'],
  ['504b0506', 'application/zip', 'zip'],
  ['1f8b08', 'application/gzip', 'gz'],
  ['28b52ffd', 'application/zstd', 'zst'],
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
  ['1a45dfa3', 'video/webm', 'webm'],
  ['0061736d', 'application/wasm', 'wasm'],
  ['7f454c46', 'application/x-elf', 'elf'],
  ['53514c69746520666f726d61742033', 'application/vnd.sqlite3', 'sqlite'],
  ['d0cf11e0a1b11ae1', 'application/x-ole-storage', 'doc'],
  ['4d5a', 'application/vnd.microsoft.portable-executable', 'exe'],
  ['3c737667', 'image/svg+xml', 'svg'],
  ['efbbbf', 'text/plain', 'txt'],
]

/** Finds what a file is by its first bytes; nothing if they are not known. */
export function findSignature(bytes: Uint8Array): FileSignature | undefined {
  const head = toHex(bytes.subarray(0, 32))
  const found = SIGNATURES.find(([pattern]) => startsWith(head, pattern))
  if (found) return { mime: found[1], extension: found[2] }
  return isSvg(bytes) ? { mime: 'image/svg+xml', extension: 'svg' } : undefined
}

function startsWith(head: string, pattern: string): boolean {
  return head.length >= pattern.length && Array.from(pattern).every((digit, i) => digit === '.' || digit === head[i])
}

function isSvg(bytes: Uint8Array): boolean {
  return /^\s*<\?xml[^>]*>\s*(<!--[^>]*-->\s*)?<svg[\s>]/i.test(new TextDecoder().decode(bytes.subarray(0, 512)))
}
