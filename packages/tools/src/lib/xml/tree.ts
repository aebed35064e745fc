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
  const read = (raw: string, offset: number) => {
    const unknown = /&(?!(?:#\d+|#x[\da-f]+|lt|gt|amp|quot|apos);)[^;]{0,40};/i.exec(raw)
    if (unknown)
      throw syntaxError({
        format: 'XML',
        text,
        offset: offset + unknown.index,
        reason: {
          en: `${unknown[0]} is declared nowhere; entities are not expanded`,
          zh: `${unknown[0]} 未定义；实体不会被展开`,
        },
      })
    return unescapeXml(raw)
  }
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
