import type { Text } from '@octet/core/text.ts'
import { readText, type JsonNode, type JsonScalar } from '../json/tree.ts'
import { DASH, fail, readTokens, type Token } from './tokens.ts'

/** An expression of JMESPath (jmespath.org/specification), parsed. */
export type Expression =
  | { readonly kind: 'current' }
  | { readonly kind: 'literal'; readonly value: JsonNode }
  | { readonly kind: 'field'; readonly name: string }
  | { readonly kind: 'index'; readonly of: Expression; readonly index: number }
  | { readonly kind: 'slice'; readonly of: Expression; readonly parts: Slice }
  | { readonly kind: 'flatten'; readonly of: Expression }
  | { readonly kind: 'items' | 'values'; readonly of: Expression; readonly each: Expression }
  | { readonly kind: 'filter'; readonly of: Expression; readonly test: Expression; readonly each: Expression }
  | { readonly kind: 'then' | 'pipe' | 'or' | 'and'; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'compare'; readonly sign: Comparison; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'not'; readonly of: Expression }
  | { readonly kind: 'list'; readonly items: readonly Expression[] }
  | { readonly kind: 'object'; readonly entries: readonly (readonly [name: string, value: Expression])[] }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Expression[] }
  | { readonly kind: 'reference'; readonly to: Expression }
export type Slice = readonly [start: number | undefined, stop: number | undefined, step: number | undefined]
export type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>='

const COMPARISONS: readonly string[] = ['==', '!=', '<', '<=', '>', '>='] satisfies Comparison[]
const isComparison = (kind: string): kind is Comparison => COMPARISONS.includes(kind)

/** How tightly a sign binds to what stands before it; what is not named ends an expression. */
const POWERS: Partial<Record<Token['kind'], number>> = {
  '|': 1,
  '||': 2,
  '&&': 3,
  '==': 5,
  '!=': 5,
  '<': 5,
  '<=': 5,
  '>': 5,
  '>=': 5,
  '[]': 9,
  '*': 20,
  '[?': 21,
  '.': 40,
  '!': 45,
  '{': 50,
  '[': 55,
  '(': 60,
}
/** A projection ends before what binds less. */
const STOPS_PROJECTION = 10
const MAX_DEPTH = 200
const CURRENT: Expression = { kind: 'current' }

/** Parses an expression. Throws `syntax_error` with the place in it. */
export const parseExpression = (text: string): Expression => new Parser(text).parse()

class Parser {
  readonly #text: string
  readonly #tokens: readonly Token[]
  #next = 0
  #depth = 0

  constructor(text: string) {
    this.#text = text
    this.#tokens = readTokens(text)
  }

  parse(): Expression {
    const expression = this.#expression(0)
    if (this.#token.kind !== 'end') throw this.#unexpected()
    return expression
  }

  get #token(): Token {
    return this.#tokens[this.#next]!
  }

