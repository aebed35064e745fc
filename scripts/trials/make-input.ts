/** The parts of JSON Schema that the OpenAPI document uses. */
export type Schema = {
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly minimum?: number
  readonly maximum?: number
  readonly default?: unknown
}

/** What people and programs write into fields, and what they should not. */
const TEXTS = [
  '8.8.8.8',
  '2001:db8::1',
  '127.0.0.1',
  '127.0.0.1:80',
  '::1',
  '10.0.0.0/8',
  'AS15169',
  '64512',
  'US',
  '1-2',
  'example.com',
  'localhost',
  'a.example',
  '中文.example',
  'https://127.0.0.1/',
  'x@example.org',
  '13800138000',
  '',
  ' ',
  '中文',
  '😀',
  '\0',
  '\ud800',
  '‮a',
  'a	b\nc',
  '\r\nx: y',
  '٣',
  '%00',
  '<b>',
  "' OR 1=1 --",
  '{"a":1}',
  '[1,2]',
  'true',
  'null',
  '-1',
  '0',
  '1.0',
  '1e999',
  '0x10',
  '9'.repeat(21),
  '2026-11-26',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  '00000000-0000-4000-8000-000000000000',
  'a'.repeat(3e3),
]
const WRONG: readonly unknown[] = [null, [], {}, -1, 1.5, 1e308, true, [[[]]], { a: { b: 1 } }, 'x'.repeat(100_000), ...TEXTS]
const NEW_NAMES = ['zz', 'id', 'toString', 'constructor', 'length']
const MOST_DEEP = 8

/** Makes input from schemas, the same for the same seed: a linear congruential generator (Numerical Recipes). */
export class InputMaker {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  /** Between 0 and 1, without 1. */
  next(): number {
    this.#state = (this.#state * 1_664_525 + 1_013_904_223) >>> 0
    return this.#state / 2 ** 32
  }

  isLucky(share: number): boolean {
    return this.next() < share
  }

  pick<T>(values: readonly T[]): T {
    return values[Math.floor(this.next() * values.length)]!
  }

  /** A value of the right kind; texts are not always what their field wants. */
  make(schema: Schema, depth = 0): unknown {
    if (depth > MOST_DEEP) return this.pick(TEXTS)
    if (schema.const !== undefined) return schema.const
    if (schema.enum) return this.pick(schema.enum)
    if (schema.anyOf) return this.make(this.pick(schema.anyOf), depth + 1)
    const type = typeof schema.type === 'string' ? schema.type : this.pick(schema.type ?? ['string'])
    switch (type) {
      case 'object': {
        const { properties = {}, required = [] } = schema
        const wanted = Object.entries(properties).filter(([name]) => required.includes(name) || this.isLucky(0.5))
        return Object.fromEntries(wanted.map(([name, inner]) => [name, this.make(inner, depth + 1)]))
      }
      case 'array':
        return Array.from({ length: Math.floor(this.next() * 4) }, () => this.make(schema.items ?? {}, depth + 1))
      case 'integer':
      case 'number': {
        const { minimum = 0, maximum = 1_000 } = schema
        return this.pick([minimum, maximum, Math.floor(minimum + this.next() * (maximum - minimum)), schema.default ?? minimum])
      }
      case 'boolean':
        return this.isLucky(0.5)
      case 'null':
        return null
      default:
        return schema.default !== undefined && this.isLucky(0.5) ? schema.default : this.pick(TEXTS)
    }
  }

  makeWrong(): unknown {
    return this.pick(WRONG)
  }

  /** The same with one thing changed: something of another kind, a part left out, or one too many. */
  spoil(value: unknown): unknown {
    if (typeof value !== 'object' || value === null || this.isLucky(0.15)) return this.makeWrong()
    if (Array.isArray(value)) return value.length > 0 ? value.with(0, this.spoil(value[0])) : [this.makeWrong()]
    const names = Object.keys(value)
    if (names.length === 0 || this.isLucky(0.15)) return { ...value, [this.pick(NEW_NAMES)]: this.makeWrong() }
    const name = this.pick(names)
    if (this.isLucky(0.2)) return Object.fromEntries(Object.entries(value).filter(([other]) => other !== name))
    const inner = (value as Record<string, unknown>)[name]
    return { ...value, [name]: this.isLucky(0.5) ? this.spoil(inner) : this.makeWrong() }
  }
}
