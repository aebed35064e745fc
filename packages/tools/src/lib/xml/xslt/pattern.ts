import type { Expression, NodeTest, Step } from '../xpath/ast.ts'
import { evaluateXPath, fits } from '../xpath/evaluate.ts'
import { isPositional } from '../xpath/is-positional.ts'
import { ATTRIBUTE, ELEMENT, findParent, INSTRUCTION, type XPathNode } from '../xpath/nodes.ts'
import { failAt, readTokens } from '../xpath/tokens.ts'
import { isNodes, toTruth } from '../xpath/values.ts'
import type { Frame } from './frame.ts'

/** One alternative of a pattern (XSLT 1.0 §5.2). */
export type Pattern = {
  /** Where a template names none (§5.5). */
  readonly priority: number
  /** The node type and name it is for; undefined where there may be many. */
  readonly type: number | undefined
  readonly local: string | undefined
  matches(node: XPathNode, frame: Frame): boolean
}

type Link = 'root' | 'parent' | 'ancestor' | 'any'
type Part = { readonly step: Step; readonly link: Link; readonly isSimple: boolean }

/** The alternatives of a pattern that was parsed as an expression. Throws `syntax_error` of XPath where it is none. */
export function toPatterns(expression: Expression, source: string): Pattern[] {
  refuseAxes(source)
  if (expression.kind === 'binary' && expression.operator === '|')
    return [...toPatterns(expression.left, source), ...toPatterns(expression.right, source)]
  if (expression.kind === 'path') return [toPattern(expression, source)]
  if (isLookUp(expression)) return [toPattern({ kind: 'path', from: expression, steps: [], offset: 0 }, source)]
  throw failNoPattern(source)
}

const isLookUp = (expression: Expression) =>
  expression.kind === 'extension' || (expression.kind === 'call' && expression.name === 'id')

/** Only the axes child and attribute stand in a pattern. */
function refuseAxes(source: string): void {
  let depth = 0
  const tokens = readTokens(source)
  for (const [index, { text, offset }] of tokens.entries()) {
    if (text === '[' || text === '(') depth++
    if (text === ']' || text === ')') depth--
    const isAxis = tokens[index + 1]?.text === '::' && text !== 'child' && text !== 'attribute'
    if (depth === 0 && (isAxis || text === '.' || text === '..'))
      throw failAt(source, offset, {
        en: 'a pattern steps along child and attribute only',
        zh: '匹配模式中只能使用 child 与 attribute 轴',
      })
  }
}

function failNoPattern(source: string) {
  return failAt(source, 0, {
    en: 'expected a pattern: paths, joined by “|”',
    zh: '此处应为匹配模式：路径，以“|”连接',
  })
}

function toPattern({ from, steps }: Extract<Expression, { kind: 'path' }>, source: string): Pattern {
  if (typeof from === 'object' && !isLookUp(from)) throw failNoPattern(source)
  const parts: Part[] = []
  let link: Link = from === 'context' ? 'any' : from === 'root' ? 'root' : 'parent'
  for (const step of steps) {
    if (step.axis === 'descendant-or-self') {
      link = 'ancestor'
      continue
    }
    if (step.axis === 'descendant') link = 'ancestor'
    parts.push({ step, link, isSimple: !step.predicates.some(isPositional) })
    link = 'parent'
  }
  const start = (node: XPathNode | null, frame: Frame) => {
    if (!node || typeof from !== 'object') return node !== null && findParent(node) === null
    const found = evaluateXPath(from, { ...frame, node }, source)
    return isNodes(found) && found.includes(node)
  }
  const fitting = createPlaces(source)
  const matches = (node: XPathNode, at: number, frame: Frame): boolean => {
    const part = parts[at]
    if (!part) return start(node, frame)
    const { step, isSimple, link: before } = part
    if (step.axis === 'attribute' ? node.nodeType !== ATTRIBUTE : node.nodeType === ATTRIBUTE) return false
    const parent = findParent(node)
    if (!parent || !fits(node, step.test, step.axis === 'attribute' ? ATTRIBUTE : ELEMENT)) return false
    if (step.predicates.length > 0 && !(isSimple ? passes(step, node, frame, source) : fitting(step, node, parent, frame)))
      return false
    if (before === 'any') return true
    if (before === 'root') return start(parent, frame)
    if (before === 'parent') return at === 0 ? start(parent, frame) : matches(parent, at - 1, frame)
    if (at === 0 && from === 'root') return true
    for (let above: XPathNode | null = parent; above; above = findParent(above))
      if (at === 0 ? start(above, frame) : matches(above, at - 1, frame)) return true
    return false
  }
  const last = parts.at(-1)
  return {
    priority:
      parts.length === 1 && parts[0]!.link === 'any' && last!.step.predicates.length === 0 ? toPriority(last!.step.test) : 0.5,
    ...(last ? toKind(last.step) : { type: undefined, local: undefined }),
    matches: (node, frame) => matches(node, parts.length - 1, frame),
  }
}

function toPriority(test: NodeTest): number {
  if (test.kind === 'instruction') return test.target === undefined ? -0.5 : 0
  if (test.kind !== 'name') return -0.5
  if (test.local !== undefined) return 0
  return test.uri === undefined ? -0.5 : -0.25
}

function toKind({ axis, test }: Step): Pick<Pattern, 'type' | 'local'> {
  if (test.kind === 'instruction') return { type: INSTRUCTION, local: undefined }
  if (test.kind !== 'name') return { type: undefined, local: undefined }
  return { type: axis === 'attribute' ? ATTRIBUTE : ELEMENT, local: test.local }
}

function passes({ predicates }: Step, node: XPathNode, frame: Frame, source: string): boolean {
  return predicates.every((each) => toTruth(evaluateXPath(each, { ...frame, node, place: 1, size: 1 }, source)))
}

/** Which children of a parent pass predicates that count places; remembered, since their siblings ask the same. */
function createPlaces(source: string) {
  const known = new Map<Step, Map<XPathNode, ReadonlySet<XPathNode>>>()
  return (step: Step, node: XPathNode, parent: XPathNode, frame: Frame): boolean => {
    let parents = known.get(step)
    if (!parents) known.set(step, (parents = new Map()))
    let passed = parents.get(parent)
    if (!passed) {
      const path: Expression = {
        kind: 'path',
        from: 'context',
        steps: [{ ...step, axis: step.axis === 'attribute' ? 'attribute' : 'child' }],
        offset: 0,
      }
      const found = evaluateXPath(path, { ...frame, node: parent, place: 1, size: 1 }, source)
      parents.set(parent, (passed = new Set(isNodes(found) ? found : [])))
    }
    return passed.has(node)
  }
}
