import { AppError } from '@octet/core/errors.ts'
import { parseQuery, type Expression, type Operand, type Query, type Selector } from './path-syntax.ts'
import { compareTexts } from '../compare-texts.ts'
import { compareNumbers, toCanonicalNumber } from './number.ts'
import { toSliceIndexes } from './slice-indexes.ts'
import { readText, type JsonNode, type JsonObject } from './tree.ts'
import { writeJson } from './write.ts'

/** A value that a query found, with its place as a normalized path (RFC 9535 §2.7). */
export type Match = { readonly path: string; readonly node: JsonNode }
export type Matcher = { match(pattern: string, text: string): boolean; search(pattern: string, text: string): boolean }

const MAX_VISITS = 5_000_000

/**
 * Runs a JSONPath query (RFC 9535) and returns what it finds, in its order. `match()` and `search()` run on a
 * linear-time engine. Throws `syntax_error` for the query, `too_large` after five million steps.
 *
 * @example await queryJson(parseJsonTree('{"a":[1,2]}'), '$.a[?@ > 1]') // [{ path: "$['a'][1]", node: 2 }]
 */
export async function queryJson(root: JsonNode, text: string): Promise<Match[]> {
  const query = parseQuery(text.trim())
  const matcher = /\b(?:match|search)\s*\(/.test(text) ? await createMatcher() : undefined
  return new Runner(root, matcher).find(query, { path: '$', node: root })
}

/** I-Regexp (RFC 9485) on RE2, whose time grows with the length of the text only. */
async function createMatcher(): Promise<Matcher> {
  const { RE2JS } = await import('re2js')
  const compile = (pattern: string) => {
    // In I-Regexp the dot takes all but line ends, as in RE2 with \r excluded.
    const plain = pattern.replaceAll(/\\.|\[(?:\\.|[^\]\\])*\]|\./gs, (part) => (part === '.' ? '[^\\n\\r]' : part))
    return RE2JS.compile(plain)
  }
  const attempt = (run: () => boolean) => {
    try {
      return run()
    } catch {
      // §2.4.6: a pattern that is no I-Regexp matches nothing.
      return false
    }
  }
  return {
    match: (pattern, text) => attempt(() => compile(pattern).matcher(text).matches()),
    search: (pattern, text) => attempt(() => compile(pattern).matcher(text).find()),
  }
}

class Runner {
  readonly #root: JsonNode
  readonly #matcher: Matcher | undefined
  #visits = 0

  constructor(root: JsonNode, matcher: Matcher | undefined) {
    this.#root = root
    this.#matcher = matcher
  }

