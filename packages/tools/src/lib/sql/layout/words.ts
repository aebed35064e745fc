import type { FormatOptions } from 'sql-formatter'
import type { Token, TokenType } from './token.ts'

type Case = FormatOptions['keywordCase']
export type WordOptions = Pick<FormatOptions, 'keywordCase' | 'functionCase' | 'dataTypeCase' | 'identifierCase' | 'indentStyle'>

/** How words are shown: in which case, and how wide in the layouts with columns. */
export type Words = {
  keyword(token: Token): string
  functionName(token: Token): string
  dataType(token: Token): string
  name(token: Token): string
  /** A keyword that begins a line, filled up to its column. */
  lineStart(token: Token): string
}

export function createWords({ keywordCase, functionCase, dataTypeCase, identifierCase, indentStyle }: WordOptions): Words {
  const keyword = (token: Token) => toCase(token, keywordCase)
  return {
    keyword,
    functionName: (token) => toCase(token, functionCase),
    dataType: (token) => toCase(token, dataTypeCase),
    name: ({ type, text }) =>
      VERBATIM.has(type) || identifierCase === 'preserve'
        ? text
        : identifierCase === 'upper'
          ? text.toUpperCase()
          : text.toLowerCase(),
    lineStart: (token) => (indentStyle === 'standard' ? keyword(token) : toColumn(keyword(token), indentStyle === 'tabularLeft')),
  }
}

const VERBATIM: ReadonlySet<TokenType> = new Set<TokenType>(['QUOTED_IDENTIFIER', 'VARIABLE'])

function toCase({ raw, text }: Token, how: Case): string {
  if (how === 'preserve') return raw.length === text.length ? raw.replaceAll(/\s/g, ' ') : raw.replaceAll(/\s+/g, ' ')
  return how === 'upper' ? text : text.toLowerCase()
}

/** Nine columns wide; of a long phrase only its first word. */
function toColumn(words: string, isLeft: boolean): string {
  const [first = '', ...more] = words.length >= 10 ? words.split(' ') : [words]
  return [isLeft ? first.padEnd(9) : first.padStart(9), ...more].join(' ')
}
