import { splitLines } from '@octet/core/lines.ts'
import { AppError } from '@octet/core/errors.ts'
import { BITS, findAddress } from '@octet/core/ip/address.ts'
import { contains, splitCidr, toCidr, type Cidr } from '@octet/core/ip/cidr.ts'
import { mergeRanges, parseRange, splitRange, toCidrs, toRange } from '@octet/core/ip/range.ts'
import type { Text } from '@octet/core/text.ts'
import { parseSpfTerms, SpfSyntaxError } from '@octet/core/mail/spf-terms.ts'
import { findUrl } from '../../lib/find-url.ts'
import { toHalfWidth } from '../../lib/half-width.ts'
import { findDnsName } from './names.ts'
import { findService, SERVICES } from './services.ts'

/** Who may send: networks, and terms of SPF for the others. */
export type Senders = { readonly terms: readonly string[]; readonly networks: readonly Cidr[] }

const MOST_SENDERS = 2_000
/** Words that a name of a service has at most. */
const MOST_WORDS = 3

/**
 * Reads a list of services, hosts, addresses and networks, one a line or with commas between; whole terms of SPF may stand
 * there, too. Throws `bad_input`, `too_large`.
 */
export function readSenders(text: string, domain: string): Senders {
  const pieces = splitLines(toHalfWidth(text)).flatMap((line) => line.replace(/(?<!\S)#.*/, '').split(/[,;]/))
  const senders = pieces.flatMap((piece) => readPiece(piece.trim().split(/\s+/).filter(Boolean), domain))
  if (senders.length > MOST_SENDERS)
    throw new AppError('too_large', { field: 'senders', limit: MOST_SENDERS, got: senders.length })
  return {
    terms: [...new Set(senders.flatMap((one) => (typeof one === 'string' ? [one] : [])))],
    networks: joinNetworks(senders.flatMap((one) => (typeof one === 'string' ? [] : one))),
  }
}

/** Prefixes; networks with shorter ones are larger than any sender has, and mail checks take them for “anyone”. */
export const WIDEST = { 4: 8, 6: 10 } as const

/** The fewest networks of exactly the same addresses; two that are large become none that is too large. */
function joinNetworks(networks: readonly Cidr[]): Cidr[] {
  const joined = mergeRanges(networks.map(toRange)).flatMap((range) => toCidrs(range))
  return joined.flatMap((one) => {
    const widest = WIDEST[one.version]
    const isOwn = networks.some((given) => given.prefix < widest && contains(one, given))
    return one.prefix >= widest || isOwn ? [one] : [...splitCidr(one, widest)]
  })
}

/** Words beside each other may be the name of one service. */
function readPiece(words: readonly string[], domain: string): (string | Cidr[])[] {
  const found: (string | Cidr[])[] = []
  for (let at = 0; at < words.length;) {
    const size = findLength(words.slice(at, at + MOST_WORDS))
    found.push(readSender(words.slice(at, at + size).join(' '), domain))
    at += size
  }
  return found
}

function findLength(words: readonly string[]): number {
  const sizes = words.map((_, index) => words.length - index)
  if (words[1] === '-' && words[2] !== undefined) return MOST_WORDS // a range with blanks
  return sizes.find((size) => size > 1 && findService(words.slice(0, size).join(' '))) ?? 1
}

function readSender(word: string, domain: string): string | Cidr[] {
  const misplaced = MISPLACED.find(({ pattern }) => pattern.test(word))
  if (misplaced) throw refuse(word, misplaced.expected)
  const service = findService(word)
  if (service) return `include:${service.include}`
  const networks = findNetworks(word.replace(/^ip[46]:/i, '').replace(/^\[(.*)\]$/, '$1'))
  if (networks) return networks
  if (/^[+?~-]?(?:a|mx|ptr)(?:[:/]|$)/i.test(word) || /^[+?~-]?(?:include|exists|ip4|ip6):/i.test(word)) return readTerm(word)
  const host = findUrlHost(word) ?? word
  const name = host.includes('.') ? findDnsName(host) : undefined
  if (name === undefined) throw refuse(word)
  if (name === domain) return 'a'
  // Names with an underscore are no hosts: they hold records, as those to include do.
  return readTerm(name.includes('_') ? `include:${name}` : `a:${name}`)
}

/** An address, a network or a range of either; nothing where it is none. */
function findNetworks(word: string): Cidr[] | undefined {
  const [, alone = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(word) ?? []
  const address = findAddress(alone)
  if (address) {
    const size = prefix === undefined ? BITS[address.version] : Number(prefix)
    return size > BITS[address.version] ? undefined : [toPlainNetwork(toCidr(address, size))]
  }
  const ends = splitRange(word)
  return ends.length === 2 && ends.every((end) => findAddress(end)) ? toCidrs(parseRange(word)) : undefined
}

/** Of an IPv4 address inside an IPv6 one receivers see the former (RFC 7208 §5). */
function toPlainNetwork(network: Cidr): Cidr {
  if (!contains(MAPPED, network)) return network
  return { version: 4, value: network.value & 0xffff_ffffn, prefix: network.prefix - MAPPED.prefix }
}

const MAPPED: Cidr = { version: 6, value: 0xffff_0000_0000n, prefix: 96 }

/** The host of a pasted address of the Web. */
const findUrlHost = (word: string): string | undefined => (/^https?:\/\//i.test(word) ? findUrl(word)?.hostname : undefined)

/** A term as it stands, its sign left out where it is the one that goes without saying. */
function readTerm(word: string): string {
  const [, start = '', name = '', rest = ''] = /^([+?~-]?[a-z]\w*:)([^/%]+)(.*)$/i.exec(word) ?? []
  const ascii = name === '' ? undefined : findDnsName(name)
  const term = (ascii === undefined ? word : `${start.toLowerCase()}${ascii}${rest}`).replace(/^\+/, '')
  try {
    parseSpfTerms(`v=spf1 ${term}`)
  } catch (error) {
    if (!(error instanceof SpfSyntaxError)) throw error
    throw new AppError('bad_input', { field: 'senders', expected: A_SENDER, got: error.text })
  }
  return term
}

/** Whether a network lies in one of others. */
export const isWithin = (inner: Cidr, outer: readonly Cidr[]): boolean => outer.some((one) => contains(one, inner))

const refuse = (word: string, expected = A_SENDER): AppError =>
  new AppError('bad_input', { field: 'senders', expected, got: word.slice(0, 80) })

const IDS = SERVICES.map(({ id }) => id).join(', ')
const A_SENDER: Text = {
  en: `a host, an address, a network, mx, a, a term of SPF, or one of these services: ${IDS}`,
  zh: `主机名、IP 地址、网段、mx、a、SPF 项，或以下服务之一：${IDS}`,
}

/** What stands elsewhere in the form. */
const MISPLACED: readonly { readonly pattern: RegExp; readonly expected: Text }[] = [
  {
    pattern: /^"?v=spf1/i,
    expected: {
      en: 'senders alone; a whole record goes into the field for the existing one',
      zh: '只填发信方；完整的记录请填入“现有 SPF 记录”',
    },
  },
  {
    pattern: /^(?:[+?~-]?all|redirect=.*)$/i,
    expected: { en: 'senders alone; what holds for everyone else is chosen beside', zh: '只填发信方；“其余发件方”请另行选择' },
  },
]
