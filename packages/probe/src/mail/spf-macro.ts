import { formatAddress, type Address } from '@octet/core/ip/address.ts'
import { toReverseName } from '@octet/core/ip/reverse-name.ts'

/** What macros stand for (RFC 7208 §7.2). */
export type MacroFacts = {
  readonly address: Address
  /** The sender's mailbox, with its local part. */
  readonly sender: string
  /** The domain whose record is read. */
  readonly domain: string
  readonly helo: string
  readonly now: Date
  /** The name that the sender's address has and that leads back to it, or “unknown”. */
  readonly findName: () => Promise<string>
}

const MACRO = /%(?:\{([a-z])(\d*)(r?)([.\-+,/_=]*)\}|([%_-]))/gi
const MAX_NAME = 253

/** A domain with its macros expanded; of one that is too long, labels are left off at the front (RFC 7208 §7.3). */
export async function expandDomain(spec: string, facts: MacroFacts): Promise<string> {
  let name = (await expandMacros(spec, facts)).replace(/\.$/, '').toLowerCase()
  while (name.length > MAX_NAME && name.includes('.')) name = name.slice(name.indexOf('.') + 1)
  return name
}

/** A text with its macros expanded (RFC 7208 §7.3). */
export async function expandMacros(text: string, facts: MacroFacts): Promise<string> {
  let expanded = ''
  let at = 0
  for (const match of text.matchAll(MACRO)) {
    expanded += text.slice(at, match.index)
    at = match.index + match[0].length
    const [, letter, digits = '', reversed, delimiters, sign] = match
    if (letter === undefined) expanded += { '%': '%', _: ' ', '-': '%20' }[sign!]!
    else {
      const value = transform(await read(letter.toLowerCase(), facts), { digits, isReversed: reversed !== '', delimiters })
      expanded += letter === letter.toLowerCase() ? value : toUrlPart(value)
    }
  }
  return expanded + text.slice(at)
}

async function read(letter: string, { address, sender, domain, helo, now, findName }: MacroFacts): Promise<string> {
  const at = sender.lastIndexOf('@')
  switch (letter) {
    case 's':
      return sender
    case 'l':
      return sender.slice(0, at)
    case 'o':
      return sender.slice(at + 1)
    case 'd':
      return domain
    case 'i':
      return address.version === 4 ? formatAddress(address) : toNibbles(address)
    case 'p':
      return findName()
    case 'v':
      return address.version === 4 ? 'in-addr' : 'ip6'
    case 'h':
      return helo
    case 'c':
      return formatAddress(address)
    case 't':
      return String(Math.floor(now.getTime() / 1000))
    default:
      return 'unknown' // r: the receiving host, which there is none of
  }
}

type Transform = { readonly digits: string; readonly isReversed: boolean; readonly delimiters: string | undefined }

/** Splits a value at its delimiters, turns it round, and keeps so many parts from the right. */
function transform(value: string, { digits, isReversed, delimiters }: Transform): string {
  const parts = value.split(new RegExp(`[${(delimiters || '.').replaceAll('-', '\\-')}]`))
  if (isReversed) parts.reverse()
  return parts.slice(digits === '' ? 0 : -Number(digits)).join('.')
}

const toNibbles = (address: Address): string =>
  toReverseName(address).split('.').slice(0, 32).toReversed().join('.').toUpperCase()

function toUrlPart(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
}
