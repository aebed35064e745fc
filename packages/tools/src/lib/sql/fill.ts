import { AppError } from '@octet/core/errors.ts'
import type { SqlTraits } from './dialects.ts'
import { findPlaceholders } from './placeholders.ts'
import { readSqlValues, type SqlValues } from './read-values.ts'
import { readStatementLog } from './statement-log.ts'
import { scanSql } from './tokens.ts'
import { endStatement } from './write.ts'

/** Longest result, in 2^20 UTF-16 units: one name may stand for a long value in many places. */
const MAX_MEBI = 10

/**
 * Puts values in the place of `?`, `%s`, `$1`, `:1` and of names (`:id`, `@id`, `#{id}`, `${id}`, `%(id)s`, `{{ id }}`); a log of
 * MyBatis or Hibernate brings its own. A name without a value stays, since it may be a variable.
 *
 * @throws {AppError} `bad_input` for too few or too many values, `too_large`, `syntax_error`
 */
export function fillSql(text: string, values: string, traits: SqlTraits): string {
  const logged = readStatementLog(text, traits)
  if (logged.length === 0) return fillStatement(text, readSqlValues(values, traits), traits)
  return logged
    .map(({ sql, values: list }) => endStatement(fillStatement(sql, { list, named: new Map() }, traits), traits))
    .join('\n\n')
}

function fillStatement(text: string, { list, named }: SqlValues, traits: SqlTraits): string {
  const places = listPlaces(text, traits)
  // Beside names the values have no order of their own.
  const byName = places.some(({ name }) => name !== undefined && named.has(name))
  const wanted = byName ? 0 : places.reduce((most, { order = -1 }) => Math.max(most, order + 1), 0)
  if (!byName && wanted !== list.length && (wanted > 0 || named.size === 0)) throw wrongCount(wanted, list.length)
  const parts: string[] = []
  let [done, length] = [0, 0]
  for (const { start, end, order, name } of places) {
    const value = order === undefined ? named.get(name ?? '') : byName ? undefined : list[order]
    if (value === undefined) continue
    // ${…} is put in as it is, by MyBatis and by templates.
    const part = text.slice(done, start) + (text.startsWith('${', start) ? withoutQuotes(value) : value)
    length += part.length
    if (length > MAX_MEBI * 2 ** 20)
      throw new AppError('too_large', { field: { en: 'Result', zh: '结果' }, limit: `${MAX_MEBI} MiB`, got: `> ${MAX_MEBI} MiB` })
    parts.push(part)
    done = end
  }
  return parts.join('') + text.slice(done)
}

/** A place for a value: which in order, or of which name. */
type Place = { readonly start: number; readonly end: number; readonly order?: number; readonly name?: string }

function listPlaces(text: string, traits: SqlTraits): Place[] {
  // Signs of a dialect's own operators would take ? with them: `=?`.
  const plain = { ...traits, lacksQuestionMarks: true, hasFreeOperators: false }
  let next = 0
  return Array.from(findPlaceholders(scanSql(text, plain), plain), ({ start, end }) => {
    const raw = text.slice(start, end)
    const order = raw === '?' || raw === '%s' ? next++ : toOrder(raw)
    return order === undefined ? { start, end, name: toName(raw) } : { start, end, order }
  })
}

/** `$1` and `:1`, from 0. */
function toOrder(raw: string): number | undefined {
  const [, digits] = /^[$:](\d{1,5})$/.exec(raw) ?? []
  return digits === undefined ? undefined : Number(digits) - 1
}

/** The name in `:id`, `@id`, `#{id, jdbcType=BIGINT}`, `${id}`, `%(id)s` and `{{ id }}`. */
const toName = (raw: string): string => /[\p{L}_][\p{L}\p{N}_.]*/u.exec(raw)?.[0] ?? ''

const withoutQuotes = (literal: string): string =>
  /^'.*'$/s.test(literal) ? literal.slice(1, -1).replaceAll("''", "'") : literal

function wrongCount(wanted: number, got: number): AppError {
  return new AppError('bad_input', {
    field: 'values',
    expected: {
      en: wanted === 1 ? '1 value, for the one placeholder' : `${wanted} values, one for each placeholder`,
      zh: `${wanted} 个值，与占位符一一对应`,
    },
    got: { en: `${got}`, zh: `${got} 个` },
  })
}
