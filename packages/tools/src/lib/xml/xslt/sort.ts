import type { XPathNode } from '../xpath/nodes.ts'
import type { Frame, Read } from './frame.ts'

/** One xsl:sort (XSLT 1.0 §10). */
export type SortKey = {
  readonly select: Read<string>
  readonly order: Read<string>
  readonly type: Read<string>
  readonly lang: Read<string>
  readonly caseOrder: Read<string>
}

/** The nodes by their keys, the first key first; equal ones keep the order of the document. */
export function sortNodes(nodes: readonly XPathNode[], keys: readonly SortKey[], frame: Frame): readonly XPathNode[] {
  const rules = keys.map((key) => toRule(key, frame))
  const rows = nodes.map((node, index) => {
    const own = frame.at(node, index + 1, nodes.length)
    return { node, values: keys.map(({ select }) => select(own)) }
  })
  const compare = rules.map((rule, index) => rule(rows.map(({ values }) => values[index]!)))
  frame.document.spend(rows.length * Math.ceil(Math.log2(rows.length + 1)))
  const order = rows
    .map((_, index) => index)
    .sort((a, b) => {
      for (const each of compare) {
        const found = each(a, b)
        if (found !== 0) return found
      }
      return a - b
    })
  return order.map((index) => rows[index]!.node)
}

type Compare = (a: number, b: number) => number

function toRule(key: SortKey, frame: Frame): (values: readonly string[]) => Compare {
  const sign = key.order(frame) === 'descending' ? -1 : 1
  if (key.type(frame) === 'number')
    return (texts) => {
      const values = texts.map(toSortNumber)
      return (a, b) => sign * compareNumbers(values[a]!, values[b]!)
    }
  const compare = toCollation(key.lang(frame), key.caseOrder(frame))
  return (values) => (a, b) => sign * compare(values[a]!, values[b]!)
}

function toSortNumber(text: string): number {
  const trimmed = text.trim()
  return /^-?(?:\d+(?:\.\d*)?|\.\d+)$/.test(trimmed) ? Number(trimmed) : Number.NaN
}

/** What is no number comes first. */
function compareNumbers(a: number, b: number): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(b)) - Number(Number.isNaN(a))
  return a - b
}

/** By code points, or as a language does where one is named. */
function toCollation(lang: string, caseOrder: string): (a: string, b: string) => number {
  const caseFirst = caseOrder === 'upper-first' ? 'upper' : caseOrder === 'lower-first' ? 'lower' : 'false'
  if (lang === '' && caseFirst === 'false') return compareCodePoints
  return new Intl.Collator(toKnownLocale(lang), { caseFirst }).compare
}

function toKnownLocale(lang: string): string {
  try {
    return new Intl.Locale(lang).toString()
  } catch {
    return 'en' // the language is no tag of BCP 47: sort as most do
  }
}

function compareCodePoints(a: string, b: string): number {
  if (a === b) return 0
  const length = Math.min(a.length, b.length)
  for (let at = 0; at < length; at++) {
    const [one, other] = [a.charCodeAt(at), b.charCodeAt(at)]
    if (one === other) continue
    const isSurrogate = (unit: number) => unit >= 0xd800 && unit < 0xe000
    if (isSurrogate(one) !== isSurrogate(other)) return isSurrogate(one) ? 1 : -1
    return one - other
  }
  return a.length - b.length
}
