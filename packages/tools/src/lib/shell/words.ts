import type { Text } from '@octet/core/text.ts'
import { syntaxError } from '../syntax-error.ts'
import type { Shell } from './shells.ts'
import { splitLine, unescapeCmd } from './windows.ts'

export type Words = {
  readonly words: readonly string[]
  /** What the shell would fill in: `$HOME`, `$(…)`. */
  readonly variables: readonly string[]
  readonly notes: readonly Text[]
  /** Where the command ends in the text. */
  readonly end: number
}

export type Reading = {
  /** What is said to be at fault where a quote is never closed. */
  readonly format?: string
  /** How a dollar is written that the shell hands on as one. */
  readonly dollar?: string
}

/** JSON as Firefox copies it for cmd.exe, each of its quotes twice; bash would join what stands around them. */
const DOUBLED_QUOTES = /[{[:,]""[^"\s]/
const SINGLE_QUOTED = /[\s=]'/

/** Which shell a command line was written for, by the marks at the ends of its lines and around its words. */
export function guessShell(text: string): Shell {
  if (/\^\s*\r?\n|(?:^|[\s=])\^"/.test(text)) return 'cmd'
  if (/`[ \t]*\r?\n|\bcurl\.exe\b.*`"/.test(text)) return 'powershell'
  return DOUBLED_QUOTES.test(text) && !SINGLE_QUOTED.test(text) ? 'cmd' : 'bash'
}

/** Splits the first command of a line as its shell would. Throws `syntax_error` for a quote that is never closed. */
export function splitWords(text: string, shell: Shell, { format = 'curl', dollar = '$' }: Reading = {}): Words {
  if (shell !== 'cmd') return new WordReader(text, shell, { format, dollar }).read()
  const words = splitLine(unescapeCmd(text)).map((word) => word.replaceAll('$', () => dollar))
  return { words, variables: [], notes: [], end: text.length }
}

const ESCAPES: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  e: '\u001b',
  E: '\u001b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
}
const TICKS: Readonly<Record<string, string>> = {
  '0': '\0',
  a: '\u0007',
  b: '\b',
  e: '\u001b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
}

/** Words of bash (POSIX 2.2 and `$'…'`) or of PowerShell. */
class WordReader {
  readonly #text: string
  readonly #isBash: boolean
  readonly #format: string
  readonly #dollar: string
  readonly #words: string[] = []
  readonly #variables = new Set<string>()
  /** Substitutions of which one has no end, so that none is sought for the next. */
  readonly #endless = new Set<string>()
  #pos = 0
  #word: string | undefined

  constructor(text: string, shell: 'bash' | 'powershell', { format, dollar }: Required<Reading>) {
    this.#text = text
    this.#format = format
    this.#dollar = dollar
    this.#isBash = shell === 'bash'
  }

  read(): Words {
    while (this.#pos < this.#text.length && this.#step());
    this.#endWord()
    const variables = [...this.#variables]
    const names = variables.slice(0, 5).join(' ')
    const note = {
      en: `${names} would be filled in by the shell; it is left as it is`,
      zh: `${names} 需由 shell 代入，此处保留原样`,
    }
    return { words: this.#words, variables, notes: names ? [note] : [], end: this.#pos }
  }

  /** Takes the next piece; false at the end of the command. */
  #step(): boolean {
    const text = this.#text
    const char = text[this.#pos]!
    const escape = this.#isBash ? '\\' : '`'
    if (char === escape) this.#takeEscape()
    else if (char === "'") this.#takeSingle()
    else if (char === '"') this.#takeDouble()
    else if (this.#isBash && char === '$' && text[this.#pos + 1] === "'") this.#takeAnsi()
    else if (this.#isBash && char === '$' && text[this.#pos + 1] === '"') this.#pos++
    else if (char === '\n') {
      this.#endWord()
      this.#pos++
      return this.#words.length === 0
    } else if (/\s/.test(char)) {
      this.#endWord()
      this.#pos++
    } else if (/[|;&]/.test(char)) return false
    else if (char === '#' && this.#word === undefined) return false
    else if (/[<>]/.test(char)) this.#skipRedirection()
    else if (!this.#takeSubstitution()) this.#takePlain()
    return true
  }

  #add(text: string): void {
    this.#word = (this.#word ?? '') + text
  }

  /** Adds what the shell hands on as it stands. */
  #addLiteral(text: string): void {
    this.#add(this.#dollar === '$' ? text : text.replaceAll('$', () => this.#dollar))
  }

  #endWord(): void {
    if (this.#word !== undefined) this.#words.push(this.#word)
    this.#word = undefined
  }

  #takeEscape(): void {
    const next = /^\r?\n/.exec(this.#text.slice(this.#pos + 1, this.#pos + 3))?.[0]
    const char = this.#text[this.#pos + 1] ?? ''
    this.#pos += 1 + (next?.length ?? char.length)
    // At the very end it is left of a line that was to go on.
    if (next === undefined && char !== '') this.#addLiteral(this.#isBash ? char : (TICKS[char] ?? char))
  }

  #takeSingle(): void {
    const start = this.#pos
    for (let from = start + 1; ;) {
      const end = this.#text.indexOf("'", from)
      if (end < 0) throw this.#unclosed(start)
      this.#addLiteral(this.#text.slice(from, end))
      this.#pos = end + 1
      // PowerShell writes a quote within quotes twice.
      if (this.#isBash || this.#text[end + 1] !== "'") return
      this.#add("'")
      from = end + 2
    }
  }

  #takeDouble(): void {
    const start = this.#pos++
    this.#add('')
    for (;;) {
      const char = this.#text[this.#pos]
      if (char === undefined) throw this.#unclosed(start)
      if (char === '"') {
        this.#pos++
        if (this.#isBash || this.#text[this.#pos] !== '"') return
        this.#add('"')
        this.#pos++
      } else if (char === (this.#isBash ? '\\' : '`')) this.#takeQuotedEscape()
      else if (!this.#takeSubstitution()) this.#takePlain('"')
    }
  }

  #takeQuotedEscape(): void {
    const char = this.#text[this.#pos + 1] ?? ''
    if (!this.#isBash) return this.#takeEscape()
    if (char === '\n') this.#pos += 2
    else if (/[$`"\\]/.test(char)) {
      this.#addLiteral(char)
      this.#pos += 2
    } else {
      this.#add('\\')
      this.#pos++
    }
  }

  /** `$'…'`: `\x` and octal numbers are bytes of UTF-8, `\u` numbers units of UTF-16 as browsers write them. */
  #takeAnsi(): void {
    const start = this.#pos
    const pattern = /\\(?:x([\da-fA-F]{1,2})|([0-7]{1,3})|u([\da-fA-F]{1,4})|U([\da-fA-F]{1,8})|c([\s\S])|([\s\S]))|([^\\']+)|'/gy
    let bytes: number[] = []
    let out = ''
    const flush = () => {
      out += this.#toText(bytes, start)
      bytes = []
    }
    pattern.lastIndex = start + 2
    for (let match = pattern.exec(this.#text); match; match = pattern.exec(this.#text)) {
      const [, hex, octal, short, long, control, single, plain] = match
      this.#pos = pattern.lastIndex
      if (hex || octal) {
        bytes.push(Number.parseInt(hex ?? octal!, hex ? 16 : 8) & 0xff)
        continue
      }
      flush()
      if (match[0] === "'") return this.#addLiteral(out.toWellFormed())
      if (short) out += String.fromCharCode(Number.parseInt(short, 16))
      else if (long) out += toCharacter(Number.parseInt(long, 16))
      else if (control) out += String.fromCharCode(control.charCodeAt(0) & 31)
      else if (single) out += ESCAPES[single] ?? (/['"?\\]/.test(single) ? single : `\\${single}`)
      else out += plain ?? ''
    }
    throw this.#unclosed(start)
  }

  #toText(bytes: readonly number[], start: number): string {
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(bytes))
    } catch (cause) {
      if (!(cause instanceof TypeError)) throw cause
      throw syntaxError({
        format: this.#format,
        text: this.#text,
        offset: start,
        reason: { en: 'these bytes are not UTF-8; send them from a file', zh: '这些字节不是 UTF-8；请改为从文件发送' },
      })
    }
  }

  /**
   * Takes `$(…)` or `` `…` `` of bash as it stands, with the blanks and quotes inside; false where none begins, or where one
   * has no end.
   */
  #takeSubstitution(): boolean {
    const start = this.#pos
    const isTick = this.#text[start] === '`'
    const name = isTick ? '`…`' : '$(…)'
    if (!this.#isBash || this.#endless.has(name) || !(isTick || this.#text.startsWith('$(', start))) return false
    const end = isTick ? this.#text.indexOf('`', start + 1) : this.#findBracket(start + 1)
    if (end < 0) {
      this.#endless.add(name)
      return false
    }
    const written = this.#text.slice(start, end + 1)
    this.#pos = end + 1
    // A comment says nothing: it notes what a line of a long command is for.
    if (/^`\s*(?:#[^\n]*)?`$/.test(written)) return true
    this.#variables.add(name)
    this.#addLiteral(written)
    return true
  }

  /** The bracket that closes the one at a place, or -1. */
  #findBracket(start: number): number {
    const brackets = /[()]/g
    brackets.lastIndex = start
    let depth = 0
    for (let found = brackets.exec(this.#text); found; found = brackets.exec(this.#text)) {
      depth += found[0] === '(' ? 1 : -1
      if (depth === 0) return found.index
    }
    return -1
  }

  /** Everything up to a character that means something; variables are noted. */
  #takePlain(quote = ''): void {
    const stops = quote ? (this.#isBash ? /["\\$`]/g : /["`]/g) : this.#isBash ? /[\s\\'"$`|;&<>]/g : /[\s`'"|;&<>]/g
    stops.lastIndex = this.#pos + 1
    const end = stops.exec(this.#text)?.index ?? this.#text.length
    const piece = this.#text.slice(this.#pos, end)
    const variables = this.#isBash ? /\$(?:\{\w+\}?|\w+)/g : /\$(?:env:)?\w+|\$\(/g
    for (const [name] of piece.matchAll(variables)) this.#variables.add(name.endsWith('(') ? '$(…)' : name)
    // Others than names are no variables of Compose: `$1`, `$?`, a dollar alone.
    if (/^\$(?!\{?[a-z_])/i.test(piece)) this.#addLiteral(piece)
    else this.#add(piece)
    this.#pos = end
  }

  /** `> file`, `2>&1`, `< file`: not of the request. */
  #skipRedirection(): void {
    if (/^\d+$/.test(this.#word ?? '')) this.#word = undefined
    this.#endWord()
    const rest = /^[<>]+&?\s*(?:"[^"]*"|'[^']*'|[^\s;|&]*)/.exec(this.#text.slice(this.#pos, this.#pos + 4096))
    this.#pos += rest?.[0].length ?? 1
  }

  #unclosed(offset: number) {
    return syntaxError({
      format: this.#format,
      text: this.#text,
      offset,
      reason: { en: 'this quote is never closed', zh: '引号没有结束' },
    })
  }
}

const toCharacter = (code: number): string => (code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code))
