import { isAppError } from '@octet/core/errors.ts'
import type { DnsClient } from '../dns/client.ts'
import { DnsFormatError } from '../dns/format-error.ts'
import { createRecordReader, type ReaderLimits } from '../dns/record-reader.ts'
import type { AskText } from '../dns/text-reader.ts'

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

/** `v=DMARC1; p=none` → tags by lower-case name (RFC 6376 §3.2). */
export function parseTags(record: string): Record<string, string> {
  const pairs = record.split(';').map((part) => /^\s*([a-z][\w-]*)\s*=\s*([\s\S]*?)\s*$/i.exec(part))
  return Object.fromEntries(pairs.flatMap((match) => (match ? [[match[1]!.toLowerCase(), match[2]!]] : [])))
}
