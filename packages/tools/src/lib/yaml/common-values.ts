import {
  NO_GAP,
  type CommonItem,
  type CommonList,
  type CommonMap,
  type CommonNode,
  type CommonPair,
  type CommonScalar,
  type Properties,
} from './common-document.ts'
import { Keys } from './common-keys.ts'
import { LineReader, Uncommon } from './common-lines.ts'

/** Deeper ones are left to the reader that counts levels. */
export const MAX_DEPTH = 40
/** A key on one line has at most 1,024 characters (YAML 1.2 §7.4.2). */
export const MAX_KEY = 1000
/** What no plain value begins with. */
export const INDICATORS = new Set(',[]{}#&*!|>\'"%@`:')
/** Anchors and tags of an application, `!Ref`; those of YAML, `!!int`, say what a value is and are left to the library. */
const PROPERTY = /(?:&([\w-]+)|!([A-Za-z][\w.-]*))(?=[ \n]|$)/y
const ALIAS = /\*([\w-]+)(?=[ \n,\]}]|$)/y

/** Reads values that stand on the line of their key or dash, or begin there: plain, quoted, in brackets, blocks of text. */
export abstract class ValueReader extends LineReader {
  protected depth = 0
  /** Those of the document, so far. */
  protected readonly anchors = new Set<string>()

  /** What stands before a value that begins at the place; the place is then behind it. Nothing where there is none. */
  protected readProperties(): Properties | undefined {
    const properties: Properties = {}
    for (let isFirst = true; ; isFirst = false) {
      const first = this.text[this.at]
      if (first !== '&' && first !== '!') return isFirst ? undefined : properties
      PROPERTY.lastIndex = this.at
      const [whole, anchor, tag] = PROPERTY.exec(this.text) ?? []
      if (whole === undefined || (anchor ? properties.anchor : properties.tag)) throw new Uncommon()
      if (anchor) {
        properties.anchor = anchor
        this.anchors.add(anchor)
      } else properties.tag = tag!
      this.at += whole.length
      this.skipSpaces()
    }
  }

  /** A value that begins on the line of its key or dash, to the next line with content. */
  protected readValue(column: number): CommonNode {
    const first = this.text[this.at]!
    if (first === '|' || first === '>') return this.#readBlockText(column, first)
    const value = first === '[' || first === '{' ? this.#readFlow() : this.#readScalar(column)
    const before = this.at
    this.skipSpaces()
    if (this.at < this.lineEnd) {
      if (this.text[this.at] !== '#' || this.at === before) throw new Uncommon()
      value.comment = this.text.slice(this.at, this.lineEnd)
    }
    this.toContent(this.lineEnd + 1)
    return value
  }

