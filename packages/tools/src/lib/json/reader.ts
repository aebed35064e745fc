import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { syntaxError } from '../syntax-error.ts'
import { scanJson5Name, scanJson5Number, skipJson5Space } from './json5.ts'
import { findWordAt, toGot } from '../word-at.ts'

/** Which texts are read: RFC 8259; the same with comments and trailing commas; JSON5 1.0. */
export type JsonSyntax = 'json' | 'jsonc' | 'json5'

/** What the reader meets, in the order of the text. */
export const EVENT = {
  end: 0,
  openObject: 1,
  closeObject: 2,
  openArray: 3,
  closeArray: 4,
  key: 5,
  scalar: 6,
  comma: 7,
  comment: 8,
} as const

/** Levels of nesting that are followed; deeper texts are attacks or accidents. */
const MAX_DEPTH = 1000

const enclosing = { object: 1, array: 2 } as const
const STATE = { value: 0, firstItem: 1, item: 2, firstKey: 3, key: 4, colon: 5, after: 6, done: 7 } as const
type State = (typeof STATE)[keyof typeof STATE]

const EXPECTED: Record<State, Text> = {
  [STATE.value]: { en: 'a value', zh: '一个值' },
  [STATE.firstItem]: { en: 'a value or “]”', zh: '一个值或“]”' },
  [STATE.item]: { en: 'a value', zh: '一个值' },
  [STATE.firstKey]: { en: 'a key in double quotes or “}”', zh: '双引号括起的键名或“}”' },
  [STATE.key]: { en: 'a key in double quotes', zh: '双引号括起的键名' },
  [STATE.colon]: { en: '“:” after the key', zh: '键名后的“:”' },
  [STATE.after]: { en: '“,” or the end', zh: '“,”或结尾' },
  [STATE.done]: { en: 'the end of the text', zh: '文本结尾' },
}

export type JsonReaderOptions = {
  readonly syntax?: JsonSyntax
  /** Several values, one after the other. */
  readonly isMany?: boolean
  /** Whether faults name what can be chosen in the tool, where there is something to choose. */
  readonly offersChoices?: boolean
}

/**
 * Reads JSON token by token without turning anything into values, so that digits, escapes, order and
 * duplicate keys stay as they are: `start` and `end` are the place of the current token in the text.
 * Checks the whole grammar; throws `syntax_error` with place and expectation, `too_large` above {@link MAX_DEPTH}.
 * No recursion.
 */
export class JsonReader {
  readonly text: string
  readonly syntax: JsonSyntax
  start = 0
  end = 0
  /** Open objects and arrays. */
  depth = 0
  /** Values at the top level so far. */
  documents = 0
  readonly #isMany: boolean
  readonly #offersChoices: boolean
  readonly #stack = new Uint8Array(MAX_DEPTH + 1)
  #state: State = STATE.value

  constructor(text: string, { syntax = 'json', isMany = false, offersChoices = true }: JsonReaderOptions = {}) {
    this.text = text
    this.syntax = syntax
    this.#isMany = isMany
    this.#offersChoices = offersChoices
    if (text.charCodeAt(0) === 0xfeff) this.end = 1
  }

  /** The current token as it is written. */
  get raw(): string {
    return this.text.slice(this.start, this.end)
  }

