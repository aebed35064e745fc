import { findEntity } from './entity.ts'
import { endsUnquoted, isDelimiter, isDigit, isDoubleQuote, isQuote, isSingleQuote, isSpace, passUrl } from './signs.ts'
import type { Source } from './source.ts'

const CONTROLS: Readonly<Record<string, string>> = { '\b': '\\b', '\f': '\\f', '\n': '\\n', '\r': '\\r', '\t': '\\t' }
const ESCAPED = new Set('"\\/bfnrt')
const OPENING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' }
const BRACKETS = new Set('()[]{}')

/** A string that nothing is amiss with, nor can be taken for more: most are. */
// oxlint-disable-next-line no-control-regex -- a string of JSON has none
const WHOLE = /"[^"\\\0-\x1f([{]*"(?=[,:\]}])/y

/** How a string begins, and so how it may end. */
type Quote = {
  readonly length: number
  readonly kind: string
  isEnd(sign: string | undefined): boolean
  readonly entity?: string
}

/** How the end of a string is found: at the quote that fits, or, where one is missing, at the next delimiter or at a place. */
type Way = 'quote' | 'delimiter' | number

/** Repairs a string and others that are joined to it by `+`. */
export function repairString(source: Source): boolean {
  if (!repairOne(source)) return false
  const joined: number[] = []
  source.takeSpace()
  while (source.skip('+')) {
    source.takeSpace()
    source.out.openString()
    const place = source.out.length
    if (repairOne(source)) {
      joined.push(place)
      source.takeSpace()
    } else source.out.closeString()
  }
  source.out.joinStrings(joined)
  return true
}

function repairOne(source: Source): boolean {
  if (source.char === '"' && source.takeMatch(WHOLE)) return true
  const isEscaped = source.skip('\\')
  if (isEscaped && !isQuote(source.char)) source.failUnexpected()
  const quote = findQuote(source)
  if (!quote) return false
  const start = source.at
  let reader = new StringReader(source, { quote, way: 'quote', isEscaped })
  for (let retry = reader.read(); retry !== undefined; retry = reader.read()) {
    source.at = start
    reader = new StringReader(source, { quote, way: retry, isEscaped: false })
  }
  return true
}

function findQuote({ text, at }: Source): Quote | undefined {
  const sign = text[at]
  if (sign === '"') return { kind: sign, length: 1, isEnd: (other) => other === '"' }
  if (sign === "'") return { kind: sign, length: 1, isEnd: (other) => other === "'" }
  if (isSingleQuote(sign)) return { kind: '‘', length: 1, isEnd: isSingleQuote }
  if (isDoubleQuote(sign)) return { kind: '“', length: 1, isEnd: isDoubleQuote }
  const entity = findEntity(text, at)
  if (entity?.char !== '"' && entity?.char !== "'") return undefined
  return { kind: `&${entity.char}`, length: entity.length, isEnd: isDoubleQuote, entity: entity.char }
}

class StringReader {
  readonly #source: Source
  readonly #text: string
  readonly #quote: Quote
  readonly #way: Way
  readonly #isEscaped: boolean
  readonly #start: number
  #at: number
  #written = '"'
  /** Up to here the text is written. */
  #copied: number
  readonly #counts: Record<string, number> = { '(': 0, ')': 0, '[': 0, ']': 0, '{': 0, '}': 0 }
  /** Behind the last quote that would have been the end but for a bracket that is open in the string. */
  #doubted: number

  constructor(source: Source, { quote, way, isEscaped }: { quote: Quote; way: Way; isEscaped: boolean }) {
    this.#source = source
    this.#text = source.text
    this.#quote = quote
    this.#way = way
    this.#isEscaped = isEscaped
    this.#start = source.at
    this.#at = this.#start + quote.length
    this.#copied = this.#at
    this.#doubted = this.#start
  }

  /** Writes the string, or says how it is to be read anew. */
  read(): Way | undefined {
    if (this.#way === 'quote' && !this.#isEscaped && this.#source.isVain(this.#quote.kind, this.#start)) return 'delimiter'
    const text = this.#text
    while (this.#at < text.length) {
      if (this.#at === this.#way) return this.#endBeforeSpace()
      const sign = text[this.#at]!
      const entity = this.#quote.entity === undefined ? undefined : findEntity(text, this.#at)
      if (entity ? entity.char === this.#quote.entity : this.#quote.isEnd(sign)) {
        const ended = this.#endAtQuote(entity?.length ?? 1, entity?.char)
        if (ended !== 'goes on') return ended
      } else if (this.#way === 'delimiter' && endsUnquoted(sign)) {
        this.#at = passUrl(text, { start: this.#start + 1, slash: this.#at })
        return this.#endBeforeSpace()
      } else if (entity) this.#replace(entity.length, entity.char === '"' ? '\\"' : (CONTROLS[entity.char] ?? entity.char))
      else if (sign === '\\') this.#readEscape()
      else this.#readSign(sign)
      if (this.#isEscaped && text[this.#at] === '\\') this.#replace(1, '')
    }
    return this.#endAtEnd()
  }

  #readSign(sign: string): void {
    if (sign === '"') this.#replace(1, '\\"')
    else if (sign < ' ') {
      const control = CONTROLS[sign]
      if (control === undefined) this.#source.fail(`Invalid character ${JSON.stringify(sign)}`, this.#at)
      this.#replace(1, control)
    } else {
      if (BRACKETS.has(sign)) this.#counts[sign]!++
      this.#at++
    }
  }

  #readEscape(): void {
    const text = this.#text
    const sign = text.charAt(this.#at + 1)
    if (ESCAPED.has(sign)) this.#at += 2
    else if (sign === 'u') {
      const [digits] = /^[\dA-Fa-f]*/.exec(text.slice(this.#at + 2, this.#at + 6))!
      if (digits.length === 4) this.#at += 6
      else if (this.#at + 2 + digits.length >= text.length) this.#replace(text.length - this.#at, '')
      else this.#source.fail(`Invalid unicode character "${text.slice(this.#at, this.#at + 6)}"`, this.#at)
    } else this.#replace(2, sign === '\n' ? '\\n' : sign)
  }

  #replace(length: number, by: string): void {
    this.#copy()
    if (BRACKETS.has(by)) this.#counts[by]!++
    this.#written += by
    this.#at += length
    this.#copied = this.#at
  }

  #copy(): void {
    if (this.#copied < this.#at) this.#written += this.#text.slice(this.#copied, this.#at)
    this.#copied = this.#at
  }

  #endBeforeSpace(): undefined {
    this.#copy()
    this.#source.out.writeUnclosed(this.#written)
    this.#source.at = this.#at
    return undefined
  }

  #endAtEnd(): Way | undefined {
    const before = this.#findBefore(this.#at - 1)
    const isCut = before >= this.#text.length || isDelimiter(this.#text[before])
    return isCut && this.#way !== 'delimiter' ? this.#retryAtDelimiter(this.#text.length) : this.#endBeforeSpace()
  }

  #endAtQuote(length: number, entity?: string): Way | undefined | 'goes on' {
    const behind = this.#at + length
    const next = this.#source.findLineSpaceEnd(behind)
    if (this.#way === 'delimiter' || this.#isEnd(next)) {
      this.#copy()
      this.#source.out.write(`${this.#written}"`)
      this.#source.at = behind
      this.#source.takeLineSpace()
      return undefined
    }
    if (this.#text[next] === '\\') this.#source.failUnexpected(next)
    const before = this.#findBefore(this.#at - 1)
    const last = this.#text[before]
    // A comma and then a quote: the end is missing before the comma, and the quote begins the next string.
    if (last === ',' && typeof this.#way !== 'number') return before
    if (isDelimiter(last)) return this.#retryAtDelimiter(this.#at)
    // An apostrophe stays one, of which the library makes a double quote.
    const sign = entity ?? this.#text.charAt(this.#at)
    this.#replace(length, isSingleQuote(sign) ? sign : '\\"')
    return 'goes on'
  }

  #retryAtDelimiter(end: number): Way {
    if (this.#way === 'quote' && !this.#isEscaped) this.#source.setVain(this.#quote.kind, { from: this.#doubted, end })
    return 'delimiter'
  }

  /** Whether a quote is the end of the string, by what follows it. */
  #isEnd(next: number): boolean {
    const sign = this.#text[next]
    if (sign === undefined || isDigit(sign)) return true
    if (isQuote(sign)) return !this.#isLastQuote(next)
    if (!isDelimiter(sign)) return false
    const opening = OPENING[sign]
    if (opening === undefined || this.#counts[opening]! <= this.#counts[sign]!) return true
    this.#doubted = this.#at + 1
    return false
  }

  /** Whether nothing but a delimiter follows a quote, so that one before it belongs to the string: `"a 72""`. */
  #isLastQuote(at: number): boolean {
    let next = at + 1
    while (isSpace(this.#text[next])) next++
    return next >= this.#text.length || isDelimiter(this.#text[next])
  }

  #findBefore(at: number): number {
    let before = at
    while (before > 0 && isSpace(this.#text[before])) before--
    return before
  }
}
