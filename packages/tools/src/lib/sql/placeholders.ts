import { scanSql, type ScannedSql, type SqlToken } from './tokens.ts'
import type { SqlTraits } from './dialects.ts'
import { findUnused } from './find-unused.ts'
import { isElement } from './indent-elements.ts'

/** SQL in which names stand for the placeholders, since the formatter of a dialect knows its own only. */
export type WithoutPlaceholders = ScannedSql & {
  /** Puts the placeholders back; nothing else is changed. */
  restore(formatted: string): string
  /** Where a place of the text was before. */
  toOffset(offset: number): number
}

/**
 * Takes out `:name`, `@name`, `$1`, `%s`, `%(name)s`, `#{name}`, `${name}` and `{{ name }}`; `?`, `name%TYPE` and
 * operators behind the name of their schema (`pg_catalog.~`) by dialect. For `{% statements %}` and `{# comments #}` of Jinja
 * stand comments, which end a line where these do.
 */
export function takeOutPlaceholders({ text, tokens }: ScannedSql, traits: SqlTraits): WithoutPlaceholders {
  const tag = `z${findUnused(text, /z(\d+)q/gi)}q`
  const names = new Map<string, string>()
  const shifts: { readonly from: number; readonly by: number }[] = []
  const joining = findJoining(tokens)
  let out = ''
  let done = 0
  for (const { start, end } of findHoles(tokens, traits)) {
    const raw = text.slice(start, end)
    const name = names.get(raw) ?? `${`${tag}${names.size}`.padEnd(raw.length - 1, '_')}q`
    names.set(raw, name)
    out += text.slice(done, start) + (isStatement(raw) && !joining.has(start) ? toComment(name, { raw, text, end }) : name)
    done = end
    shifts.push({ from: out.length, by: out.length - end })
  }
  if (names.size === 0) return { text, tokens, restore: (formatted) => formatted, toOffset: (offset) => offset }
  const raws = new Map([...names].map(([raw, name]) => [name, raw]))
  const without = out + text.slice(done)
  return {
    text: without,
    tokens: scanSql(without, traits),
    restore: (formatted) =>
      formatted.replaceAll(
        new RegExp(`(?:-- |/\\*)?(${tag}\\d+_*q)(?:\\*/)?`, 'gi'),
        (written, name: string) => raws.get(name.toLowerCase()) ?? written,
      ),
    toOffset: (offset) => offset - (shifts.findLast(({ from }) => from <= offset)?.by ?? 0),
  }
}

/** Where values go in. */
export function* findPlaceholders(tokens: readonly SqlToken[], traits: SqlTraits): Generator<{ start: number; end: number }> {
  for (const hole of findHoles(tokens, traits)) if (!('raw' in hole && (isStatement(hole.raw) || isMapped(hole.raw)))) yield hole
}

/** Whether a piece of a template says what to do instead of what to write: `{% if x %}`, `{# note #}`, `<if test="x">`. */
const isStatement = (raw: string): boolean => isJinja(raw) || isElement(raw)
const isJinja = (raw: string): boolean => /^\{[%#]/.test(raw)
/** Operators in the XML of MyBatis: `&lt;`, `<![CDATA[ < ]]>`. */
const isMapped = (raw: string): boolean => /^(?:&\w+;|<!\[CDATA\[)/.test(raw)

/** Where statements begin that stand within a word, as in `a{% if b %}_c{% endif %}`: a space would make two of it. */
function findJoining(tokens: readonly SqlToken[]): ReadonlySet<number> {
  const joining = new Set<number>()
  for (let from = 0; from < tokens.length; from++) {
    if (!isTemplateStatement(tokens[from])) continue
    let to = from
    while (isTemplateStatement(tokens[to + 1])) to++
    if (isWordLike(tokens[from - 1]) && isWordLike(tokens[to + 1])) for (; from <= to; from++) joining.add(tokens[from]!.start)
    from = to
  }
  return joining
}

const isTemplateStatement = (token: SqlToken | undefined): boolean => token?.kind === 'placeholder' && isJinja(token.raw)
const isWordLike = (token: SqlToken | undefined): boolean =>
  token !== undefined && /^(?:word|name|text|placeholder)$/.test(token.kind)

/** A line comment where nothing follows on the line, so that what follows stays on the next; an element always has a line. */
function toComment(name: string, { raw, text, end }: { raw: string; text: string; end: number }): string {
  if (isElement(raw)) return `\n-- ${name}\n`
  const after = /\S|\n/g
  after.lastIndex = end
  const next = after.exec(text)?.[0] ?? '\n'
  return next === '\n' ? `-- ${name}` : `/*${name}*/`
}

/** Where a template or a program puts something in. */
function* findHoles(
  tokens: readonly SqlToken[],
  { lacksQuestionMarks = false, hasFreeOperators = false }: SqlTraits,
): Generator<SqlToken | { start: number; end: number }> {
  let before: SqlToken | undefined
  let behind: SqlToken | undefined
  for (const token of tokens) {
    // `:` and `%` are tokens of their own; what they begin follows at once.
    if (before && isPair(before, token, behind)) yield { start: before.start, end: token.end }
    else if (token.kind === 'placeholder' || (token.kind === 'word' && isVariable(token.raw))) yield token
    else if (lacksQuestionMarks && token.kind === 'mark' && token.raw === '?') yield token
    else if (hasFreeOperators && before?.raw === '.' && isOwnedOperator(token, behind)) yield token
    if (before && before.kind !== 'space' && before.kind !== 'comment') behind = before
    before = token
  }
}

const isVariable = (raw: string): boolean =>
  raw.includes('%') || ((raw.startsWith('@') || raw.startsWith('$')) && /^(?:@@?[\p{L}_]|\$\d)/u.test(raw))

/** An operator behind a schema and its dot; `t.*` is none. */
const isOwnedOperator = ({ kind, raw, start }: SqlToken, schema: SqlToken | undefined): boolean =>
  kind === 'mark' &&
  raw !== '*' &&
  OPERATOR.test(raw) &&
  (schema?.kind === 'word' || schema?.kind === 'name') &&
  schema.end === start - 1
const OPERATOR = /^[-+*/<>=~!@#%^&|`?]+$/

function isPair(mark: SqlToken, word: SqlToken, behind: SqlToken | undefined): boolean {
  if (mark.kind !== 'mark' || word.kind !== 'word') return false
  const isOperand = behind === undefined || (behind.kind === 'mark' ? !/[)\]]/.test(behind.raw) : BEFORE_VALUE.test(behind.raw))
  if (mark.raw === '%') return isOperand && word.raw === 's'
  // `a:b` is a path in Snowflake, `[1:n]` a slice.
  return mark.raw === ':' && /^[\p{L}\p{N}_]/u.test(word.raw) && (isOperand || behind?.end !== mark.start)
}

/** Words after which a value is wanted, so that `%` is no remainder. */
const BEFORE_VALUE =
  /^(?:and|any|between|by|else|from|ilike|in|into|is|like|limit|not|offset|on|or|select|set|then|top|update|values|when|where)$/i
