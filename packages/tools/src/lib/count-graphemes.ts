/**
 * Characters that are one each between others of their kind (UAX 29: none of them is an Extend, Prepend, SpacingMark,
 * ZWJ, pictograph, consonant of a cluster, regional indicator or CR, nor a Hangul jamo).
 */
const SINGLE = String.raw`\0-\f\x0e-\xa8\xaa-\xac\xaf-\u02ff\u0370-\u0482\u048a-\u052f\u2010-\u2027\u3001-\u3029\u3041-\u3096\u30a1-\u30fa\u3400-\u9fff\uff01-\uff60`
const OTHERS = new RegExp(`[^${SINGLE}]+`, 'g')

/** What people count as the characters of a text: grapheme clusters (UAX 29). */
export function countGraphemes(text: string): number {
  return countClusters(text).all
}

/** The same, and how many of them are more than white space. */
export function countClusters(text: string): { all: number; visible: number } {
  const parts = [...listJoining(text)]
  // A line feed stands for itself beside anything but CR, and no part but the last one ends with that.
  const joined = parts.join('\n')
  const breaks = Math.max(0, parts.length - 1)
  const clusters = countSegments(joined)
  const singles = text.length - (joined.length - breaks)
  const blanks = countBlanks(text) - (countBlanks(joined) - breaks)
  return { all: singles + clusters.all - breaks, visible: singles - blanks + clusters.visible }
}

/** Units of white space. */
function countBlanks(text: string): number {
  let count = 0
  for (const { 0: run } of text.matchAll(/\s+/g)) count += run.length
  return count
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

function countSegments(text: string): { all: number; visible: number } {
  let [all, visible] = [0, 0]
  for (const { segment } of text ? new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text) : []) {
    all++
    if (/\S/.test(segment)) visible++
  }
  return { all, visible }
}
