import { isIP } from 'node:net'
import * as z from 'zod'

/** A name that can be delegated, short enough that every answer fits into a plain DNS message. */
const HOST = /^(?=.{3,80}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
const hostName = z
  .string()
  .trim()
  .toLowerCase()
  .transform((text) => text.replace(/\.$/, ''))
  .refine((text) => HOST.test(text), { error: 'expected a host name of at most 80 letters such as leak.example.com' })

/** A zone of the operator's own for the DNS leak test, delegated to this program; see docs/dns-leak.md. */
export const dnsLeakSchema = z.strictObject({
  zone: hostName,
  /** What names in the zone answer: usually this site's own addresses. */
  addresses: z
    .array(z.string().refine((text) => isIP(text) !== 0, { error: 'expected an address such as 192.0.2.10' }))
    .min(1)
    .max(8),
  /** Names of its name servers, as the parent zone has them; `ns.` and the zone unless given. */
  nameServers: z.array(hostName).max(4).default([]),
  /** Where questions are heard, UDP and TCP; `0.0.0.0` and `[::]` stand for the addresses that the machine has at the start. */
  listen: z
    .array(
      z.string().refine(isListenAddress, { error: 'expected an address and a port such as 192.0.2.10:53 or [2001:db8::10]:53' }),
    )
    .min(1)
    .max(8)
    .default(['0.0.0.0:53', '[::]:53']),
})

export type DnsLeakConfig = z.output<typeof dnsLeakSchema>
type ListenAddress = { readonly host: string; readonly port: number }

/** `[::]:53` → host and port; 53 where there is no port. */
export function parseListenAddress(text: string): ListenAddress {
  if (isIP(text) !== 0) return { host: text, port: 53 }
  const [, bracketed, plain, port] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(text) ?? []
  return { host: bracketed ?? plain ?? '', port: Number(port ?? 0) }
}

function isListenAddress(text: string): boolean {
  const { host, port } = parseListenAddress(text)
  return isIP(host) !== 0 && port > 0 && port <= 65_535
}
