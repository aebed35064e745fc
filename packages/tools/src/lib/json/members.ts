/** A member as it is written; `inner` is where its value begins, if that is an object or array and the end of the member. */
export type Member = { readonly source: string; readonly inner?: number | undefined }

/**
 * The members of a broken object or array that a text is, without the commas between them; nothing if it is not certain
 * that `jsonrepair` sees these.
 */
export function readMembers(text: string): Member[] | undefined {
  return /^[[{]/.test(text) ? new MemberReader(text).read() : undefined
}

/** What may be read in more than one way: comments, calls, escapes, dots for what is left out, and uncommon quotation marks. */
const MARK = /["'[\]{},:]|[/()\\&`´“”‘’]|\.\.\./g
/** Behind a comma: a second one is taken for the end of the list, and then lists around it end with others. */
const NOTHING_BETWEEN = /^\s*(?:,|$)/

/** An object or array that is open. */
type Frame = { readonly close: string; colons: number }

class MemberReader {
  readonly #text: string
  readonly #members: Member[] = []
  readonly #frames: Frame[] = []
  /** Where the member begins that is read. */
  #start = 1
  /** Where the last object or array in this one begins and ends, if it is in the member that is read. */
  #inner: { readonly start: number; end?: number } | undefined
  /** Behind the mark before. */
  #last = 0

  constructor(text: string) {
    this.#text = text
  }

  read(): Member[] | undefined {
    const marks = new RegExp(MARK)
    for (let found = marks.exec(this.#text); found; found = marks.exec(this.#text)) {
      const end = this.#readMark(found[0], found.index)
      if (end === undefined) return undefined
      marks.lastIndex = this.#last = end
      if (this.#frames.length === 0) return end === this.#text.length ? this.#members : undefined
    }
    return undefined
  }

  /** Where to read on; nothing if a mark is not where it is expected. */
  #readMark(mark: string, at: number): number | undefined {
    if (/["'[{]/.test(mark)) return this.#begins(at) ? this.#readStart(mark, at) : undefined
    const isRead = mark === ':' ? this.#readColon(at) : mark === ',' ? this.#readComma(at) : this.#readClose(mark, at)
    return isRead ? at + mark.length : undefined
  }

  #readStart(mark: string, at: number): number | undefined {
    const isTop = this.#frames.length === 1
    // Behind an object or array a new member begins on a new line, if the comma is missing.
    if (isTop && this.#inner?.end !== undefined && !this.#take(this.#inner.end, this.#inner.end)) return undefined
    if (/["']/.test(mark)) return findStringEnd(this.#text, at)
    if (isTop) this.#inner = { start: at }
    this.#frames.push({ close: mark === '{' ? '}' : ']', colons: 0 })
    return at + 1
  }

  #readColon(at: number): boolean {
    const frame = this.#frames.at(-1)
    if (frame?.close !== '}' || ++frame.colons > 1) return false
    const word = this.#text.slice(this.#last, at).trim()
    const before = this.#text.charAt(this.#last - 1)
    return /["']/.test(before) ? word === '' : /[{,]/.test(before) && /^[\w$-]+$/.test(word)
  }

  #readComma(at: number): boolean {
    const frame = this.#frames.at(-1)
    if (NOTHING_BETWEEN.test(this.#text.slice(at + 1, at + 100))) return false
    if (frame?.close === '}' && frame.colons-- !== 1) return false
    return this.#frames.length > 1 || this.#take(at, at + 1)
  }

  #readClose(mark: string, at: number): boolean {
    if (this.#frames.pop()?.close !== mark) return false
    if (this.#frames.length === 1 && this.#inner) this.#inner.end = at + 1
    // Behind the last comma there may be nothing.
    if (this.#frames.length === 0 && !this.#take(at, at + 1)) this.#members.pop()
    return true
  }

  /** Ends a member; whether there is one. */
  #take(end: number, next: number): boolean {
    const source = this.#text.slice(this.#start, end)
    const isValue = this.#inner !== undefined && this.#text.slice(this.#inner.end, end).trim() === ''
    this.#members.push({ source, inner: isValue ? this.#inner!.start - this.#start : undefined })
    this.#inner = undefined
    this.#start = next
    return source.trim() !== ''
  }

  /** Whether a value or a quoted key may begin here: behind a bracket, a comma or a colon, or on a new line if that is missing. */
  #begins(at: number): boolean {
    const frame = this.#frames.at(-1)
    if (!frame) return true
    let before = at - 1
    while (/\s/.test(this.#text.charAt(before))) before--
    const last = this.#text.charAt(before)
    if (last === '+') return this.#continuesString(before, at)
    const isOnNewLine = this.#text.slice(before, at).includes('\n')
    if (frame.close === ']') return /[[,]/.test(last) || (isOnNewLine && /[\]}"'\w]/.test(last))
    if (last === ':') return frame.colons === 1
    if (!/["']/.test(this.#text.charAt(at))) return false
    if (/[{,]/.test(last)) return frame.colons === 0
    return isOnNewLine && frame.colons-- === 1
  }

  /** Whether a string may begin here that is to be added to the one before, as in `'a' + 'b'`. */
  #continuesString(plus: number, at: number): boolean {
    const isBehindString = /["']/.test(this.#text.charAt(this.#last - 1)) && this.#text.slice(this.#last, plus).trim() === ''
    return isBehindString && /["']/.test(this.#text.charAt(at))
  }
}

const SPACE = /[^\S\n]*/y

/** Behind a string that is followed by what ends it. */
function findStringEnd(text: string, start: number): number | undefined {
  const quote = text.charAt(start)
  const ends = quote === '"' ? /["\\]/g : /['\\]/g
  ends.lastIndex = start + 1
  for (let found = ends.exec(text); found; found = ends.exec(text)) {
    if (found[0] === '\\') ends.lastIndex++
    else {
      const end = ends.lastIndex
      SPACE.lastIndex = end
      SPACE.exec(text)
      const next = text.charAt(SPACE.lastIndex)
      if (!/^[,:\]}\n+]/.test(next)) return undefined
      return /[\]}]/.test(next) && isOpen(text.slice(start, end), next) ? undefined : end
    }
  }
  return undefined
}

/** Whether a string has more opening brackets than closing ones: the library takes such a bracket behind it for a part of it. */
function isOpen(string: string, close: string): boolean {
  const open = close === ']' ? '[' : '{'
  return string.split(open).length > string.split(close).length
}