  #readScalar(column: number): CommonScalar {
    const text = this.text
    const first = text[this.at]!
    if (first === '"' || first === "'") {
      const value = this.readQuoted()
      if (!value) throw new Uncommon()
      return value
    }
    if (first === '*') return this.#readAlias()
    const start = this.at
    if (INDICATORS.has(first) || ((first === '-' || first === '?') && /^[ \n]?$/.test(text[start + 1] ?? '')))
      throw new Uncommon()
    const value = this.#readPlainLine()
    if (isMark(value)) throw new Uncommon()
    return this.at < this.lineEnd ? { type: 'plain', text: value } : this.#readFurtherLines(value, column)
  }

  #readAlias(): CommonScalar {
    ALIAS.lastIndex = this.at
    const [whole = '', text = ''] = ALIAS.exec(this.text) ?? []
    if (!this.anchors.has(text)) throw new Uncommon()
    this.at += whole.length
    return { type: 'alias', text }
  }

  /** The rest of a line up to a comment, without spaces at the end. */
  #readPlainLine(): string {
    const text = this.text
    const start = this.at
    let end = this.lineEnd
    for (let at = start; at < end; at++) {
      const char = text.charCodeAt(at)
      if (char === 58 && (at + 1 >= end || text.charCodeAt(at + 1) === 32)) throw new Uncommon()
      if (char === 35 && text.charCodeAt(at - 1) === 32) end = at - 1
    }
    while (text.charCodeAt(end - 1) === 32) end--
    this.at = text.slice(end, this.lineEnd).trimStart() ? end : this.lineEnd
    return text.slice(start, end)
  }

  /** A plain value goes on over the lines that are further in than what it belongs to, if none of them is empty or has a comment. */
  #readFurtherLines(first: string, column: number): CommonScalar {
    const text = this.text
    const lines = [first]
    for (;;) {
      const start = this.lineEnd + 1
      let at = start
      while (text.charCodeAt(at) === 32) at++
      const char = text.charCodeAt(at)
      if (at - start <= column || char === 35 || char === 10 || Number.isNaN(char)) break
      const found = text.indexOf('\n', at)
      this.at = at
      this.lineEnd = found < 0 ? text.length : found
      lines.push(this.#readPlainLine())
      if (this.at < this.lineEnd) throw new Uncommon()
    }
    return { type: 'plain', text: lines.join(' ') }
  }

  /** A quoted value that ends on its line and says nothing by more escapes than JSON has; the place is then behind it. */
  protected readQuoted(): CommonScalar | undefined {
    const text = this.text
    const start = this.at
    if (text[start] === "'") {
      let end = start
      do end = text.indexOf("'", end + 1) + 1
      while (end > 0 && text[end] === "'")
      if (end === 0 || end > this.lineEnd) return undefined
      this.at = end
      return { type: 'single', text: text.slice(start + 1, end - 1).replaceAll("''", "'") }
    }
    for (let at = start + 1; at < this.lineEnd; at++) {
      const char = text.charCodeAt(at)
      if (char === 92) {
        if (!'"\\ntrbf'.includes(text[++at]!)) return undefined
      } else if (char === 34) {
        this.at = at + 1
        return { type: 'double', text: text.slice(start, at + 1) }
      }
    }
    return undefined
  }

  /** A list or mapping in brackets, on one line, without a comma at the end. */
  #readFlow(): CommonMap | CommonList {
    if (++this.depth > MAX_DEPTH) throw new Uncommon()
    const isMap = this.text[this.at] === '{'
    const close = isMap ? '}' : ']'
    const [pairs, items]: [CommonPair[], CommonItem[]] = [[], []]
    const keys = new Keys()
    this.at++
    this.skipSpaces()
    if (this.text[this.at] === close) this.at++
    else
      for (;;) {
        if (isMap) {
          const key = this.#readFlowScalar()
          if (this.text[this.at] !== ':' || !keys.add(key)) throw new Uncommon()
          this.at++
          if (key.type === 'plain' && this.text[this.at] !== ' ') throw new Uncommon()
          this.skipSpaces()
          pairs.push({ gap: NO_GAP, key, inner: NO_GAP, value: this.#readFlowValue() })
        } else items.push({ gap: NO_GAP, value: this.#readFlowValue() })
        this.skipSpaces()
        const next = this.at < this.lineEnd ? this.text[this.at] : ''
        this.at++
        if (next === close) break
        if (next !== ',') throw new Uncommon()
        this.skipSpaces()
      }
    this.depth--
    return isMap ? { type: 'map', isFlow: true, pairs } : { type: 'list', isFlow: true, items }
  }

  #readFlowValue(): CommonNode {
    const properties = this.readProperties()
    const first = this.text[this.at]
    if (first === '*') return withProperties(this.#readAlias(), properties)
    return withProperties(first === '[' || first === '{' ? this.#readFlow() : this.#readFlowScalar(), properties)
  }

  #readFlowScalar(): CommonScalar {
    const text = this.text
    const first = text[this.at] ?? ''
    if (first === '"' || first === "'") {
      const value = this.readQuoted()
      if (!value) throw new Uncommon()
      return value
    }
    const start = this.at
    if (start >= this.lineEnd || INDICATORS.has(first) || first === '-' || first === '?') {
      // Of those a negative number or an option of a command is common.
      if (first !== '-' || !/\w/.test(text[start + 1] ?? '')) throw new Uncommon()
    }
    let at = start
    for (; at < this.lineEnd; at++) {
      const char = text[at]!
      if (char === ',' || char === ']' || char === '}') break
      if (char === '[' || char === '{' || char === '#') throw new Uncommon()
      if (char === ':' && /[ ,[\]{}\n]/.test(text[at + 1] ?? '\n')) break
    }
    this.at = at
    const value = text.slice(start, at).trimEnd()
    if (value.length > MAX_KEY || value.endsWith(':') || isMark(value) || (text[at] === ':' && value.length !== at - start))
      throw new Uncommon()
    return { type: 'plain', text: value }
  }

  /** `|` or `>`, perhaps with `-`, and the lines below it that are indented alike or more. */
  #readBlockText(column: number, mode: '|' | '>'): CommonScalar {
    const text = this.text
    const header = text.slice(this.at + 1, this.lineEnd).trimEnd()
    if (header !== '' && header !== '-') throw new Uncommon()
    const lines: string[] = []
    let trim = 0
    let start = this.lineEnd + 1
    for (let end = start; start < text.length; start = end + 1) {
      const found = text.indexOf('\n', start)
      end = found < 0 ? text.length : found
      let at = start
      while (text.charCodeAt(at) === 32) at++
      const indent = at - start
      if (at === end) {
        if (lines.length === 0 || indent > trim) throw new Uncommon()
        lines.push('')
        continue
      }
      if (indent <= column) break
      if (trim === 0) trim = indent
      if (indent < trim || (mode === '>' && indent > trim)) throw new Uncommon()
      lines.push(text.slice(start + trim, end))
    }
    if (lines.length === 0 || trim === 0) throw new Uncommon()
    // Empty lines at the end stand before what comes next.
    let empty = 0
    while (lines.at(-1) === '') {
      lines.pop()
      empty++
    }
    this.toContent(start)
    if (empty > 0) this.hasSpace = true
    const chomps = header === '-'
    return mode === '|' ? { type: 'literal', text: lines.join('\n'), chomps } : { type: 'folded', text: foldLines(lines), chomps }
  }
}

/** The value with its anchor and tag, which an alias cannot have. */
export function withProperties(value: CommonNode, properties: Properties | undefined): CommonNode {
  if (properties && value.type === 'alias') throw new Uncommon()
  return Object.assign(value, properties)
}

/** Lines in a row as one, empty ones as line breaks. */
function foldLines(lines: readonly string[]): string {
  let text = ''
  for (const [index, line] of lines.entries()) {
    const isInRow = index > 0 && line !== '' && lines[index - 1] !== ''
    text += line === '' ? '\n' : isInRow ? ` ${line}` : line
  }
  return text
}

/** What begins like a mark between documents. */
export const isMark = (text: string) => text.startsWith('---') || text.startsWith('...')
