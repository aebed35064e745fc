import { toShownText } from './character-string.ts'
import type { DnsClient } from './client.ts'
import { readRdata } from './rdata.ts'
import { createRecordReader, type ReaderLimits } from './record-reader.ts'
import { TYPES } from './types.ts'

export type AskText = (name: string) => Promise<string[]>

const MAX_TEXTS = 50

/**
 * Reads the TXT records of names, each record's strings joined (RFC 7208 §3.3); empty where there are none. `toText` says what
 * their bytes mean, of which it gets a character each.
 */
export function createTextReader(client: DnsClient, limits: ReaderLimits, toText = toShownText): AskText {
  const ask = createRecordReader(client, limits)
  return async (name) =>
    (await ask(name, TYPES.TXT))
      .slice(0, MAX_TEXTS)
      .map(({ type, rdata }) => toText((readRdata(type, rdata)!['texts'] as readonly string[]).join('')))
}