  /** Moves to the next token and says what it is; the values of {@link EVENT}. */
  next(): number {
    for (;;) {
      const pos = this.#skipSpace(this.end)
      this.start = pos
      const code = this.text.charCodeAt(pos)
      if (code === 47 /* / */) return this.#readComment(pos)
      if (Number.isNaN(code)) return this.#readEnd()
      switch (this.#state) {
        case STATE.after:
          if (code !== 44 /* , */) return this.#readClose(code)
          this.end = pos + 1
          this.#state = this.#stack[this.depth] === enclosing.object ? STATE.key : STATE.item
          if (this.syntax !== 'json' && this.#isTrailingComma()) continue
          return EVENT.comma
        case STATE.colon:
          if (code !== 58 /* : */) throw this.#unexpected()
          this.end = pos + 1
          this.#state = STATE.value
          continue
        case STATE.firstKey:
          if (code === 125 /* } */) return this.#readClose(code)
          return this.#readKey(code)
        case STATE.key:
          if (code === 125 && this.syntax !== 'json') return this.#readClose(code)
          return this.#readKey(code)
        case STATE.firstItem:
          if (code === 93 /* ] */) return this.#readClose(code)
          return this.#readValue(code)
        case STATE.item:
          if (code === 93 && this.syntax !== 'json') return this.#readClose(code)
          return this.#readValue(code)
        case STATE.done:
          if (!this.#isMany) throw this.#unexpected()
          return this.#readValue(code)
        default:
          return this.#readValue(code)
      }
    }
  }

  #skipSpace(from: number): number {
    const { text } = this
    let pos = from
    for (;;) {
      const code = text.charCodeAt(pos)
      if (code === 32 || code === 10 || code === 13 || code === 9) pos++
      // RFC 7464 puts a record separator before each value of a sequence.
      else if (code === 30 && this.depth === 0 && this.#isMany) pos++
      else if (this.syntax === 'json5' && (code === 11 || code === 12 || code > 127)) {
        const after = skipJson5Space(text, pos)
        if (after === pos) return pos
        pos = after
      } else return pos
    }
  }

  #readEnd(): number {
    const isEmptyStream = this.#state === STATE.value && this.depth === 0 && this.#isMany
    if (this.#state === STATE.done || isEmptyStream) return EVENT.end
    throw this.#unexpected()
  }

  #readComment(pos: number): number {
    const { text } = this
    const second = text.charCodeAt(pos + 1)
    if (this.syntax === 'json' || (second !== 47 && second !== 42)) throw this.#unexpected()
    if (second === 47) {
      this.end = findLineEnd(text, pos)
      return EVENT.comment
    }
    const stop = text.indexOf('*/', pos + 2)
    if (stop < 0) throw this.#fail(pos, { en: 'this comment is never closed by */', zh: '注释没有以 */ 结束' })
    this.end = stop + 2
    return EVENT.comment
  }

  #isTrailingComma(): boolean {
    const { text } = this
    let pos = this.end
    for (;;) {
      pos = this.#skipSpace(pos)
      if (text.startsWith('//', pos)) pos = findLineEnd(text, pos)
      else if (text.startsWith('/*', pos)) {
        const stop = text.indexOf('*/', pos + 2)
        pos = stop < 0 ? text.length : stop + 2
      } else return text[pos] === '}' || text[pos] === ']'
    }
  }

