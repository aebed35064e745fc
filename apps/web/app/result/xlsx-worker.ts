import { expose, transfer } from 'comlink'
import { toEnvelope, toFailure, type Envelope } from '@octet/core/envelope.ts'
import { AppError, isAppError } from '@octet/core/errors.ts'
import type { Lang } from '@octet/core/text.ts'
import { toXlsx, type XlsxColumn, type XlsxRow } from './xlsx.ts'

const rows: XlsxRow[] = []

const writer = {
  /** Takes the next rows. */
  add(more: readonly XlsxRow[]): void {
    for (const row of more) rows.push(row)
  },
  /** The workbook of all that has been added. */
  write(name: string, columns: readonly XlsxColumn[], lang: Lang): Envelope<unknown> {
    try {
      const bytes = toXlsx(name, columns, rows, lang)
      return transfer(toEnvelope(bytes), [bytes.buffer])
    } catch (error) {
      const isKnown = isAppError(error)
      return toFailure(isKnown ? error : new AppError('unsupported_value', { got: '…', reason: String(error) }), lang)
    }
  },
}

export type XlsxWriter = typeof writer
expose(writer)
