/** Documents as most people write them: mappings and lists in blocks, values on one line, blocks of text, comments on lines of their own. */
export type CommonDocument = {
  /** `---` stands before it. */
  readonly isMarked: boolean
  readonly head: Gap
  readonly root: CommonMap | CommonList
  /** Comments behind the last value. */
  readonly tail: string
}
export type CommonNode = CommonScalar | CommonMap | CommonList
/** What stands before a value: `&anchor` and `!Tag`, without their signs. */
type Properties = { anchor?: string; tag?: string }
export type CommonScalar = Properties & {
  readonly type: 'plain' | 'single' | 'double' | 'literal' | 'folded' | 'alias'
  /** What it says; of a double-quoted one as it is written, with its quotes; of an alias the anchor. */
  readonly text: string
  readonly chomps?: boolean
  comment?: string
}
export type CommonMap = Properties & {
  readonly type: 'map'
  readonly isFlow: boolean
  readonly pairs: CommonPair[]
  comment?: string
}
export type CommonList = Properties & {
  readonly type: 'list'
  readonly isFlow: boolean
  readonly items: CommonItem[]
  comment?: string
  tail?: string
}
/** `inner` stands between the key and a value in a block, or behind a key without one. */
export type CommonPair = { readonly gap: Gap; readonly key: CommonScalar; readonly inner: Gap; readonly value: CommonNode }
export type CommonItem = { readonly gap: Gap; readonly value: CommonNode }
/** Empty lines and comments before a thing; the comments with their `#` and the line breaks between and behind them. */
export type Gap = { readonly hasSpace: boolean; readonly comment: string }

const NO_GAP: Gap = { hasSpace: false, comment: '' }

/** Thrown where a text is not as most people write it. */
class Uncommon extends Error {}

/** Deeper ones are left to the reader that counts levels. */
const MAX_DEPTH = 40
/** A key on one line has at most 1,024 characters (YAML 1.2 §7.4.2). */
const MAX_KEY = 1000
// oxlint-disable-next-line no-control-regex -- these are left to the library
const UNCOMMON = /[\0-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\p{Cs}]|\{\{|^(?:%|\.\.\.)/mu
/** What no plain value begins with. */
const INDICATORS = new Set(',[]{}#&*!|>\'"%@`:')
/** Anchors and tags of an application, `!Ref`; those of YAML, `!!int`, say what a value is and are left to the library. */
const PROPERTY = /(?:&([\w-]+)|!([A-Za-z][\w.-]*))(?=[ \n]|$)/y
const ALIAS = /\*([\w-]+)(?=[ \n,\]}]|$)/y

/**
 * Reads a YAML stream that is written as most are; nothing where it is not, or is wrong: tags of YAML itself, quoted
 * values of several lines, tabs, keys that come twice. With `ignoresComments` these may stand anywhere, since they are not kept.
 */
export function readCommonYaml(text: string, { ignoresComments = false } = {}): CommonDocument[] | undefined {
  if (UNCOMMON.test(text)) return undefined
  try {
    return new Reader(text, ignoresComments).read()
  } catch (error) {
    if (error instanceof Uncommon) return undefined
    throw error
  }
}

class Reader {
  readonly #text: string
  readonly #ignoresComments: boolean
  /** Where the content of the line begins that is read next, its column and the end of the line. */
  #at = 0
  #column = 0
  #lineEnd = 0
  /** What stood before that line. */
  #hasSpace = false
  #comment = ''
  /** Column of those comments; −1 without any, −2 where they differ. */
  #commentColumn = -1
  /** The next line begins a document, or there is none. */
  #isEnd = false
  #depth = 0
  /** Those of the document, so far. */
  readonly #anchors = new Set<string>()

  constructor(text: string, ignoresComments: boolean) {
    this.#text = text
    this.#ignoresComments = ignoresComments
  }

