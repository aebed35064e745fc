import { refuseFailure, type DnsClient } from './client.ts'
import type { Rr } from './message.ts'

export type AskRecords = (name: string, type: number) => Promise<Rr[]>
export type ReaderLimits = {
  readonly signal: AbortSignal | undefined
  readonly left: () => number
  /** Longest wait for one of the answers that a report is made of, in milliseconds. */
  readonly stepMs?: number
}

const STEP_MS = 2500

/** Reads the records of a name and type, at the end of its aliases; none where there are none. Throws what failed. */
export function createRecordReader(client: DnsClient, { signal, left, stepMs = STEP_MS }: ReaderLimits): AskRecords {
  return async (name, type) => {
    const answered = await client.ask({ name: `${name}.`, type, signal, timeoutMs: Math.min(stepMs, left()) })
    return refuseFailure(answered).answers.filter((record) => record.type === type)
  }
}
