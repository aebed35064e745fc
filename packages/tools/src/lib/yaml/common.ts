import {
  NO_GAP,
  type CommonDocument,
  type CommonItem,
  type CommonList,
  type CommonMap,
  type CommonNode,
  type CommonPair,
  type CommonScalar,
  type Gap,
} from './common-document.ts'
import { Keys } from './common-keys.ts'
import { Uncommon } from './common-lines.ts'
import { INDICATORS, isMark, MAX_DEPTH, MAX_KEY, ValueReader, withProperties } from './common-values.ts'

// oxlint-disable-next-line no-control-regex -- these are left to the library
const UNCOMMON = /[\0-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\p{Cs}]|\{\{|^(?:%|\.\.\.)/mu

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

/** Reads documents, and the mappings and lists in blocks that they are made of. */
class Reader extends ValueReader {
  read(): CommonDocument[] {
    const documents: CommonDocument[] = []
    this.toContent(0)
    for (let isMarked = false; ;) {
      if (this.isEnd) {
        // Only before the first document nothing may stand before its mark.
        if (isMarked || documents.length > 0 || this.comment || this.at >= this.text.length) throw new Uncommon()
        isMarked = true
        this.toContent(this.at + 4)
        continue
      }
      const head = this.takeGap(this.column)
      this.anchors.clear()
      if (this.column > 0) throw new Uncommon()
      const root = this.#readBlock()
      if (!this.isEnd) throw new Uncommon()
      const tail = this.takeGap(0).comment
      documents.push({ isMarked: isMarked || documents.length > 0, head, root, tail })
      if (this.at >= this.text.length) return documents
      this.toContent(this.at + 4)
      if (this.isEnd) throw new Uncommon()
    }
  }

  /** A mapping or a list that begins at the place. */
  #readBlock(): CommonMap | CommonList {
    if (++this.depth > MAX_DEPTH) throw new Uncommon()
    const node = this.#isItem() ? this.#readList(this.column) : this.#readMap(this.column)
    this.depth--
    return node
  }

  #startsBlock(): boolean {
    const at = this.at
    const starts = this.#isItem() || this.#findKey() !== undefined
    this.at = at
    return starts
  }

  /** A value on a line of its own, which is written behind its key. */
  #readValueBelow(column: number, { hasSpace, comment }: Gap): CommonNode {
    if (hasSpace || comment) throw new Uncommon()
    return this.readValue(column)
  }

  #isItem(): boolean {
    return this.text[this.at] === '-' && (this.at + 1 >= this.lineEnd || this.text[this.at + 1] === ' ')
  }

  #readList(column: number): CommonList {
    const items: CommonItem[] = []
    // The gap before the first item belongs to what holds the list.
    for (let gap = NO_GAP; ; gap = this.takeGap(column)) {
      this.at++
      this.skipSpaces()
      items.push({ gap, value: this.#readItem(column) })
      if (this.isEnd || this.column < column) break
      if (this.column > column) throw new Uncommon()
      if (!this.#isItem()) break
    }
    return { type: 'list', isFlow: false, items }
  }

  #readItem(column: number): CommonNode {
    if (this.at >= this.lineEnd) throw new Uncommon()
    const properties = this.readProperties()
    if (properties) return withProperties(this.#readPropertiesValue(column), properties)
    const line = this.at
    if (this.#isItem() || this.#findKey()) {
      // The column of a mapping or list behind a dash.
      const start = this.text.lastIndexOf('\n', line - 1) + 1
      this.at = line
      this.column = line - start
      return this.#readBlock()
    }
    this.at = line
    return this.readValue(column)
  }

  /** An item behind its anchor or tag: on the same line, or a block below. */
  #readPropertiesValue(column: number): CommonNode {
    if (this.at < this.lineEnd) return this.readValue(column)
    this.toContent(this.lineEnd + 1)
    if (this.isEnd || this.column <= column) throw new Uncommon()
    this.refuseGap()
    if (!this.#startsBlock()) throw new Uncommon()
    return this.#readBlock()
  }

  #readMap(column: number): CommonMap {
    const pairs: CommonPair[] = []
    const keys = new Keys()
    for (let gap = NO_GAP; ;) {
      const key = this.#findKey()
      if (!key || !keys.add(key)) throw new Uncommon()
      this.skipSpaces()
      pairs.push({ gap, key, ...this.#readPairValue(column) })
      if (this.isEnd || this.column < column) break
      if (this.column > column || this.#isItem()) throw new Uncommon()
      gap = this.takeGap(column)
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
    const properties = this.readProperties()
    const first = this.text[this.at]
    if (this.at < this.lineEnd && first !== '#') {
      this.#isLevel = false
      return { inner: NO_GAP, value: withProperties(this.readValue(column), properties) }
    }
    if (properties) {
      // A block below, and not on the line of a comment.
      if (first === '#' && this.at < this.lineEnd) throw new Uncommon()
      this.toContent(this.lineEnd + 1)
      const isBelow = !this.isEnd && (this.column > column || (this.column === column && this.#isItem()))
      if (!isBelow) throw new Uncommon()
      this.refuseGap()
      if (!this.#startsBlock()) throw new Uncommon()
      const isLevel = this.column === column
      const value = withProperties(this.#readBlock(), properties)
      this.#isLevel = isLevel
      return { inner: NO_GAP, value }
    }
    const comment = first === '#' && this.at < this.lineEnd ? this.text.slice(this.at, this.lineEnd) : ''
    const before = comment && `${comment}\n`
    this.toContent(this.lineEnd + 1, before)
    if (!this.isEnd && (this.column > column || (this.column === column && this.#isItem()))) {
      const isLevel = this.column === column
      const inner = this.takeGap(this.column)
      const value = this.#startsBlock() ? this.#readBlock() : this.#readValueBelow(column, inner)
      this.#isLevel = isLevel
      return { inner, value }
    }
    this.#isLevel = false
    if (this.commentColumn !== -1 && !this.ignoresComments) throw new Uncommon()
    const hasSpace = this.hasSpace || this.comment.length > before.length
    const isLast = this.isEnd || this.column < column
    const isKept = isLast && !(this.isEnd && this.at < this.text.length)
    this.comment = ''
    this.commentColumn = -1
    // An empty line behind the last key of a mapping belongs to its missing value.
    this.hasSpace = hasSpace && !isLast
    if (comment && hasSpace && isLast && !this.ignoresComments) throw new Uncommon()
    return {
      inner: hasSpace && isKept ? { hasSpace, comment: '' } : NO_GAP,
      value: { type: 'plain', text: '', ...(comment && { comment }) },
    }
  }

  /** The key that begins at the place; the place is then behind its colon. */
  #findKey(): CommonScalar | undefined {
    const text = this.text
    const first = text[this.at]!
    if (first === '"' || first === "'") {
      const start = this.at
      const key = this.readQuoted()
      const next = text.charCodeAt(this.at + 1)
      if (key && text[this.at] === ':' && (this.at + 1 >= this.lineEnd || next === 32) && this.at - start <= MAX_KEY) {
        this.at++
        return key
      }
      this.at = start
      return undefined
    }
    if (INDICATORS.has(first) || ((first === '-' || first === '?') && /^[ \n]?$/.test(text[this.at + 1] ?? ''))) return undefined
    for (let at = this.at; at < this.lineEnd; at++) {
      const char = text.charCodeAt(at)
      if (char === 35 && text.charCodeAt(at - 1) === 32) return undefined
      if (char !== 58 || !(at + 1 >= this.lineEnd || text.charCodeAt(at + 1) === 32)) continue
      const key = text.slice(this.at, at)
      if (key.length > MAX_KEY || /[ :]$|^[-?]$/.test(key) || isMark(key)) throw new Uncommon()
      this.at = at + 1
      return { type: 'plain', text: key }
    }
    return undefined
  }
}
