import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Font } from 'fontkit'
import { unpackWoff } from './unpack-woff.ts'

/** Thickness of strokes: of running text, and of titles. */
export type Weight = 'regular' | 'strong'

/** A font with the bytes that it was read from, plain OpenType. */
export type Face = { readonly font: Font; readonly bytes: Buffer }

type Run = { text: string; readonly face: Face }

const GEIST = ['latin', 'latin-ext', 'cyrillic', 'vietnamese'] as const
/** Units of 1 to 1,000 (OpenType `usWeightClass`), Latin and Chinese: a stroke of many looks heavier. */
const WEIGHTS: Readonly<Record<Weight, readonly [latin: number, chinese: number]>> = { regular: [400, 400], strong: [600, 700] }
/** Ideographs, kana and the signs that go with them. */
const CHINESE = /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\u3000-\u303f]/
/** Signs of both, which are wide among ideographs. */
const OF_BOTH = /[“”‘’…—·]/

const kept = new Map<Weight, Promise<readonly Face[]>>()

/** The fonts for a text, each holding signs that those before it lack; the last is the Chinese one. Read once and kept. */
export function loadFaces(weight: Weight): Promise<readonly Face[]> {
  const faces = kept.get(weight) ?? readFaces(...WEIGHTS[weight])
  kept.set(weight, faces)
  faces.catch(() => kept.delete(weight))
  return faces
}

function readFaces(latin: number, chinese: number): Promise<readonly Face[]> {
  const names = [
    ...GEIST.map((part) => `@fontsource/geist/files/geist-${part}-${latin}-normal.woff`),
    `@openfonts/noto-sans-sc_chinese-simplified/files/noto-sans-sc-chinese-simplified-${chinese}.woff`,
  ]
  return Promise.all(names.map(readFace))
}

async function readFace(name: string): Promise<Face> {
  // Few threads ever draw a text: the library is 3 MB of heap and 50 ms of a start.
  const { create } = await import('fontkit')
  const bytes = unpackWoff(await readFile(fileURLToPath(import.meta.resolve(name))))
  const font = create(bytes)
  if (!('layout' in font)) throw new Error(`${name}: expected one font, got a collection`)
  return { font, bytes }
}

/** A text in runs, each with the font that has its signs; a sign that none has stands in the first as its empty box. */
export function splitByFace(text: string, faces: readonly Face[]): readonly Readonly<Run>[] {
  const runs: Run[] = []
  const hasChinese = CHINESE.test(text)
  for (const sign of text) {
    const isWide = CHINESE.test(sign) || (hasChinese && OF_BOTH.test(sign))
    const order = isWide ? faces.toReversed() : faces
    const face = order.find(({ font }) => font.hasGlyphForCodePoint(sign.codePointAt(0)!)) ?? faces[0]!
    const last = runs.at(-1)
    if (last?.face === face) last.text += sign
    else runs.push({ text: sign, face })
  }
  return runs
}
