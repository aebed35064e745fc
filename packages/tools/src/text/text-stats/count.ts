import { splitLines } from '@octet/core/lines.ts'
import { countClusters } from '../../lib/count-graphemes.ts'
import { countPoints } from '../../lib/count-points.ts'
import type { Pacer } from '../../lib/pacer.ts'

const BATCH = 4096

/** Counts what a text is made of, by the segmentation rules of Unicode (UAX #29). */
export async function countText(text: string, breathe: Pacer) {
  const counts = {
    han: 0,
    words: 0,
    hanWords: 0,
    sentences: 0,
    frequency: new Map<string, number>(),
  }
  const { all: characters, visible: withoutSpaces } = countClusters(text)
  await breathe()
  await eachSegment(text, 'word', breathe, (found) => {
    if (!isWord(found)) return
    const { segment } = found
    counts.words++
    if (/\p{Script=Han}/u.test(segment)) counts.hanWords++
    const word = segment.toLowerCase()
    counts.frequency.set(word, (counts.frequency.get(word) ?? 0) + 1)
  })
  await eachSegment(text, 'sentence', breathe, ({ segment }) => {
    if (segment.trim() !== '') counts.sentences++
  })
  for (const { 0: run } of text.matchAll(/\p{Script=Han}+/gu)) counts.han += countPoints(run)
  return {
    ...counts,
    characters,
    withoutSpaces,
    paragraphs: text.split(/(?:\r?\n[ \t]*){2,}/).filter((part) => part.trim()).length,
    lines: text === '' ? 0 : splitLines(text).length,
    codePoints: countPoints(text),
    utf16: text.length,
    bytes: new TextEncoder().encode(text).length,
  }
}

/** Firefox does not say of a Chinese word before a full stop that it is like a word. */
export const isWord = ({ segment, isWordLike }: Pick<Intl.SegmentData, 'segment' | 'isWordLike'>): boolean =>
  isWordLike || /[\p{L}\p{Nd}]/u.test(segment)

async function eachSegment(
  text: string,
  granularity: 'word' | 'sentence',
  breathe: Pacer,
  visit: (segment: Intl.SegmentData) => void,
): Promise<void> {
  let seen = 0
  for (const segment of new Intl.Segmenter('zh', { granularity }).segment(text)) {
    visit(segment)
    if (++seen % BATCH === 0) await breathe()
  }
}
