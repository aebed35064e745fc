import { setImmediate } from 'node:timers/promises'
import { loadFaces, splitByFace, type Weight } from '../fonts/faces.ts'
import type { Canvas, Colour, Outline } from './canvas.ts'

/** Ideographs, kana and the signs that go with them. */
const IS_CHINESE = /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\u3000-\u303f，。、：；（）“”…]/
/** A line may end after a space and beside ideographs; among these after a word, but not before a closing sign. */
const PIECES = /[\u2e80-\u9fff\uf900-\ufaff][\u2e80-\u9fff\uf900-\ufaff，。、：；）”]*|[^\s\u2e80-\u9fff\uf900-\ufaff]+\s*|\s+/g
const CLOSES = /^[，。、：；）”]/
const LONGEST_WORD = 5
const WORDS = new Intl.Segmenter('zh', { granularity: 'word' })
const STEPS_PER_CURVE = 8

/** Height of the letters' square in pixels, and how thick they are. */
type Letters = { readonly size: number; readonly weight?: Weight }
type Place = Letters & { readonly colour: Colour; readonly x: number; readonly baseline: number }

/** Sets lines of text. */
export type Pen = {
  measure(text: string, letters: Letters): number
  /** The text in lines no wider than this; what does not fit into the last line ends in «…». */
  wrap(text: string, options: Letters & { readonly width: number; readonly maxLines: number }): string[]
  /** Lets other work have its turn after every sign. */
  write(canvas: Canvas, text: string, place: Place): Promise<void>
}

/** Reads the fonts. */
export async function createPen(): Promise<Pen> {
  const [regular, strong] = await Promise.all([loadFaces('regular'), loadFaces('strong')])
  const runs = (text: string, weight: Weight) =>
    splitByFace(text, { regular, strong }[weight]).map(({ text, face: { font } }) => ({
      ...font.layout(text),
      unitsPerEm: font.unitsPerEm,
    }))
  const measure = (text: string, { size, weight = 'regular' }: Letters) =>
    runs(text, weight).reduce((sum, { positions, unitsPerEm }) => sum + (toAdvance(positions) * size) / unitsPerEm, 0)
  return {
    measure,
    wrap: (text, options) => wrapText(text, { ...options, measure: (part) => measure(part, options) }),
    async write(canvas, text, { x, baseline, size, colour, weight = 'regular' }) {
      let left = x
      for (const { glyphs, positions, unitsPerEm } of runs(text, weight)) {
        const scale = size / unitsPerEm
        for (const [index, glyph] of glyphs.entries()) {
          canvas.paint(toOutlines(glyph.path.commands, { scale, left, baseline }), colour)
          left += (positions[index]?.xAdvance ?? 0) * scale
          await setImmediate()
        }
      }
    },
  }
}

const toAdvance = (positions: readonly { readonly xAdvance: number }[]) =>
  positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0)

type WrapOptions = {
  readonly width: number
  readonly maxLines: number
  measure(text: string): number
}

function wrapText(text: string, { width, maxLines, measure }: WrapOptions): string[] {
  const lines: string[] = []
  let line = ''
  for (const piece of toPieces(text)) {
    if (line !== '' && measure((line + piece).trimEnd()) > width) {
      lines.push(line.trimEnd())
      line = ''
    }
    line += piece
  }
  lines.push(line.trimEnd())
  if (lines.length <= maxLines) return lines
  const kept = lines.slice(0, maxLines)
  let last = kept.at(-1) ?? ''
  while (last !== '' && measure(`${last}…`) > width) last = [...last].slice(0, -1).join('')
  return [...kept.slice(0, -1), `${last.replace(/[\s，。、,;:]+$/, '')}…`]
}

/** The segmenter finds many words sign by sign: a sign alone belongs to what stands before it, so that 域名 stays whole. */
function toPieces(text: string): string[] {
  const pieces: string[] = []
  for (const run of text.match(PIECES) ?? []) {
    const words = IS_CHINESE.test(run) ? Array.from(WORDS.segment(run), ({ segment }) => segment) : [run]
    for (const [index, word] of words.entries()) {
      const last = pieces.at(-1) ?? ''
      const isPart = word.length === 1 && index > 0 && last.length < LONGEST_WORD && !CLOSES.test(last.slice(-1))
      if (isPart || CLOSES.test(word)) pieces.splice(-1, 1, last + word)
      else pieces.push(word)
    }
  }
  return pieces
}

type Command = { readonly command: string; readonly args: readonly number[] }
type Origin = { readonly scale: number; readonly left: number; readonly baseline: number }

/** The curves of a sign (TrueType quadratic, PostScript cubic) as short straight lines in pixels. */
function toOutlines(commands: readonly Command[], { scale, left, baseline }: Origin): Outline[] {
  const outlines: number[][] = []
  let [x, y] = [0, 0]
  const add = (nextX: number, nextY: number) => {
    outlines.at(-1)?.push(left + nextX * scale, baseline - nextY * scale)
    ;[x, y] = [nextX, nextY]
  }
  for (const { command, args } of commands) {
    if (command === 'closePath') continue
    if (command === 'moveTo') outlines.push([])
    const points = [x, y, ...args]
    const steps = args.length === 2 ? 1 : STEPS_PER_CURVE
    for (let step = 1; step <= steps; step++) add(...toPoint(points, step / steps))
  }
  return outlines
}

/** The point of a Bézier curve of any degree at a share of its way (de Casteljau). */
function toPoint(points: readonly number[], share: number): [x: number, y: number] {
  if (points.length === 2) return [points[0] ?? 0, points[1] ?? 0]
  const next = points.slice(2).map((value, index) => {
    const before = points[index] ?? 0
    return before + (value - before) * share
  })
  return toPoint(next, share)
}
