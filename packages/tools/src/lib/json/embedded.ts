import { isJson } from './is-json.ts'

/** A JSON text that stands between other words, as in a line of a log, and where it begins. */
export type Embedded = { readonly text: string; readonly offset: number }

/**
 * The objects and lists that stand in a text of other words, in order; without any that is JSON as it stands, what looks most
 * like an object. In time that grows with the text alone.
 *
 * @example findEmbedded('08:14 INFO answer={"code":0}') // [{ text: '{"code":0}', offset: 18 }]
 */
export function findEmbedded(text: string): readonly Embedded[] {
  const spans = listSpans(text)
  // A value that is cut off or broken is the whole text; what lies within it is no answer.
  const start = text.search(/\S/)
  if (/[{[]/.test(text[start] ?? '') && !spans.some(({ offset }) => offset === start)) return []
  const whole = spans.filter((span) => span.text.length > 2 && isJson(span.text))
  if (whole.length > 0) return whole
  const objects = spans.filter((span) => span.text.startsWith('{') && span.text.includes(':'))
  const longest = objects.reduce<Embedded | undefined>(
    (best, one) => (best && best.text.length >= one.text.length ? best : one),
    undefined,
  )
  return longest ? [longest] : []
}

/** What stands between brackets that fit, the outermost ones; of a bracket that nothing closes what lies within. */
function listSpans(text: string): Embedded[] {
  const spans: Embedded[] = []
  const open: { readonly bracket: string; readonly at: number }[] = []
  const signs = /[[\]{}"]/g
  /** Behind a quote that nothing closes no other of its line is closed either: those are behind a backslash. */
  let openUntil = 0
  for (let sign = signs.exec(text); sign; sign = signs.exec(text)) {
    const [{ length }, at] = [open, sign.index]
    if (sign[0] === '"') {
      if (length === 0 || at < openUntil) continue
      const end = findStringEnd(text, at)
      if (end === undefined) openUntil = (text.indexOf('\n', at) + 1 || text.length + 1) - 1
      else signs.lastIndex = end
    } else if (sign[0] === '[' || sign[0] === '{') open.push({ bracket: sign[0], at })
    else if (open.at(-1)?.bracket === (sign[0] === ']' ? '[' : '{')) {
      const { at: start } = open.pop()!
      // What lies within it was found before.
      while ((spans.at(-1)?.offset ?? -1) > start) spans.pop()
      spans.push({ text: text.slice(start, at + 1), offset: start })
    }
  }
  return spans
}

const STRING = /"(?:[^"\\\n]|\\.)*"/y

/** Behind a text in quotes; nothing where no other quote closes it in its line. */
function findStringEnd(text: string, start: number): number | undefined {
  STRING.lastIndex = start
  return STRING.test(text) ? STRING.lastIndex : undefined
}
