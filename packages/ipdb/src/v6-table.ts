/** Sections of the IPv6 search, see layout.ts. */
export type V6Sections = {
  readonly jump: Uint32Array
  readonly groups: Uint32Array
  readonly groupRows: Uint32Array
  readonly low: Uint32Array
  readonly records: Uint32Array
  readonly deepRows: Uint32Array
  readonly deepLows: Uint32Array
}

/** Rows in a line of the processor's memory; of each line the first is kept apart. */
export const LINE_ROWS = 16

/** What the search keeps beside the sections. */
export type V6Side = {
  /** The second 32 bits of the first row of each line. */
  readonly lines: Uint32Array
  /** One bit for each row: whether it starts inside a /64. */
  readonly deep: Uint8Array
}

/**
 * IPv6 search: by the first 16 bits to a group of rows with equal first 32 bits, then binary search over the second 32
 * bits; the few rows that start inside a /64 are told apart by a side list.
 *
 * The steps of that search lie far from each other, and each would wait for memory. So it goes over the first rows of lines
 * alone, 1 MB that stays in the caches, and then looks at one line.
 */
export class V6Table {
  readonly records: Uint32Array
  readonly #sections: V6Sections

  readonly #lines: Uint32Array
  readonly #deep: Uint8Array
  /** The group of the last row that was looked at; the next one is mostly of the same. */
  #group = 0

  constructor(sections: V6Sections, { lines, deep }: V6Side = toSide(sections)) {
    this.records = sections.records
    this.#sections = sections
    this.#lines = lines
    this.#deep = deep
  }

  /** The row an address (four 32-bit words, the highest first) lies in. */
  findRow(words: Uint32Array): number {
    const { groups, groupRows, low } = this.#sections
    const group = (this.#group = this.#findGroup(words[0]!))
    const first = groupRows[group]!
    const end = groupRows[group + 1]!
    if (groups[group]! < words[0]!) return end - 1
    const word = words[1]!
    const line = this.#findLine(word, Math.ceil(first / LINE_ROWS), Math.ceil(end / LINE_ROWS))
    let from = Math.max(first, line * LINE_ROWS)
    let to = Math.min(end, (line + 1) * LINE_ROWS)
    while (from < to) {
      const middle = (from + to) >>> 1
      if (low[middle]! <= word) from = middle + 1
      else to = middle
    }
    const row = from - 1
    if (row < first) return row
    return low[row] === word ? this.#stepBackInside64(row, first, words) : row
  }

  /** The last of some lines whose first row is at most the word; the one before them when none is. */
  #findLine(word: number, first: number, end: number): number {
    const lines = this.#lines
    let from = first
    let to = end
    while (from < to) {
      const middle = (from + to) >>> 1
      if (lines[middle]! <= word) from = middle + 1
      else to = middle
    }
    return from - 1
  }

  /** The last group whose key is at most the word. */
  #findGroup(word: number): number {
    const { jump, groups } = this.#sections
    let from = jump[word >>> 16]!
    let to = jump[(word >>> 16) + 1]!
    while (from < to) {
      const middle = (from + to) >>> 1
      if (groups[middle]! <= word) from = middle + 1
      else to = middle
    }
    return from - 1
  }

  /** From the last row of a /64 back to the one that starts at or before the address. */
  #stepBackInside64(last: number, first: number, words: Uint32Array): number {
    const { deepRows, deepLows, low } = this.#sections
    let row = last
    for (let at = findIndex(deepRows, last); at >= 0 && deepRows[at] === row; at--, row--) {
      if (row < first || low[row] !== words[1]) break
      const third = deepLows[2 * at]!
      if (third < words[2]! || (third === words[2]! && deepLows[2 * at + 1]! <= words[3]!)) break
    }
    return row
  }

  /** Writes the four words of a row's first address. */
  readStart(row: number, words: Uint32Array): void {
    const { groups, low, deepRows, deepLows } = this.#sections
    words[0] = groups[this.#groupOf(row)]!
    words[1] = low[row]!
    words[2] = words[3] = 0
    if ((this.#deep[row >>> 3]! & (1 << (row & 7))) === 0) return
    const at = findIndex(deepRows, row)
    words[2] = deepLows[2 * at]!
    words[3] = deepLows[2 * at + 1]!
  }

  #groupOf(row: number): number {
    const { groupRows } = this.#sections
    const near = this.#group
    if (groupRows[near]! <= row) {
      if (row < groupRows[near + 1]!) return near
      if (near + 2 < groupRows.length && row < groupRows[near + 2]!) return near + 1
    }
    return (this.#group = Math.min(findIndex(groupRows, row), groupRows.length - 2))
  }

  /** Writes the four words of a row's last address. */
  readLast(row: number, words: Uint32Array): void {
    if (row + 1 >= this.records.length) {
      words.fill(0xffff_ffff)
      return
    }
    this.readStart(row + 1, words)
    for (let word = 3; word >= 0; word--) {
      if (words[word]! > 0) {
        words[word]!--
        return
      }
      words[word] = 0xffff_ffff
    }
  }
}

/** The sections of the search by their names in the file. */
export function toV6Sections(words: (name: `v6.${keyof V6Sections}`) => Uint32Array): V6Sections {
  return {
    jump: words('v6.jump'),
    groups: words('v6.groups'),
    groupRows: words('v6.groupRows'),
    low: words('v6.low'),
    records: words('v6.records'),
    deepRows: words('v6.deepRows'),
    deepLows: words('v6.deepLows'),
  }
}

function toSide({ low, records, deepRows }: V6Sections): V6Side {
  const lines = new Uint32Array(Math.ceil(low.length / LINE_ROWS))
  for (let line = 0; line < lines.length; line++) lines[line] = low[line * LINE_ROWS]!
  const deep = new Uint8Array((records.length >>> 3) + 1)
  for (const row of deepRows) deep[row >>> 3]! |= 1 << (row & 7)
  return { lines, deep }
}

/** Index of the last entry at most `value`, -1 when there is none. */
export function findIndex(sorted: Uint32Array, value: number): number {
  let from = 0
  let to = sorted.length
  while (from < to) {
    const middle = (from + to) >>> 1
    if (sorted[middle]! <= value) from = middle + 1
    else to = middle
  }
  return from - 1
}
