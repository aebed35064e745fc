import { countOf } from '@octet/core/counted.ts'
import type { Text } from '@octet/core/text.ts'
import { AXES, type Axis, type Expression, type NodeTest, type Operator, type Step } from './ast.ts'
import { ARITIES } from './arities.ts'
import { isPositional } from './is-positional.ts'
import type { Dialect } from './context.ts'
import { failAt, readTokens, type Token } from './tokens.ts'

const MAX_DEPTH = 100
const MAX_OPERATORS = 1000
/** From the weakest to the strongest (§3.4, §3.5). */
const LEVELS: readonly (readonly Operator[])[] = [
  ['or'],
  ['and'],
  ['=', '!='],
  ['<', '<=', '>', '>='],
  ['+', '-'],
  ['*', 'div', 'mod'],
]
const NODE_TYPES = ['node', 'text', 'comment', 'processing-instruction']
const ANYWHERE: Step = { axis: 'descendant-or-self', test: { kind: 'node' }, predicates: [] }

/**
 * Parses an XPath 1.0 expression; prefixes are resolved by `namespaces`, variables and further functions by `dialect`.
 * Throws `syntax_error` at the place.
 */
export function parseXPath(expression: string, namespaces: ReadonlyMap<string, string>, dialect?: Dialect): Expression {
  const parser = new Parser(expression, namespaces, dialect)
  const parsed = parser.readLevel(0)
  parser.expectEnd()
  return parsed
}

class Parser {
  readonly #expression: string
  readonly #namespaces: ReadonlyMap<string, string>
  readonly #dialect: Dialect | undefined
  readonly #tokens: readonly Token[]
  #at = 0
  #depth = 0
  #operators = 0

  constructor(expression: string, namespaces: ReadonlyMap<string, string>, dialect: Dialect | undefined) {
    this.#expression = expression
    this.#namespaces = namespaces
    this.#dialect = dialect
    this.#tokens = readTokens(expression)
  }

