import type { Text } from '@octet/core/text.ts'
import { scanXml, type XmlAttribute, type XmlToken } from './scan.ts'

/** What a parser may refuse in a text that is put together well: entities and prefixes that nobody declares. */
export type XmlDoubt = { readonly offset: number; readonly what: Text }

const MOST = 100
const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace'

/**
 * Finds entities that no document type could declare (XML 1.0 §4.1) and names that Namespaces in XML 1.0 does not allow;
 * at most a hundred. Throws what {@link scanXml} throws.
 */
export function findXmlDoubts(text: string): XmlDoubt[] {
  const found: XmlDoubt[] = []
  const scopes: ReadonlyMap<string, string>[] = [new Map([['xml', XML_NAMESPACE]])]
  let hasDoctype = false
  for (const token of scanXml(text)) {
    if (found.length >= MOST) break
    if (token.kind === 'doctype') hasDoctype = true
    else if (token.kind === 'close') scopes.pop()
    else if (token.kind === 'open') {
      const scope = toScope(token.attributes, scopes.at(-1)!)
      found.push(...checkNames(text, token, scope))
      if (!token.isEmpty) scopes.push(scope)
    }
    if (!hasDoctype) found.push(...listEntities(text, token))
  }
  return found.slice(0, MOST)
}

function toScope(attributes: readonly XmlAttribute[], outer: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const own = attributes.filter(({ name }) => name.startsWith('xmlns:'))
  return own.length === 0 ? outer : new Map([...outer, ...own.map(({ name, raw }) => [name.slice(6), raw.slice(1, -1)] as const)])
}

function checkNames(
  text: string,
  { name, start, attributes }: Extract<XmlToken, { kind: 'open' }>,
  scope: ReadonlyMap<string, string>,
): XmlDoubt[] {
  const found: XmlDoubt[] = []
  const add = (offset: number, en: string, zh: string) => found.push({ offset, what: { en, zh } })
  const expanded = new Set<string>()
  const places = attributes.map((attribute) => ({ ...attribute, offset: text.lastIndexOf(attribute.name, attribute.offset) }))
  for (const place of [{ name, offset: start + 1, raw: '' }, ...places]) {
    const parts = place.name.split(':')
    const [prefix = '', local = ''] = parts
    if (parts.length === 1) continue
    if (parts.length > 2 || prefix === '' || local === '')
      add(place.offset, `${place.name} is no name with one prefix`, `${place.name} 不是带一个前缀的名称`)
    else if (prefix === 'xmlns') {
      if (place.raw.length === 2) add(place.offset, `the prefix ${local} is bound to nothing`, `前缀 ${local} 绑定了空的命名空间`)
      else if ((local === 'xml') !== (place.raw.slice(1, -1) === XML_NAMESPACE))
        add(place.offset, `xml and ${XML_NAMESPACE} belong together only`, `前缀 xml 与 ${XML_NAMESPACE} 只能相互绑定`)
    } else if (!scope.has(prefix)) add(place.offset, `the prefix ${prefix} is declared nowhere`, `前缀 ${prefix} 未声明`)
    else if (place.raw && expanded.size === expanded.add(`${scope.get(prefix)} ${local}`).size)
      add(place.offset, `${local} of ${scope.get(prefix)} appears twice`, `${scope.get(prefix)} 的属性 ${local} 重复`)
  }
  return found
}

function listEntities(text: string, token: XmlToken): XmlDoubt[] {
  if (token.kind !== 'text' && token.kind !== 'open') return []
  const part = text.slice(token.start, token.end)
  return [...part.matchAll(/&(?!(?:lt|gt|amp|quot|apos);)[^#&;<]+;/g)].slice(0, MOST).map(({ 0: entity, index }) => ({
    offset: token.start + index,
    what: {
      en: `${entity} is not declared: parsers refuse it. Write the character, or a reference such as &#160;`,
      zh: `${entity} 未定义，解析器会报错。请直接写该字符，或写 &#160; 之类的字符引用`,
    },
  }))
}