  find(query: Query, start: Match): Match[] {
    let found = [start]
    for (const { isDescendant, selectors } of query.segments) {
      const from = isDescendant ? found.flatMap((match) => this.#descend(match)) : found
      found = from.flatMap((match) => selectors.flatMap((selector) => this.#select(match, selector)))
    }
    return found
  }

  #count(): void {
    if (++this.#visits > MAX_VISITS)
      throw new AppError('too_large', {
        field: { en: 'Steps of the query', zh: '查询步数' },
        limit: MAX_VISITS,
        got: `${MAX_VISITS}+`,
      })
  }

  #descend(match: Match): Match[] {
    const all: Match[] = []
    const visit = (each: Match) => {
      this.#count()
      all.push(each)
      for (const child of toChildren(each)) if (child.node.type === 'array' || child.node.type === 'object') visit(child)
    }
    visit(match)
    return all
  }

  #select(match: Match, selector: Selector): Match[] {
    this.#count()
    const { node, path } = match
    switch (selector.kind) {
      case 'wildcard':
        return toChildren(match)
      case 'name': {
        const value = node.type === 'object' ? findValue(node, selector.name) : undefined
        return value ? [{ path: `${path}[${toQuotedName(selector.name)}]`, node: value }] : []
      }
      case 'index': {
        if (node.type !== 'array') return []
        const index = selector.index < 0 ? node.items.length + selector.index : selector.index
        const item = node.items[index]
        return item ? [{ path: `${path}[${index}]`, node: item }] : []
      }
      case 'slice':
        return node.type === 'array'
          ? toSliceIndexes(selector, node.items.length).map((index) => ({ path: `${path}[${index}]`, node: node.items[index]! }))
          : []
      case 'filter':
        return toChildren(match).filter((child) => this.#isTrue(selector.test, child))
    }
  }

  #isTrue(test: Expression, current: Match): boolean {
    this.#count()
    switch (test.kind) {
      case 'or':
        return test.parts.some((part) => this.#isTrue(part, current))
      case 'and':
        return test.parts.every((part) => this.#isTrue(part, current))
      case 'not':
        return !this.#isTrue(test.part, current)
      case 'compare':
        return compare(this.#value(test.left, current), test.operator, this.#value(test.right, current))
      case 'test':
        return test.operand.kind === 'query'
          ? this.#nodes(test.operand.query, current).length > 0
          : this.#value(test.operand, current)?.type === 'boolean' && this.#callLogical(test.operand, current)
    }
  }

  #nodes(query: Query, current: Match): Match[] {
    return this.find(query, query.root === '$' ? { path: '$', node: this.#root } : current)
  }

  /** The value of an operand; undefined is «nothing» (§2.3.5.2.2). */
  #value(operand: Operand, current: Match): JsonNode | undefined {
    if (operand.kind === 'literal') return toLiteral(operand.raw)
    if (operand.kind === 'query') return this.#nodes(operand.query, current)[0]?.node
    const [first] = operand.args
    switch (operand.name) {
      case 'length':
        return toLength(first && this.#value(first, current))
      case 'count':
        return first?.kind === 'query' ? toNumber(this.#nodes(first.query, current).length) : undefined
      case 'value': {
        const nodes = first?.kind === 'query' ? this.#nodes(first.query, current) : []
        return nodes.length === 1 ? nodes[0]!.node : undefined
      }
      default:
        return { type: 'boolean', raw: String(this.#callLogical(operand, current)) }
    }
  }

  #callLogical(operand: Operand, current: Match): boolean {
    if (operand.kind !== 'call' || (operand.name !== 'match' && operand.name !== 'search')) return false
    const [text, pattern] = operand.args.map((arg) => this.#value(arg, current))
    if (text?.type !== 'string' || pattern?.type !== 'string') return false
    return this.#matcher?.[operand.name](readText(pattern), readText(text)) ?? false
  }
}

function toChildren({ node, path }: Match): Match[] {
  if (node.type === 'array') return node.items.map((item, index) => ({ path: `${path}[${index}]`, node: item }))
  if (node.type !== 'object') return []
  return node.entries.map(({ key, value }) => ({ path: `${path}[${toQuotedName(key)}]`, node: value }))
}

/** As readers of JSON do, the last of several equal keys counts. */
function findValue(node: JsonObject, name: string): JsonNode | undefined {
  return node.entries.findLast(({ key }) => key === name)?.value
}

function toQuotedName(name: string): string {
  return `'${JSON.stringify(name).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}

function toLiteral(raw: string): JsonNode {
  if (raw[0] === '"') return { type: 'string', raw }
  if (raw === 'null') return { type: 'null', raw }
  return raw === 'true' || raw === 'false' ? { type: 'boolean', raw } : { type: 'number', raw }
}

function toNumber(value: number): JsonNode {
  return { type: 'number', raw: String(value) }
}

function toLength(node: JsonNode | undefined): JsonNode | undefined {
  if (node?.type === 'string') return toNumber([...readText(node)].length)
  if (node?.type === 'array') return toNumber(node.items.length)
  return node?.type === 'object' ? toNumber(node.entries.length) : undefined
}

function compare(left: JsonNode | undefined, operator: string, right: JsonNode | undefined): boolean {
  switch (operator) {
    case '==':
      return isEqual(left, right)
    case '!=':
      return !isEqual(left, right)
    case '<':
      return isLess(left, right)
    case '>':
      return isLess(right, left)
    case '<=':
      return isLess(left, right) || isEqual(left, right)
    default:
      return isLess(right, left) || isEqual(left, right)
  }
}

function isLess(left: JsonNode | undefined, right: JsonNode | undefined): boolean {
  if (left?.type === 'number' && right?.type === 'number') return compareNumbers(left.raw, right.raw) < 0
  if (left?.type === 'string' && right?.type === 'string') return compareTexts(readText(left), readText(right)) < 0
  return false
}

/** Equal as values: objects without order, numbers by value. */
export function isEqual(left: JsonNode | undefined, right: JsonNode | undefined): boolean {
  if (!left || !right) return left === right
  if (left.type === 'number' && right.type === 'number')
    return left.raw === right.raw || toCanonicalNumber(left.raw) === toCanonicalNumber(right.raw)
  if (left.type === 'string' && right.type === 'string') return readText(left) === readText(right)
  if (left.type === 'array' && right.type === 'array')
    return left.items.length === right.items.length && left.items.every((item, index) => isEqual(item, right.items[index]))
  if (left.type === 'object' && right.type === 'object') {
    const own = new Map(left.entries.map(({ key, value }) => [key, value]))
    const other = new Map(right.entries.map(({ key, value }) => [key, value]))
    return own.size === other.size && [...own].every(([key, value]) => other.has(key) && isEqual(value, other.get(key)))
  }
  return left.type === right.type && writeJson(left, { indent: '' }) === writeJson(right, { indent: '' })
}
