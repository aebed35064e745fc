import { addPart, CUT_SHORT, toLatin, toView, type ImageScan, type PartKind } from './image-scan.ts'

/** Chunks that change how the picture looks (PNG 3rd ed. §11.3, APNG among them). */
const DRAWN = new Set('tRNS gAMA cHRM sRGB sBIT bKGD pHYs hIST sPLT cICP mDCV cLLI mDCv cLLi acTL fcTL fdAT sTER oFFs'.split(' '))
const KINDS: Readonly<Record<string, PartKind>> = {
  iCCP: 'profile',
  eXIf: 'exif',
  tEXt: 'comment',
  zTXt: 'comment',
  iTXt: 'comment',
  tIME: 'comment',
  caBX: 'provenance',
}
const COLOURS: Readonly<Record<number, string>> = { 0: 'grey', 2: 'RGB', 3: 'palette', 4: 'grey + alpha', 6: 'RGBA' }

/** The chunks of a PNG (PNG 3rd ed. §5). */
export function scanPng(bytes: Uint8Array): ImageScan {
  const scan: ImageScan = { format: 'PNG', mime: 'image/png', extension: 'png', parts: [], notes: [] }
  const view = toView(bytes)
  addPart(scan.parts, { kind: 'image', name: 'PNG', start: 0, end: 8 })
  for (let at = 8; at < bytes.length;) {
    const size = at + 12 <= bytes.length ? view.getUint32(at) : bytes.length
    const end = at + 12 + size
    if (end > bytes.length) {
      scan.notes.push(CUT_SHORT)
      addPart(scan.parts, { kind: 'image', name: 'PNG', start: at, end: bytes.length })
      break
    }
    const name = toLatin(bytes.subarray(at + 4, at + 8))
    const data = bytes.subarray(at + 8, at + 8 + size)
    if (name === 'IHDR' && size >= 13) readHeader(scan, data)
    if (name === 'acTL' && size >= 8) scan.frames = toView(data).getUint32(0)
    const kind = toKind(name)
    addPart(scan.parts, kind === 'image' ? { kind, name: 'PNG', start: at, end } : { kind, name, start: at, end, data })
    at = end
    if (name !== 'IEND') continue
    if (at < bytes.length) addPart(scan.parts, { kind: 'trailer', name: 'IEND', start: at, end: bytes.length })
    break
  }
  return scan
}

/** A capital first letter says that the picture cannot be drawn without it. */
const toKind = (name: string): PartKind => KINDS[name] ?? (DRAWN.has(name) || /^[A-Z]/.test(name) ? 'image' : 'other')

function readHeader(scan: ImageScan, data: Uint8Array): void {
  const view = toView(data)
  scan.width = view.getUint32(0)
  scan.height = view.getUint32(4)
  scan.colour = `${COLOURS[data[9]!] ?? `type ${data[9]}`}, ${data[8]} bit`
  if (data[12]) scan.coding = 'interlaced'
}
