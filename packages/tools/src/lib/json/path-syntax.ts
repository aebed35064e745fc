import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { syntaxError } from '../syntax-error.ts'

/** A query of RFC 9535, parsed. */
export type Query = { readonly root: '$' | '@'; readonly segments: readonly Segment[] }
export type Segment = { readonly isDescendant: boolean; readonly selectors: readonly Selector[] }
export type Selector =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'wildcard' }
  | { readonly kind: 'index'; readonly index: number }
  | { readonly kind: 'slice'; readonly start: number | undefined; readonly end: number | undefined; readonly step: number }
  | { readonly kind: 'filter'; readonly test: Expression }
export type Expression =
  | { readonly kind: 'or' | 'and'; readonly parts: readonly Expression[] }
  | { readonly kind: 'not'; readonly part: Expression }
  | { readonly kind: 'compare'; readonly operator: string; readonly left: Operand; readonly right: Operand }
  | { readonly kind: 'test'; readonly operand: Operand }
export type Operand =
  | { readonly kind: 'literal'; readonly raw: string }
  | { readonly kind: 'query'; readonly query: Query }
  | { readonly kind: 'call'; readonly name: FunctionName; readonly args: readonly Operand[] }
export type FunctionName = keyof typeof FUNCTIONS

type Arity = { readonly args: readonly ('value' | 'nodes')[]; readonly gives: 'value' | 'logical' }
/** The functions of RFC 9535 §2.4 and what they take. */
export const FUNCTIONS = {
  length: { args: ['value'], gives: 'value' },
  count: { args: ['nodes'], gives: 'value' },
  value: { args: ['nodes'], gives: 'value' },
  match: { args: ['value', 'value'], gives: 'logical' },
  search: { args: ['value', 'value'], gives: 'logical' },
} as const satisfies Record<string, Arity>

const NAME = /[\p{L}_\u{80}-\u{d7ff}\u{e000}-\u{10ffff}][\p{L}\d_\u{80}-\u{d7ff}\u{e000}-\u{10ffff}]*/uy
const INTEGER = /-?(?:0|[1-9]\d*)/y
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
/** What may follow `\u`: a character, or both halves of a surrogate pair (§2.3.1.1). */
const UNICODE_ESCAPE = /(?!d[89a-f])[\da-f]{4}|d[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}/iy
const MAX_FILTER_DEPTH = 100

/** Parses a query. Throws `syntax_error` with the place in the query. */
export function parseQuery(text: string): Query {
  const parser = new QueryParser(text)
  return parser.parse()
}

class QueryParser {
  readonly #text: string
  #pos = 0
  #depth = 0

  constructor(text: string) {
    this.#text = text
  }

