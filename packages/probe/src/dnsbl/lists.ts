import type { Text } from '@octet/core/text.ts'
import {
  DBL_CODES,
  DRONEBL_CODES,
  EFNET_CODES,
  FMB_CODES,
  HOSTKARMA_CODES,
  MAILSPIKE_CODES,
  RATS_CODES,
  SPFBL_CODES,
  SURBL_BITS,
  UCEPROTECT_CODES,
  URIBL_BITS,
  ZEN_CODES,
} from './codes.ts'

/** What an entry of a list can speak of. */
export type ListKind = 'ipv4' | 'ipv6' | 'domain'

/** How much mail an entry costs: `info` lists say something of an address that is no accusation. */
export type Impact = 'high' | 'medium' | 'low' | 'info'

/** A block list that may be asked by DNS. */
export type BlockList = {
  readonly zone: string
  readonly name: string
  readonly kinds: readonly ListKind[]
  readonly homepage: string
  /** Where one asks to be taken off; the homepage says how when left out. */
  readonly removal?: string
  readonly impact: Impact
  /** Whose resolver it answers: everybody's when left out, those it knows (`registered`), or none of the big public ones (`own`). */
  readonly answers?: 'registered' | 'own'
  /** Knows domains by the part that is registered only: asked for `www.example.com`, it would say nothing of `example.com`. */
  readonly isByRegistered?: boolean
  /** A domain that is always listed, where it is another than `test` (RFC 5782 §5); `null` when the list names none. */
  readonly testEntry?: string | null
  readonly codes?: Readonly<Record<string, Text>>
  /** The last byte is a sum of these, several reasons in one code. */
  readonly bits?: Readonly<Record<number, Text>>
  /** Codes that are no accusation: white lists, or a statement about a network. */
  readonly notedCodes?: readonly string[]
  /** Codes that say the question was not answered, beside 127.255.255.x and 127.0.0.1. */
  readonly refusalCodes?: readonly string[]
  /** 127.0.0.1, which RFC 5782 rules out, stands for a listing here. */
  readonly usesOne?: boolean
}

const V4 = ['ipv4'] as const
const BOTH = ['ipv4', 'ipv6'] as const
const DOMAIN = ['domain'] as const
const RATS = {
  kinds: V4,
  homepage: 'https://www.spamrats.com/',
  removal: 'https://www.spamrats.com/lookup.php',
  codes: RATS_CODES,
}
const UCEPROTECT = { kinds: V4, homepage: 'https://www.uceprotect.net/', removal: 'https://www.uceprotect.net/en/rblcheck.php' }
const MONKEY = { homepage: 'https://spameatingmonkey.com/', removal: 'https://spameatingmonkey.com/lookup' }
const ZERO_SPAM = { homepage: 'https://0spam.org/', removal: 'https://0spam.org/removal.php' }
const ABUSE_RO = { homepage: 'https://abuse.ro/' }
const DIGIBASE = { kinds: V4, homepage: 'http://bls.digibase.ca/', impact: 'low' } as const
const SWINOG = { homepage: 'https://antispam.imp.ch/', impact: 'low' } as const

/**
 * Lists that were alive and could be asked without a contract when this was written (2026-11). What has shut down (SORBS 2024,
 * NiX Spam 2025, inps.de, WPBL, MSRBL, CBL into Spamhaus XBL) is not here, nor what asks for a key (Abusix, invaluement,
 * Sender Score); those that die later are noticed by their test entries, see `self-test.ts`.
 */
