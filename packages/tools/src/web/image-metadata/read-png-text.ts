import { pumpBytes } from '../../lib/pump-bytes.ts'
import { decodeText } from './decode-text.ts'

export type PngText = { readonly keyword: string; readonly bytes: Uint8Array; readonly text: string }

/** What one packed text may become. */
const MAX_UNPACKED_BYTES = 512 * 1024

/** zlib data as a PNG packs texts and profiles; `undefined` where they are damaged. */
export async function unpackZlib(packed: Uint8Array): Promise<Uint8Array | undefined> {
  try {
    return (await pumpBytes([packed], new DecompressionStream('deflate'), MAX_UNPACKED_BYTES)).subarray(0, MAX_UNPACKED_BYTES)
  } catch {
    return undefined
  }
}

/** A chunk of text: tEXt, zTXt or iTXt (PNG 3rd ed. §11.3.3). */
export async function readPngText(name: string, data: Uint8Array): Promise<PngText | undefined> {
  const end = data.indexOf(0)
  if (end < 1 || end > 79) return undefined
  const keyword = new TextDecoder('latin1').decode(data.subarray(0, end))
  let at = end + 1
  let isPacked = name === 'zTXt'
  if (isPacked) at++
  if (name === 'iTXt') {
    isPacked = data[at] === 1
    at += 2
    for (let n = 0; n < 2; n++) at = data.indexOf(0, at) + 1 || data.length
  }
  const bytes = isPacked ? await unpackZlib(data.subarray(at)) : data.subarray(at, at + MAX_UNPACKED_BYTES)
  // Latin-1 by the standard, UTF-8 by many programs.
  return bytes && { keyword, bytes, text: decodeText(bytes).trim() }
}

const RAW = /^Raw profile type (exif|iptc|xmp|APP1|8bim)$/i
const EXIF_HEAD = '457869660000'

/** A block that ImageMagick wrote as hexadecimal text: its name, its length, its digits. */
export function readRawProfile({
  keyword,
  text,
}: PngText): { readonly kind: 'exif' | 'iptc' | 'xmp'; readonly data: Uint8Array } | undefined {
  const type = RAW.exec(keyword)?.[1]?.toLowerCase()
  if (!type) return undefined
  const digits = text.split(/\s+/).slice(2).join('').toLowerCase()
  const isExif = digits.startsWith(EXIF_HEAD)
  const body = isExif ? digits.slice(EXIF_HEAD.length) : digits
  if (!/^[\da-f]*$/.test(body)) return undefined
  const data = Uint8Array.from({ length: body.length >> 1 }, (_, n) => Number.parseInt(body.slice(n * 2, n * 2 + 2), 16))
  if (isExif || type === 'exif') return { kind: 'exif', data }
  return type === 'xmp' || type === 'app1' ? { kind: 'xmp', data } : { kind: 'iptc', data }
}
