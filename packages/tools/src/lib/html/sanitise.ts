import { cleanHtml } from './clean.ts'
import { scanHtml } from './scan.ts'

/** What was taken away: an element (`<script>`) or an attribute (`onclick`), and how often. */
export type Removed = { readonly what: string; readonly times: number }

/**
 * HTML of which only harmless elements and attributes are left, without the `span` that mean nothing then, and what was
 * taken away, most often first. Throws what {@link scanHtml} throws.
 */
export function sanitiseHtml(text: string): { html: string; removed: Removed[] } {
  const html = unwrapSpans(cleanHtml(text))
  const before = countNames(text)
  const after = countNames(html)
  const elements = listRemoved(before.elements, after.elements).map(({ what, times }) => ({ what: `<${what}>`, times }))
  // Of an element that is gone the attributes went with it.
  const attributes = listRemoved(before.attributes, after.attributes)
    .filter(({ what }) => after.elements.has(what.split(' ')[0]!))
    .reduce((sums, { what, times }) => add(sums, what.split(' ')[1]!, times), new Map<string, number>())
  const removed = [...elements, ...Array.from(attributes, ([what, times]) => ({ what, times }))]
  return { html, removed: removed.sort((a, b) => b.times - a.times) }
}

/** A `span` without attributes does nothing; editors of documents put one around every few words. */
function unwrapSpans(html: string): string {
  const isBare: boolean[] = []
  return html.replaceAll(/<(?:span( [^>]*)?|(\/span))>/g, (tag: string, attributes?: string, end?: string) => {
    if (end) return isBare.pop() ? '' : tag
    isBare.push(attributes === undefined)
    return attributes === undefined ? '' : tag
  })
}

type Counts = ReadonlyMap<string, number>

function countNames(html: string): { elements: Counts; attributes: Counts } {
  const elements = new Map<string, number>()
  const attributes = new Map<string, number>()
  for (const token of scanHtml(html)) {
    if (token.kind !== 'open') continue
    add(elements, token.name, 1)
    for (const written of token.attributes)
      add(attributes, `${token.name} ${(/^[^\s=]+/.exec(written)?.[0] ?? written).toLowerCase()}`, 1)
  }
  return { elements, attributes }
}

function listRemoved(before: Counts, after: Counts): Removed[] {
  return Array.from(before, ([what, times]) => ({ what, times: times - (after.get(what) ?? 0) })).filter(({ times }) => times > 0)
}

function add(counts: Map<string, number>, name: string, times: number): Map<string, number> {
  return counts.set(name, (counts.get(name) ?? 0) + times)
}