export const BLOCK_LISTS: readonly BlockList[] = [
  {
    zone: 'zen.spamhaus.org',
    name: 'Spamhaus ZEN',
    kinds: BOTH,
    homepage: 'https://www.spamhaus.org/blocklists/zen-blocklist/',
    removal: 'https://check.spamhaus.org/',
    impact: 'high',
    answers: 'own',
    codes: ZEN_CODES,
  },
  {
    zone: 'b.barracudacentral.org',
    name: 'Barracuda',
    kinds: V4,
    homepage: 'https://www.barracudacentral.org/rbl',
    removal: 'https://www.barracudacentral.org/rbl/removal-request',
    impact: 'high',
    answers: 'registered',
  },
  {
    zone: 'bl.spamcop.net',
    name: 'SpamCop',
    kinds: V4,
    homepage: 'https://www.spamcop.net/bl.shtml',
    impact: 'high',
  },
  {
    zone: 'bl.mailspike.net',
    name: 'Mailspike',
    kinds: V4,
    homepage: 'https://mailspike.org/',
    removal: 'https://mailspike.io/ip_verify',
    impact: 'medium',
    codes: MAILSPIKE_CODES,
  },
  {
    zone: 'psbl.surriel.com',
    name: 'PSBL',
    kinds: V4,
    homepage: 'https://psbl.org/',
    removal: 'https://psbl.org/remove',
    impact: 'medium',
  },
  {
    zone: 'dnsbl.dronebl.org',
    name: 'DroneBL',
    kinds: BOTH,
    homepage: 'https://dronebl.org/',
    removal: 'https://dronebl.org/lookup',
    impact: 'medium',
    codes: DRONEBL_CODES,
  },
  {
    zone: 'truncate.gbudb.net',
    name: 'GBUdb Truncate',
    kinds: V4,
    homepage: 'https://www.gbudb.com/truncate/',
    impact: 'medium',
  },
  {
    ...UCEPROTECT,
    zone: 'dnsbl-1.uceprotect.net',
    name: 'UCEPROTECT level 1',
    impact: 'medium',
    codes: { '127.0.0.2': UCEPROTECT_CODES.single },
  },
  {
    ...UCEPROTECT,
    zone: 'dnsbl-2.uceprotect.net',
    name: 'UCEPROTECT level 2',
    impact: 'low',
    codes: { '127.0.0.2': UCEPROTECT_CODES.allocation },
  },
  {
    ...UCEPROTECT,
    zone: 'dnsbl-3.uceprotect.net',
    name: 'UCEPROTECT level 3',
    impact: 'info',
    codes: { '127.0.0.2': UCEPROTECT_CODES.as },
  },
  {
    zone: 'ips.backscatterer.org',
    name: 'Backscatterer',
    kinds: V4,
    homepage: 'https://www.backscatterer.org/',
    impact: 'low',
  },
  { ...RATS, zone: 'spam.spamrats.com', name: 'SpamRATS Spam', impact: 'medium', answers: 'own' },
  { ...RATS, zone: 'dyna.spamrats.com', name: 'SpamRATS Dyna', impact: 'low', answers: 'own' },
  { ...RATS, zone: 'noptr.spamrats.com', name: 'SpamRATS NoPtr', impact: 'low', answers: 'own' },
  { ...RATS, zone: 'auth.spamrats.com', name: 'SpamRATS Auth', impact: 'low', answers: 'own' },
  { ...MONKEY, zone: 'bl.spameatingmonkey.net', name: 'Spam Eating Monkey', kinds: V4, impact: 'medium' },
  {
    ...MONKEY,
    zone: 'bl.ipv6.spameatingmonkey.net',
    name: 'Spam Eating Monkey IPv6',
    kinds: ['ipv6'],
    impact: 'medium',
  },
  {
    ...MONKEY,
    zone: 'backscatter.spameatingmonkey.net',
    name: 'Spam Eating Monkey backscatter',
    kinds: V4,
    impact: 'low',
  },
  { ...MONKEY, zone: 'netbl.spameatingmonkey.net', name: 'Spam Eating Monkey networks', kinds: V4, impact: 'low' },
  {
    zone: 'bl.blocklist.de',
    name: 'blocklist.de',
    kinds: BOTH,
    homepage: 'https://www.blocklist.de/en/index.html',
    removal: 'https://www.blocklist.de/en/delist.html',
    impact: 'medium',
  },
  {
    zone: 'hostkarma.junkemailfilter.com',
    name: 'Hostkarma',
    kinds: V4,
    homepage: 'https://wiki.junkemailfilter.com/index.php/Spam_DNS_Lists',
    removal: 'https://ipadmin.junkemailfilter.com/remove.php',
    impact: 'low',
    codes: HOSTKARMA_CODES,
    notedCodes: ['127.0.0.1', '127.0.0.3', '127.0.0.5', '127.0.1.1', '127.0.1.2', '127.0.1.3'],
  },
  {
    zone: 'bl.nordspam.com',
    name: 'NordSpam',
    kinds: BOTH,
    homepage: 'https://www.nordspam.com/',
    impact: 'low',
  },
  { ...ZERO_SPAM, zone: 'bl.0spam.org', name: '0spam', kinds: V4, impact: 'medium' },
  { ...ZERO_SPAM, zone: 'rbl.0spam.org', name: '0spam RBL', kinds: V4, impact: 'low' },
  { ...ZERO_SPAM, zone: 'nbl.0spam.org', name: '0spam networks', kinds: V4, impact: 'low' },
  {
    zone: 'rbl.interserver.net',
    name: 'InterServer',
    kinds: V4,
    homepage: 'https://rbl.interserver.net/',
    impact: 'medium',
  },
  {
    zone: 'rbl.your-server.de',
    name: 'Hetzner',
    kinds: V4,
    homepage: 'https://rbl.your-server.de/',
    impact: 'medium',
  },
  {
    zone: 'spam.dnsbl.anonmails.de',
    name: 'anonmails.de',
    kinds: V4,
    homepage: 'https://anonmails.de/dnsbl.php',
    impact: 'low',
  },
  {
    zone: 'all.s5h.net',
    name: 's5h.net',
    kinds: BOTH,
    homepage: 'https://www.usenix.org.uk/content/rbl.html',
    impact: 'low',
  },
  {
    zone: 'dnsbl.spfbl.net',
    name: 'SPFBL',
    kinds: BOTH,
    homepage: 'https://spfbl.net/en/dnsbl/',
    impact: 'low',
    codes: SPFBL_CODES,
    notedCodes: ['127.0.0.4', '127.0.0.5'],
  },
  { zone: 'dnsbl.zapbl.net', name: 'ZapBL', kinds: V4, homepage: 'https://zapbl.net/', impact: 'low' },
  { zone: 'bl.suomispam.net', name: 'Suomispam', kinds: V4, homepage: 'https://suomispam.net/', impact: 'low' },
  {
    zone: 'bl.scientificspam.net',
    name: 'Scientific Spam',
    kinds: V4,
    homepage: 'https://www.scientificspam.net/',
    impact: 'low',
  },
  {
    zone: 'bl.fmb.la',
    name: 'fmb.la',
    kinds: ['ipv4', 'domain'],
    homepage: 'https://fmb.la/pages/about',
    impact: 'low',
    codes: FMB_CODES,
    testEntry: null,
  },
  { ...ABUSE_RO, zone: 'rbl.abuse.ro', name: 'abuse.ro', kinds: V4, impact: 'low' },
  { ...ABUSE_RO, zone: 'pbl.abuse.ro', name: 'abuse.ro policy', kinds: V4, impact: 'info' },
  {
    zone: 'bad.virusfree.cz',
    name: 'VirusFree bad',
    kinds: V4,
    homepage: 'https://www.virusfree.cz/',
    impact: 'low',
  },
  {
    zone: 'bip.virusfree.cz',
    name: 'VirusFree bip',
    kinds: V4,
    homepage: 'https://www.virusfree.cz/',
    impact: 'low',
  },
  { zone: 'ip4.bl.zenrbl.pl', name: 'zenrbl.pl', kinds: V4, homepage: 'https://zenbox.pl/', impact: 'low' },
  {
    zone: 'rbl.blockedservers.com',
    name: 'BlockedServers',
    kinds: V4,
    homepage: 'https://www.blockedservers.com/',
    impact: 'low',
  },
  {
    zone: 'rbl.efnetrbl.org',
    name: 'EFnet RBL',
    kinds: V4,
    homepage: 'https://rbl.efnetrbl.org/',
    impact: 'low',
    codes: EFNET_CODES,
    usesOne: true,
  },
  { ...SWINOG, zone: 'dnsrbl.swinog.ch', name: 'SwiNOG', kinds: V4 },
  { ...SWINOG, zone: 'spamrbl.swinog.ch', name: 'SwiNOG spam', kinds: V4 },
  {
    zone: 'spamsources.fabel.dk',
    name: 'Fabel spam sources',
    kinds: V4,
    homepage: 'https://www.spamsources.fabel.dk/',
    impact: 'low',
  },
  { zone: 'dnsbl.kempt.net', name: 'kempt.net', kinds: V4, homepage: 'https://www.kempt.net/dnsbl/', impact: 'low' },
  { zone: 'rbl.schulte.org', name: 'Schulte', kinds: V4, homepage: 'https://rbl.schulte.org/', impact: 'low' },
  {
    zone: 'dnsbl.calivent.com.pe',
    name: 'Calivent',
    kinds: V4,
    homepage: 'http://dnsbl.calivent.com.pe/',
    impact: 'low',
  },
  { zone: 'blacklist.woody.ch', name: 'Woody', kinds: V4, homepage: 'https://blacklist.woody.ch/', impact: 'low' },
  {
    zone: 'korea.services.net',
    name: 'services.net Korea',
    kinds: V4,
    homepage: 'https://korea.services.net/',
    impact: 'info',
  },
  {
    zone: 'mail-abuse.blacklist.jippg.org',
    name: 'JIPPG',
    kinds: V4,
    homepage: 'https://blacklist.jippg.org/',
    impact: 'low',
  },
  {
    zone: 'forbidden.icm.edu.pl',
    name: 'ICM forbidden',
    kinds: V4,
    homepage: 'https://www.icm.edu.pl/',
    impact: 'low',
  },
  {
    zone: 'singular.ttk.pte.hu',
    name: 'Singular',
    kinds: V4,
    homepage: 'https://singular.ttk.pte.hu/en/',
    impact: 'low',
  },
  { zone: 'dnsblchile.org', name: 'DNSBL Chile', kinds: V4, homepage: 'https://www.dnsblchile.org/', impact: 'low' },
  {
    zone: 'krn.korumail.com',
    name: 'KoruMail',
    kinds: V4,
    homepage: 'https://tools.korumail.com/',
    impact: 'low',
  },
  {
    zone: 'work.drbl.gremlin.ru',
    name: 'DRBL gremlin',
    kinds: V4,
    homepage: 'http://drbl.gremlin.ru/en.html',
    impact: 'low',
  },
  { ...DIGIBASE, zone: 'spambot.bls.digibase.ca', name: 'Digibase spam bots' },
  { ...DIGIBASE, zone: 'openproxy.bls.digibase.ca', name: 'Digibase open proxies' },
  { ...DIGIBASE, zone: 'proxyabuse.bls.digibase.ca', name: 'Digibase abused proxies' },
  { zone: 'torexit.dan.me.uk', name: 'Dan Tor exits', kinds: V4, homepage: 'https://www.dan.me.uk/dnsbl', impact: 'info' },
  { zone: 'tor.dan.me.uk', name: 'Dan Tor nodes', kinds: V4, homepage: 'https://www.dan.me.uk/dnsbl', impact: 'info' },

  {
    zone: 'dbl.spamhaus.org',
    name: 'Spamhaus DBL',
    kinds: DOMAIN,
    homepage: 'https://www.spamhaus.org/blocklists/domain-blocklist/',
    removal: 'https://check.spamhaus.org/',
    impact: 'high',
    answers: 'own',
    testEntry: 'dbltest.com',
    codes: DBL_CODES,
    refusalCodes: ['127.0.1.255'],
  },
  {
    zone: 'multi.surbl.org',
    name: 'SURBL',
    kinds: DOMAIN,
    homepage: 'https://surbl.org/',
    removal: 'https://surbl.org/surbl-analysis',
    impact: 'high',
    answers: 'own',
    isByRegistered: true,
    testEntry: 'test.surbl.org',
    bits: SURBL_BITS,
  },
  {
    zone: 'multi.uribl.com',
    name: 'URIBL',
    kinds: DOMAIN,
    homepage: 'https://uribl.com/',
    removal: 'https://admin.uribl.com/',
    impact: 'high',
    answers: 'own',
    isByRegistered: true,
    testEntry: 'test.uribl.com',
    bits: URIBL_BITS,
  },
  {
    ...MONKEY,
    zone: 'uribl.spameatingmonkey.net',
    name: 'Spam Eating Monkey URI',
    kinds: DOMAIN,
    impact: 'medium',
    isByRegistered: true,
    testEntry: '_dnsbl_.test',
  },
  {
    ...MONKEY,
    zone: 'urired.spameatingmonkey.net',
    name: 'Spam Eating Monkey URI red',
    kinds: DOMAIN,
    impact: 'medium',
    isByRegistered: true,
    testEntry: '_dnsbl_.test',
  },
  {
    ...MONKEY,
    zone: 'fresh.spameatingmonkey.net',
    name: 'Spam Eating Monkey fresh',
    kinds: DOMAIN,
    impact: 'info',
    isByRegistered: true,
    testEntry: '_dnsbl_.test',
  },
  { zone: 'dbl.nordspam.com', name: 'NordSpam DBL', kinds: DOMAIN, homepage: 'https://www.nordspam.com/', impact: 'low' },
  {
    zone: 'dbl.suomispam.net',
    name: 'Suomispam DBL',
    kinds: DOMAIN,
    homepage: 'https://suomispam.net/',
    impact: 'low',
    testEntry: null,
  },
  {
    zone: 'rhsbl.scientificspam.net',
    name: 'Scientific Spam domains',
    kinds: DOMAIN,
    homepage: 'https://www.scientificspam.net/',
    impact: 'low',
  },
  {
    zone: 'rhsbl.zapbl.net',
    name: 'ZapBL domains',
    kinds: DOMAIN,
    homepage: 'https://zapbl.net/',
    impact: 'low',
    testEntry: null,
  },
  { ...SWINOG, zone: 'uribl.swinog.ch', name: 'SwiNOG URI', kinds: DOMAIN, testEntry: null },
  { ...ZERO_SPAM, zone: 'dbl.0spam.org', name: '0spam domains', kinds: DOMAIN, impact: 'low', testEntry: null },
  { ...ABUSE_RO, zone: 'uribl.abuse.ro', name: 'abuse.ro URI', kinds: DOMAIN, impact: 'low', testEntry: null },
  { ...ABUSE_RO, zone: 'dbl.abuse.ro', name: 'abuse.ro domains', kinds: DOMAIN, impact: 'low', testEntry: null },
  {
    zone: 'uribl.rspamd.com',
    name: 'Rspamd URI',
    kinds: DOMAIN,
    homepage: 'https://rspamd.com/',
    impact: 'low',
    testEntry: null,
  },
  {
    zone: 'd.bl.zenrbl.pl',
    name: 'zenrbl.pl domains',
    kinds: DOMAIN,
    homepage: 'https://zenbox.pl/',
    impact: 'low',
    testEntry: null,
  },
]
