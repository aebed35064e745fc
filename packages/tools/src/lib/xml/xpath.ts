import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import type { Attr, Document, Element, Node } from '@xmldom/xmldom'
import { syntaxError } from '../syntax-error.ts'
import { parseXmlTree } from './tree.ts'

/** A node that an expression selects. */
export type XmlMatch = {
  /** An XPath that selects this node only. */
  readonly path: string
  readonly line: number
  readonly column: number
  /** Its text, as XPath's string() gives it. */
  readonly value: string
}

/** What an expression gives: nodes in the order of the document, or one value. */
export type XPathAnswer = {
  /** The first nodes with their places; undefined where the answer is no set of nodes. */
  readonly matches: readonly XmlMatch[] | undefined
  /** The nodes as XML, attributes and text by their value; or the one value. */
  readonly value: string
  readonly hint?: Text
}

/** The prefix for the namespace that a document declares without one. */
const DEFAULT_PREFIX = 'ns'
/** What the types of the library leave out. */
type Parser = {
  parse(expression: string): { evaluate(context: { node: Node; namespaces: Readonly<Record<string, string>> }): object }
}
const ELEMENT = 1
const ATTRIBUTE = 2
const TEXT = 3
const INSTRUCTION = 7
/** Nodes whose places are told. */
const MAX_MATCHES = 10_000

/**
 * Selects by XPath 1.0. Prefixes are those of `namespaces`, then those that the document declares; `ns` stands for its
 * namespace without prefix. Throws `syntax_error` for the document (no entity is expanded) or the expression.
 */
export async function queryXml(
  text: string,
  expression: string,
  namespaces: ReadonlyMap<string, string> = new Map(),
): Promise<XPathAnswer> {
  parseXmlTree(text)
  const [{ DOMParser, XMLSerializer }, { default: xpath }] = await Promise.all([import('@xmldom/xmldom'), import('xpath')])
  const document = new DOMParser({ onError: () => {} }).parseFromString(text.replace(/^\ufeff/, ''), 'text/xml')
  dropDeclaration(document)
  const found = findPrefixes(document)
  const prefixes = new Map([...found, ...namespaces])
  const result = evaluate()
  if (!('toArray' in result)) return { matches: undefined, value: String(result) }
  const serializer = new XMLSerializer()
  const nodes = sortNodes((result as unknown as { toUnsortedArray(): Node[] }).toUnsortedArray(), document)
  const value = nodes.map((node) => (hasMarkup(node) ? serializer.serializeToString(node) : toValue(node))).join('\n')
  const findStep = createSteps()
  const matches = nodes.slice(0, MAX_MATCHES).map((node) => toMatch(node, findStep))
  const hint = nodes.length === 0 ? toHint(expression, found) : undefined
  return { matches, value, ...(hint ? { hint } : {}) }

  function evaluate() {
    checkMarks(expression)
    try {
      const { parse } = xpath as unknown as Parser
      return parse(expression).evaluate({ node: document, namespaces: Object.fromEntries(prefixes) })
    } catch (cause) {
      if (cause instanceof RangeError) throw cause
      throw toXPathError(expression, cause)
    }
  }
}

/** In the order of the document. The library compares every two nodes along their siblings, which takes minutes for thousands. */
function sortNodes(nodes: readonly Node[], document: Document): Node[] {
  const order = new Map<Node, number>()
  const visit = (node: Node): void => {
    order.set(node, order.size)
    if (node.nodeType === ELEMENT) for (const attribute of (node as Element).attributes) order.set(attribute, order.size)
    for (let child = node.firstChild; child; child = child.nextSibling) visit(child)
  }
  visit(document)
  return nodes.toSorted((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0))
}

/** The XML declaration is no processing instruction (XPath 1.0 §5.5). */
function dropDeclaration(document: Document): void {
  const first = document.firstChild
  if (first?.nodeType === INSTRUCTION && first.nodeName === 'xml') document.removeChild(first)
}

function findPrefixes(document: Document): Map<string, string> {
  const found = new Map<string, string>()
  for (const element of document.getElementsByTagName('*'))
    for (const { name, value } of element.attributes) {
      const prefix = name === 'xmlns' ? DEFAULT_PREFIX : name.startsWith('xmlns:') ? name.slice(6) : undefined
      if (prefix !== undefined && value !== '' && !found.has(prefix)) found.set(prefix, value)
    }
  return found
}

/** Where a node stands among those of its name, and how many there are. */
type FindStep = (node: Node) => { readonly place: number; readonly count: number }

