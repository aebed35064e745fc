import { AppError } from '@octet/core/errors.ts'
import { compareNumbers } from '../json/number.ts'
import { isEqual } from '../json/path.ts'
import { toSliceIndexes } from '../json/slice-indexes.ts'
import { NULL, toEntry, type JsonArray, type JsonNode } from '../json/tree.ts'
import { writeJson } from '../json/write.ts'
import { callFunction } from './functions.ts'
import { parseExpression, type Expression, type Slice } from './syntax.ts'
import { toBoolean, toMap, type Value } from './values.ts'

/** Items of lists that one query may make; what doubles its own result again and again would fill the memory. */
const MAX_ITEMS = 10_000_000

/**
 * Runs a JMESPath expression (jmespath.org/specification) on a document; the result is JSON text. Numbers keep their digits
 * and are compared exactly; what `sum` and `avg` calculate is a double. Of a key that comes twice the last one counts.
 * Throws `syntax_error` with the place in the expression, `unsupported_value` for what a function cannot take.
 */
export function queryJmespath(document: JsonNode, expression: string): string {
  const parsed = parseExpression(expression)
  const found = new Evaluation(expression).visit(parsed, document)
  return found.type === 'expression' ? NULL.raw : writeJson(found, { indent: '' })
}

/** Functions whose results are doubles that an expression calls. */
export function findCalculations(expression: string): string[] {
  const code = expression.replaceAll(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`/gs, '``')
  const calls = [...code.matchAll(/\b(sum|avg)\s*\(/g)].map(([, name]) => `${name}()`)
  return [...new Set(calls)]
}

class Evaluation {
  readonly #expression: string
  #items = 0

  constructor(expression: string) {
    this.#expression = expression
  }

  visit(node: Expression, value: JsonNode): Value {
    switch (node.kind) {
      case 'current':
        return value
      case 'literal':
        return node.value
      case 'field':
        return findField(value, node.name)
      case 'index': {
        const list = this.#read(node.of, value)
        return list.type === 'array' ? (list.items.at(node.index) ?? NULL) : NULL
      }
      case 'slice': {
        const list = this.#read(node.of, value)
        return list.type === 'array' ? this.#slice(list.items, node.parts) : NULL
      }
      case 'flatten': {
        const list = this.#read(node.of, value)
        return list.type === 'array'
          ? this.#list(list.items.flatMap((item) => (item.type === 'array' ? item.items : [item])))
          : NULL
      }
      case 'items': {
        const list = this.#read(node.of, value)
        return list.type === 'array' ? this.#project(list.items, node.each) : NULL
      }
      case 'values': {
        const object = this.#read(node.of, value)
        return object.type === 'object' ? this.#project([...toMap(object).values()], node.each) : NULL
      }
      case 'filter': {
        const list = this.#read(node.of, value)
        if (list.type !== 'array') return NULL
        return this.#project(
          list.items.filter((item) => isTrue(this.visit(node.test, item))),
          node.each,
        )
      }
      // also where nothing was found: a function after the dot takes null
      case 'then':
      case 'pipe':
        return this.visit(node.right, this.#read(node.left, value))
      case 'or': {
        const left = this.visit(node.left, value)
        return isTrue(left) ? left : this.visit(node.right, value)
      }
      case 'and': {
        const left = this.visit(node.left, value)
        return isTrue(left) ? this.visit(node.right, value) : left
      }
      case 'not':
        return toBoolean(!isTrue(this.visit(node.of, value)))
      case 'compare':
        return compare(node, this.#read(node.left, value), this.#read(node.right, value))
      case 'list':
        return value.type === 'null' ? NULL : this.#list(node.items.map((item) => this.#read(item, value)))
      case 'object': {
        if (value.type === 'null') return NULL
        const entries = new Map(node.entries.map(([name, inner]) => [name, this.#read(inner, value)]))
        return { type: 'object', entries: [...entries].map(([name, inner]) => toEntry(name, inner)) }
      }
      case 'reference':
        return { type: 'expression', of: (item) => this.#read(node.to, item) }
      case 'call': {
        const args = node.args.map((arg) => this.visit(arg, value))
        const found = callFunction(node.name, args, this.#expression)
        if (found.type === 'array') this.#count(found.items.length)
        return found
      }
    }
  }

  /** A value of JSON: an expression that no function takes has none. */
  #read(node: Expression, value: JsonNode): JsonNode {
    const found = this.visit(node, value)
    return found.type === 'expression' ? NULL : found
  }

  #project(items: readonly JsonNode[], each: Expression): JsonArray {
    return this.#list(items.map((item) => this.#read(each, item)).filter(({ type }) => type !== 'null'))
  }

  #list(items: JsonNode[]): JsonArray {
    this.#count(items.length)
    return { type: 'array', items }
  }

  #count(items: number): void {
    this.#items += items
    if (this.#items > MAX_ITEMS)
      throw new AppError('unsupported_value', {
        got: this.#expression.slice(0, 60),
        reason: { en: 'what it makes on the way grows too large', zh: '中间结果过大' },
      })
  }

  #slice(items: readonly JsonNode[], [start, end, step = 1]: Slice): JsonArray {
    if (step !== 0) return this.#list(toSliceIndexes({ start, end, step }, items.length).map((index) => items[index]!))
    throw new AppError('unsupported_value', {
      got: this.#expression.slice(0, 60),
      reason: { en: 'the step of a slice is not 0', zh: '切片的步长不能为 0' },
    })
  }
}

function findField(value: JsonNode, name: string): JsonNode {
  return value.type === 'object' ? (value.entries.findLast(({ key }) => key === name)?.value ?? NULL) : NULL
}

/** What is empty, null or false is false. */
function isTrue(value: Value): boolean {
  switch (value.type) {
    case 'null':
      return false
    case 'boolean':
      return value.raw === 'true'
    case 'string':
      return value.raw.length > 2
    case 'array':
      return value.items.length > 0
    case 'object':
      return value.entries.length > 0
    default:
      return true
  }
}

/** Only numbers have an order; anything else is neither less nor more, which is null. */
function compare({ sign }: Extract<Expression, { kind: 'compare' }>, left: JsonNode, right: JsonNode): JsonNode {
  if (sign === '==') return toBoolean(isEqual(left, right))
  if (sign === '!=') return toBoolean(!isEqual(left, right))
  if (left.type !== 'number' || right.type !== 'number') return NULL
  const order = compareNumbers(left.raw, right.raw)
  return toBoolean(sign === '<' ? order < 0 : sign === '<=' ? order <= 0 : sign === '>' ? order > 0 : order >= 0)
}
