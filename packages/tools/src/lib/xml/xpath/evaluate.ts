import type { Text } from '@octet/core/text.ts'
import type { Expression, NodeTest, Step } from './ast.ts'
import type { ARITIES } from './arities.ts'
import { REVERSE_AXES, WALKS } from './axes.ts'
import { compare } from './compare.ts'
import type { Context } from './context.ts'
import { FUNCTIONS } from './functions.ts'
import {
  ATTRIBUTE,
  COMMENT,
  ELEMENT,
  INSTRUCTION,
  isContinued,
  isText,
  NAMESPACE,
  type TreeNode,
  type XPathNode,
} from './nodes.ts'
import { failAt } from './tokens.ts'
import { isNodes, toNumber, toTruth, type Value } from './values.ts'

const DOCTYPE = 10
/** Nodes that are looked at between two counts. */
const SPEND_EACH = 1024

/** Evaluates a parsed expression (XPath 1.0). Throws `syntax_error` where nodes are wanted and something else comes. */
export function evaluateXPath(expression: Expression, context: Context, source: string): Value {
  return new Evaluation(source).evaluate(expression, context)
}

class Evaluation {
  readonly #source: string

  constructor(source: string) {
    this.#source = source
  }

  evaluate(expression: Expression, context: Context): Value {
    switch (expression.kind) {
      case 'number':
      case 'text':
        return expression.value
      case 'negate':
        return -toNumber(this.evaluate(expression.of, context))
      case 'binary':
        return this.#combine(expression, context)
      case 'call': {
        if (expression.name === 'not') return !this.#isTrue(expression.args[0]!, context)
        const args = expression.args.map((each) => this.evaluate(each, context))
        return FUNCTIONS[expression.name as keyof typeof ARITIES]({
          args,
          context,
          failNodes: () => this.#failNodes(expression.offset),
        })
      }
      case 'variable':
        return expression.read(context)
      case 'extension': {
        const args = expression.args.map((each) => this.evaluate(each, context))
        return expression.apply({ args, context, failNodes: () => this.#failNodes(expression.offset) })
      }
      case 'filter': {
        const nodes = this.#getNodes(expression.of, context, expression.offset)
        return this.#filter(nodes, expression.predicates, context)
      }
      case 'path':
        return this.#walk(expression, context)
    }
  }

  #combine({ operator, left, right }: Extract<Expression, { kind: 'binary' }>, context: Context): Value {
    if (operator === 'or') return this.#isTrue(left, context) || this.#isTrue(right, context)
    if (operator === 'and') return this.#isTrue(left, context) && this.#isTrue(right, context)
    const one = this.evaluate(left, context)
    const other = this.evaluate(right, context)
    switch (operator) {
      case '|':
        if (!isNodes(one) || !isNodes(other)) return this.#failNodes(0)
        return context.document.sort([...one, ...other])
      case '+':
        return toNumber(one) + toNumber(other)
      case '-':
        return toNumber(one) - toNumber(other)
      case '*':
        return toNumber(one) * toNumber(other)
      case 'div':
        return toNumber(one) / toNumber(other)
      case 'mod':
        return toNumber(one) % toNumber(other)
      default:
        return compare(operator, one, other)
    }
  }

  /** Whether an expression holds; of a path one node is enough. */
  #isTrue(expression: Expression, context: Context): boolean {
    if (expression.kind === 'path') return this.#selects(expression, context)
    return toTruth(this.evaluate(expression, context))
  }

  /** Whether a path selects anything. */
  #selects(path: Extract<Expression, { kind: 'path' }>, context: Context): boolean {
    const last = path.steps.at(-1)
    if (!last || last.predicates.length > 0) return this.#walk(path, context).length > 0
    const from = this.#walk({ ...path, steps: path.steps.slice(0, -1) }, context)
    return from.some((node) => this.#findStep(node, last, context))
  }