  read(): CommonDocument[] {
    const documents: CommonDocument[] = []
    this.#toContent(0)
    for (let isMarked = false; ;) {
      if (this.#isEnd) {
        // Only before the first document nothing may stand before its mark.
        if (isMarked || documents.length > 0 || this.#comment || this.#at >= this.#text.length) throw new Uncommon()
        isMarked = true
        this.#toContent(this.#at + 4)
        continue
      }
      const head = this.#takeGap(this.#column)
      this.#anchors.clear()
      if (this.#column > 0) throw new Uncommon()
      const root = this.#readBlock()
      if (!this.#isEnd) throw new Uncommon()
      const tail = this.#takeGap(0).comment
      documents.push({ isMarked: isMarked || documents.length > 0, head, root, tail })
      if (this.#at >= this.#text.length) return documents
      this.#toContent(this.#at + 4)
      if (this.#isEnd) throw new Uncommon()
    }
  }

  /** Goes on to the next line with content, over empty ones and comments, which come behind one that stood before. */
  #toContent(from: number, comment = ''): void {
    const text = this.#text
    this.#hasSpace = false
    this.#comment = comment
    this.#commentColumn = -1
    for (let start = from; ;) {
      if (start >= text.length) return this.#endAt(text.length)
      let at = start
      while (text.charCodeAt(at) === 32) at++
      const found = text.indexOf('\n', at)
      const end = found < 0 ? text.length : found
      if (at === end) {
        if (found < 0) return this.#endAt(text.length)
        if (this.#comment) this.#comment += '\n'
        else this.#hasSpace = true
      } else if (text.charCodeAt(at) === 35) this.#addComment(text.slice(at, end), at - start)
      else {
        if (at === start && text.startsWith('---', at)) {
          if (end === at + 3) return this.#endAt(at)
          throw new Uncommon()
        }
        this.#at = at
        this.#column = at - start
        this.#lineEnd = end
        this.#isEnd = false
        return
      }
      start = end + 1
    }
  }

  #endAt(at: number): void {
    this.#at = at
    this.#column = 0
    this.#isEnd = true
  }

  #addComment(comment: string, column: number): void {
    this.#comment += `${comment}\n`
    this.#commentColumn = this.#commentColumn === -1 || this.#commentColumn === column ? column : -2
  }

  /** What stands before the next line, which begins at a column, as its comments have to. */
  #takeGap(column: number): Gap {
    if (!this.#comment) return this.#hasSpace ? { hasSpace: true, comment: '' } : NO_GAP
    if (!this.#ignoresComments && this.#commentColumn !== column && this.#commentColumn !== -1) throw new Uncommon()
    return { hasSpace: this.#hasSpace, comment: this.#comment }
  }

  /** A mapping or a list that begins at the place. */
  #readBlock(): CommonMap | CommonList {
    if (++this.#depth > MAX_DEPTH) throw new Uncommon()
    const node = this.#isItem() ? this.#readList(this.#column) : this.#readMap(this.#column)
    this.#depth--
    return node
  }

  #startsBlock(): boolean {
    const at = this.#at
    const starts = this.#isItem() || this.#findKey() !== undefined
    this.#at = at
    return starts
  }

  /** A value on a line of its own, which is written behind its key. */
  #readValueBelow(column: number, { hasSpace, comment }: Gap): CommonNode {
    if (hasSpace || comment) throw new Uncommon()
    return this.#readValue(column)
  }

  #isItem(): boolean {
    return this.#text[this.#at] === '-' && (this.#at + 1 >= this.#lineEnd || this.#text[this.#at + 1] === ' ')
  }

  #readList(column: number): CommonList {
    const items: CommonItem[] = []
    // The gap before the first item belongs to what holds the list.
    for (let gap = NO_GAP; ; gap = this.#takeGap(column)) {
      this.#at++
      this.#skipSpaces()
      items.push({ gap, value: this.#readItem(column) })
      if (this.#isEnd || this.#column < column) break
      if (this.#column > column) throw new Uncommon()
      if (!this.#isItem()) break
    }
    return { type: 'list', isFlow: false, items }
  }

  #readItem(column: number): CommonNode {
    if (this.#at >= this.#lineEnd) throw new Uncommon()
    const properties = this.#readProperties()
    if (properties) return withProperties(this.#readPropertiesValue(column), properties)
    const line = this.#at
    if (this.#isItem() || this.#findKey()) {
      // The column of a mapping or list behind a dash.
      const start = this.#text.lastIndexOf('\n', line - 1) + 1
      this.#at = line
      this.#column = line - start
      return this.#readBlock()
    }
    this.#at = line
    return this.#readValue(column)
  }

  /** An item behind its anchor or tag: on the same line, or a block below. */
  #readPropertiesValue(column: number): CommonNode {
    if (this.#at < this.#lineEnd) return this.#readValue(column)
    this.#toContent(this.#lineEnd + 1)
    if (this.#isEnd || this.#column <= column) throw new Uncommon()
    this.#refuseGap()
    if (!this.#startsBlock()) throw new Uncommon()
    return this.#readBlock()
  }

  #refuseGap(): void {
    const { hasSpace, comment } = this.#takeGap(this.#column)
    if (!this.#ignoresComments && (hasSpace || comment)) throw new Uncommon()
  }

  /** What stands before a value that begins at the place; the place is then behind it. Nothing where there is none. */
  #readProperties(): Properties | undefined {
    const properties: Properties = {}
    for (let isFirst = true; ; isFirst = false) {
      const first = this.#text[this.#at]
      if (first !== '&' && first !== '!') return isFirst ? undefined : properties
      PROPERTY.lastIndex = this.#at
      const [whole, anchor, tag] = PROPERTY.exec(this.#text) ?? []
      if (whole === undefined || (anchor ? properties.anchor : properties.tag)) throw new Uncommon()
      if (anchor) {
        properties.anchor = anchor
        this.#anchors.add(anchor)
      } else properties.tag = tag!
      this.#at += whole.length
      this.#skipSpaces()
    }
  }

  #readAlias(): CommonScalar {
    ALIAS.lastIndex = this.#at
    const [whole = '', text = ''] = ALIAS.exec(this.#text) ?? []
    if (!this.#anchors.has(text)) throw new Uncommon()
    this.#at += whole.length
    return { type: 'alias', text }
  }

  #readMap(column: number): CommonMap {
    const pairs: CommonPair[] = []
    const keys = new Keys()
    for (let gap = NO_GAP; ;) {
      const key = this.#findKey()
      if (!key || !keys.add(key)) throw new Uncommon()
      this.#skipSpaces()
      pairs.push({ gap, key, ...this.#readPairValue(column) })
      if (this.#isEnd || this.#column < column) break
      if (this.#column > column || this.#isItem()) throw new Uncommon()
      gap = this.#takeGap(column)
      // A comment behind a list that is not indented belongs to the list.
      const last = pairs.at(-1)!.value
      if (gap.comment && column > 0 && this.#isLevel && last.type === 'list') {
        last.tail = gap.comment
        gap = NO_GAP
      }
    }
    return { type: 'map', isFlow: false, pairs }
  }

  /** Whether the list that was read last stands at the column of its key. */
  #isLevel = false

  #readPairValue(column: number): { inner: Gap; value: CommonNode } {
    const properties = this.#readProperties()
    const first = this.#text[this.#at]
    if (this.#at < this.#lineEnd && first !== '#') {
      this.#isLevel = false
      return { inner: NO_GAP, value: withProperties(this.#readValue(column), properties) }
    }
    if (properties) {
      // A block below, and not on the line of a comment.
      if (first === '#' && this.#at < this.#lineEnd) throw new Uncommon()
      this.#toContent(this.#lineEnd + 1)
      const isBelow = !this.#isEnd && (this.#column > column || (this.#column === column && this.#isItem()))
      if (!isBelow) throw new Uncommon()
      this.#refuseGap()
      if (!this.#startsBlock()) throw new Uncommon()
      const isLevel = this.#column === column
      const value = withProperties(this.#readBlock(), properties)
      this.#isLevel = isLevel
      return { inner: NO_GAP, value }
    }
    const comment = first === '#' && this.#at < this.#lineEnd ? this.#text.slice(this.#at, this.#lineEnd) : ''
    const before = comment && `${comment}\n`
    this.#toContent(this.#lineEnd + 1, before)
    if (!this.#isEnd && (this.#column > column || (this.#column === column && this.#isItem()))) {
      const isLevel = this.#column === column
      const inner = this.#takeGap(this.#column)
      const value = this.#startsBlock() ? this.#readBlock() : this.#readValueBelow(column, inner)
      this.#isLevel = isLevel
      return { inner, value }
    }
    this.#isLevel = false
    if (this.#commentColumn !== -1 && !this.#ignoresComments) throw new Uncommon()
    const hasSpace = this.#hasSpace || this.#comment.length > before.length
    const isLast = this.#isEnd || this.#column < column
    const isKept = isLast && !(this.#isEnd && this.#at < this.#text.length)
    this.#comment = ''
    this.#commentColumn = -1
    // An empty line behind the last key of a mapping belongs to its missing value.
    this.#hasSpace = hasSpace && !isLast
    if (comment && hasSpace && isLast && !this.#ignoresComments) throw new Uncommon()
    return {
      inner: hasSpace && isKept ? { hasSpace, comment: '' } : NO_GAP,
      value: { type: 'plain', text: '', ...(comment && { comment }) },
    }
  }

  /** The key that begins at the place; the place is then behind its colon. */
  #findKey(): CommonScalar | undefined {
    const text = this.#text
    const first = text[this.#at]!
    if (first === '"' || first === "'") {
      const start = this.#at
      const key = this.#readQuoted()
      const next = text.charCodeAt(this.#at + 1)
      if (key && text[this.#at] === ':' && (this.#at + 1 >= this.#lineEnd || next === 32) && this.#at - start <= MAX_KEY) {
        this.#at++
        return key
      }
      this.#at = start
      return undefined
    }
    if (INDICATORS.has(first) || ((first === '-' || first === '?') && /^[ \n]?$/.test(text[this.#at + 1] ?? ''))) return undefined
    for (let at = this.#at; at < this.#lineEnd; at++) {
      const char = text.charCodeAt(at)
      if (char === 35 && text.charCodeAt(at - 1) === 32) return undefined
      if (char !== 58 || !(at + 1 >= this.#lineEnd || text.charCodeAt(at + 1) === 32)) continue
      const key = text.slice(this.#at, at)
      if (key.length > MAX_KEY || /[ :]$|^[-?]$/.test(key) || isMark(key)) throw new Uncommon()
      this.#at = at + 1
      return { type: 'plain', text: key }
    }
    return undefined
  }

  #skipSpaces(): void {
    while (this.#at < this.#lineEnd && this.#text.charCodeAt(this.#at) === 32) this.#at++
  }

  /** A value that begins on the line of its key or dash, to the next line with content. */
  #readValue(column: number): CommonNode {
    const first = this.#text[this.#at]!
    if (first === '|' || first === '>') return this.#readBlockText(column, first)
    const value = first === '[' || first === '{' ? this.#readFlow() : this.#readScalar(column)
    const before = this.#at
    this.#skipSpaces()
    if (this.#at < this.#lineEnd) {
      if (this.#text[this.#at] !== '#' || this.#at === before) throw new Uncommon()
      value.comment = this.#text.slice(this.#at, this.#lineEnd)
    }
    this.#toContent(this.#lineEnd + 1)
    return value
  }

  #readScalar(column: number): CommonScalar {
    const text = this.#text
    const first = text[this.#at]!
    if (first === '"' || first === "'") {
      const value = this.#readQuoted()
      if (!value) throw new Uncommon()
      return value
    }
    if (first === '*') return this.#readAlias()
    const start = this.#at
    if (INDICATORS.has(first) || ((first === '-' || first === '?') && /^[ \n]?$/.test(text[start + 1] ?? '')))
      throw new Uncommon()
    const value = this.#readPlainLine()
    if (isMark(value)) throw new Uncommon()
    return this.#at < this.#lineEnd ? { type: 'plain', text: value } : this.#readFurtherLines(value, column)
  }

  /** The rest of a line up to a comment, without spaces at the end. */
  #readPlainLine(): string {
    const text = this.#text
    const start = this.#at
    let end = this.#lineEnd
    for (let at = start; at < end; at++) {
      const char = text.charCodeAt(at)
      if (char === 58 && (at + 1 >= end || text.charCodeAt(at + 1) === 32)) throw new Uncommon()
      if (char === 35 && text.charCodeAt(at - 1) === 32) end = at - 1
    }
    while (text.charCodeAt(end - 1) === 32) end--
    this.#at = text.slice(end, this.#lineEnd).trimStart() ? end : this.#lineEnd
    return text.slice(start, end)
  }

  /** A plain value goes on over the lines that are further in than what it belongs to, if none of them is empty or has a comment. */
  #readFurtherLines(first: string, column: number): CommonScalar {
    const text = this.#text
    const lines = [first]
    for (;;) {
      const start = this.#lineEnd + 1
      let at = start
      while (text.charCodeAt(at) === 32) at++
      const char = text.charCodeAt(at)
      if (at - start <= column || char === 35 || char === 10 || Number.isNaN(char)) break
      const found = text.indexOf('\n', at)
      this.#at = at
      this.#lineEnd = found < 0 ? text.length : found
      lines.push(this.#readPlainLine())
      if (this.#at < this.#lineEnd) throw new Uncommon()
    }
    return { type: 'plain', text: lines.join(' ') }
  }

  /** A quoted value that ends on its line and says nothing by more escapes than JSON has; the place is then behind it. */
  #readQuoted(): CommonScalar | undefined {
    const text = this.#text
    const start = this.#at
    if (text[start] === "'") {
      let end = start
      do end = text.indexOf("'", end + 1) + 1
      while (end > 0 && text[end] === "'")
      if (end === 0 || end > this.#lineEnd) return undefined
      this.#at = end
      return { type: 'single', text: text.slice(start + 1, end - 1).replaceAll("''", "'") }
    }
    for (let at = start + 1; at < this.#lineEnd; at++) {
      const char = text.charCodeAt(at)
      if (char === 92) {
        if (!'"\\ntrbf'.includes(text[++at]!)) return undefined
      } else if (char === 34) {
        this.#at = at + 1
        return { type: 'double', text: text.slice(start, at + 1) }
      }
    }
    return undefined
  }

  /** A list or mapping in brackets, on one line, without a comma at the end. */
  #readFlow(): CommonMap | CommonList {
    if (++this.#depth > MAX_DEPTH) throw new Uncommon()
    const isMap = this.#text[this.#at] === '{'
    const close = isMap ? '}' : ']'
    const [pairs, items]: [CommonPair[], CommonItem[]] = [[], []]
    const keys = new Keys()
    this.#at++
    this.#skipSpaces()
    if (this.#text[this.#at] === close) this.#at++
    else
      for (;;) {
        if (isMap) {
          const key = this.#readFlowScalar()
          if (this.#text[this.#at] !== ':' || !keys.add(key)) throw new Uncommon()
          this.#at++
          if (key.type === 'plain' && this.#text[this.#at] !== ' ') throw new Uncommon()
          this.#skipSpaces()
          pairs.push({ gap: NO_GAP, key, inner: NO_GAP, value: this.#readFlowValue() })
        } else items.push({ gap: NO_GAP, value: this.#readFlowValue() })
        this.#skipSpaces()
        const next = this.#at < this.#lineEnd ? this.#text[this.#at] : ''
        this.#at++
        if (next === close) break
        if (next !== ',') throw new Uncommon()
        this.#skipSpaces()
      }
    this.#depth--
    return isMap ? { type: 'map', isFlow: true, pairs } : { type: 'list', isFlow: true, items }
  }

  #readFlowValue(): CommonNode {
    const properties = this.#readProperties()
    const first = this.#text[this.#at]
    if (first === '*') return withProperties(this.#readAlias(), properties)
    return withProperties(first === '[' || first === '{' ? this.#readFlow() : this.#readFlowScalar(), properties)
  }

  #readFlowScalar(): CommonScalar {
    const text = this.#text
    const first = text[this.#at] ?? ''
    if (first === '"' || first === "'") {
      const value = this.#readQuoted()
      if (!value) throw new Uncommon()
      return value
    }
    const start = this.#at
    if (start >= this.#lineEnd || INDICATORS.has(first) || first === '-' || first === '?') {
      // Of those a negative number or an option of a command is common.
      if (first !== '-' || !/\w/.test(text[start + 1] ?? '')) throw new Uncommon()
    }
    let at = start
    for (; at < this.#lineEnd; at++) {
      const char = text[at]!
      if (char === ',' || char === ']' || char === '}') break
      if (char === '[' || char === '{' || char === '#') throw new Uncommon()
      if (char === ':' && /[ ,[\]{}\n]/.test(text[at + 1] ?? '\n')) break
    }
    this.#at = at
    const value = text.slice(start, at).trimEnd()
    if (value.length > MAX_KEY || value.endsWith(':') || isMark(value) || (text[at] === ':' && value.length !== at - start))
      throw new Uncommon()
    return { type: 'plain', text: value }
  }

  /** `|` or `>`, perhaps with `-`, and the lines below it that are indented alike or more. */
  #readBlockText(column: number, mode: '|' | '>'): CommonScalar {
    const text = this.#text
    const header = text.slice(this.#at + 1, this.#lineEnd).trimEnd()
    if (header !== '' && header !== '-') throw new Uncommon()
    const lines: string[] = []
    let trim = 0
    let start = this.#lineEnd + 1
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
    this.#toContent(start)
    if (empty > 0) this.#hasSpace = true
    const chomps = header === '-'
    return mode === '|' ? { type: 'literal', text: lines.join('\n'), chomps } : { type: 'folded', text: foldLines(lines), chomps }
  }
}

/** The value with its anchor and tag, which an alias cannot have. */
function withProperties(value: CommonNode, properties: Properties | undefined): CommonNode {
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
const isMark = (text: string) => text.startsWith('---') || text.startsWith('...')

/** What is no text, or may be none, in one of the versions. */
const NO_TEXT = /^(?:[-+.\d~].*|null|true|false|y|n|yes|no|on|off|=|)$/i

/** The keys of a mapping. None may come twice, and of those that are no texts only whole numbers may be several. */
class Keys {
  readonly #texts = new Set<string>()
  readonly #numbers = new Set<string>()
  #odd = 0

  add({ type, text }: CommonScalar): boolean {
    if (type === 'plain' && NO_TEXT.test(text)) {
      if (!/^(?:0|[1-9]\d{0,14})$/.test(text)) this.#odd++
      else if (this.#numbers.size === this.#numbers.add(text).size) return false
      return this.#odd === 0 || this.#odd + this.#numbers.size < 2
    }
    const said = type === 'double' ? unquote(text) : text
    return this.#texts.size !== this.#texts.add(said).size
  }
}

/** What a double-quoted value says. */
export const unquote = (text: string): string => JSON.parse(text) as string
