import { EVENT, JsonReader, type JsonSyntax } from '@octet/tools/lib/json/reader.ts'
import { MAX_HITS, type Hits, type TreeRow } from './desk.ts'

const TYPES = ['object', 'array', 'string', 'number', 'boolean', 'null'] as const
const [OBJECT, ARRAY, STRING, NUMBER, BOOLEAN, NULL] = [0, 1, 2, 3, 4, 5] as const
/** A value longer than this is cut in its row. */
const SHOWN_CHARS = 200
/** Objects and lists above this depth are open at first, while they are few. */
const FIRST_OPEN = 2000

/**
 * The tree of a JSON text as flat tables of numbers, in the order of the text: a document of 20 MB has a million nodes,
 * which as objects would not fit. Nothing is parsed into values; rows are cut from the text.
 */
export class TreeIndex {
  readonly #text: string
  #count = 0
  #starts = new Int32Array(1 << 12)
  #ends = new Int32Array(1 << 12)
  /** Where the key of a node begins and ends; both 0 without one. */
  #keyStarts = new Int32Array(1 << 12)
  #keyEnds = new Int32Array(1 << 12)
  #parents = new Int32Array(1 << 12)
  /** The last node below a node. */
  #lasts = new Int32Array(1 << 12)
  #children = new Int32Array(1 << 12)
  /** The place among the children of its parent. */
  #orders = new Int32Array(1 << 12)
  #depths = new Uint16Array(1 << 12)
  #types = new Uint8Array(1 << 12)
  #open = new Uint8Array(0)
  #rows = new Int32Array(0)
  #rowCount = 0