  #findStep(node: XPathNode, { axis, test }: Step, { document }: Context): boolean {
    const principal = toPrincipal(axis)
    let seen = 0
    let isFound = false
    for (const each of WALKS[axis](node, document)) {
      if (++seen % SPEND_EACH === 0) document.spend?.(SPEND_EACH)
      isFound = fits(each, test, principal)
      if (isFound) break
    }
    document.spend?.(1 + (seen % SPEND_EACH))
    return isFound
  }

  #walk({ from, steps, offset }: Extract<Expression, { kind: 'path' }>, context: Context): readonly XPathNode[] {
    let nodes: readonly XPathNode[] =
      from === 'root'
        ? [context.document.findRoot(context.node)]
        : from === 'context'
          ? [context.node]
          : this.#getNodes(from, context, offset)
    for (const step of steps) nodes = this.#step(nodes, step, context)
    return nodes
  }

  #step(from: readonly XPathNode[], step: Step, context: Context): readonly XPathNode[] {
    const [only] = from
    if (from.length === 1 && only) {
      const found = this.#stepFrom(only, step, context)
      return REVERSE_AXES.has(step.axis) ? found.toReversed() : found
    }
    const found = new Set<XPathNode>()
    for (const node of from) for (const each of this.#stepFrom(node, step, context)) found.add(each)
    return step.axis === 'self' || step.axis === 'attribute' ? [...found] : context.document.sort(found)
  }

  #stepFrom(node: XPathNode, { axis, test, predicates }: Step, context: Context): readonly XPathNode[] {
    const [first, ...others] = predicates
    const place = first?.kind === 'number' ? first.value : undefined
    const principal = toPrincipal(axis)
    const found: XPathNode[] = []
    let count = 0
    let seen = 0
    for (const each of WALKS[axis](node, context.document)) {
      if (++seen % SPEND_EACH === 0) context.document.spend?.(SPEND_EACH)
      if (!fits(each, test, principal)) continue
      if (place === undefined) found.push(each)
      else if (++count === place) return this.#filter([each], others, context)
    }
    context.document.spend?.(1 + (seen % SPEND_EACH))
    return place === undefined ? this.#filter(found, predicates, context) : []
  }

  /** What passes every predicate, one after the other; a number means the place (§2.4). */
  #filter(nodes: readonly XPathNode[], predicates: readonly Expression[], { document, scope }: Context): readonly XPathNode[] {
    return predicates.reduce(
      (left, predicate) =>
        left.filter((node, index) => {
          const inner = { node, place: index + 1, size: left.length, document, scope }
          if (predicate.kind === 'path') return this.#selects(predicate, inner)
          const value = this.evaluate(predicate, inner)
          return typeof value === 'number' ? value === index + 1 : toTruth(value)
        }),
      nodes,
    )
  }

  #getNodes(expression: Expression, context: Context, offset: number): readonly XPathNode[] {
    const value = this.evaluate(expression, context)
    return isNodes(value) ? value : this.#failNodes(offset)
  }

  #failNodes(offset: number): never {
    const reason: Text = {
      en: 'nodes are expected here, not a string, a number or a boolean',
      zh: '此处需要节点，而不是字符串、数字或布尔值',
    }
    throw failAt(this.#source, offset, reason)
  }
}

/** The type of the nodes that a name means on an axis (§2.3). */
function toPrincipal(axis: Step['axis']): number {
  return axis === 'attribute' ? ATTRIBUTE : axis === 'namespace' ? NAMESPACE : ELEMENT
}

/** Whether a node passes the test of a step; names are those of nodes of the type `principal`. */
export function fits(node: XPathNode, test: NodeTest, principal: number): boolean {
  switch (test.kind) {
    case 'node':
      return node.nodeType !== DOCTYPE && !isContinued(node)
    case 'text':
      return isText(node) && !isContinued(node)
    case 'comment':
      return node.nodeType === COMMENT
    case 'instruction':
      return node.nodeType === INSTRUCTION && (test.target === undefined || node.nodeName === test.target)
    case 'name':
      return node.nodeType === principal && fitsName(node, test)
  }
}

function fitsName(node: XPathNode, { uri, local }: Extract<NodeTest, { kind: 'name' }>): boolean {
  if (node.nodeType === NAMESPACE) return local === undefined || node.nodeName === local
  const { localName, namespaceURI, nodeName } = node as TreeNode & {
    localName: string | null
    namespaceURI: string | null
    nodeName: string
  }
  if (local !== undefined && (localName ?? nodeName) !== local) return false
  return uri === undefined || (namespaceURI || null) === uri
}
