import { readFile } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { create, type Font } from 'fontkit'
import { unpackWoff } from '../billing/unpack-woff.ts'
import type { Canvas, Colour, Outline } from './canvas.ts'

const LATIN = '@fontsource-variable/geist/files/geist-latin-wght-normal.woff2'
const CHINESE = '@fontsource/zcool-xiaowei/files/zcool-xiaowei-chinese-simplified-400-normal.woff'
/** Ideographs, kana and the signs that go with them. */
const IS_CHINESE = /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\u3000-\u303f，。、：；（）“”…]/
/** A line may end after a space and beside ideographs; among these after a word, but not before a closing sign. */
const PIECES = /[\u2e80-\u9fff\uf900-\ufaff][\u2e80-\u9fff\uf900-\ufaff，。、：；）”]*|[^\s\u2e80-\u9fff\uf900-\ufaff]+\s*|\s+/g
const CLOSES = /^[，。、：；）”]/
const LONGEST_WORD = 5
const WORDS = new Intl.Segmenter('zh', { granularity: 'word' })
const STEPS_PER_CURVE = 8

export type Style = {
  /** Height of the letters' square in pixels. */
  readonly size: number
  readonly colour: Colour
  /** Extra thickness in pixels. */
  readonly bold?: number
}

/** Sets lines of text in the two fonts. */
export type Pen = {
  measure(text: string, size: number): number
  /** The text in lines no wider than this; what does not fit into the last line ends in «…». */
  wrap(text: string, options: { readonly size: number; readonly width: number; readonly maxLines: number }): string[]
  /** Lets other work have its turn after every sign. */
  write(canvas: Canvas, text: string, place: Style & { readonly x: number; readonly baseline: number }): Promise<void>
}

/** Reads the fonts. */
export async function createPen(): Promise<Pen> {
  const [latin, chinese] = await Promise.all([LATIN, CHINESE].map(readFont))
  if (!latin || !chinese) throw new Error('expected two fonts')
  const runs = (text: string) =>
    splitRuns(text).map(({ text, isChinese }) => {
      const font = isChinese ? chinese : latin
      return { ...font.layout(text), unitsPerEm: font.unitsPerEm }
    })
  const measure = (text: string, size: number) =>
    runs(text).reduce((sum, { positions, unitsPerEm }) => sum + (toAdvance(positions) * size) / unitsPerEm, 0)
  return {
    measure,
    wrap: (text, options) => wrapText(text, { ...options, measure }),
    async write(canvas, text, { x, baseline, size, colour, bold = 0 }) {
      let left = x
      for (const { glyphs, positions, unitsPerEm } of runs(text)) {
        const scale = size / unitsPerEm
        for (const [index, glyph] of glyphs.entries()) {
          const outlines = toOutlines(glyph.path.commands, { scale, left, baseline })
          canvas.paint(outlines, colour)
          if (bold > 0)
            canvas.paint(
              outlines.map((one) => shift(one, bold)),
              colour,
            )
          left += (positions[index]?.xAdvance ?? 0) * scale
          await setImmediate()
        }
      }
    },
  }
}

async function readFont(name: string): Promise<Font> {
  const file = await readFile(fileURLToPath(import.meta.resolve(name)))
  const font = create(name.endsWith('.woff') ? unpackWoff(file) : file)
  if (!('layout' in font)) throw new Error(`${name}: expected one font, got a collection`)
  return font
}

const toAdvance = (positions: readonly { readonly xAdvance: number }[]) =>
  positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0)

function splitRuns(text: string): { text: string; isChinese: boolean }[] {
  const runs: { text: string; isChinese: boolean }[] = []
  for (const sign of text) {
    const isChinese = IS_CHINESE.test(sign)
    const last = runs.at(-1)
    if (last?.isChinese === isChinese) last.text += sign
    else runs.push({ text: sign, isChinese })
  }
  return runs
}

type WrapOptions = {
  readonly size: number
  readonly width: number
  readonly maxLines: number
  readonly measure: Pen['measure']
}

function wrapText(text: string, { size, width, maxLines, measure }: WrapOptions): string[] {
  const lines: string[] = []
  let line = ''
  for (const piece of toPieces(text)) {
    if (line !== '' && measure((line + piece).trimEnd(), size) > width) {
      lines.push(line.trimEnd())
      line = ''
    }
    line += piece
  }
  lines.push(line.trimEnd())
  if (lines.length <= maxLines) return lines
  const kept = lines.slice(0, maxLines)
  let last = kept.at(-1) ?? ''
  while (last !== '' && measure(`${last}…`, size) > width) last = [...last].slice(0, -1).join('')
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
type Place = { readonly scale: number; readonly left: number; readonly baseline: number }

/** The curves of a sign (TrueType quadratic, PostScript cubic) as short straight lines in pixels. */
function toOutlines(commands: readonly Command[], { scale, left, baseline }: Place): Outline[] {
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

const shift = (outline: Outline, byX: number): Outline => outline.map((value, index) => (index % 2 === 0 ? value + byX : value))