  #readClose(code: number): number {
    const isObject = this.#stack[this.depth] === enclosing.object
    if (code !== (isObject ? 125 : 93)) throw this.#unexpected()
    this.end = this.start + 1
    this.depth--
    this.#finishValue()
    return isObject ? EVENT.closeObject : EVENT.closeArray
  }

  #readKey(code: number): number {
    if (code === 34 || (code === 39 && this.syntax === 'json5')) this.#readString(code)
    else if (this.syntax === 'json5') {
      this.end = scanJson5Name(this.text, this.start)
      if (this.end === this.start) throw this.#unexpected()
    } else throw this.#unexpected()
    this.#state = STATE.colon
    return EVENT.key
  }

  #readValue(code: number): number {
    if (code === 123 /* { */ || code === 91 /* [ */) return this.#readOpen(code === 123)
    if (code === 34) this.#readString(code)
    else if (code === 45 || (code >= 48 && code <= 57)) this.#readNumber()
    else if (code === 116) this.#readWord('true')
    else if (code === 102) this.#readWord('false')
    else if (code === 110) this.#readWord('null')
    else if (this.syntax === 'json5' && code === 39) this.#readString(code)
    else if (this.syntax === 'json5') this.#readNumber()
    else throw this.#unexpected()
    this.#finishValue()
    return EVENT.scalar
  }

  #readOpen(isObject: boolean): number {
    if (this.depth >= MAX_DEPTH)
      throw new AppError('too_large', {
        field: { en: 'Nesting', zh: '嵌套层数' },
        limit: { en: `${MAX_DEPTH} levels`, zh: `${MAX_DEPTH} 层` },
        got: { en: `more, at offset ${this.start}`, zh: `偏移 ${this.start} 处超出` },
        offset: this.start,
      })
    this.#stack[++this.depth] = isObject ? enclosing.object : enclosing.array
    this.#state = isObject ? STATE.firstKey : STATE.firstItem
    this.end = this.start + 1
    return isObject ? EVENT.openObject : EVENT.openArray
  }

  #finishValue(): void {
    if (this.depth > 0) this.#state = STATE.after
    else {
      this.#state = STATE.done
      this.documents++
    }
  }

  #readString(quote: number): void {
    const { text } = this
    for (let pos = this.start + 1; ; pos++) {
      const code = text.charCodeAt(pos)
      if (code === quote) {
        this.end = pos + 1
        return
      }
      if (code === 92 /* \ */) pos = this.#readEscape(pos)
      else if (code < 32 && (this.syntax !== 'json5' || code === 10 || code === 13)) throw this.#badControl(pos, code)
      else if (Number.isNaN(code))
        throw this.#fail(this.start, { en: 'this string is never closed by a quote', zh: '字符串没有结束引号' })
    }
  }

  /** Returns the offset of the last character of the escape. */
  #readEscape(pos: number): number {
    const { text } = this
    const letter = text[pos + 1] ?? ''
    if (letter === 'u') {
      if (/^[\da-f]{4}$/i.test(text.slice(pos + 2, pos + 6))) return pos + 5
      throw this.#fail(pos, { en: 'expected four hexadecimal digits after \\u', zh: '\\u 后应为四位十六进制数字' })
    }
    if (this.syntax === 'json5') {
      if (letter === 'x' && !/^[\da-f]{2}$/i.test(text.slice(pos + 2, pos + 4)))
        throw this.#fail(pos, { en: 'expected two hexadecimal digits after \\x', zh: '\\x 后应为两位十六进制数字' })
      return letter === '\r' && text[pos + 2] === '\n' ? pos + 2 : pos + 1
    }
    if ('"\\/bfnrt'.includes(letter) && letter) return pos + 1
    throw this.#fail(pos, {
      en: `“\\${letter}” is not a JSON escape; expected one of \\" \\\\ \\/ \\b \\f \\n \\r \\t \\u`,
      zh: `“\\${letter}”不是 JSON 的转义；应为 \\" \\\\ \\/ \\b \\f \\n \\r \\t \\u 之一`,
    })
  }

  #readNumber(): void {
    const { text, start } = this
    if (this.syntax === 'json5') {
      this.end = scanJson5Number(text, start)
      if (this.end === start) throw this.#unexpected()
      return this.#refuseGlued()
    }
    let pos = text.charCodeAt(start) === 45 ? start + 1 : start
    const first = text.charCodeAt(pos)
    if (first === 48) {
      pos++
      if (isDigit(text.charCodeAt(pos)))
        throw this.#fail(pos - 1, { en: 'a number must not have a leading zero', zh: '数字不能有前导零' })
    } else pos = this.#skipDigits(pos)
    if (text.charCodeAt(pos) === 46) pos = this.#skipDigits(pos + 1)
    if ((text.charCodeAt(pos) | 32) === 101) {
      const sign = text.charCodeAt(pos + 1)
      pos = this.#skipDigits(sign === 43 || sign === 45 ? pos + 2 : pos + 1)
    }
    this.end = pos
    this.#refuseGlued()
  }

  #skipDigits(from: number): number {
    let pos = from
    while (isDigit(this.text.charCodeAt(pos))) pos++
    if (pos > from) return pos
    const { en, zh } = toGot(findWordAt(this.text, pos))
    throw this.#fail(pos, { en: `expected a digit, got ${en}`, zh: `此处应为数字，却是${zh}` })
  }

  #readWord(word: string): void {
    if (!this.text.startsWith(word, this.start)) throw this.#unexpected()
    this.end = this.start + word.length
    this.#refuseGlued()
  }

  /** `1x` and `nullx` are one wrong word, not two tokens. */
  #refuseGlued(): void {
    const code = this.text.charCodeAt(this.end)
    if ((code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 95 || code === 46)
      throw this.#unexpected()
  }

  #badControl(pos: number, code: number): AppError {
    const name = code === 10 || code === 13 ? '\\n' : code === 9 ? '\\t' : `\\u${code.toString(16).padStart(4, '0')}`
    return this.#fail(pos, {
      en: `a string must not contain this control character as it is; write ${name}, or close the quote before it`,
      zh: `字符串中不能直接出现控制字符；请写作 ${name}，或在此之前补上结束引号`,
    })
  }

  #fail(offset: number, reason: Text): AppError {
    return syntaxError({ format: this.#formatName, text: this.text, offset, reason })
  }

  #unexpected(): AppError {
    const expected = this.#expectation
    const word = findWordAt(this.text, this.start)
    const got = toGot(word)
    const hint = this.#toHint(word ?? '')
    const reason = {
      en: `expected ${expected.en}, got ${got.en}${hint.en}`,
      zh: `此处应为${expected.zh}，却是${got.zh}${hint.zh}`,
    }
    return syntaxError({ format: this.#formatName, text: this.text, offset: this.start, reason, expected })
  }

  get #expectation(): Text {
    if (this.#state === STATE.after)
      return this.#stack[this.depth] === enclosing.object
        ? { en: '“,” or “}”', zh: '“,”或“}”' }
        : { en: '“,” or “]”', zh: '“,”或“]”' }
    return EXPECTED[this.#state]
  }

  get #formatName(): string {
    return { json: 'JSON', jsonc: 'JSONC', json5: 'JSON5' }[this.syntax]
  }

  get #isBeforeKey(): boolean {
    return this.#state === STATE.key || this.#state === STATE.firstKey
  }

  #toHint(word: string): Text {
    const { fact, choice } = this.syntax === 'json' ? this.#findHint(word) : {}
    const said = [fact, this.#offersChoices ? choice : undefined].filter((part) => part !== undefined)
    if (said.length === 0) return { en: '', zh: '' }
    return { en: ` (${said.map(({ en }) => en).join('; ')})`, zh: `（${said.map(({ zh }) => zh).join('，')}）` }
  }

  #findHint(word: string): Hint {
    if (word === '/')
      return {
        fact: { en: 'JSON has no comments', zh: 'JSON 没有注释' },
        choice: { en: 'choose JSONC or JSON5', zh: '可选择 JSONC 或 JSON5' },
      }
    if ((this.#state === STATE.key || this.#state === STATE.item) && /^[}\]]$/.test(word))
      return { fact: { en: 'a comma too many before it', zh: '前面多了一个逗号' } }
    if (word === "'") return { fact: { en: 'JSON uses double quotes', zh: 'JSON 只用双引号' }, choice: JSON5_OR_REPAIR }
    const isApart = this.#state === STATE.done && !/\w/.test(this.text[this.start - 1] ?? '')
    if (isApart && /^[[{"\d-]$/.test(word.slice(0, 1)))
      return { choice: { en: 'several values: choose JSON Lines', zh: '多个值请选择“JSON Lines”' } }
    if (/^[“”‘’＂：，｛｝［］【】]$/.test(word))
      return { fact: { en: 'a full-width mark', zh: '中文标点' }, choice: { en: 'choose Repair', zh: '可选择“修复”' } }
    if (word === '\\' && this.text[this.start + 1] === '"')
      return {
        fact: { en: 'escaped JSON', zh: '已转义的 JSON' },
        choice: { en: 'choose “JSON string → text”', zh: '可选择“还原 JSON 字符串”' },
      }
    if (this.#isBeforeKey && /^[\p{L}_$]/u.test(word)) return { choice: JSON5_OR_REPAIR }
    if (/^(?:NaN|Infinity|undefined|True|False|None)$/.test(word))
      return { fact: { en: 'not a JSON value', zh: '不是 JSON 的值' } }
    const isAround = this.depth === 0 && /^[\p{L}\d_`(.:-]/u.test(word) && /[{[]/.test(this.text.slice(this.start))
    if (isAround && (this.#state === STATE.value || this.#state === STATE.done))
      return {
        fact: { en: 'other text around the JSON', zh: 'JSON 前后有其他文字' },
        choice: { en: 'choose Repair', zh: '可选择“修复”' },
      }
    return {}
  }
}

/** What a word that does not belong tells of the text, and what to choose in the tool because of it. */
type Hint = { readonly fact?: Text; readonly choice?: Text }
const JSON5_OR_REPAIR: Text = { en: 'choose JSON5 or Repair', zh: '可选择 JSON5 或“修复”' }

/** A line ends for comments where it does in JavaScript (JSON5 §7). */
const LINE_END = /[\n\r\u2028\u2029]/g

function findLineEnd(text: string, from: number): number {
  LINE_END.lastIndex = from
  return LINE_END.exec(text)?.index ?? text.length
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}