  #advance(): Token {
    return this.#tokens[this.#next++]!
  }

  #take(kind: Token['kind']): boolean {
    if (this.#token.kind !== kind) return false
    this.#next++
    return true
  }

  #expect(kind: Token['kind']): void {
    if (!this.#take(kind)) throw this.#unexpected({ en: `expected ${kind}`, zh: `此处应为 ${kind}` })
  }

  /** Top-down operator precedence: what stands at the beginning, then all that binds to it more than `power`. */
  #expression(power: number): Expression {
    if (++this.#depth > MAX_DEPTH)
      throw fail(this.#text, this.#token.at, { en: `more than ${MAX_DEPTH} levels`, zh: `嵌套超过 ${MAX_DEPTH} 层` })
    let left = this.#beginning()
    while (power < (POWERS[this.#token.kind] ?? 0)) left = this.#continue(left)
    this.#depth--
    return left
  }

  #beginning(): Expression {
    const token = this.#advance()
    switch (token.kind) {
      case 'literal':
        return { kind: 'literal', value: token.value! }
      case 'name':
        return { kind: 'field', name: token.text }
      case 'quoted':
        if (this.#token.kind === '(')
          throw fail(this.#text, token.at, { en: 'the name of a function takes no quotes', zh: '函数名不能加引号' })
        return { kind: 'field', name: toName(token) }
      case '@':
        return CURRENT
      case '&':
        return { kind: 'reference', to: this.#expression(0) }
      case '!':
        return { kind: 'not', of: this.#expression(POWERS['!']!) }
      case '(': {
        const inner = this.#expression(0)
        this.#expect(')')
        return inner
      }
      case '{':
        return this.#object()
      case '*':
        return { kind: 'values', of: CURRENT, each: this.#rest(POWERS['*']!) }
      case '[?':
        return this.#filter(CURRENT)
      case '[]':
        return this.#flatten(CURRENT)
      case '[':
        return this.#brackets(CURRENT) ?? this.#list()
      default:
        this.#next--
        throw this.#unexpected({ en: 'expected a name, a function or another expression', zh: '此处应为键名、函数或其他表达式' })
    }
  }

  #continue(left: Expression): Expression {
    const { kind } = this.#advance()
    const power = POWERS[kind] ?? 0
    if (isComparison(kind)) return { kind: 'compare', sign: kind, left, right: this.#expression(power) }
    switch (kind) {
      case '.':
        if (this.#take('*')) return { kind: 'values', of: left, each: this.#rest(power) }
        return { kind: 'then', left, right: this.#afterDot(power) }
      case '|':
        return { kind: 'pipe', left, right: this.#expression(power) }
      case '||':
        return { kind: 'or', left, right: this.#expression(power) }
      case '&&':
        return { kind: 'and', left, right: this.#expression(power) }
      case '(':
        return this.#call(left)
      case '[?':
        return this.#filter(left)
      case '[]':
        return this.#flatten(left)
      case '[': {
        const found = this.#brackets(left)
        if (found) return found
        throw this.#unexpected({ en: 'expected a number, a slice, * or ?', zh: '[ 之后应为数字、切片、* 或 ?' })
      }
      default:
        this.#next--
        throw this.#unexpected()
    }
  }

  #afterDot(power: number): Expression {
    const { kind } = this.#token
    if (kind === 'name' || kind === 'quoted' || kind === '*') return this.#expression(power)
    if (this.#take('[')) return this.#list()
    if (this.#take('{')) return this.#object()
    throw this.#unexpected({ en: 'expected a name, *, [ or { after the dot', zh: '点号之后应为键名、*、[ 或 {' })
  }

  /** What is asked of each item of a projection. */
  #rest(power: number): Expression {
    const { kind } = this.#token
    if ((POWERS[kind] ?? 0) < STOPS_PROJECTION) return CURRENT
    if (kind === '[' || kind === '[?') return this.#expression(power)
    if (this.#take('.')) return this.#afterDot(power)
    throw this.#unexpected()
  }

  #filter(of: Expression): Expression {
    const test = this.#expression(0)
    this.#expect(']')
    const each = this.#token.kind === '[]' ? CURRENT : this.#rest(POWERS['[?']!)
    return { kind: 'filter', of, test, each }
  }

  #flatten(of: Expression): Expression {
    return { kind: 'items', of: { kind: 'flatten', of }, each: this.#rest(POWERS['[]']!) }
  }

  /** An index, a slice or a star, behind its bracket; nothing when something else stands there. */
  #brackets(of: Expression): Expression | undefined {
    if (this.#token.kind === '*' && this.#tokens[this.#next + 1]?.kind === ']') {
      this.#next += 2
      return { kind: 'items', of, each: this.#rest(POWERS['*']!) }
    }
    if (this.#token.kind === 'number' && this.#tokens[this.#next + 1]?.kind !== ':') {
      const index = this.#integer()!
      this.#expect(']')
      return { kind: 'index', of, index }
    }
    if (this.#token.kind !== 'number' && this.#token.kind !== ':') return undefined
    const parts: [...Slice] = [this.#integer(), undefined, undefined]
    for (let part = 1; part < 3 && this.#take(':'); part++) parts[part] = this.#integer()
    this.#expect(']')
    return { kind: 'items', of: { kind: 'slice', of, parts }, each: this.#rest(POWERS['*']!) }
  }

  #integer(): number | undefined {
    const { kind, text, at } = this.#token
    if (kind === 'name' || kind === 'literal')
      throw fail(this.#text, at, { en: 'a slice takes whole numbers', zh: '切片的下标应为整数' })
    if (kind !== 'number') return undefined
    if (!Number.isSafeInteger(Number(text)))
      throw fail(this.#text, at, { en: `${text} is no index`, zh: `${text} 不是有效的下标` })
    this.#next++
    return Number(text)
  }

  #call(called: Expression): Expression {
    if (called.kind !== 'field') {
      this.#next--
      throw this.#unexpected({ en: 'only a name can be called', zh: '只有名称可以作为函数调用' })
    }
    const args: Expression[] = []
    if (this.#take(')')) return { kind: 'call', name: called.name, args }
    do args.push(this.#expression(0))
    while (this.#take(','))
    this.#expect(')')
    return { kind: 'call', name: called.name, args }
  }

  #list(): Expression {
    const items: Expression[] = []
    do items.push(this.#expression(0))
    while (this.#take(','))
    this.#expect(']')
    return { kind: 'list', items }
  }

  #object(): Expression {
    const entries: [string, Expression][] = []
    do {
      const key = this.#advance()
      if (key.kind !== 'name' && key.kind !== 'quoted') {
        this.#next--
        throw this.#unexpected({ en: 'expected a name', zh: '此处应为键名' })
      }
      this.#expect(':')
      entries.push([toName(key), this.#expression(0)])
    } while (this.#take(','))
    this.#expect('}')
    return { kind: 'object', entries }
  }

  #unexpected(wanted?: Text): Error {
    const { kind, text, at } = this.#token
    if (kind === 'number' && text.startsWith('-') && !wanted) return fail(this.#text, at, DASH)
    const [en, zh] = kind === 'end' ? ['the expression ends here', '表达式到此结束'] : [`got ${text}`, `实为 ${text}`]
    if (!wanted)
      return fail(this.#text, at, kind === 'end' ? { en, zh } : { en: `${text} cannot stand here`, zh: `此处不应为 ${text}` })
    return fail(this.#text, at, { en: `${wanted.en}, ${kind === 'end' ? 'but ' : ''}${en}`, zh: `${wanted.zh}，${zh}` })
  }
}

/** A name in quotes without them. */
const toName = ({ text, value }: Token): string => (value ? readText(value as JsonScalar) : text)
