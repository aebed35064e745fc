import type { ARITIES } from './arities.ts'
import { WALKS } from './axes.ts'
import type { Call } from './context.ts'
import {
  ATTRIBUTE,
  ELEMENT,
  findParent,
  INSTRUCTION,
  NAMESPACE,
  toStringValue,
  type TreeElement,
  type XPathNode,
  type XPathTree,
} from './nodes.ts'
import { isNodes, toNumber, toText, toTruth, type Value } from './values.ts'

/** The core functions (§4); those without an argument mean the context node. */
export const FUNCTIONS: Readonly<Record<keyof typeof ARITIES, (call: Call) => Value>> = {
  last: ({ context }) => context.size,
  position: ({ context }) => context.place,
  count: (call) => getNodes(call).length,
  id: ({ args: [value = ''], context }) => findById(value, context.document.findRoot(context.node), context.document),
  'local-name': (call) => toLocalName(findFirst(call)),
  'namespace-uri': (call) => toUri(findFirst(call)),
  name: (call) => toName(findFirst(call)),
  string: (call) => getText(call),
  concat: ({ args }) => args.map(toText).join(''),
  'starts-with': ({ args }) => getTwo(args, (text, part) => text.startsWith(part)),
  contains: ({ args }) => getTwo(args, (text, part) => text.includes(part)),
  'substring-before': ({ args }) => getTwo(args, (text, part) => text.slice(0, Math.max(0, text.indexOf(part)))),
  'substring-after': ({ args }) =>
    getTwo(args, (text, part) => (text.includes(part) ? text.slice(text.indexOf(part) + part.length) : '')),
  substring: ({ args: [text = '', from = 1, length] }) => cut(toText(text), toNumber(from), length),
  'string-length': (call) => [...getText(call)].length,
  'normalize-space': (call) =>
    getText(call)
      .replaceAll(/[\t\n\r ]+/g, ' ')
      .replaceAll(/^ | $/g, ''),
  translate: ({ args }) => translate(args.map(toText)),
  boolean: ({ args: [value = false] }) => toTruth(value),
  not: ({ args: [value = false] }) => !toTruth(value),
  true: () => true,
  false: () => false,
  lang: ({ args: [language = ''], context }) => isInLanguage(context.node, toText(language)),
  number: ({ args: [value], context }) => toNumber(value ?? [context.node]),
  sum: (call) => getNodes(call).reduce((sum, node) => sum + toNumber([node]), 0),
  floor: ({ args: [value = 0] }) => Math.floor(toNumber(value)),
  ceiling: ({ args: [value = 0] }) => Math.ceil(toNumber(value)),
  round: ({ args: [value = 0] }) => Math.round(toNumber(value)),
}

function getNodes({ args: [value = ''], failNodes }: Call): readonly XPathNode[] {
  return isNodes(value) ? value : failNodes()
}

function findFirst(call: Call): XPathNode | undefined {
  return call.args.length === 0 ? call.context.node : getNodes(call)[0]
}

function getText({ args: [value], context }: Call): string {
  return value === undefined ? toStringValue(context.node) : toText(value)
}

function getTwo<Result>(args: readonly Value[], apply: (text: string, part: string) => Result): Result {
  const [text = '', part = ''] = args.map(toText)
  return apply(text, part)
}

/** Characters from a place on, counted from 1, places rounded (§4.2). */
function cut(text: string, from: number, length: Value | undefined): string {
  const start = Math.round(from)
  const end = length === undefined ? Infinity : start + Math.round(toNumber(length))
  return [...text].filter((_, index) => index + 1 >= start && index + 1 < end).join('')
}

function translate([text = '', from = '', to = '']: readonly string[]): string {
  const signs = new Map<string, string>()
  const targets = [...to]
  for (const [index, sign] of [...from].entries()) if (!signs.has(sign)) signs.set(sign, targets[index] ?? '')
  return [...text].map((sign) => signs.get(sign) ?? sign).join('')
}

/** By the attributes that the document type declares as ids; where it declares none, by `id`. `xml:id` is one always. */
function findById(value: Value, root: XPathNode, document: XPathTree): readonly XPathNode[] {
  const texts = isNodes(value) ? value.map(toStringValue) : [toText(value)]
  const wanted = new Set(texts.flatMap((text) => text.split(/[\t\n\r ]+/)))
  const { ids } = document
  const isWanted = (element: TreeElement, name: string | undefined) =>
    name !== undefined && wanted.has(element.getAttribute(name)?.trim() || ' ')
  return [...WALKS.descendant(root, document)].filter((node) => {
    if (node.nodeType !== ELEMENT) return false
    const element = node as TreeElement
    return isWanted(element, ids.size > 0 ? ids.get(element.nodeName) : 'id') || isWanted(element, 'xml:id')
  })
}

function toName(node: XPathNode | undefined): string {
  return node && [ELEMENT, ATTRIBUTE, INSTRUCTION, NAMESPACE].includes(node.nodeType) ? node.nodeName : ''
}

function toLocalName(node: XPathNode | undefined): string {
  const name = toName(node)
  return name.slice(name.indexOf(':') + 1)
}

function toUri(node: XPathNode | undefined): string {
  return node?.nodeType === ELEMENT || node?.nodeType === ATTRIBUTE ? ((node as TreeElement).namespaceURI ?? '') : ''
}

function isInLanguage(node: XPathNode, language: string): boolean {
  for (let above: XPathNode | null = node; above; above = findParent(above)) {
    const found = above.nodeType === ELEMENT ? (above as TreeElement).getAttribute('xml:lang') : null
    if (found === null) continue
    return found.toLowerCase() === language.toLowerCase() || found.toLowerCase().startsWith(`${language.toLowerCase()}-`)
  }
  return false
}
