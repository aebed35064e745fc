import { syntaxError } from '../syntax-error.ts'
import { unescapeXml } from './entities.ts'
import { scanXml } from './scan.ts'

/** An element with its attributes, its child elements and its own text, references replaced. */
export type XmlElement = {
  readonly name: string
  readonly attributes: { readonly name: string; readonly value: string }[]
  readonly children: XmlElement[]
  text: string
}

/** Reads a document into elements. Throws `syntax_error` (also for entities that only a DTD could explain: none is ever expanded), `too_large`. */
export function parseXmlTree(text: string): XmlElement {
  const top: XmlElement = { name: '', attributes: [], children: [], text: '' }
  const stack = [top]
  const read = (raw: string, offset: number) => expand(raw, { text, offset })
  for (const token of scanXml(text)) {
    const parent = stack.at(-1)!
    if (token.kind === 'open') {
      const attributes = token.attributes.map(({ name, raw, offset }) => ({ name, value: read(raw.slice(1, -1), offset + 1) }))
      const element: XmlElement = { name: token.name, attributes, children: [], text: '' }
      parent.children.push(element)
      if (!token.isEmpty) stack.push(element)
    } else if (token.kind === 'close') stack.pop()
    else if (token.kind === 'text') parent.text += read(text.slice(token.start, token.end), token.start)
    else if (token.kind === 'cdata') parent.text += text.slice(token.start + 9, token.end - 3)
  }
  return top.children[0]!
}

/** Refuses what {@link parseXmlTree} refuses, without making elements. */
export function checkXml(text: string): void {
  for (const token of scanXml(text)) {
    if (token.kind === 'open') for (const { raw, offset } of token.attributes) expand(raw, { text, offset })
    else if (token.kind === 'text') expand(text.slice(token.start, token.end), { text, offset: token.start })
  }
}

/** The text of a part, references replaced. */
function expand(raw: string, { text, offset }: { readonly text: string; readonly offset: number }): string {
  if (!raw.includes('&')) return raw
  const unknown = /&(?!(?:#\d+|#x[\da-f]+|lt|gt|amp|quot|apos);)[^;]{0,40};/i.exec(raw)
  if (unknown)
    throw syntaxError({
      format: 'XML',
      text,
      offset: offset + unknown.index,
      reason: {
        en: `${unknown[0]} is not declared; entities are not expanded`,
        zh: `${unknown[0]} 未定义；实体不会被展开`,
      },
    })
  return unescapeXml(raw)
}
