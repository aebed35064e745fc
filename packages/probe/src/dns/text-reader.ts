import { refuseFailure, type DnsClient } from './client.ts'
import { readRdata } from './rdata.ts'
import { TYPES } from './types.ts'

export type AskText = (name: string) => Promise<string[]>

/** Reads the TXT records of names, each record's strings joined (RFC 7208 §3.3); empty where there are none. */
export function createTextReader(
  client: DnsClient,
  { signal, left }: { signal: AbortSignal | undefined; left: () => number },
): AskText {
  return async (name) => {
    const answered = await client.ask({ name: `${name}.`, type: TYPES.TXT, signal, timeoutMs: Math.min(2500, left()) })
    const message = refuseFailure(answered)
    const records = message.answers.filter(({ type }) => type === TYPES.TXT)
    return records.map(({ type, rdata }) => (readRdata(type, rdata)!['texts'] as readonly string[]).join('')).slice(0, 50)
  }
}
