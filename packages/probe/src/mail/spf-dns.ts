import { toReverseName } from '@octet/core/ip/reverse-name.ts'
import { refuseFailure, type DnsClient } from '../dns/client.ts'
import { readRdata } from '../dns/rdata.ts'
import type { AskText } from '../dns/text-reader.ts'
import { TYPES } from '../dns/types.ts'
import type { SpfDns } from './check-host.ts'

type Asking = { readonly askText: AskText; readonly signal: AbortSignal | undefined; readonly left: () => number }

/** What a check of a sender asks, put to the resolver. */
export function createSpfDns(client: DnsClient, { askText, signal, left }: Asking): SpfDns {
  const ask = async (name: string, type: number, field: string): Promise<string[]> => {
    const answered = await client.ask({ name: `${name}.`, type, signal, timeoutMs: Math.min(2500, left()) })
    const { answers } = refuseFailure(answered)
    const records = answers.filter((record) => record.type === type)
    return records.map(({ rdata }) => String(readRdata(type, rdata)![field]).replace(/(.)\.$/, '$1'))
  }
  return {
    askText,
    askAddresses: (name, version) => ask(name, version === 4 ? TYPES.A : TYPES.AAAA, 'address'),
    askMailHosts: (name) => ask(name, TYPES.MX, 'exchange'),
    askNames: (address) => ask(toReverseName(address), TYPES.PTR, 'name'),
  }
}
