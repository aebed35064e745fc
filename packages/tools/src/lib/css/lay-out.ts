import { LaidLines } from './laid-lines.ts'
import { MAX_CSS_DEPTH, tooDeepCss } from './too-deep.ts'

const STOPS = /[: ,;{}()[\]/='"]/g
const PLAIN = /[^\s"'\\/$@#{}():;,>+~=![\]]+/y
const LINE_COMMENT = /\/\/[^\n\r\u2028\u2029]*/y
const IGNORE = /\/\* beautify(?: \w+:\w+)* ignore:start(?: \w+:\w+)* \*\//
const IGNORE_END = /\/\*\sbeautify\signore:end\s\*\//g

/** At-rules with blocks in which others may stand, and those of them that hold rules only. */
const NESTING = new Set(['page', 'font-face', 'keyframes', 'media', 'supports', 'document'])
const CONDITIONAL = new Set(['media', 'supports', 'document'])
const LONGEST_NAME = 20
/** Properties whose values go over several lines. */
const OVER_LINES = ['grid-template-areas', 'grid-template']

export type StyleLayout = {
  readonly indent: string
  /** Within HTML: combinators stand without spaces, fewer empty lines stay, and no end of line is added. */
  readonly isInner?: boolean
}

/**
 * Lays LESS or SCSS out, by the rules of `js-beautify`, in time that grows with the text alone: that looks from each
 * character for the next white space, so that 250 KB without any took it 2 s. Throws `too_large` for nesting above {@link MAX_CSS_DEPTH}.
 */
export function layOutStyles(text: string, { indent, isInner = false }: StyleLayout): string {
  const lineEnd = /\r\n|[\r\n]/.exec(text)?.[0] ?? '\n'
  const source = text.replaceAll(/\r\n|\r/g, '\n')
  const laid = new Layout(source, isInner).layOut(indent)
  return lineEnd === '\n' ? laid : laid.replaceAll('\n', lineEnd)
}

class Layout {
  readonly #text: string
  readonly #isInner: boolean
  readonly #lines = new LaidLines()
  #at = 0
  #indent = 0
  #nesting = 0
  #parens = 0
  #isInRule = false
  /** Between the colon of a declaration and its end. */
  #isInValue = false
  #isConditional = false
  #isInStatement = false
  #isInMap = false
  #isOverLines = false
  #isBehindSpace = false
  /** The token before this one, if it is a single character. */
  #before = ''
  #stop = -1
  #block: { at: number; depth: number; readonly end: number; readonly isOpened: boolean } | undefined

  constructor(text: string, isInner: boolean) {
    this.#text = text
    this.#isInner = isInner
  }

  layOut(unit: string): string {
    const text = this.#text
    let token = ''
    for (;;) {
      const start = this.#at
      this.#skipSpace()
      this.#isBehindSpace = this.#at > start
      if (this.#at >= text.length) break
      this.#before = token
      const isEscape = text[this.#at] === '\\' && this.#at + 1 < text.length
      token = text.slice(this.#at, this.#at + (isEscape ? 2 : 1))
      this.#at += token.length
      this.#layOutToken(token)
    }
    const laid = this.#lines.toText({ base: /^[\t ]*/.exec(text)![0], unit })
    return this.#isInner ? laid : `${laid}\n`
  }

  #layOutToken(token: string): void {
    switch (token) {
      case '/':
        return this.#next === '*'
          ? this.#layOutComment()
          : this.#next === '/'
            ? this.#layOutLineComment()
            : this.#layOutPlain(token)
      case '$':
        return this.#layOutVariable()
      case '@':
        return this.#layOutAt()
      case '#':
        return this.#next === '{' ? this.#layOutInserted(token) : this.#layOutPlain(token)
      case '{':
        return this.#open()
      case '}':
        return this.#close()
      case ':':
        return this.#layOutColon()
      case '"':
      case "'":
        return this.#layOutString(token)
      case ';':
        return this.#endStatement()
      case '(':
        return this.#openParen()
      case ')':
        return this.#closeParen()
      case ',':
        return this.#layOutComma()
      default:
        return this.#layOutSign(token)
    }
  }

  get #next(): string {
    return this.#text.charAt(this.#at)
  }

  #write(token: string): void {
    if (this.#indent > MAX_CSS_DEPTH) throw tooDeepCss(this.#indent)
    this.#lines.write(token, this.#indent)
  }

  #layOutComment(): void {
    this.#lines.endLine()
    const start = this.#at - 1
    this.#at = toEnd(this.#text.indexOf('*/', start + 2), this.#text, 2)
    if (IGNORE.test(this.#text.slice(start, this.#at))) {
      IGNORE_END.lastIndex = this.#at
      this.#at = IGNORE_END.test(this.#text) ? IGNORE_END.lastIndex : this.#text.length
    }
    this.#write(this.#text.slice(start, this.#at))
    this.#skipToLines()
    this.#lines.endLine()
  }

  #layOutLineComment(): void {
    this.#lines.isSpaced = true
    LINE_COMMENT.lastIndex = this.#at - 1
    const [comment] = LINE_COMMENT.exec(this.#text)!
    this.#at += comment.length - 1
    this.#write(comment)
    this.#skipToLines()
  }

  #layOutVariable(): void {
    this.#keepSpace()
    this.#write('$')
    const name = this.#readName()
    if (this.#parens === 0 && name.includes(':')) this.#beginValue()
  }

  #layOutAt(): void {
    this.#keepSpace()
    if (this.#next === '{') {
      this.#layOutInserted('@')
      return
    }
    this.#write('@')
    const name = this.#readName()
    if (this.#parens === 0 && name.includes(':')) this.#beginValue()
    else if (NESTING.has(name)) {
      this.#nesting++
      if (CONDITIONAL.has(name)) this.#isConditional = true
    } else if (this.#parens === 0 && !this.#isInValue) this.#isInStatement = true
  }

  /** `#{…}` or `@{…}`. */
  #layOutInserted(token: string): void {
    this.#keepSpace()
    this.#write(token + this.#eatTo('}'))
  }

  /** The name of a variable or at-rule; written, if a space or colon follows. */
  #readName(): string {
    const start = this.#at
    if (this.#stop < start) {
      STOPS.lastIndex = start
      this.#stop = toEnd(STOPS.exec(this.#text)?.index ?? -1, this.#text)
    }
    const stop = this.#text.charAt(this.#stop)
    if (stop !== ' ' && stop !== ':') return this.#text.slice(start, Math.min(this.#stop + 1, start + LONGEST_NAME))
    const name = this.#eatTo(': ').trimEnd()
    this.#write(name)
    this.#lines.isSpaced = true
    return name
  }

  #beginValue(): void {
    this.#isInValue = true
    this.#indent++
  }

  #endValue(): void {
    if (this.#isInValue) this.#outdent()
    this.#isInValue = false
  }

  #outdent(): void {
    this.#indent = Math.max(0, this.#indent - 1)
  }

  #open(): void {
    this.#endValue()
    this.#isInStatement = false
    this.#isInRule = this.#indent >= this.#nesting - (this.#isConditional ? 0 : 1)
    this.#isConditional = false
    const before = this.#lines.lastOfLineBefore
    if (this.#isInRule && before !== undefined && before !== '{') this.#lines.partLast()
    this.#lines.isSpaced = this.#before !== '('
    if (this.#before !== '(' && this.#before !== ',') this.#indent++
    this.#write('{')
    this.#skipToLines()
    this.#lines.endLine()
  }

  #close(): void {
    this.#outdent()
    this.#lines.endLine()
    if (this.#before === '{') this.#lines.dropEmptyLines()
    this.#endValue()
    this.#write('}')
    this.#isInRule = false
    this.#nesting = Math.max(0, this.#nesting - 1)
    this.#skipToLines()
    this.#lines.endLine()
    if (!this.#lines.isBehindEmptyLine && this.#next !== '}') this.#lines.addLine()
    if (this.#next === ')') this.#lines.dropEmptyLines()
  }

  #layOutColon(): void {
    if (OVER_LINES.some((name) => this.#isBehind(name))) this.#isOverLines = true
    const isProperty =
      (this.#isInRule || this.#isConditional) &&
      !this.#isInStatement &&
      this.#parens === 0 &&
      !this.#isBehind('&') &&
      !this.#isBehind('(') &&
      !this.#opensBlock()
    if (!isProperty) {
      if (this.#isBehind(' ')) this.#lines.isSpaced = true
      const isDouble = this.#next === ':'
      if (isDouble) this.#at++
      this.#write(isDouble ? '::' : ':')
      return
    }
    this.#write(':')
    if (this.#isInValue) return
    this.#isInValue = true
    this.#lines.isSpaced = true
    this.#skipToLines()
    this.#indent++
  }

  /** Whether a word stands right before the character just read. */
  #isBehind(word: string): boolean {
    const end = this.#at - 1
    return end >= word.length && this.#text.slice(end - word.length, end).toLowerCase() === word
  }

  /** Whether a block is the next thing that begins or ends, so that a colon before it belongs to a nested selector. The sign behind it is passed over. */
  #opensBlock(): boolean {
    const known = this.#block
    if (known && known.end > this.#at) {
      for (; known.at <= this.#at; known.at++) known.depth += toDepth(this.#text[known.at]!)
      if (known.depth === 0) return known.isOpened
    }
    let depth = 0
    let end = this.#at + 1
    for (; end < this.#text.length; end++) {
      const sign = this.#text[end]!
      depth += toDepth(sign)
      if ('{;}'.includes(sign) || depth < 0) break
    }
    const isOpened = this.#text[end] === '{'
    // What was found farther on holds for colons behind this one, too.
    if (!known || end > known.end) this.#block = { at: this.#at + 1, depth: 0, end, isOpened }
    return isOpened
  }

  #layOutString(quote: string): void {
    this.#partWords()
    this.#write(quote + this.#eatTo(quote))
    this.#skipToLines()
  }

  #endStatement(): void {
    this.#isOverLines = false
    if (this.#parens > 0) {
      this.#write(';')
      this.#skipToLines()
      this.#lines.isSpaced = true
      return
    }
    this.#endValue()
    this.#isInStatement = false
    this.#write(';')
    this.#skipToLines()
    // A comment behind it stays in its line.
    if (this.#next !== '/') this.#lines.endLine()
  }

  #openParen(): void {
    if (this.#isBehind('url')) {
      this.#layOutUrl()
      return
    }
    if (this.#isBehindSpace || this.#isBehind('with')) this.#lines.isSpaced = true
    this.#write('(')
    if (this.#isInValue && this.#before === '$') {
      this.#lines.endLine()
      this.#isInMap = true
      return
    }
    this.#skipSpace()
    this.#parens++
    this.#indent++
  }

  #layOutUrl(): void {
    this.#write('(')
    this.#skipSpace()
    this.#parens++
    this.#indent++
    const first = this.#next
    if (first === '' || `)"'`.includes(first)) return
    this.#at++
    this.#write(first + this.#eatTo(')'))
    this.#parens--
    this.#outdent()
  }

  #closeParen(): void {
    if (this.#parens > 0) {
      this.#parens--
      this.#outdent()
    }
    if (this.#isInMap && this.#next === ';') {
      this.#isInMap = false
      this.#outdent()
      this.#lines.endLine()
    }
    this.#write(')')
  }

  #layOutComma(): void {
    this.#write(',')
    this.#skipToLines()
    const endsSelector = (!this.#isInValue || this.#isInMap) && this.#parens === 0 && !this.#isInStatement
    if (endsSelector) this.#lines.endLine()
    else this.#lines.isSpaced = true
  }

  #layOutSign(sign: string): void {
    const isCombinator = '>+~'.includes(sign) && !this.#isInValue && this.#parens === 0
    if (isCombinator && sign !== '+' && this.#next === '=' && !this.#isInner) this.#layOutComparison(sign)
    else if (isCombinator && this.#isInner) {
      this.#write(sign)
      this.#skipSpace()
    } else if (isCombinator) {
      this.#lines.isSpaced = true
      this.#write(sign)
      this.#lines.isSpaced = true
    } else if (sign === ']') this.#write(sign)
    else if (sign === '[') {
      this.#keepSpace()
      this.#write(sign)
    } else if (sign === '=') {
      this.#skipSpace()
      this.#write(sign)
    } else if (sign === '!' && !this.#isBehind('\\')) {
      this.#lines.isSpaced = true
      this.#write(sign)
    } else this.#layOutPlain(sign)
  }

  /** `>=` of conditions and `~=` of attributes are one sign each, which js-beautify parts. */
  #layOutComparison(sign: string): void {
    this.#at++
    if (sign === '>') this.#lines.isSpaced = true
    this.#write(`${sign}=`)
    if (sign === '>') this.#lines.isSpaced = true
    else this.#skipSpace()
  }

  #layOutPlain(sign: string): void {
    this.#partWords()
    PLAIN.lastIndex = this.#at
    const [more] = PLAIN.exec(this.#text) ?? ['']
    this.#at += more.length
    this.#write(sign + more)
    if (this.#next === '\n' && this.#isOverLines) this.#lines.endLine()
  }

  #keepSpace(): void {
    if (this.#isBehindSpace) this.#lines.isSpaced = true
  }

  /** The same, and a space behind a quote. */
  #partWords(): void {
    if (this.#isBehindSpace || this.#before === '"' || this.#before === "'") this.#lines.isSpaced = true
  }

  /** Reads up to one of some characters and over it, or to the end of the line. */
  #eatTo(ends: string): string {
    const start = this.#at
    while (this.#at < this.#text.length) {
      const sign = this.#text[this.#at++]!
      if (sign === '\\') this.#at++
      else if (sign === '\n' || ends.includes(sign)) break
    }
    return this.#text.slice(start, this.#at)
  }

  #skipSpace(): void {
    while (isSpace(this.#text[this.#at])) this.#at++
  }

  /** Its line ends stay, as empty lines. */
  #skipToLines(): void {
    let count = 0
    for (; isSpace(this.#text[this.#at]); this.#at++)
      if (this.#next === '\n' && (count++ === 0 || !this.#isInner)) this.#lines.addLine()
  }
}

const isSpace = (sign: string | undefined) => sign !== undefined && (sign <= ' ' || sign > '~') && /\s/.test(sign)
const toDepth = (sign: string) => (sign === '(' ? 1 : sign === ')' ? -1 : 0)
const toEnd = (found: number, text: string, length = 0) => (found < 0 ? text.length : found + length)
