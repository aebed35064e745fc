import { isAppError } from '@octet/core/errors.ts'
import type { DnsClient } from '../dns/client.ts'
import { DnsFormatError } from '../dns/format-error.ts'
import { createRecordReader, type ReaderLimits } from '../dns/record-reader.ts'
import type { AskText } from '../dns/text-reader.ts'
import type { Text } from '@octet/core/text.ts'

export type HasRecord = (name: string, types: readonly number[]) => Promise<boolean>

/** Whether a name has a record of any of the types, asked one after the other; true also where it could not be asked for. */
export function createRecordFinder(client: DnsClient, limits: ReaderLimits): HasRecord {
  const ask = createRecordReader(client, limits)
  return async (name, types) => {
    try {
      for (const type of types) if ((await ask(name, type)).length > 0) return true
      return false
    } catch (error) {
      if (error instanceof DnsFormatError) return true // no name at all
      if (!isAppError(error) || error.key === 'cancelled') throw error
      return true
    }
  }
}

/** Reads records that may be missing; which names could not be asked for is remembered, since that is not “missing”. */
export class TextBook {
  readonly unasked = new Set<string>()
  readonly #askText: AskText

  constructor(askText: AskText) {
    this.#askText = askText
  }

  /** The records of a name; empty also where they could not be asked for. Only a caller that left ends the report. */
  async find(name: string): Promise<string[]> {
    try {
      return await this.#askText(name)
    } catch (error) {
      if (isAppError(error) && error.key === 'cancelled') throw error
      this.unasked.add(name)
      return []
    }
  }
}

/** The texts that are records; where there are none, those that are meant as one, so that what is wrong with them can be told. */
export function pickRecords(texts: readonly string[], version: RegExp, meant: RegExp): string[] {
  const records = texts.filter((text) => version.test(text))
  return records.length > 0 ? records : texts.filter((text) => meant.test(text))
}

/** `v=DMARC1; p=none` → tags by lower-case name (RFC 6376 §3.2). */
export function parseTags(record: string): Record<string, string> {
  const pairs = record.split(';').map((part) => /^\s*([a-z][\w-]*)\s*=([\s\S]*)$/i.exec(part))
  return Object.fromEntries(pairs.flatMap((match) => (match ? [[match[1]!.toLowerCase(), match[2]!.trim()]] : [])))
}

/** Why a list of tags is none, for which receivers pass over the whole record (RFC 6376 §3.2). */
export function findTagFault(record: string): Text | undefined {
  if (/\\;/.test(record)) return { en: 'a backslash before a semicolon', zh: '分号前有反斜杠' }
  if (/["“”]/.test(record)) return { en: 'quotation marks in the record itself', zh: '记录内容中含有引号' }
  const parts = record
    .split(';')
    .map((part) => part.trim())
    .filter(Boolean)
  const stray = parts.find((part) => !/^[a-z]\w*\s*=/i.test(part))
  if (stray !== undefined) {
    const shown = stray.slice(0, 40)
    return { en: `“${shown}” is not of the form name=value`, zh: `“${shown}”不是“名称=值”的形式` }
  }
  const names = parts.map((part) => part.split('=', 1)[0]!.trim().toLowerCase())
  const twice = names.find((name, index) => names.indexOf(name) < index)
  return twice === undefined ? undefined : { en: `“${twice}=” stands there twice`, zh: `“${twice}=”出现了两次` }
}
