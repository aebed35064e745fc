import type { DialectOptions } from 'sql-formatter'

type Options = DialectOptions['tokenizerOptions']
type QuoteTypes = Options['stringTypes']
type QuoteType = QuoteTypes[number]
/** Where what begins at a place ends; -1 where nothing does. */
export type EndFinder = (text: string, at: number) => number
/** What may begin with a character: nothing else needs to be tried. */
export type Opening = { readonly leads: string; readonly find: EndFinder }

/** How the marks of sql-formatter's dialects read: doubled marks (`qq`), backslashes (`bs`), neither (`raw`). */
const FINDERS: Readonly<Record<string, Opening>> = {
  '``': { leads: '`', find: quoted('`', { isDoubled: true }) },
  '[]': { leads: '[', find: findBracketEnd },
  '""-qq': { leads: '"', find: quoted('"', { isDoubled: true }) },
  '""-bs': { leads: '"', find: quoted('"', { hasBackslash: true }) },
  '""-qq-bs': { leads: '"', find: quoted('"', { isDoubled: true, hasBackslash: true }) },
  '""-raw': { leads: '"', find: quoted('"', {}) },
  "''-qq": { leads: "'", find: quoted("'", { isDoubled: true }) },
  "''-bs": { leads: "'", find: quoted("'", { hasBackslash: true }) },
  "''-qq-bs": { leads: "'", find: quoted("'", { isDoubled: true, hasBackslash: true }) },
  "''-raw": { leads: "'", find: quoted("'", {}) },
  $$: { leads: '$', find: findDollarEnd },
  "'''..'''": { leads: "'", find: tripled("'''") },
  '""".."""': { leads: '"', find: tripled('"""') },
  '{}': { leads: '{', find: (text, at) => (text[at] === '{' ? text.indexOf('}', at) + 1 || -1 : -1) },
  "q''": { leads: 'qQ', find: findChosenEnd },
}

/** One finder for all types that a dialect names, the first that fits winning. */
export function toOpening(types: readonly (QuoteType | NonNullable<Options['variableTypes']>[number])[]): Opening {
  const openings = types.map(toOneOpening)
  const find: EndFinder = (text, at) => {
    for (const opening of openings) {
      const end = opening.find(text, at)
      if (end > 0) return end
    }
    return -1
  }
  return { leads: openings.map(({ leads }) => leads).join(''), find }
}

function toOneOpening(type: QuoteType): Opening {
  if (typeof type === 'string') return FINDERS[type]!
  if ('regex' in type) return fromPattern(type.regex)
  const { leads, find } = FINDERS[type.quote]!
  const prefixes = type.prefixes.map((prefix) => prefix.toUpperCase())
  const firsts = prefixes.map(([first = '']) => first + first.toLowerCase())
  return {
    leads: firsts.join('') + (type.requirePrefix ? '' : leads),
    find: (text, at) => {
      for (const prefix of prefixes) {
        const end = text.slice(at, at + prefix.length).toUpperCase() === prefix ? find(text, at + prefix.length) : -1
        if (end > 0) return end
      }
      return type.requirePrefix ? -1 : find(text, at)
    },
  }
}

/** Patterns of the library that look from every bracket to the end of the text, and the same for what has no brackets within. */
const WITHOUT_BRACKETS: Readonly<Record<string, string>> = {
  [String.raw`\{[^:']+:[^}]+\}`]: String.raw`\{[^:'{}]+:[^{}]+\}`,
}

/** A pattern that a dialect gives as text, with the one sign it begins with, or every sign where that is not plain. */
export function fromPattern(source: string): Opening {
  const pattern = new RegExp(`(?:${WITHOUT_BRACKETS[source] ?? source})`, 'uy')
  const [, lead] = /^\[?\\?([@$&{#:])/.exec(source) ?? []
  return {
    leads: lead ?? String.fromCharCode(...Array.from({ length: 128 }, (_, code) => code)),
    find: (text, at) => {
      pattern.lastIndex = at
      return pattern.test(text) ? pattern.lastIndex : -1
    },
  }
}

function quoted(mark: string, how: { isDoubled?: boolean; hasBackslash?: boolean }): EndFinder {
  const findOne = (text: string, at: number): number => {
    if (text[at] !== mark) return -1
    if (!how.hasBackslash) return text.indexOf(mark, at + 1) + 1 || -1
    return findUnescaped(text, at + 1, mark)
  }
  return (text, at) => {
    let end = findOne(text, at)
    while (how.isDoubled && end > 0 && text[end] === mark) {
      const next = findOne(text, end)
      if (next < 0) break
      end = next
    }
    return end
  }
}

function tripled(mark: string): EndFinder {
  return (text, at) => (text.startsWith(mark, at) ? findUnescaped(text, at + 3, mark) : -1)
}

/** Behind the next mark without a backslash before it; a backslash at the end of a line is none. */
function findUnescaped(text: string, from: number, mark: string): number {
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') {
      if (/^[\n\r\u2028\u2029]?$/.test(text.charAt(++at))) return -1
    } else if (text.startsWith(mark, at)) return at + mark.length
  }
  return -1
}

/** `[a]]b]`: a closing bracket is doubled, an opening one is not. */
function findBracketEnd(text: string, at: number): number {
  if (text[at] !== '[') return -1
  let end = text.indexOf(']', at) + 1 || -1
  while (end > 0 && text[end] === ']') {
    const next = text.indexOf(']', end + 1) + 1
    if (next === 0) break
    end = next
  }
  return end
}

const DOLLAR_TAG = /\$\w*\$/y

function findDollarEnd(text: string, at: number): number {
  DOLLAR_TAG.lastIndex = at
  const [tag] = DOLLAR_TAG.exec(text) ?? []
  if (tag === undefined) return -1
  const close = text.indexOf(tag, at + tag.length)
  return close < 0 ? -1 : close + tag.length
}

const CLOSERS: Readonly<Record<string, string>> = { '<': '>', '[': ']', '(': ')', '{': '}' }

/** Oracle's `q'[it's]'`, on one line. */
function findChosenEnd(text: string, at: number): number {
  if (text[at + 1] !== "'") return -1
  const open = String.fromCodePoint(text.codePointAt(at + 2) ?? 0x20)
  if (/\s/.test(open)) return -1
  const from = at + 2 + open.length
  const closer = `${CLOSERS[open] ?? open}'`
  const close = text.indexOf(closer, from)
  return close < 0 || /[\n\r\u2028\u2029]/.test(text.slice(from, close)) ? -1 : close + closer.length
}
