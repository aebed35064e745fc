/** Red, green, blue: 0–255 each. */
export type Colour = readonly [red: number, green: number, blue: number]
/** A closed outline as x, y, x, y, … in pixels. */
export type Outline = readonly number[]

/** Lines looked at within one pixel's height; across a pixel the share inside is exact. */
const SAMPLE_PLACES = [0.1, 0.3, 0.5, 0.7, 0.9] as const

type Span = readonly [from: number, to: number]
type Edge = { readonly top: number; readonly bottom: number; readonly x: number; readonly slope: number; readonly turn: 1 | -1 }

/** A picture of opaque pixels, three bytes each, onto which shapes are painted with smooth edges. */
export class Canvas {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array

  constructor(width: number, height: number, ground: Colour) {
    this.width = width
    this.height = height
    this.pixels = new Uint8Array(Buffer.alloc(width * height * 3, Buffer.from(ground)))
  }

  /** Paints what the outlines enclose, by the nonzero winding rule. */
  paint(outlines: readonly Outline[], colour: Colour): void {
    const edges = outlines.flatMap(toEdges)
    if (edges.length === 0) return
    const top = Math.max(0, Math.floor(Math.min(...edges.map((edge) => edge.top))))
    const bottom = Math.min(this.height, Math.ceil(Math.max(...edges.map((edge) => edge.bottom))))
    for (let y = top; y < bottom; y++) {
      const near = edges.filter((edge) => edge.top < y + 1 && edge.bottom > y)
      const spans = SAMPLE_PLACES.flatMap((place) => findSpans(y + place, near))
      if (spans.length > 0) this.#paintRow(y, spans, colour)
    }
  }

  #paintRow(y: number, spans: readonly Span[], colour: Colour): void {
    const first = Math.max(0, Math.floor(Math.min(...spans.map(([from]) => from))))
    const last = Math.min(this.width, Math.ceil(Math.max(...spans.map(([, to]) => to))))
    for (let x = first; x < last; x++) {
      let share = 0
      for (const [from, to] of spans) share += Math.max(0, Math.min(to, x + 1) - Math.max(from, x))
      if (share > 0) this.#blend(3 * (y * this.width + x), Math.min(1, share / SAMPLE_PLACES.length), colour)
    }
  }

  #blend(at: number, share: number, colour: Colour): void {
    for (let part = 0; part < 3; part++) {
      const under = this.pixels[at + part] ?? 0
      this.pixels[at + part] = Math.round(under + ((colour[part] ?? 0) - under) * share)
    }
  }
}

function toEdges(outline: Outline): Edge[] {
  const edges: Edge[] = []
  for (let at = 0; at < outline.length; at += 2) {
    const [x0 = 0, y0 = 0] = [outline[at], outline[at + 1]]
    const [x1 = 0, y1 = 0] = [outline[(at + 2) % outline.length], outline[(at + 3) % outline.length]]
    if (y0 === y1) continue
    const slope = (x1 - x0) / (y1 - y0)
    edges.push(y0 < y1 ? { top: y0, bottom: y1, x: x0, slope, turn: 1 } : { top: y1, bottom: y0, x: x1, slope, turn: -1 })
  }
  return edges
}

/** Where the line at a height is inside. */
function findSpans(y: number, edges: readonly Edge[]): Span[] {
  const crossings = edges
    .filter(({ top, bottom }) => top <= y && y < bottom)
    .map(({ top, x, slope, turn }) => ({ x: x + (y - top) * slope, turn }))
    .sort((a, b) => a.x - b.x)
  const spans: Span[] = []
  let winding = 0
  let from = 0
  for (const { x, turn } of crossings) {
    if (winding === 0) from = x
    winding += turn
    if (winding === 0) spans.push([from, x])
  }
  return spans
}
