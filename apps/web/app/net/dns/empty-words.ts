import { dnsText as words } from '../../text/net-dns.ts'

/** What an answer without records means: only a server that says NOERROR knows that there is none of this type. */
export function toEmptyWords(rcode: string) {
  if (rcode === 'NOERROR') return words.noAnswer
  return rcode === 'NXDOMAIN' ? words.noName : words.refused
}