  get #token(): Token {
    return this.#tokens[this.#at]!
  }

  readLevel(level: number): Expression {
    const operators = LEVELS[level]
    if (!operators) return this.#readUnary()
    if (level === 0 && ++this.#depth > MAX_DEPTH)
      throw this.#fail({ en: `nested more than ${MAX_DEPTH} levels deep`, zh: `嵌套超过 ${MAX_DEPTH} 层` })
    let left = this.readLevel(level + 1)
    for (let operator = this.#takeOperator(operators); operator; operator = this.#takeOperator(operators))
      left = { kind: 'binary', operator, left, right: this.readLevel(level + 1) }
    if (level === 0) this.#depth--
    return left
  }

  expectEnd(): void {
    if (this.#token.kind !== 'end') throw this.#expected({ en: 'an operator or the end', zh: '运算符或结尾' })
  }

  #readUnary(): Expression {
    let isNegated = false
    let hasSign = false
    while (this.#takeOperator(['-'])) [isNegated, hasSign] = [!isNegated, true]
    let left = this.#readPath()
    while (this.#takeOperator(['|'])) left = { kind: 'binary', operator: '|', left, right: this.#readPath() }
    const negated: Expression = { kind: 'negate', of: left }
    if (!hasSign) return left
    return isNegated ? negated : { kind: 'negate', of: negated }
  }

  /** PathExpr, with LocationPath and FilterExpr (§2, §3.3). */
  #readPath(): Expression {
    const { offset } = this.#token
    if (this.#isPrimary()) return this.#readFilter(offset)
    if (this.#take('/')) return { kind: 'path', from: 'root', steps: this.#beginsStep() ? this.#readSteps([]) : [], offset }
    if (this.#take('//')) return { kind: 'path', from: 'root', steps: this.#readSteps([ANYWHERE]), offset }
    if (!this.#beginsStep()) throw this.#expected({ en: 'a path, a value or a function', zh: '路径、值或函数' })
    return { kind: 'path', from: 'context', steps: this.#readSteps([]), offset }
  }

  #readFilter(offset: number): Expression {
    const primary = this.#readPrimary()
    const predicates = this.#readPredicates()
    const of: Expression = predicates.length > 0 ? { kind: 'filter', of: primary, predicates, offset } : primary
    if (this.#take('/')) return { kind: 'path', from: of, steps: this.#readSteps([]), offset }
    if (this.#take('//')) return { kind: 'path', from: of, steps: this.#readSteps([ANYWHERE]), offset }
    return of
  }

  #isPrimary(): boolean {
    const { kind, text } = this.#token
    if (kind === 'number' || kind === 'text' || kind === 'variable' || text === '(') return true
    return kind === 'name' && this.#isFollowedBy('(') && !NODE_TYPES.includes(text)
  }

  #readPrimary(): Expression {
    const { kind, text, offset } = this.#next()
    switch (kind) {
      case 'number':
        return { kind, value: Number(text) }
      case 'text':
        return { kind, value: text.slice(1, -1) }
      case 'variable':
        return this.#readVariable(text, offset)
      case 'name':
        return this.#readCall(text, offset)
      default: {
        const inside = this.readLevel(0)
        this.#expect(')')
        return inside
      }
    }
  }

  #readVariable(text: string, offset: number): Expression {
    const read = this.#dialect?.findVariable(this.#expandName(text.slice(1), offset + 1))
    if (read) return { kind: 'variable', read }
    throw failAt(this.#expression, offset, { en: `there is no variable ${text}`, zh: `没有变量 ${text}` })
  }

  /** `local` or `{namespace}local`; a name without prefix is in no namespace. */
  #expandName(name: string, offset: number): string {
    const colon = name.indexOf(':')
    return colon < 0 ? name : `{${this.#findUri(name.slice(0, colon), offset)}}${name.slice(colon + 1)}`
  }

  #readCall(name: string, offset: number): Expression {
    const own = Object.hasOwn(ARITIES, name)
    const extension = own ? undefined : this.#dialect?.findFunction(this.#expandName(name, offset))
    const arity = own ? ARITIES[name as keyof typeof ARITIES] : extension?.arity
    if (!arity)
      throw failAt(this.#expression, offset, { en: `XPath 1.0 has no function ${name}()`, zh: `XPath 1.0 没有函数 ${name}()` })
    const args: Expression[] = []
    this.#expect('(')
    if (this.#token.text !== ')')
      do args.push(this.readLevel(0))
      while (this.#take(','))
    this.#expect(')')
    const [least, most] = arity
    if (args.length >= least && args.length <= most)
      return extension ? { kind: 'extension', apply: extension.apply, args, offset } : { kind: 'call', name, args, offset }
    const wanted = least === most ? `${least}` : most === Infinity ? `${least}+` : `${least}–${most}`
    throw failAt(this.#expression, offset, {
      en: `${name}() takes ${countOf(wanted, 'argument')}, got ${args.length}`,
      zh: `${name}() 需要 ${wanted} 个参数，收到 ${args.length} 个`,
    })
  }

  #readSteps(steps: Step[]): Step[] {
    for (;;) {
      addStep(steps, this.#readStep())
      if (this.#take('//')) steps.push(ANYWHERE)
      else if (!this.#take('/')) return steps
    }
  }

  #beginsStep(): boolean {
    const { kind, text } = this.#token
    return kind === 'name' || text === '.' || text === '..' || text === '@'
  }

  #readStep(): Step {
    if (this.#take('.')) return { axis: 'self', test: { kind: 'node' }, predicates: [] }
    if (this.#take('..')) return { axis: 'parent', test: { kind: 'node' }, predicates: [] }
    const axis = this.#readAxis()
    return { axis, test: this.#readTest(axis), predicates: this.#readPredicates() }
  }

  #readAxis(): Axis {
    if (this.#take('@')) return 'attribute'
    if (!this.#isFollowedBy('::')) return 'child'
    const { text, offset } = this.#next()
    const axis = AXES.find((name) => name === text)
    if (!axis) throw failAt(this.#expression, offset, { en: `there is no axis ${text}`, zh: `没有轴 ${text}` })
    this.#expect('::')
    return axis
  }

  #readTest(axis: Axis): NodeTest {
    const { kind, text, offset } = this.#token
    if (kind !== 'name') throw this.#expected({ en: 'a name, * or a node test', zh: '名称、* 或节点测试' })
    this.#at++
    if (NODE_TYPES.includes(text) && this.#token.text === '(') return this.#readTypeTest(text)
    if (text === '*') return { kind: 'name', uri: undefined, local: undefined }
    const [prefix, local] = text.includes(':') ? (text.split(':') as [string, string]) : [undefined, text]
    const uri = prefix === undefined ? null : this.#findUri(prefix, offset)
    // The name of a namespace node is its prefix, which is in no namespace (§5.4).
    return { kind: 'name', uri: axis === 'namespace' ? undefined : uri, local: local === '*' ? undefined : local }
  }

  #readTypeTest(type: string): NodeTest {
    this.#expect('(')
    const target = type === 'processing-instruction' && this.#token.kind === 'text' ? this.#next().text.slice(1, -1) : undefined
    this.#expect(')')
    if (type === 'processing-instruction') return { kind: 'instruction', target }
    return { kind: type as 'node' | 'text' | 'comment' }
  }

  #findUri(prefix: string, offset: number): string {
    const uri = prefix === 'xml' ? 'http://www.w3.org/XML/1998/namespace' : this.#namespaces.get(prefix)
    if (uri !== undefined) return uri
    if (this.#dialect)
      throw failAt(this.#expression, offset, { en: `the prefix “${prefix}” is not declared`, zh: `前缀“${prefix}”没有声明` })
    throw failAt(this.#expression, offset, {
      en: `no namespace is known for the prefix “${prefix}”; add a line ${prefix}=…`,
      zh: `前缀“${prefix}”没有对应的命名空间；请添加一行 ${prefix}=…`,
    })
  }

  #readPredicates(): Expression[] {
    const predicates: Expression[] = []
    while (this.#take('[')) {
      predicates.push(this.readLevel(0))
      this.#expect(']')
    }
    return predicates
  }

  #next(): Token {
    return this.#tokens[this.#at++]!
  }

  #isFollowedBy(mark: string): boolean {
    return this.#tokens[this.#at + 1]?.text === mark
  }

  #take(mark: string): boolean {
    const { kind, text } = this.#token
    if (text !== mark || (kind !== 'mark' && kind !== 'operator')) return false
    this.#at++
    return true
  }

  #takeOperator<Name extends Operator>(operators: readonly Name[]): Name | undefined {
    const { kind, text } = this.#token
    const found = kind === 'operator' ? operators.find((operator) => operator === text) : undefined
    if (!found) return undefined
    if (++this.#operators > MAX_OPERATORS)
      throw this.#fail({ en: `more than ${MAX_OPERATORS} operators`, zh: `运算符超过 ${MAX_OPERATORS} 个` })
    this.#at++
    return found
  }

  #expect(mark: string): void {
    if (!this.#take(mark)) throw this.#expected({ en: `“${mark}”`, zh: `“${mark}”` })
  }

  #expected(what: Text) {
    const { kind, text } = this.#token
    const got = kind === 'end' ? { en: 'the end', zh: '结尾' } : { en: `“${text}”`, zh: `“${text}”` }
    return this.#fail({ en: `expected ${what.en}, got ${got.en}`, zh: `此处应为${what.zh}，实际是${got.zh}` })
  }

  #fail(reason: Text) {
    return failAt(this.#expression, this.#token.offset, reason)
  }
}

/** `//name` walks the tree once instead of asking every node for its children, where no place is counted. */
function addStep(steps: Step[], step: Step): void {
  if (steps.at(-1) === ANYWHERE && step.axis === 'child' && !step.predicates.some(isPositional))
    steps[steps.length - 1] = { ...step, axis: 'descendant' }
  else steps.push(step)
}