  parse(): Query {
    if (this.#text[0] !== '$') throw this.#fail({ en: 'a query begins with $', zh: '查询应以 $ 开头' })
    const query = this.#query()
    if (this.#pos < this.#text.length) throw this.#fail({ en: 'expected “.”, “[” or the end', zh: '此处应为“.”、“[”或结尾' })
    return query
  }

  #query(): Query {
    const root = this.#text[this.#pos++] as '$' | '@'
    const segments: Segment[] = []
    for (;;) {
      const before = this.#pos
      this.#space()
      const segment = this.#segment()
      if (!segment) {
        this.#pos = before
        return { root, segments }
      }
      segments.push(segment)
    }
  }

  #segment(): Segment | undefined {
    if (this.#take('..')) return { isDescendant: true, selectors: this.#peek() === '[' ? this.#brackets() : [this.#shorthand()] }
    if (this.#take('.')) return { isDescendant: false, selectors: [this.#shorthand()] }
    return this.#peek() === '[' ? { isDescendant: false, selectors: this.#brackets() } : undefined
  }

  #shorthand(): Selector {
    if (this.#take('*')) return { kind: 'wildcard' }
    const name = this.#match(NAME)
    if (!name) throw this.#fail({ en: 'expected a name or *', zh: '此处应为键名或 *' })
    if (this.#peek() === '-') {
      const whole = name + /^[\p{L}\p{N}_-]+/u.exec(this.#text.slice(this.#pos))![0]
      throw this.#fail({ en: `a name with “-” is written ['${whole}']`, zh: `含“-”的键名应写作 ['${whole}']` })
    }
    return { kind: 'name', name }
  }

  #brackets(): Selector[] {
    this.#pos++
    const selectors: Selector[] = []
    do {
      this.#space()
      selectors.push(this.#selector())
      this.#space()
    } while (this.#take(','))
    if (!this.#take(']')) throw this.#fail({ en: 'expected “,” or “]”', zh: '此处应为“,”或“]”' })
    return selectors
  }

  #selector(): Selector {
    const char = this.#peek()
    if (char === '"' || char === "'") return { kind: 'name', name: this.#string() }
    if (this.#take('*')) return { kind: 'wildcard' }
    if (this.#take('?')) {
      this.#space()
      return { kind: 'filter', test: this.#or() }
    }
    return this.#indexOrSlice()
  }

  #indexOrSlice(): Selector {
    const start = this.#integer()
    this.#space()
    if (!this.#take(':')) {
      if (start === undefined)
        throw this.#fail({
          en: 'expected a quoted name, an index, a slice, * or ?',
          zh: '此处应为带引号的键名、下标、切片、* 或 ?',
        })
      return { kind: 'index', index: start }
    }
    this.#space()
    const end = this.#integer()
    this.#space()
    const step = this.#take(':') ? (this.#space(), this.#integer()) : undefined
    return { kind: 'slice', start, end, step: step ?? 1 }
  }

  #integer(): number | undefined {
    const raw = this.#match(INTEGER)
    if (raw === undefined) return undefined
    if (raw === '-0' || !Number.isSafeInteger(Number(raw)))
      throw this.#fail({ en: `${raw} is not an index`, zh: `${raw} 不是有效的下标` })
    return Number(raw)
  }

  #or(): Expression {
    return this.#chain('or', '||', () => this.#chain('and', '&&', () => this.#basic()))
  }

  #chain(kind: 'or' | 'and', mark: string, next: () => Expression): Expression {
    const parts = [next()]
    for (this.#space(); this.#take(mark); this.#space()) {
      this.#space()
      parts.push(next())
    }
    return parts.length === 1 ? parts[0]! : { kind, parts }
  }

  #basic(): Expression {
    if (++this.#depth > MAX_FILTER_DEPTH)
      throw new AppError('too_large', {
        field: { en: 'Nesting of the filter', zh: '过滤条件的嵌套' },
        limit: MAX_FILTER_DEPTH,
        got: this.#depth,
      })
    try {
      if (this.#take('!')) {
        this.#space()
        return { kind: 'not', part: this.#peek() === '(' ? this.#group() : this.#test(this.#operand()) }
      }
      if (this.#peek() === '(') return this.#group()
      return this.#comparison()
    } finally {
      this.#depth--
    }
  }

  #group(): Expression {
    this.#pos++
    this.#space()
    const inner = this.#or()
    this.#space()
    if (!this.#take(')')) throw this.#fail({ en: 'expected “)”', zh: '此处应为“)”' })
    return inner
  }

  #comparison(): Expression {
    const left = this.#operand()
    const before = this.#pos
    this.#space()
    const operator = ['==', '!=', '<=', '>=', '<', '>'].find((mark) => this.#take(mark))
    if (!operator) {
      this.#pos = before
      return this.#test(left)
    }
    this.#space()
    return { kind: 'compare', operator, left: this.#comparable(left), right: this.#comparable(this.#operand()) }
  }

  #test(operand: Operand): Expression {
    const isTest = operand.kind === 'query' || (operand.kind === 'call' && FUNCTIONS[operand.name].gives === 'logical')
    if (!isTest)
      throw this.#fail({ en: 'a value alone is not a condition; compare it', zh: '单独一个值不是条件，请与其他值比较' })
    return { kind: 'test', operand }
  }

  /** Only singular queries and functions that give a value can be compared (§2.3.5.1). */
  #comparable(operand: Operand): Operand {
    if (operand.kind === 'query' && !isSingular(operand.query))
      throw this.#fail({ en: 'only a query for at most one value can be compared', zh: '只有最多得到一个值的查询才能比较' })
    if (operand.kind === 'call' && FUNCTIONS[operand.name].gives === 'logical')
      throw this.#fail({
        en: `${operand.name}() is a condition and cannot be compared`,
        zh: `${operand.name}() 本身就是条件，不能再比较`,
      })
    return operand
  }

