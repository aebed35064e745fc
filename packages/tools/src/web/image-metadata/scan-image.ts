import { AppError } from '@octet/core/errors.ts'
import { findSignature } from '../../lib/file-signature.ts'
import { isPng } from '../../lib/png.ts'
import { toLatin, startsWith, type ImageScan } from './image-scan.ts'
import { scanGif } from './scan-gif.ts'
import { scanHeif } from './scan-heif.ts'
import { scanJpeg } from './scan-jpeg.ts'
import { scanPng } from './scan-png.ts'
import { scanWebp } from './scan-webp.ts'

/** Brands of ISO/IEC 14496-12 that name pictures: ISO/IEC 23008-12 §10, AV1 Image File Format §6. */
const HEIC_BRANDS = new Set(['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1', 'mif2'])
const AVIF_BRANDS = new Set(['avif', 'avis'])

/** The frame of a picture, by its first bytes. Throws `unsupported_value` where they are of nothing that is read here. */
export function scanImage(bytes: Uint8Array, name: string): ImageScan {
  if (startsWith(bytes, '\xff\xd8\xff')) return scanJpeg(bytes)
  if (isPng(bytes)) return scanPng(bytes)
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) return scanWebp(bytes)
  if (startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a')) return scanGif(bytes)
  if (startsWith(bytes, 'II*\0') || startsWith(bytes, 'MM\0*'))
    return {
      format: 'TIFF',
      mime: 'image/tiff',
      extension: 'tiff',
      parts: [{ kind: 'exif', name: 'TIFF', start: 0, end: bytes.length, data: bytes }],
      notes: [],
    }
  const kind = startsWith(bytes, 'ftyp', 4) ? findBrand(bytes) : undefined
  if (kind) return scanHeif(bytes, kind)
  const type = findSignature(bytes)?.mime
  throw new AppError('unsupported_value', {
    got: name || type || toHead(bytes),
    reason: type
      ? {
          en: `it is ${type}; read are JPEG, PNG, WebP, GIF, HEIC, AVIF and TIFF`,
          zh: `内容为 ${type}；可读取 JPEG、PNG、WebP、GIF、HEIC、AVIF 和 TIFF`,
        }
      : {
          en: 'it is none of JPEG, PNG, WebP, GIF, HEIC, AVIF and TIFF',
          zh: '不是 JPEG、PNG、WebP、GIF、HEIC、AVIF 或 TIFF 图片',
        },
  })
}

/** The first bytes of something unknown, as letters where they are some. */
const toHead = (bytes: Uint8Array): string => toLatin(bytes.subarray(0, 8)).replaceAll(/[^\x20-\x7e]/g, '·')

function findBrand(bytes: Uint8Array): { mime: string; extension: string } | undefined {
  const size = Math.min(new DataView(bytes.buffer, bytes.byteOffset).getUint32(0), 256, bytes.length)
  const brands = [toLatin(bytes.subarray(8, 12))]
  for (let at = 16; at + 4 <= size; at += 4) brands.push(toLatin(bytes.subarray(at, at + 4)))
  if (brands.some((brand) => AVIF_BRANDS.has(brand))) return { mime: 'image/avif', extension: 'avif' }
  if (brands.some((brand) => HEIC_BRANDS.has(brand))) return { mime: 'image/heic', extension: 'heic' }
  return undefined
}