function createSteps(): FindStep {
  const known = new Map<Node, Map<string, Node[]>>()
  const places = new Map<Node, number>()
  return (node) => {
    const parent = node.parentNode!
    let groups = known.get(parent)
    if (!groups) {
      known.set(parent, (groups = Map.groupBy(parent.childNodes, toTest)))
      for (const group of groups.values()) group.forEach((each, index) => places.set(each, index + 1))
    }
    return { place: places.get(node)!, count: groups.get(toTest(node))!.length }
  }
}

function toMatch(node: Node, findStep: FindStep): XmlMatch {
  const { lineNumber: line = 1, columnNumber: column = 1 } = node as { lineNumber?: number; columnNumber?: number }
  return { path: toPath(node, findStep), line, column, value: toValue(node).trim() }
}

function toValue(node: Node): string {
  return node.nodeType === ATTRIBUTE ? (node as Attr).value : (node.textContent ?? '')
}

function hasMarkup({ nodeType }: Node): boolean {
  return nodeType !== ATTRIBUTE && nodeType !== TEXT
}

function toPath(node: Node, findStep: FindStep): string {
  if (node.nodeType === ATTRIBUTE) return `${toPath((node as Attr).ownerElement!, findStep)}/@${node.nodeName}`
  const parent = node.parentNode
  if (!parent) return '/'
  const above = parent.parentNode ? toPath(parent, findStep) : ''
  const { place, count } = findStep(node)
  return `${above}/${toTest(node)}${count > 1 ? `[${place}]` : ''}`
}

function toTest({ nodeType, nodeName }: Node): string {
  if (nodeType === ELEMENT) return nodeName
  return nodeType === INSTRUCTION ? 'processing-instruction()' : nodeType === 8 ? 'comment()' : 'text()'
}

/** Quotes and brackets are looked at first: the library only says that something is wrong. */
function checkMarks(expression: string): void {
  const open: { mark: string; offset: number }[] = []
  for (const { 0: mark, index } of expression.matchAll(/"[^"]*"?|'[^']*'?|[[\]()]/g)) {
    if (/^["']/.test(mark) && (mark.length === 1 || mark.at(-1) !== mark[0]))
      throw fail(expression, index, { en: 'this quote is never closed', zh: '引号没有结束' })
    if (mark === '(' || mark === '[') open.push({ mark, offset: index })
    if (mark !== ')' && mark !== ']') continue
    if (open.pop()?.mark !== (mark === ')' ? '(' : '['))
      throw fail(expression, index, { en: `“${mark}” closes nothing`, zh: `“${mark}”没有对应的开头` })
  }
  const left = open.at(-1)
  if (left) throw fail(expression, left.offset, { en: `“${left.mark}” is never closed`, zh: `“${left.mark}”没有结束` })
}

function toXPathError(expression: string, cause: unknown): AppError {
  const said = cause instanceof Error ? cause.message : String(cause)
  const [, kind = '', name = ''] = /^(Cannot resolve QName|Unknown function|Undeclared variable:) ?\$?(\S+)/.exec(said) ?? []
  const at = name ? Math.max(0, expression.indexOf(name)) : expression.length
  switch (kind) {
    case 'Cannot resolve QName':
      return fail(expression, at, {
        en: `no namespace is known for the prefix “${name}”; add a line ${name}=…`,
        zh: `前缀“${name}”没有对应的命名空间；请添加一行 ${name}=…`,
      })
    case 'Unknown function':
      return fail(expression, at, { en: `XPath 1.0 has no function ${name}()`, zh: `XPath 1.0 没有函数 ${name}()` })
    case 'Undeclared variable:':
      return fail(expression, at, { en: `there is no variable $${name}`, zh: `没有变量 $${name}` })
    default:
      return fail(expression, at, { en: 'this is not an XPath 1.0 expression', zh: '不是有效的 XPath 1.0 表达式' })
  }
}

function toHint(expression: string, prefixes: ReadonlyMap<string, string>): Text | undefined {
  const home = prefixes.get(DEFAULT_PREFIX)
  if (home === undefined || new RegExp(`\\b${DEFAULT_PREFIX}:`).test(expression)) return undefined
  return {
    en: `The document is in the namespace ${home}: write ${DEFAULT_PREFIX}:name to select its elements`,
    zh: `该文档的元素属于命名空间 ${home}：请用 ${DEFAULT_PREFIX}:名称选取`,
  }
}

function fail(text: string, offset: number, reason: Text): AppError {
  return syntaxError({ format: 'XPath', text, offset, reason })
}
