import { countOf } from '@octet/core/counted.ts'
import { AppError } from '@octet/core/errors.ts'
import type { Pacer } from '../../lib/pacer.ts'
import { syntaxError } from '../../lib/syntax-error.ts'
import { withPerlHint } from './perl-hints.ts'
import { toReason } from '../../lib/regex-reasons.ts'

export const MAX_TEXT = 2 ** 20
export const MAX_MATCHES = 1000
/** More matches than these are refused. */
export const MOST = 100_000

export type Found = {
  readonly start: number
  readonly end: number
  readonly match: string
  readonly groups: readonly { readonly name: string; readonly value: string | null }[]
}
export type RegexFlags = { readonly ignoreCase: boolean; readonly multiline: boolean; readonly dotAll: boolean }

/** A pattern that is ready to search. */
export type Regex = {
  findAll(text: string, breathe: Pacer): Promise<Found[]>
  /** The text with each match replaced; `$1`, `$<name>`, `$&`, `$$`. */
  replace(text: string, found: readonly Found[], replacement: string): string
}

/** Compiles a pattern for RE2 (linear time). Throws `syntax_error` with the place, also for what RE2 does not have. */
export async function createRegex(pattern: string, flags: RegexFlags): Promise<Regex> {
  const compiled = await compile(pattern, flags)
  const names = new Map(Object.entries(compiled.namedGroups()).map(([name, index]) => [index, name]))

  return { findAll, replace }

  async function findAll(text: string, breathe: Pacer): Promise<Found[]> {
    const matcher = compiled.matcher(text)
    const found: Found[] = []
    while (matcher.find()) {
      const groups = Array.from({ length: matcher.groupCount() }, (_, index) => ({
        name: names.get(index + 1) ?? String(index + 1),
        value: matcher.group(index + 1),
      }))
      found.push({ start: matcher.start(), end: matcher.end(), match: matcher.group() ?? '', groups })
      if (found.length > MOST)
        throw new AppError('too_large', { field: { en: 'Matches', zh: '匹配数' }, limit: MOST, got: `${MOST}+` })
      if (found.length % 256 === 0) await breathe()
    }
    return found
  }
}

/** Characters of a pattern; RE2's reader takes a second for so many brackets, and four times as long for twice as many. */
const MAX_PATTERN = 20_000

/** Whether a line holds a match of the pattern. Throws what {@link createRegex} throws, and `too_large`. */
export async function createLineTest(pattern: string, ignoreCase: boolean): Promise<(line: string) => boolean> {
  if (pattern.length > MAX_PATTERN)
    throw new AppError('too_large', {
      field: { en: 'Pattern', zh: '正则表达式' },
      limit: { en: countOf(MAX_PATTERN, 'character'), zh: `${MAX_PATTERN} 个字符` },
      got: pattern.length,
    })
  const compiled = await compile(pattern, { ignoreCase, multiline: false, dotAll: false })
  return (line) => compiled.matcher(line).find()
}

async function compile(pattern: string, { ignoreCase, multiline, dotAll }: RegexFlags) {
  const { RE2JS, RE2JSSyntaxException } = await import('re2js')
  refuseUnsupported(pattern)
  const flags = (ignoreCase ? RE2JS.CASE_INSENSITIVE : 0) | (multiline ? RE2JS.MULTILINE : 0) | (dotAll ? RE2JS.DOTALL : 0)
  try {
    return RE2JS.compile(pattern, flags)
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error
    const part = error.getPattern() ?? ''
    const at = part ? Math.max(0, pattern.indexOf(part)) : 0
    const reason = withPerlHint(toReason(error.getDescription(), part), { pattern, offset: at, engine: 're2' })
    throw syntaxError({ format: 'RegExp', text: pattern, offset: at, reason })
  }
}

const toValue = (group: Found['groups'][number] | undefined): string | undefined => group && (group.value ?? '')

function replace(text: string, found: readonly Found[], replacement: string): string {
  let out = ''
  let last = 0
  for (const { start, end, match, groups } of found) {
    out += text.slice(last, start)
    out += replacement.replaceAll(
      /\$(?:(\$)|(&)|(\d{1,2})|<([^>]*)>)/g,
      (whole, dollar?: string, all?: string, index?: string, name?: string) => {
        if (dollar) return '$'
        if (all) return match
        if (index === undefined) return toValue(groups.find((each) => each.name === name)) ?? whole
        // `$12` is group 1 with a 2 behind it where there are fewer than twelve.
        const short = index.length === 2 ? toValue(groups[Number(index[0]) - 1]) : undefined
        return toValue(groups[Number(index) - 1]) ?? (short === undefined ? whole : short + index[1]!)
      },
    )
    last = end
  }
  return out + text.slice(last)
}

/** RE2 names these errors in its own words; these say what is missing. */
function refuseUnsupported(pattern: string): void {
  refuseUnicodeEscapes(pattern)
  const plain = /\\Q[\s\S]*?(?:\\E|$)|\\[0-7]{2,3}|\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|\(\?<?[=!]/g
  for (let match = plain.exec(pattern); match; match = plain.exec(pattern)) {
    const [piece] = match
    if (piece.startsWith('(?'))
      throw syntaxError({
        format: 'RegExp',
        text: pattern,
        offset: match.index,
        reason: {
          en: `RE2 has no look-around: ${piece}…); the JavaScript engine has`,
          zh: `RE2 不支持环视：${piece}…)；可改用 JavaScript 引擎`,
        },
      })
    const [, property] =
      /^\\[pP]\{\^?(?:Script|sc|Script_Extensions|scx|General_Category|gc)=(\w+)\}/.exec(pattern.slice(match.index)) ?? []
    if (property !== undefined)
      throw syntaxError({
        format: 'RegExp',
        text: pattern,
        offset: match.index,
        reason: {
          en: `RE2 writes \\p{${property}} alone; the JavaScript engine takes both names`,
          zh: `RE2 只写 \\p{${property}}；带等号的写法请改用 JavaScript 引擎`,
        },
      })
    if (/^\\(?:[1-9]$|k)/.test(piece))
      throw syntaxError({
        format: 'RegExp',
        text: pattern,
        offset: match.index,
        reason: {
          en: `RE2 has no back-references: ${piece}; the JavaScript engine has`,
          zh: `RE2 不支持反向引用：${piece}；可改用 JavaScript 引擎`,
        },
      })
  }
}

const UNICODE_ESCAPE = /\\u(?:([\da-f]{4})|\{([\da-f]{1,6})\})|\\[\s\S]/gi

/** `[\u4e00-\u9fa5]` as it stands in most lists of patterns; RE2 has the same in another spelling. */
function refuseUnicodeEscapes(pattern: string): void {
  const respell = (escape: string, four?: string, braced?: string) => {
    const digits = four ?? braced
    return digits === undefined ? escape : `\\x{${digits}}`
  }
  const first = Array.from(pattern.matchAll(UNICODE_ESCAPE)).find((match) => match[1] !== undefined || match[2] !== undefined)
  if (!first) return
  const respelled = pattern.replaceAll(UNICODE_ESCAPE, respell)
  throw syntaxError({
    format: 'RegExp',
    text: pattern,
    offset: first.index,
    reason: {
      en: `RE2 has no ${first[0]} and writes ${respelled}; the JavaScript engine takes it as it is`,
      zh: `RE2 不支持 ${first[0]} 写法，应写作 ${respelled}；也可改用 JavaScript 引擎`,
    },
  })
}