  constructor(text: string, syntax: JsonSyntax, isMany: boolean) {
    this.#text = text
    this.#read(new JsonReader(text, { syntax, isMany }))
    this.#open = new Uint8Array(this.#count)
    for (let node = 0, rows = 0; node < this.#count && rows < FIRST_OPEN; node++)
      if (this.#isBranch(node) && (this.#depths[node]! < 1 || rows + this.#children[node]! < FIRST_OPEN / 4)) {
        this.#open[node] = 1
        rows += this.#children[node]!
      }
    this.#layOut()
  }

  get rowCount(): number {
    return this.#rowCount
  }

  rows(from: number, to: number): TreeRow[] {
    return Array.from(this.#rows.subarray(from, Math.min(to, this.#rowCount)), (node) => this.#toRow(node))
  }

  toggle(node: number): number {
    this.#open[node] = this.#open[node] ? 0 : 1
    return this.#layOut()
  }

  setAll(isOpen: boolean): number {
    this.#open.fill(isOpen ? 1 : 0)
    return this.#layOut()
  }

  reveal(node: number): { row: number; rows: number } {
    for (let up = this.#parents[node]!; up >= 0; up = this.#parents[up]!) this.#open[up] = 1
    const rows = this.#layOut()
    return { row: findLast(this.#rows, rows, node), rows }
  }

  find(query: string): Hits {
    const places: number[] = []
    const pattern = new RegExp(query.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`), 'gi')
    for (let hit = pattern.exec(this.#text); hit; hit = pattern.exec(this.#text)) {
      const node = this.#nodeAt(hit.index)
      if (node === undefined) continue
      if (places.at(-1) !== node) places.push(node)
      if (places.length >= MAX_HITS) return { places: Int32Array.from(places), isCut: true }
    }
    return { places: Int32Array.from(places), isCut: false }
  }

  path(node: number): string {
    const steps: string[] = []
    for (let at = node; this.#parents[at]! >= 0; at = this.#parents[at]!)
      steps.push(this.#keyEnds[at] ? toMemberStep(this.#key(at)) : `[${this.#orders[at]}]`)
    return `$${steps.toReversed().join('')}`
  }

  value(node: number): string {
    return this.#text.slice(this.#starts[node], this.#ends[node])
  }

  #key(node: number): string {
    return this.#text.slice(this.#keyStarts[node], this.#keyEnds[node])
  }

  #isBranch(node: number): boolean {
    return this.#types[node]! <= ARRAY
  }

  #toRow(node: number): TreeRow {
    const isBranch = this.#isBranch(node)
    const [start, end] = [this.#starts[node]!, this.#ends[node]!]
    const isCut = end - start > SHOWN_CHARS
    return {
      node,
      depth: this.#depths[node]!,
      name: this.#keyEnds[node] ? this.#key(node) : this.#parents[node]! >= 0 ? this.#orders[node] : undefined,
      type: TYPES[this.#types[node]!]!,
      value: isBranch ? '' : this.#text.slice(start, isCut ? start + SHOWN_CHARS : end) + (isCut ? '…' : ''),
      children: this.#children[node]!,
      chars: end - start,
      isOpen: this.#open[node] === 1,
    }
  }

  /** The node whose key or value a place of the text is in. */
  #nodeAt(offset: number): number | undefined {
    let [low, high] = [0, this.#count - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((this.#keyEnds[middle] ? this.#keyStarts[middle]! : this.#starts[middle]!) <= offset) low = middle
      else high = middle - 1
    }
    const isInKey = this.#keyEnds[low]! > offset
    const isInValue = !this.#isBranch(low) && offset >= this.#starts[low]! && offset < this.#ends[low]!
    return isInKey || isInValue ? low : undefined
  }

  #layOut(): number {
    if (this.#rows.length < this.#count) this.#rows = new Int32Array(this.#count)
    let rows = 0
    for (let node = 0; node < this.#count;) {
      this.#rows[rows++] = node
      node = this.#isBranch(node) && !this.#open[node] ? this.#lasts[node]! + 1 : node + 1
    }
    this.#rowCount = rows
    return rows
  }

  #read(reader: JsonReader): void {
    const above: number[] = []
    let [keyStart, keyEnd] = [0, 0]
    for (let event = reader.next(); event !== EVENT.end; event = reader.next()) {
      if (event === EVENT.key) [keyStart, keyEnd] = [reader.start, reader.end]
      else if (event === EVENT.openObject || event === EVENT.openArray || event === EVENT.scalar) {
        const type = event === EVENT.openObject ? OBJECT : event === EVENT.openArray ? ARRAY : this.#typeOf(reader.start)
        const node = this.#add({ reader, type, parent: above.at(-1) ?? -1, depth: above.length, keyStart, keyEnd })
        if (event !== EVENT.scalar) above.push(node)
        ;[keyStart, keyEnd] = [0, 0]
      } else if (event === EVENT.closeObject || event === EVENT.closeArray) {
        const node = above.pop()!
        this.#ends[node] = reader.end
        this.#lasts[node] = this.#count - 1
      }
    }
  }

  #typeOf(start: number): number {
    const first = this.#text[start]
    if (first === '"' || first === "'") return STRING
    if (first === 't' || first === 'f') return BOOLEAN
    return first === 'n' ? NULL : NUMBER
  }

  #add(found: { reader: JsonReader; type: number; parent: number; depth: number; keyStart: number; keyEnd: number }): number {
    const node = this.#count++
    if (node >= this.#starts.length) this.#grow()
    this.#starts[node] = found.reader.start
    this.#ends[node] = found.reader.end
    this.#keyStarts[node] = found.keyStart
    this.#keyEnds[node] = found.keyEnd
    this.#parents[node] = found.parent
    this.#lasts[node] = node
    this.#depths[node] = found.depth
    this.#types[node] = found.type
    if (found.parent >= 0) this.#orders[node] = this.#children[found.parent]!++
    return node
  }

  #grow(): void {
    const size = this.#starts.length * 2
    this.#starts = grow(this.#starts, new Int32Array(size))
    this.#ends = grow(this.#ends, new Int32Array(size))
    this.#keyStarts = grow(this.#keyStarts, new Int32Array(size))
    this.#keyEnds = grow(this.#keyEnds, new Int32Array(size))
    this.#parents = grow(this.#parents, new Int32Array(size))
    this.#lasts = grow(this.#lasts, new Int32Array(size))
    this.#children = grow(this.#children, new Int32Array(size))
    this.#orders = grow(this.#orders, new Int32Array(size))
    this.#depths = grow(this.#depths, new Uint16Array(size))
    this.#types = grow(this.#types, new Uint8Array(size))
  }
}

function grow<T extends Int32Array | Uint16Array | Uint8Array>(from: T, to: T): T {
  to.set(from)
  return to
}

/** The place of a number in an ascending list. */
function findLast(values: Int32Array, count: number, wanted: number): number {
  let [low, high] = [0, count - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (values[middle]! <= wanted) low = middle
    else high = middle - 1
  }
  return low
}

/** A member by its key, quoted as RFC 9535 §2.7 asks. */
function toMemberStep(rawKey: string): string {
  const key = rawKey.startsWith('"') ? String(JSON.parse(rawKey)) : rawKey.replaceAll(/^'|'$/g, '')
  const quoted = JSON.stringify(key)
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`)
  return `['${quoted}']`
}
