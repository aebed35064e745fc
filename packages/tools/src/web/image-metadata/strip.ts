import { joinBytes, type Bytes } from '../../lib/bytes.ts'
import { toView, type ImageScan, type Part } from './image-scan.ts'
import { crc32 } from '../../lib/crc32.ts'

export type Kept = {
  /** Keeps the colour profile: without it colours outside sRGB change. */
  readonly profile: boolean
  /** Value of EXIF's Orientation to write anew, where the picture lies on its side without it. */
  readonly orientation?: number | undefined
}
export type Stripped = { readonly bytes: Bytes; readonly removed: readonly Part[] }

/** Formats from which parts can be taken without packing the picture anew. */
export const STRIPPED_FORMATS = new Set(['JPEG', 'PNG', 'WebP', 'GIF', 'HEIC', 'AVIF'])

const isKept = ({ kind }: Part, { profile }: Kept) => kind === 'image' || (kind === 'profile' && profile)

/** The file without what says something about the picture; the bytes of the picture itself are those of the file. */
export function stripMetadata(bytes: Uint8Array, { format, parts }: ImageScan, kept: Kept): Stripped {
  // In HEIF the profile is a property of its own, and nothing can leave its place.
  const isFixed = format === 'HEIC' || format === 'AVIF'
  const keeps = isFixed ? { ...kept, profile: true } : kept
  const pieces: Uint8Array[] = []
  const removed: Part[] = []
  for (const part of parts) {
    const isPart = isKept(part, keeps)
    if (!isPart) removed.push(part)
    if (isPart && part.kind !== 'image') pieces.push(bytes.subarray(part.start, part.end))
    else if (isPart || isFixed) pieces.push(part.clean ?? bytes.subarray(part.start, part.end))
  }
  const plain = joinBytes(pieces)
  const turned = kept.orientation && kept.orientation > 1 ? toOrientation(kept.orientation) : undefined
  if (format === 'WebP') return { bytes: fixWebp(plain, turned), removed }
  if (turned && format === 'JPEG') return { bytes: insert(plain, 2, toSegment(turned)), removed }
  // Behind IHDR, which always is the first chunk and 25 bytes long.
  if (turned && format === 'PNG') return { bytes: insert(plain, 33, toChunk(turned)), removed }
  return { bytes: plain, removed }
}

const insert = (bytes: Uint8Array, at: number, piece: Uint8Array): Bytes =>
  joinBytes([bytes.subarray(0, at), piece, bytes.subarray(at)])

/** A TIFF block with Orientation alone. */
function toOrientation(value: number): Uint8Array {
  return Uint8Array.of(0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, value, 0, 0, 0, 0, 0, 0)
}

function toSegment(tiff: Uint8Array): Uint8Array {
  const body = joinBytes([new TextEncoder().encode('Exif\0\0'), tiff])
  return joinBytes([Uint8Array.of(0xff, 0xe1, 0, body.length + 2), body])
}

function toChunk(tiff: Uint8Array): Uint8Array {
  const chunk = new Uint8Array(tiff.length + 12)
  const view = toView(chunk)
  view.setUint32(0, tiff.length)
  chunk.set(new TextEncoder().encode('eXIf'), 4)
  chunk.set(tiff, 8)
  view.setUint32(tiff.length + 8, crc32(chunk.subarray(4, tiff.length + 8)))
  return chunk
}

const [VP8X_AT, FLAG_PROFILE, FLAG_EXIF, FLAG_XMP] = [12, 0x20, 0x08, 0x04]

/** The size of the whole and the marks of what is there (RFC 9649 §2.4, §2.7). */
function fixWebp(webp: Bytes, tiff: Uint8Array | undefined): Bytes {
  const isExtended = webp.length >= VP8X_AT + 9 && String.fromCharCode(...webp.subarray(VP8X_AT, VP8X_AT + 4)) === 'VP8X'
  const chunk =
    tiff && isExtended
      ? joinBytes([new TextEncoder().encode('EXIF'), Uint8Array.of(tiff.length, 0, 0, 0), tiff])
      : new Uint8Array()
  const fixed = joinBytes([webp, chunk])
  toView(fixed).setUint32(4, fixed.length - 8, true)
  if (!isExtended) return fixed
  const hasProfile = findChunk(fixed, 'ICCP')
  fixed[VP8X_AT + 8] =
    (fixed[VP8X_AT + 8]! & ~(FLAG_PROFILE | FLAG_EXIF | FLAG_XMP)) |
    (hasProfile ? FLAG_PROFILE : 0) |
    (chunk.length > 0 ? FLAG_EXIF : 0)
  return fixed
}

function findChunk(webp: Uint8Array, name: string): boolean {
  const view = toView(webp)
  for (let at = 12; at + 8 <= webp.length;) {
    if (String.fromCharCode(...webp.subarray(at, at + 4)) === name) return true
    const size = view.getUint32(at + 4, true)
    at += 8 + size + (size & 1)
  }
  return false
}
