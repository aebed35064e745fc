/** A block list that may be asked by DNS. */
export type BlockList = {
  readonly zone: string
  readonly name: string
  readonly kinds: readonly ('ipv4' | 'ipv6' | 'domain')[]
  readonly homepage: string
  /** Knows domains by the part that is registered only: asked for `www.example.com`, it would say nothing of `example.com`. */
  readonly isByRegistered?: boolean
}

/** Lists that answer without registration at low volume; some refuse large public resolvers, which is then said. */
export const BLOCK_LISTS: readonly BlockList[] = [
  {
    zone: 'zen.spamhaus.org',
    name: 'Spamhaus ZEN',
    kinds: ['ipv4', 'ipv6'],
    homepage: 'https://www.spamhaus.org/blocklists/zen-blocklist/',
  },
  { zone: 'bl.spamcop.net', name: 'SpamCop', kinds: ['ipv4'], homepage: 'https://www.spamcop.net/bl.shtml' },
  { zone: 'b.barracudacentral.org', name: 'Barracuda', kinds: ['ipv4'], homepage: 'https://www.barracudacentral.org/rbl' },
  { zone: 'psbl.surriel.com', name: 'PSBL', kinds: ['ipv4'], homepage: 'https://psbl.org/' },
  { zone: 'dnsbl-1.uceprotect.net', name: 'UCEPROTECT level 1', kinds: ['ipv4'], homepage: 'https://www.uceprotect.net/' },
  { zone: 'ix.dnsbl.manitu.net', name: 'manitu NiX Spam', kinds: ['ipv4'], homepage: 'https://www.dnsbl.manitu.net/' },
  { zone: 'dnsbl.dronebl.org', name: 'DroneBL', kinds: ['ipv4', 'ipv6'], homepage: 'https://dronebl.org/' },
  { zone: 'all.s5h.net', name: 's5h.net', kinds: ['ipv4', 'ipv6'], homepage: 'https://www.usenix.org.uk/content/rbl.html' },
  { zone: 'bl.mailspike.net', name: 'Mailspike', kinds: ['ipv4'], homepage: 'https://mailspike.org/' },
  { zone: 'spam.dnsbl.anonmails.de', name: 'anonmails.de', kinds: ['ipv4'], homepage: 'https://anonmails.de/dnsbl.php' },
  {
    zone: 'backscatter.spameatingmonkey.net',
    name: 'Spam Eating Monkey backscatter',
    kinds: ['ipv4'],
    homepage: 'https://spameatingmonkey.com/',
  },
  {
    zone: 'bl.spameatingmonkey.net',
    name: 'Spam Eating Monkey',
    kinds: ['ipv4', 'ipv6'],
    homepage: 'https://spameatingmonkey.com/',
  },
  { zone: 'bl.blocklist.de', name: 'blocklist.de', kinds: ['ipv4', 'ipv6'], homepage: 'https://www.blocklist.de/' },
  { zone: 'dnsbl.spfbl.net', name: 'SPFBL', kinds: ['ipv4', 'ipv6'], homepage: 'https://spfbl.net/en/dnsbl/' },
  { zone: 'truncate.gbudb.net', name: 'GBUdb Truncate', kinds: ['ipv4'], homepage: 'https://www.gbudb.com/truncate/' },
  {
    zone: 'dbl.spamhaus.org',
    name: 'Spamhaus DBL',
    kinds: ['domain'],
    homepage: 'https://www.spamhaus.org/blocklists/domain-blocklist/',
  },
  { zone: 'multi.surbl.org', name: 'SURBL', kinds: ['domain'], homepage: 'https://surbl.org/', isByRegistered: true },
  { zone: 'multi.uribl.com', name: 'URIBL', kinds: ['domain'], homepage: 'https://uribl.com/', isByRegistered: true },
]
