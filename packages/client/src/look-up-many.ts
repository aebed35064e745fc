import { findAddress } from '@octet/core/ip/address.ts'
import { findBogon, type Bogon } from './bogon.ts'

export type ManyOptions = {
  /** Addresses in one call; 1,000 at most and unless said. */
  readonly batchSize?: number | undefined
  /** Calls at the same time; 4 unless said. */
  readonly concurrency?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** Asks the server about some addresses at once. */
export type AskBatch<T> = (ips: readonly string[]) => Promise<Readonly<Record<string, T>>>

/**
 * Any number of addresses in batches: each asked once, special ones answered here without a call. Answers come by address,
 * in the order of the list.
 */
export async function lookUpMany<T>(
  ips: readonly string[],
  ask: AskBatch<T>,
  { batchSize = 1_000, concurrency = 4, signal }: ManyOptions = {},
): Promise<Map<string, T | Bogon>> {
  const answers = new Map<string, T | Bogon | undefined>()
  for (const ip of ips) answers.set(ip, findAddress(ip) ? findBogon(ip) : undefined)
  const open = [...answers].flatMap(([ip, answer]) => (answer === undefined ? [ip] : []))
  const size = Math.max(1, Math.min(1_000, batchSize))
  const batches = Array.from({ length: Math.ceil(open.length / size) }, (_, at) => open.slice(at * size, (at + 1) * size))
  const workers = Array.from({ length: Math.min(Math.max(1, concurrency), batches.length) }, async () => {
    for (let batch = batches.shift(); batch; batch = batches.shift()) {
      signal?.throwIfAborted()
      const found = await ask(batch).catch((error: unknown) => {
        batches.length = 0 // the others would go on, and cost, for nobody
        throw error
      })
      for (const ip of batch) answers.set(ip, found[ip.trim()]) // the server knows no spaces around an address
    }
  })
  await Promise.all(workers)
  return new Map([...answers].flatMap(([ip, answer]) => (answer === undefined ? [] : [[ip, answer]])))
}
