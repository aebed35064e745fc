import { toReverseName } from '@octet/core/ip/reverse-name.ts'
import type { DnsClient } from '../dns/client.ts'
import { readRdata } from '../dns/rdata.ts'
import { createRecordReader, type ReaderLimits } from '../dns/record-reader.ts'
import type { AskText } from '../dns/text-reader.ts'
import { TYPES } from '../dns/types.ts'
import type { SpfDns } from './check-host.ts'

/** What a check of a sender asks, put to the resolver. */
export function createSpfDns(client: DnsClient, askText: AskText, limits: ReaderLimits): SpfDns {
  const askRecords = createRecordReader(client, limits)
  const ask = async (name: string, type: number, field: string): Promise<string[]> =>
    (await askRecords(name, type)).map(({ rdata }) => String(readRdata(type, rdata)![field]).replace(/(.)\.$/, '$1'))
  return {
    askText,
    askAddresses: (name, version) => ask(name, version === 4 ? TYPES.A : TYPES.AAAA, 'address'),
    askMailHosts: (name) => ask(name, TYPES.MX, 'exchange'),
    askNames: (address) => ask(toReverseName(address), TYPES.PTR, 'name'),
  }
}
