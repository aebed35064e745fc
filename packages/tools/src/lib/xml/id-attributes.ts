import { scanXml } from './scan.ts'

/** The attribute by which elements of a name are found, as their document type declares it. */
export type IdAttributes = ReadonlyMap<string, string>

const SUBSET = /^<!DOCTYPE(?:"[^"]*"|'[^']*'|[^"'[>])*\[([\s\S]*)\]/
/** Comments and instructions, and declarations of attributes with what they hold; what has no end reaches to that of the text. */
const DECLARATION = /<!--[\s\S]*?(?:-->|$)|<\?[\s\S]*?(?:\?>|$)|<!ATTLIST\s+((?:"[^"]*"|'[^']*'|[^>])*)(?:>|$)/g
/** Names, types, sets of values and default values, in the order of their list (XML 1.0 §3.3). */
const PART = /"[^"]*(?:"|$)|'[^']*(?:'|$)|\([^)]*(?:\)|$)|[^\s()"']+/g

/** Reads which attributes the `<!DOCTYPE …[…]>` of a document declares as ids. Only what stands in the document itself is known. */
export function readIdAttributes(text: string): IdAttributes {
  for (const { kind, start, end } of scanXml(text)) {
    if (kind === 'doctype') return listIds(text.slice(start, end))
    if (kind === 'open') break
  }
  return new Map()
}

function listIds(doctype: string): IdAttributes {
  const found = new Map<string, string>()
  for (const [, list] of (SUBSET.exec(doctype)?.[1] ?? '').matchAll(DECLARATION)) {
    if (list === undefined) continue
    const [element = '', ...parts] = Array.from(list.matchAll(PART), ([part]) => part)
    for (let at = 0; at < parts.length; at++) {
      const name = parts[at]!
      const type = parts[++at]
      if (type === 'NOTATION') at++
      if (parts[++at] === '#FIXED') at++
      if (type === 'ID' && !found.has(element)) found.set(element, name)
    }
  }
  return found
}
