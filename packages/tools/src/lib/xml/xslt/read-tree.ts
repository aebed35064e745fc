import type { Text } from '@octet/core/text.ts'
import { syntaxError } from '../../syntax-error.ts'
import { unescapeXml } from '../entities.ts'
import { scanXml, type XmlAttribute } from '../scan.ts'
import { XML, XMLNS } from '../xpath/nodes.ts'
import {
  createAttribute,
  createComment,
  createDocument,
  createElement,
  createInstruction,
  createText,
  type XmlNode,
} from './tree.ts'

type Names = ReadonlyMap<string, string>
const OWN: Names = new Map([
  ['xml', XML],
  ['xmlns', XMLNS],
])

/** Reads a document into a tree as XPath sees it: names with their namespaces, text in one piece. Throws `syntax_error`, `too_large`. */
export function readTree(text: string, format: string): XmlNode {
  const fail = (offset: number, reason: Text) => syntaxError({ format, text, offset, reason })
  const root = createDocument()
  let parent = root
  const scopes: Names[] = [OWN]
  const addText = (value: string, offset: number) => {
    if (parent === root || value === '') return
    const last = parent.lastChild
    if (last?.nodeName === '#text') last.nodeValue += value
    else parent.append(createText(value)).offset = offset
  }
  for (const token of scanXml(text)) {
    const { start, end } = token
    if (token.kind === 'open') {
      const names = readNames(token.attributes, scopes.at(-1)!)
      const element = createElement(
        token.name,
        findUri(token.name, names, true, () => fail(start + 1, toUnbound(token.name))),
      )
      element.offset = start
      parent.append(element)
      for (const { name, raw, offset } of token.attributes) {
        const value = readValue(raw, offset + 1, fail)
        const prefix = toDeclaredPrefix(name)
        if (prefix !== undefined) {
          element.declare(prefix, value)
          continue
        }
        const uri = findUri(name, names, false, () => fail(offset - name.length, toUnbound(name)))
        const attribute = createAttribute({ name, uri }, value)
        attribute.offset = offset + 1
        element.addAttribute(attribute)
      }
      if (token.isEmpty) continue
      parent = element
      scopes.push(names)
    } else if (token.kind === 'close') {
      parent = parent.parentNode!
      scopes.pop()
    } else if (token.kind === 'text') addText(expand(normalize(text.slice(start, end)), start, fail), start)
    else if (token.kind === 'cdata') addText(normalize(text.slice(start + 9, end - 3)), start)
    else if (token.kind === 'comment') parent.append(createComment(normalize(text.slice(start + 4, end - 3)))).offset = start
    else if (token.kind === 'instruction') {
      const [, target, value] = /^(\S+)\s*([\s\S]*)$/.exec(normalize(text.slice(start + 2, end - 2)))!
      if (target !== 'xml') parent.append(createInstruction(target!, value!)).offset = start
    }
  }
  return root
}

const normalize = (text: string) => (text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text)

const toDeclaredPrefix = (name: string) => (name === 'xmlns' ? '' : name.startsWith('xmlns:') ? name.slice(6) : undefined)

function readNames(attributes: readonly XmlAttribute[], above: Names): Names {
  const own = attributes.filter(({ name }) => toDeclaredPrefix(name) !== undefined)
  if (own.length === 0) return above
  return new Map([...above, ...own.map(({ name, raw }) => [toDeclaredPrefix(name)!, unescapeXml(raw.slice(1, -1))] as const)])
}

function findUri(name: string, names: Names, isElement: boolean, unbound: () => Error): string | null {
  const colon = name.indexOf(':')
  if (colon < 0) return (isElement && names.get('')) || null
  const uri = names.get(name.slice(0, colon))
  if (!uri) throw unbound()
  return uri
}

const toUnbound = (name: string): Text => ({
  en: `the prefix of ${name} is not declared`,
  zh: `${name} 的前缀没有声明`,
})

type Fail = (offset: number, reason: Text) => Error

/** An attribute's value: white space is a space (XML 1.0 §3.3.3). */
function readValue(raw: string, offset: number, fail: Fail): string {
  const inside = raw.slice(1, -1)
  return expand(/[\t\n\r]/.test(inside) ? normalize(inside).replaceAll(/[\t\n]/g, ' ') : inside, offset, fail)
}

function expand(raw: string, offset: number, fail: Fail): string {
  if (!raw.includes('&')) return raw
  const unknown = /&(?!(?:#\d+|#x[\da-f]+|lt|gt|amp|quot|apos);)[^;]{0,40};/i.exec(raw)
  if (unknown)
    throw fail(offset + unknown.index, {
      en: `${unknown[0]} is not declared; entities are not expanded`,
      zh: `${unknown[0]} 未定义；实体不会被展开`,
    })
  return unescapeXml(raw)
}
