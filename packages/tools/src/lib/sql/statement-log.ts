import { splitLines } from '@octet/core/lines.ts'
import type { SqlTraits } from './dialects.ts'
import { isSqlNumber, toSqlBoolean, toSqlText } from './literal.ts'

/** A statement of a log with its values, as literals. */
export type LoggedStatement = { readonly sql: string; readonly values: readonly string[] }

const PREPARING = /\bPreparing:\s*(\S.*)$/
const PARAMETERS = /\bParameters:[^\S\n]?(.*)$/
/** Hibernate 5 and 6. */
const BINDING = /\bbinding parameter (?:\[(\d{1,5})\] as \[(\w+)\] -|\((\d{1,5}):(\w+)\) <-) \[(.*)\]$/
const HIBERNATE = /\b(?:org\.hibernate\.SQL\b.*?[:-]|Hibernate:)\s*((?:select|insert|update|delete|with|merge|call)\b.*)$/i
/** A value of MyBatis and its Java type; what follows tells that it ends there. */
const TYPED = /(?:null|([^]*?)\(([A-Za-z]\w{0,60})\))(?:, |$)/y
const NUMERIC =
  /^(?:Integer|Long|Short|Byte|BigDecimal|BigInteger|Double|Float|int|long|INTEGER|BIGINT|SMALLINT|TINYINT|NUMERIC|DECIMAL|DOUBLE|FLOAT|REAL)$/

/** The statements of a log of MyBatis or Hibernate with their values; none where the text is no such log. */
export function readStatementLog(text: string, traits: SqlTraits): LoggedStatement[] {
  const found: { sql: string; values: string[] }[] = []
  for (const line of splitLines(text)) {
    const last = found.at(-1)
    const sql = (PREPARING.exec(line) ?? HIBERNATE.exec(line))?.[1]
    if (sql !== undefined) found.push({ sql: sql.trim(), values: [] })
    else if (last) {
      const [, list] = PARAMETERS.exec(line) ?? []
      const [, at5, type5, at6, type6, value = ''] = BINDING.exec(line) ?? []
      if (list !== undefined) last.values = readTyped(list.trim(), traits)
      else if (at5 ?? at6) last.values[Number(at5 ?? at6) - 1] = toTyped(value, type5 ?? type6 ?? '', traits)
    }
  }
  return found
}

function readTyped(list: string, traits: SqlTraits): string[] {
  const values: string[] = []
  for (let at = 0; at < list.length; at = TYPED.lastIndex) {
    TYPED.lastIndex = at
    const [whole, value, type = ''] = TYPED.exec(list) ?? []
    if (whole === undefined) return [...values, toSqlText(list.slice(at), traits)]
    values.push(value === undefined ? 'NULL' : toTyped(value, type, traits))
  }
  return values
}

function toTyped(value: string, type: string, traits: SqlTraits): string {
  if (value === 'null' && /^[A-Z]+$/.test(type)) return 'NULL' // Hibernate writes null so
  if (NUMERIC.test(type) && isSqlNumber(value)) return value
  if (/^boolean$/i.test(type) && /^(?:true|false)$/.test(value)) return toSqlBoolean(value === 'true', traits)
  return toSqlText(value, traits)
}
