import type { SqlToken } from './tokens.ts'

/** Routines and blocks in each other that are followed; what is deeper goes on to the end of the text. */
const MAX_DEPTH = 200

/** What may stand before the name of a routine in an object type. */
const MODIFIERS = /^(?:CONSTRUCTOR|FINAL|INSTANTIABLE|MAP|MEMBER|NOT|ORDER|OVERRIDING|STATIC)$/
/** What begins a part of a compound trigger. */
const TIMINGS = /^(?:AFTER|BEFORE|INSTEAD)$/
const ROUTINES = /^(?:FUNCTION|PROCEDURE)$/

/**
 * Where a statement of PL/SQL ends that holds others: a block, a routine, a trigger, a package or the body of one, with all
 * routines in it. Gives the index of its `;`, or the count of tokens without one; nothing for any other statement.
 * The tokens are those that mean something.
 */
export function findUnitEnd(tokens: readonly SqlToken[], start: number): number | undefined {
  const reader = new UnitReader(tokens, start)
  return reader.read() ? reader.toSemicolon() : undefined
}

class UnitReader {
  readonly #tokens: readonly SqlToken[]
  #at: number
  #depth = 0

  constructor(tokens: readonly SqlToken[], start: number) {
    this.#tokens = tokens
    this.#at = start
  }

  /** Goes over a unit but for its `;`; whether one stands there. */
  read(): boolean {
    while (this.#word === '<<') this.#skipTo(/^>>$/, 1)
    if (this.#word === 'CREATE') return this.#readCreated()
    if (this.#word === 'WITH' && ROUTINES.test(this.#wordAt(this.#at + 1))) {
      this.#at++
      while (ROUTINES.test(this.#word)) this.#readItem()
      return true
    }
    if (this.#word !== 'DECLARE' && this.#word !== 'BEGIN') return false
    this.#readBlock()
    return true
  }

  /** Goes on to the `;` outside of brackets. */
  toSemicolon(): number {
    this.#skipTo(/^;$/)
    return this.#at
  }

  get #word(): string {
    return this.#wordAt(this.#at)
  }

  #wordAt(index: number): string {
    const { kind, raw } = this.#tokens[index] ?? { kind: 'mark', raw: '' }
    if (kind === 'mark') return raw
    return kind === 'word' && this.#tokens[index - 1]?.raw !== '.' ? raw.toUpperCase() : ''
  }

  /** Goes on to a word or mark outside of brackets, or some tokens behind it. */
  #skipTo(pattern: RegExp, behind = 0): void {
    let brackets = 0
    for (; this.#at < this.#tokens.length; this.#at++) {
      const word = this.#word
      if (word === '(') brackets++
      else if (word === ')') brackets = Math.max(0, brackets - 1)
      else if (brackets === 0 && pattern.test(word)) break
    }
    this.#at = Math.min(this.#at + behind, this.#tokens.length)
  }

  #readCreated(): boolean {
    let at = this.#at + 1
    while (/^(?:OR|REPLACE|EDITIONABLE|NONEDITIONABLE)$/.test(this.#wordAt(at))) at++
    const kind = this.#wordAt(at)
    const isBody = this.#wordAt(at + 1) === 'BODY'
    if (ROUTINES.test(kind)) {
      this.#at = at
      this.#readRoutine()
      return true
    }
    if (kind === 'TRIGGER') {
      this.#at = at
      this.#readTrigger()
      return true
    }
    if (kind !== 'PACKAGE' && !(kind === 'TYPE' && isBody)) return false
    this.#skipTo(/^(?:AS|IS|;)$/)
    this.#readParts()
    return true
  }

  #readTrigger(): void {
    this.#skipTo(/^(?:BEGIN|CALL|COMPOUND|DECLARE|;)$/)
    if (this.#word === 'COMPOUND') {
      this.#at++
      this.#readParts()
    } else if (this.#word !== 'CALL') this.#readBlock()
  }

  /** What stands between `IS` and `END` of a package or a compound trigger. */
  #readParts(): void {
    if (this.#word === ';') return
    this.#at++
    this.#readDeclarations()
    if (this.#word === 'BEGIN') this.#readBlock()
    else this.#at++
  }

  /** A routine with its body, or only its head. */
  #readRoutine(): void {
    this.#skipTo(/^(?:AS|IS|;)$/)
    if (this.#word === ';') return
    this.#at++
    if (this.#tokens[this.#at]?.kind !== 'word' || /^(?:EXTERNAL|LANGUAGE)$/.test(this.#word)) return
    this.#readDeclarations()
    this.#readBlock()
  }

  /** To the BEGIN or END behind them. */
  #readDeclarations(): void {
    if (++this.#depth > MAX_DEPTH) this.#at = this.#tokens.length
    while (this.#at < this.#tokens.length && !/^(?:BEGIN|END)$/.test(this.#word)) this.#readItem()
    this.#depth--
  }

  /** A declaration with its `;`. */
  #readItem(): void {
    let at = this.#at
    while (MODIFIERS.test(this.#wordAt(at))) at++
    if (ROUTINES.test(this.#wordAt(at)) || TIMINGS.test(this.#word)) this.#readRoutine()
    this.toSemicolon()
    this.#at++
  }

  /** From DECLARE or BEGIN over the END of it. */
  #readBlock(): void {
    let open = 0
    for (; this.#at < this.#tokens.length; this.#at++) {
      const word = this.#word
      if (word === 'DECLARE') {
        this.#at++
        this.#readDeclarations()
        this.#at--
      } else if (word === 'BEGIN' || (word === 'CASE' && this.#wordAt(this.#at - 1) !== 'END')) open++
      else if (word === 'END' && !/^(?:IF|LOOP)$/.test(this.#wordAt(this.#at + 1)) && --open <= 0) break
    }
    this.#at++
  }
}