  #operand(): Operand {
    const char = this.#peek() ?? ''
    if (char === '$' || char === '@') return { kind: 'query', query: this.#query() }
    if (char === '"' || char === "'") return { kind: 'literal', raw: JSON.stringify(this.#string()) }
    const number = this.#match(NUMBER)
    if (number) return { kind: 'literal', raw: number }
    const word = this.#match(/[a-z][a-z_\d]*/y)
    if (word === 'true' || word === 'false' || word === 'null') return { kind: 'literal', raw: word }
    if (word && this.#peek() === '(') return this.#call(word)
    throw this.#fail({ en: 'expected @, $, a value or a function', zh: '此处应为 @、$、值或函数' })
  }

  #call(name: string): Operand {
    if (!Object.hasOwn(FUNCTIONS, name))
      throw this.#fail({
        en: `unknown function ${name}; known: ${Object.keys(FUNCTIONS).join(', ')}`,
        zh: `未知函数 ${name}，可用：${Object.keys(FUNCTIONS).join('、')}`,
      })
    const known = name as FunctionName
    this.#pos++
    const args: Operand[] = []
    for (this.#space(); this.#peek() !== ')'; this.#space()) {
      if (args.length > 0 && !this.#take(',')) throw this.#fail({ en: 'expected “,” or “)”', zh: '此处应为“,”或“)”' })
      this.#space()
      args.push(this.#operand())
    }
    this.#pos++
    const wanted: readonly string[] = FUNCTIONS[known].args
    if (args.length !== wanted.length)
      throw this.#fail({
        en: `${name}() takes ${wanted.length}, got ${args.length}`,
        zh: `${name}() 需要 ${wanted.length} 个参数，收到 ${args.length} 个`,
      })
    args.forEach((arg, index) => {
      if (wanted[index] === 'value') this.#comparable(arg)
      else if (arg.kind !== 'query') throw this.#fail({ en: `${name}() takes a query`, zh: `${name}() 的参数应为查询` })
    })
    return { kind: 'call', name: known, args }
  }

  #string(): string {
    const quote = this.#text[this.#pos]!
    const start = this.#pos++
    let value = ''
    for (;;) {
      const char = this.#text[this.#pos]
      if (char === undefined) {
        this.#pos = start
        throw this.#fail({ en: 'this quote is never closed', zh: '引号没有结束' })
      }
      this.#pos++
      if (char === quote) return value
      if (char < ' ') throw this.#fail({ en: 'a control character must be escaped', zh: '控制字符必须转义' })
      value += char === '\\' ? this.#escape(quote) : char
    }
  }

  #escape(quote: string): string {
    const letter = this.#text[this.#pos++] ?? ''
    if (letter === quote) return quote
    if (letter === 'u') {
      const digits = this.#match(UNICODE_ESCAPE)
      if (digits) return JSON.parse(`"\\u${digits}"`) as string
      const half = this.#match(/d[89a-f][\da-f]{2}/iy)
      if (half) throw this.#fail({ en: `\\u${half} is half of a surrogate pair`, zh: `\\u${half} 只是代理对的一半` })
    }
    const value = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', '/': '/', '\\': '\\' }[letter]
    if (value === undefined) throw this.#fail({ en: `\\${letter} is not an escape`, zh: `\\${letter} 不是有效的转义` })
    return value
  }

  #peek(): string | undefined {
    return this.#text[this.#pos]
  }

  #take(mark: string): boolean {
    if (!this.#text.startsWith(mark, this.#pos)) return false
    this.#pos += mark.length
    return true
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#pos
    const found = pattern.exec(this.#text)?.[0]
    if (found !== undefined) this.#pos += found.length
    return found
  }

  #space(): void {
    while (' \t\n\r'.includes(this.#text[this.#pos] ?? 'x')) this.#pos++
  }

  #fail(reason: Text): AppError {
    return syntaxError({ format: 'JSONPath', text: this.#text, offset: this.#pos, reason })
  }
}

function isSingular({ segments }: Query): boolean {
  return segments.every(
    ({ isDescendant, selectors }) =>
      !isDescendant && selectors.length === 1 && (selectors[0]!.kind === 'name' || selectors[0]!.kind === 'index'),
  )
}
