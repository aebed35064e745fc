/**
 * Characters that are one each between others of their kind (UAX 29: none of them is an Extend, Prepend, SpacingMark,
 * ZWJ, pictograph, consonant of a cluster, regional indicator or CR, nor a Hangul jamo).
 */
const SINGLE = String.raw`\0-\f\x0e-\xa8\xaa-\xac\xaf-\u02ff\u0370-\u0482\u048a-\u052f\u2010-\u2027\u3001-\u3029\u3041-\u3096\u30a1-\u30fa\u3400-\u9fff\uff01-\uff60`
const OTHERS = new RegExp(`[^${SINGLE}]+`, 'g')

/** What people count as the characters of a text: grapheme clusters (UAX 29). */
export function countGraphemes(text: string): number {
  const parts = [...listJoining(text)]
  const joined = parts.reduce((sum, part) => sum + part.length, 0)
  // A line feed stands for itself beside anything but CR, and no part but the last one ends with that.
  const clusters = parts.length > 0 ? countSegments(parts.join('\n')) - (parts.length - 1) : 0
  return text.length - joined + clusters
}

/** The parts of a text in which characters may join, with the single ones before and behind, which may be joined. */
function* listJoining(text: string): Generator<string> {
  let [from, to] = [0, 0]
  for (const { 0: run, index } of text.matchAll(OTHERS)) {
    if (index > to) {
      if (to > 0) yield text.slice(from, to)
      from = Math.max(0, index - 1)
    }
    to = index + run.length + 1
  }
  if (to > 0) yield text.slice(from, to)
}

function countSegments(text: string): number {
  let count = 0
  for (const _ of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)) count++
  return count
}
