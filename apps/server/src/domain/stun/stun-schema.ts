import { isIP } from 'node:net'
import * as z from 'zod'
import { parseListenAddress } from '../dns-leak/leak-schema.ts'

/** A STUN server of this site's own (RFC 8489), for the WebRTC leak test; see docs/operator-file.md. */
export const stunSchema = z.strictObject({
  /** As browsers reach it. */
  url: z.string().regex(/^stun:(?:[a-z\d.-]+|\[[\da-f:]+\]):\d{1,5}$/, {
    error: 'expected an address such as stun:stun.octet.example:3478',
  }),
  /** Where it is heard, UDP; `0.0.0.0` and `[::]` stand for the addresses that the machine has at the start. */
  listen: z
    .array(z.string().refine(hasPort, { error: 'expected an address and a port such as 192.0.2.10:3478 or [2001:db8::10]:3478' }))
    .min(1)
    .max(8)
    .default(['0.0.0.0:3478', '[::]:3478']),
})
export type StunConfig = z.output<typeof stunSchema>

function hasPort(text: string): boolean {
  const { host, port } = parseListenAddress(text)
  return isIP(text) === 0 && isIP(host) !== 0 && port > 0 && port <= 65_535
}
