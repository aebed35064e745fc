import type { Text } from '@octet/core/text.ts'
import type { Document, Node } from '@xmldom/xmldom'
import { refuseLong } from '../refuse-long.ts'
import { syntaxError, toOffset } from '../syntax-error.ts'
import { toMore } from '../more.ts'
import { readIdAttributes } from './id-attributes.ts'
import { checkXml } from './tree.ts'
import { evaluateXPath } from './xpath/evaluate.ts'
import {
  ATTRIBUTE,
  DOCUMENT,
  ELEMENT,
  findParent,
  INSTRUCTION,
  isContinued,
  isText,
  NAMESPACE,
  toStringValue,
  XPathDocument,
  type XPathNode,
} from './xpath/nodes.ts'
import { parseXPath } from './xpath/parse.ts'
import { failAt } from './xpath/tokens.ts'
import { isNodes, toText } from './xpath/values.ts'

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
  /** Nodes beyond those whose places are told. */
  readonly more?: number
}

/** The prefix for the namespace that a document declares without one. */
const DEFAULT_PREFIX = 'ns'
/** Nodes whose places are told. */
const MAX_MATCHES = 10_000
/** A document takes some thirty times its size in memory. */
const MAX_XPATH_MEBI = 10

/**
 * Selects by XPath 1.0. Prefixes are those of `namespaces`, then those that the document declares; `ns` stands for its
 * namespace without prefix. Throws `syntax_error` for the document (no entity is expanded) or the expression, `too_large`.
 */
export async function queryXml(
  text: string,
  expression: string,
  namespaces: ReadonlyMap<string, string> = new Map(),
): Promise<XPathAnswer> {
  refuseLong(text, MAX_XPATH_MEBI)
  checkXml(text)
  const { XMLSerializer } = await import('@xmldom/xmldom')
  const root = await parseDocument(text)
  dropOuterParts(root)
  const found = text.includes('xmlns') ? findPrefixes(root) : new Map<string, string>()
  checkMarks(expression)
  const parsed = parseXPath(expression, new Map([...found, ...namespaces]))
  const answer = evaluateXPath(
    parsed,
    { node: root, place: 1, size: 1, document: new XPathDocument(root, readIdAttributes(text)) },
    expression,
  )
  if (!isNodes(answer)) return { matches: undefined, value: toText(answer) }
  const serializer = new XMLSerializer()
  const write = (node: XPathNode): string =>
    hasMarkup(node)
      ? listParts(node)
          .map((part) => serializer.serializeToString(part))
          .join('\n')
      : toStringValue(node)
  const value = answer.map(write).join('\n')
  const findStep = createSteps()
  const matches = answer.slice(0, MAX_MATCHES).map((node) => toMatch(node, findStep))
  const hint = answer.length === 0 ? toHint(expression, found) : undefined
  return { matches, value, ...toMore(answer.length, MAX_MATCHES), ...(hint ? { hint } : {}) }
}

/** What {@link checkXml} passes over the parser may still refuse, such as a declaration of an entity or a name with two colons. */
async function parseDocument(text: string): Promise<Document> {
  const { DOMParser, ParseError } = await import('@xmldom/xmldom')
  const source = text.replace(/^\ufeff/, '')
  try {
    return new DOMParser({ onError: () => {} }).parseFromString(source, 'text/xml')
  } catch (error) {
    if (!(error instanceof ParseError)) throw error
    const { lineNumber = 1, columnNumber = 1 } = (error.locator ?? {}) as { lineNumber?: number; columnNumber?: number }
    const offset = toOffset(source, lineNumber, columnNumber)
    const reason = { en: error.message, zh: `解析器无法读取该文档（${error.message}）` }
    throw syntaxError({ format: 'XML', text: source, offset, reason })
  }
}

/** The XML declaration is no processing instruction (XPath 1.0 §5.5), and no text stands around the document element (§5.1). */
function dropOuterParts(document: Document): void {
  const first = document.firstChild
  if (first?.nodeType === INSTRUCTION && first.nodeName === 'xml') document.removeChild(first)
  const texts = Array.from(document.childNodes).filter((child) => isText(child))
  for (const text of texts) document.removeChild(text)
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
      const children = Array.from(parent.childNodes).filter((child) => !isContinued(child))
      known.set(parent, (groups = Map.groupBy(children, toTest)))
      for (const group of groups.values()) group.forEach((each, index) => places.set(each, index + 1))
    }
    return { place: places.get(node)!, count: groups.get(toTest(node))!.length }
  }
}

function toMatch(node: XPathNode, findStep: FindStep): XmlMatch {
  const { lineNumber: line = 1, columnNumber: column = 1 } = node as { lineNumber?: number; columnNumber?: number }
  return { path: toPath(node, findStep), line, column, value: toStringValue(node).trim() }
}

function hasMarkup(node: XPathNode): node is Node {
  return !isText(node) && node.nodeType !== ATTRIBUTE && node.nodeType !== NAMESPACE
}

/** What is written a line each: the node, or what the document consists of. */
function listParts(node: Node): Node[] {
  return node.nodeType === DOCUMENT ? Array.from(node.childNodes) : [node]
}

function toPath(node: XPathNode, findStep: FindStep): string {
  const parent = findParent(node)
  if (!parent) return '/'
  const above = parent.parentNode ? toPath(parent, findStep) : ''
  if (node.nodeType === ATTRIBUTE) return `${above}/@${node.nodeName}`
  if (node.nodeType === NAMESPACE) return `${above}/namespace::${node.nodeName || '*'}`
  const { place, count } = findStep(node as Node)
  return `${above}/${toTest(node as Node)}${count > 1 ? `[${place}]` : ''}`
}

function toTest({ nodeType, nodeName }: Node): string {
  if (nodeType === ELEMENT) return nodeName
  return nodeType === INSTRUCTION ? 'processing-instruction()' : nodeType === 8 ? 'comment()' : 'text()'
}

/** Quotes and brackets are looked at first, since a missing one shows elsewhere. */
function checkMarks(expression: string): void {
  const open: { mark: string; offset: number }[] = []
  for (const { 0: mark, index } of expression.matchAll(/"[^"]*"?|'[^']*'?|[[\]()]/g)) {
    if (/^["']/.test(mark) && (mark.length === 1 || mark.at(-1) !== mark[0]))
      throw failAt(expression, index, { en: 'this quote is never closed', zh: '引号没有结束' })
    if (mark === '(' || mark === '[') open.push({ mark, offset: index })
    if (mark !== ')' && mark !== ']') continue
    if (open.pop()?.mark !== (mark === ')' ? '(' : '['))
      throw failAt(expression, index, { en: `“${mark}” closes nothing`, zh: `“${mark}”没有对应的开头` })
  }
  const left = open.at(-1)
  if (left) throw failAt(expression, left.offset, { en: `“${left.mark}” is never closed`, zh: `“${left.mark}”没有结束` })
}

function toHint(expression: string, prefixes: ReadonlyMap<string, string>): Text | undefined {
  const home = prefixes.get(DEFAULT_PREFIX)
  if (home === undefined || new RegExp(`\\b${DEFAULT_PREFIX}:`).test(expression)) return undefined
  return {
    en: `The document is in the namespace ${home}: write ${DEFAULT_PREFIX}:name to select its elements`,
    zh: `该文档的元素属于命名空间 ${home}：请用 ${DEFAULT_PREFIX}:名称选取`,
  }
}
