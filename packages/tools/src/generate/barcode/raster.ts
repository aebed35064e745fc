import type { Pixels } from '../../lib/png.ts'

/** Rows within a row of pixels at which edges are looked for. */
const SUB_ROWS = 4
/** Straight pieces that stand for a curve of a letter. */
const CURVE_STEPS = 8

type Edge = { readonly x: number; readonly y: number; readonly toX: number; readonly toY: number }

/**
 * Pixels of an SVG as the barcode library writes it, black on white: upright strokes, and areas of straight lines and
 * quadratic or cubic curves.
 */
export function toPixels(svg: string): Pixels {
  const [, width = 0, height = 0] = (/viewBox="0 0 (\d+) (\d+)"/.exec(svg) ?? []).map(Number)
  const ink = new Float32Array(width * height)
  for (const [, attributes = ''] of svg.matchAll(/<path ([^>]*)\/>/g)) {
    const [, path = ''] = /d="([^"]*)"/.exec(attributes) ?? []
    const stroke = /stroke-width="([\d.]+)"/.exec(attributes)?.[1]
    if (stroke === undefined) fillArea(ink, { edges: toEdges(path), width, height, isEvenOdd: attributes.includes('evenodd') })
    else for (const bar of toBars(path, Number(stroke))) fillBar(ink, { ...bar, width })
  }
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  for (const [at, part] of ink.entries()) if (part > 0) data.fill(Math.round(255 * (1 - part)), at * 4, at * 4 + 3)
  return { width, height, data }
}

type Bar = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number }

function toBars(path: string, stroke: number): Bar[] {
  return [...path.matchAll(/M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)/g)].map((found) => {
    const [x = 0, y = 0, toX = 0, toY = 0] = found.slice(1).map(Number)
    const [across, along] = x === toX ? [stroke / 2, 0] : [0, stroke / 2]
    return {
      left: Math.round(Math.min(x, toX) - across),
      right: Math.round(Math.max(x, toX) + across),
      top: Math.round(Math.min(y, toY) - along),
      bottom: Math.round(Math.max(y, toY) + along),
    }
  })
}

function fillBar(ink: Float32Array, { left, right, top, bottom, width }: Bar & { width: number }): void {
  for (let row = top; row < bottom; row++) ink.fill(1, row * width + left, row * width + right)
}

/** The edges of a path, each of its parts closed. */
function toEdges(path: string): Edge[] {
  const edges: Edge[] = []
  let [x, y, startX, startY] = [0, 0, 0, 0]
  const go = (toX: number, toY: number) => {
    edges.push({ x, y, toX, toY })
    ;[x, y] = [toX, toY]
  }
  for (const [, step = '', words = ''] of path.matchAll(/([MLQCZ])([^MLQCZ]*)/g)) {
    const numbers = words
      .trim()
      .split(/[\s,]+/)
      .map(Number)
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = numbers
    if (step === 'M' || step === 'Z') go(startX, startY)
    if (step === 'M') [x, y, startX, startY] = [a, b, a, b]
    else if (step === 'L') go(a, b)
    else if (step !== 'Z') {
      const [fromX, fromY] = [x, y]
      for (let piece = 1; piece <= CURVE_STEPS; piece++) {
        const t = piece / CURVE_STEPS
        if (step === 'Q') go(quadratic(t, fromX, a, c), quadratic(t, fromY, b, d))
        else go(cubic(t, fromX, [a, c, e]), cubic(t, fromY, [b, d, f]))
      }
    }
  }
  go(startX, startY)
  return edges.filter(({ y: from, toY }) => from !== toY)
}

const quadratic = (t: number, from: number, control: number, to: number): number =>
  (1 - t) ** 2 * from + 2 * (1 - t) * t * control + t ** 2 * to

const cubic = (t: number, from: number, [first, second, to]: readonly [number, number, number]): number =>
  (1 - t) ** 3 * from + 3 * (1 - t) ** 2 * t * first + 3 * (1 - t) * t ** 2 * second + t ** 3 * to

type Area = { readonly edges: readonly Edge[]; readonly width: number; readonly height: number; readonly isEvenOdd: boolean }

function fillArea(ink: Float32Array, { edges, width, height, isEvenOdd }: Area): void {
  const crossings: { x: number; turn: number }[][] = Array.from({ length: height * SUB_ROWS }, () => [])
  for (const { x, y, toX, toY } of edges) {
    const [top, bottom] = [Math.min(y, toY), Math.max(y, toY)]
    const first = Math.max(0, Math.ceil(top * SUB_ROWS - 0.5))
    for (let row = first; row < height * SUB_ROWS && (row + 0.5) / SUB_ROWS < bottom; row++) {
      const at = ((row + 0.5) / SUB_ROWS - y) / (toY - y)
      crossings[row]!.push({ x: x + at * (toX - x), turn: toY > y ? 1 : -1 })
    }
  }
  for (const [row, found] of crossings.entries()) {
    const start = Math.floor(row / SUB_ROWS) * width
    let [winding, left] = [0, 0]
    for (const { x, turn } of found.sort((a, b) => a.x - b.x)) {
      if (winding !== 0) fillSpan(ink, { start, left, right: x })
      winding = isEvenOdd ? 1 - winding : winding + turn
      left = x
    }
  }
}

/** Darkens what lies between two places of a row, the pixels at its ends in part. */
function fillSpan(ink: Float32Array, { start, left, right }: { start: number; left: number; right: number }): void {
  for (let x = Math.floor(left); x < right; x++) ink[start + x]! += (Math.min(right, x + 1) - Math.max(left, x)) / SUB_ROWS
}
