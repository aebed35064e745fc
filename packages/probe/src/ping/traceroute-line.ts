import { isIP } from 'node:net'
import type { PacketReply } from './mtr-packet.ts'

/** What became of one packet. */
export type Sighting = { readonly ttl: number; readonly reply: PacketReply; readonly flow?: number | undefined }

/** ` 3  192.0.2.1  1.2 ms  192.0.2.9  1.3 ms *` → one sighting per packet. */
export function parseTracerouteLine(line: string, target: string): Sighting[] {
  const [, ttl, rest = ''] = /^\s*(\d{1,2})\s+(.*)$/.exec(line) ?? []
  if (ttl === undefined) return []
  const sightings: Sighting[] = []
  let from = ''
  for (const [token] of rest.matchAll(/\*|[\da-f]*[.:][\da-f.:]*(?=\s|$)|[\d.]+(?= ms)|![A-Z]?\d*/gi)) {
    if (token.startsWith('!')) markRefused(sightings, token)
    else if (token === '*') sightings.push({ ttl: Number(ttl), reply: { outcome: 'timeout' } })
    else if (isIP(token)) from = token
    else if (/^[\d.]+$/.test(token) && from)
      sightings.push({
        ttl: Number(ttl),
        reply: { outcome: from === target ? 'reply' : 'expired', from, ms: Number(token), mpls: [] },
      })
  }
  return sightings
}

/** `!H`, `!X` and the like behind a time: who answered says that there is no way to the target (traceroute(8)); a bare `!` does not. */
function markRefused(sightings: Sighting[], mark: string): void {
  const last = sightings.at(-1)
  if (last?.reply.outcome === 'expired' && mark !== '!')
    sightings.splice(-1, 1, { ...last, reply: { ...last.reply, outcome: 'unreachable' } })
}
