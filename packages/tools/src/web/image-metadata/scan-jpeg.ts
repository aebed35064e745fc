import { joinBytes } from '../../lib/bytes.ts'
import { addPart, CUT_SHORT, startsWith, toView, type ImageScan, type Part } from './image-scan.ts'

const CODINGS: Readonly<Record<number, string>> = {
  0xc0: 'baseline',
  0xc1: 'extended',
  0xc2: 'progressive',
  0xc3: 'lossless',
  0xc9: 'arithmetic',
  0xca: 'arithmetic, progressive',
}
const HEADS = {
  exif: 'Exif\0\0',
  xmp: 'http://ns.adobe.com/xap/1.0/\0',
  moreXmp: 'http://ns.adobe.com/xmp/extension/\0',
  profile: 'ICC_PROFILE\0',
  photoshop: 'Photoshop 3.0\0',
} as const
/** JFIF without its small picture: version, density, no columns, no rows. */
const JFIF_BYTES = 14

/** The segments of a JPEG (ITU-T T.81 Annex B). */
export function scanJpeg(bytes: Uint8Array): ImageScan {
  const scan: ImageScan = { format: 'JPEG', mime: 'image/jpeg', extension: 'jpg', parts: [], notes: [] }
  const view = toView(bytes)
  let adobe: number | undefined
  const image = (start: number, end: number) => addPart(scan.parts, { kind: 'image', name: 'JPEG', start, end })
  image(0, 2)
  for (let at = 2; at < bytes.length;) {
    const start = at
    if (bytes[at] !== 0xff) {
      scan.notes.push({
        en: `Byte ${at} begins no segment; the rest is taken for the picture.`,
        zh: `第 ${at} 字节处不是数据段，其后均按图像处理。`,
      })
      image(start, bytes.length)
      break
    }
    while (bytes[at] === 0xff) at++
    const marker = bytes[at++] ?? 0
    if (marker === 0xd9) {
      image(start, at)
      if (at < bytes.length) addPart(scan.parts, { kind: 'trailer', name: 'EOI', start: at, end: bytes.length })
      break
    }
    if (marker === 1 || (marker >= 0xd0 && marker <= 0xd8)) {
      image(start, at)
      continue
    }
    const size = at + 2 <= bytes.length ? view.getUint16(at) : 0
    if (size < 2 || at + size > bytes.length) {
      scan.notes.push(CUT_SHORT)
      image(start, bytes.length)
      break
    }
    const body = bytes.subarray(at + 2, at + size)
    at += size
    if (marker === 0xda) {
      at = findScanEnd(bytes, at)
      if (at === bytes.length) scan.notes.push(CUT_SHORT)
      image(start, at)
      continue
    }
    if (isFrame(marker)) readFrame(scan, marker, body)
    if (marker === 0xee && startsWith(body, 'Adobe')) adobe = body[11]
    addPart(scan.parts, toPart(marker, body, { start, end: at }, bytes))
  }
  if (adobe === 0 && scan.colour?.startsWith('YCbCr')) scan.colour = scan.colour.replace(/^YCbCr( \S+)?/, 'RGB')
  return scan
}

/** SOF0 to SOF15, but for the tables between them. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

/** Behind the last byte of compressed data: there FF is followed by 00 or a restart. */
function findScanEnd(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1]!
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  return bytes.length
}

function readFrame(scan: ImageScan, marker: number, body: Uint8Array): void {
  if (body.length < 6 || scan.width) return
  const view = toView(body)
  scan.height = view.getUint16(1)
  scan.width = view.getUint16(3)
  const count = body[5]!
  const [first = 0x11, second = 0x11] = [body[7], body[10]]
  const colour = ({ 1: 'grey', 3: `YCbCr ${toSampling(first, second)}`, 4: 'CMYK' } as Record<number, string>)[count]
  scan.colour = `${colour ?? `${count} channels`}, ${body[0]} bit`
  scan.coding = CODINGS[marker] ?? `SOF${marker - 0xc0}`
}

/** Chroma subsampling by the factors of luma and chroma: 4:2:0 and the like. */
function toSampling(luma: number, chroma: number): string {
  const across = (luma >> 4) / (chroma >> 4 || 1)
  const down = (luma & 15) / (chroma & 15 || 1)
  return across === 1 && down === 2 ? '4:4:0' : `4:${4 / across}:${down === 1 ? 4 / across : 0}`
}

function toPart(marker: number, body: Uint8Array, place: { start: number; end: number }, bytes: Uint8Array): Part {
  const name = marker === 0xfe ? 'COM' : `APP${marker - 0xe0}`
  const part = (kind: Part['kind'], skip?: number): Part => ({
    ...place,
    kind,
    name,
    ...(skip !== undefined && { data: body.subarray(skip) }),
  })
  if (marker === 0xfe) return part('comment', 0)
  if (marker < 0xe0 || marker > 0xef) return { ...part('image'), name: 'JPEG' }
  if (startsWith(body, HEADS.exif)) return part('exif', HEADS.exif.length)
  if (startsWith(body, HEADS.xmp)) return part('xmp', HEADS.xmp.length)
  if (startsWith(body, HEADS.moreXmp)) return part('xmp')
  if (startsWith(body, HEADS.profile)) return part('profile', HEADS.profile.length + 2)
  if (startsWith(body, HEADS.photoshop)) return part('iptc', HEADS.photoshop.length)
  if (marker === 0xee && startsWith(body, 'Adobe')) return part('image')
  if (marker === 0xe0 && startsWith(body, 'JFIF\0')) return { ...part('image'), ...toPlainJfif(bytes, body, place.start) }
  if ((marker === 0xe0 && startsWith(body, 'JFXX\0')) || (marker === 0xe2 && startsWith(body, 'MPF\0'))) return part('preview')
  // ISO 19566-5: “JP”, a number of the box, a number of the packet; the boxes follow.
  if (marker === 0xeb && startsWith(body, 'JP')) return part('provenance', 8)
  return part('other')
}

function toPlainJfif(bytes: Uint8Array, body: Uint8Array, start: number): { clean?: Uint8Array } {
  if (body.length <= JFIF_BYTES) return {}
  const head = bytes.slice(start, start + 2)
  const plain = body.slice(0, JFIF_BYTES)
  plain.fill(0, 12)
  return { clean: joinBytes([head, Uint8Array.of(0, JFIF_BYTES + 2), plain]) }
}
