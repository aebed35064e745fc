import type { Text } from '@octet/core/text.ts'
import { AppError } from '@octet/core/errors.ts'

/** What a part of a file holds. All but `image` and `profile` say something about the picture that drawing it does not need. */
export const PART_WORDS = {
  image: { en: 'Picture', zh: '图像' },
  profile: { en: 'Colour profile', zh: '色彩配置' },
  exif: { en: 'EXIF', zh: 'EXIF' },
  xmp: { en: 'XMP', zh: 'XMP' },
  iptc: { en: 'IPTC', zh: 'IPTC' },
  comment: { en: 'Text', zh: '文本' },
  provenance: { en: 'C2PA', zh: 'C2PA' },
  preview: { en: 'Further pictures', zh: '附带的图像' },
  trailer: { en: 'Data after the picture', zh: '图像之后的数据' },
  other: { en: 'Other data', zh: '其他数据' },
} as const satisfies Record<string, Text>
export type PartKind = keyof typeof PART_WORDS

/** A stretch of the file. */
export type Part = {
  readonly kind: PartKind
  /** As the format calls it: `APP1`, `tEXt`. */
  readonly name: string
  readonly start: number
  end: number
  /** What the reader of its kind gets: the bytes without the frame of the file. */
  readonly data?: Uint8Array
  /** What stands there in a file without metadata, if not nothing. */
  readonly clean?: Uint8Array
}

/** What the frame of a file says, before what is in its parts is read. */
export type ImageScan = {
  readonly format: string
  readonly mime: string
  readonly extension: string
  width?: number
  height?: number
  /** Colours and bits, in the words of the format. */
  colour?: string
  coding?: string
  frames?: number
  readonly parts: Part[]
  readonly notes: Text[]
}

/** A file with more than these is not read. */
const MAX_PARTS = 10_000

/** Adds a part; stretches of the picture that meet become one, so that their count says how many others there are. */
export function addPart(parts: Part[], part: Part): void {
  const last = parts.at(-1)
  if (part.kind === 'image' && !part.clean && last?.kind === 'image' && !last.clean && last.end === part.start) {
    last.end = part.end
    return
  }
  if (parts.length >= MAX_PARTS)
    throw new AppError('too_large', {
      field: 'file',
      limit: { en: '10,000 parts', zh: '10,000 个数据段' },
      got: { en: 'more', zh: '更多' },
    })
  parts.push(part)
}

export const CUT_SHORT: Text = { en: 'The file is cut short.', zh: '文件不完整，末尾缺失。' }

/** Text of a few bytes, one character each. */
export const toLatin = (bytes: Uint8Array): string => String.fromCharCode(...bytes.subarray(0, 1024))

export const startsWith = (bytes: Uint8Array, text: string, at = 0): boolean => {
  for (let i = 0; i < text.length; i++) if (bytes[at + i] !== text.charCodeAt(i)) return false
  return true
}

export const toView = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
