import { findAddress } from '@octet/core/ip/address.ts'

/** A line of a WHOIS text: its name in lower case, and where it stands. */
type Line = { readonly name: string; readonly value: string; readonly block: number }

/** The named values of a WHOIS text. */
export type WhoisLines = {
  /** The value of the first of these names that has one. */
  first(names: readonly string[]): string | null
  /** The value that stands first in the text under any of these names: the record itself comes before those of its contacts. */
  earliest(names: readonly string[]): string | null
  all(names: readonly string[]): string[]
  /** The values in the block that names the domain. */
  ofRecord(names: readonly string[]): string[]
  /** The lines of the block that describes a contact of this handle. */
  ofHandle(handle: string): Pick<WhoisLines, 'first'>
}

/** Headings above a list of name servers. */
export const SERVER_LISTS: readonly string[] = [
  'name server',
  'nserver',
  'nservers',
  'nameserver',
  'name servers',
  'nameservers',
  'domain nameservers',
  'domain servers',
  'domain servers in listed order',
  'name servers information',
  'name server information',
  'name servers in the listed order',
  'domain name servers',
  'dns servers',
]
/** Headings above the particulars of somebody, and what their names begin with from there on. */
const PARTIES: readonly (readonly [heading: RegExp, party: string])[] = [
  [/^(?:registrar|domain managers)$/, 'registrar'],
  [/^(?:registrant(?: contact information)?|holder(?: of domain name)?|domain owners \/ registrant)$/, 'registrant'],
  [/^abuse contact/, 'abuse'],
  [/^(?:admin|tech|billing|registrar tech|reseller|on-?site|zone|agent|name and)/, 'other'],
]
/** What is said of somebody also where it is not set in below the heading. */
const OF_PARTIES =
  /^(?:name|organi[sz]ation(?: name)?|org id|type|e-?mail|phone|fax|url|web|website|country|address|city|created|changed|updated|last update)$/
/** Headings whose lists have lines that look like names with values. */
const RAW_LISTS: readonly string[] = ['keys', 'flags']
const NAMED =
  /^\s*(?:[a-z]\.? (?=\[))?(\[[^\]]{1,40}\]|[\p{L}][\p{L}\d ()/._-]{0,160}?)#?(?:\.{2,})?\s*(?::(?!\/\/)(?:\.{2,})?|(?<=\])\s)\s*(.*)$/u
const SENTENCE = /^\s*(record (?:expires|created) on|registered on|expires {1,8}on)\s+(\d.*)$/i
/** Names and values in columns, without a colon. */
const COLUMNS = /^\s*(domain state|nameserver) {2,}(\S.*)$/i
/** A name that says how its dates are written, which strokes do not. */
const DAY_FIRST = / \((?:dd|jj)\/mm\/(?:yyyy|aaaa)\)$/
const HOST = /^[\w-]+(?:\.[\w-]+)+\.?(?:\s|$)/
const HANDLES: readonly string[] = ['nic-hdl', 'nic-hdl-br', 'contact', 'contact-id']
const RECORDS: readonly string[] = ['domain', 'domain name']
const MAX_LINES = 3000
const MAX_SERVER = 1000
const MAX_VALUES = 30

/**
 * Reads `Name: value` as registries write it: with dots or tabs before the colon, in brackets, in blocks as RIPE does, with
 * values on the lines below, and with headings above what is said of one party (`registrant: Name: …` is `registrant name`).
 */
export function readWhoisLines(text: string): WhoisLines {
  const reader = new Reader()
  for (const line of text.split('\n').slice(0, MAX_LINES)) reader.take(line)
  return toLines(reader.lines)
}

function toLines(lines: readonly Line[]): WhoisLines {
  const find = (names: readonly string[]) => names.map((name) => lines.find((line) => line.name === name)).find(Boolean)
  return {
    first: (names) => find(names)?.value ?? null,
    earliest: (names) => lines.find(({ name }) => names.includes(name))?.value ?? null,
    all: (names) =>
      names
        .flatMap((name) => lines.filter((line) => line.name === name).slice(0, MAX_VALUES))
        .slice(0, MAX_VALUES)
        .map(({ value }) => value),
    ofRecord: (names) => {
      const block = lines.find(({ name }) => RECORDS.includes(name))?.block
      return lines.flatMap((line) => (line.block === block && names.includes(line.name) ? [line.value] : [])).slice(0, MAX_VALUES)
    },
    ofHandle: (handle) => {
      const block = lines.find(({ name, value }) => HANDLES.includes(name) && value === handle)?.block
      return toLines(lines.filter((line) => line.block === block))
    },
  }
}

/** In lower case, without a note in brackets, and without the number of a name server. */
const toPlainName = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replaceAll(/ {2,}/g, ' ')
    .replace(/ \([^)]{20,}\)$/, '')
    .replace(/^(?:(?:domain|name) ?server|ns)(?: \d+| \(db\))$/, 'name server')

/** Whether a line is a name server with its addresses, bare or in brackets. */
function isServer(line: string): boolean {
  const [host = '', ...addresses] = line
    .slice(0, MAX_SERVER)
    .split(/[\s,;()[\]]+(?:-\s+)?/)
    .filter(Boolean)
  return addresses.length > 0 && HOST.test(host) && addresses.every((text) => findAddress(text) !== undefined)
}

class Reader {
  readonly lines: Line[] = []
  #block = 0
  /** The name that lines without one belong to. */
  #open: string | undefined
  #hasContent = false
  #party = ''
  #partyIndent = 0

  take(written: string): void {
    if (/^\s*[%#]/.test(written)) return
    const line = written.replace(/^\s*\*\* /, '').trimEnd()
    if (line.trim() === '') return this.#endPart()
    const indent = /^\s*/.exec(line)![0].length
    const bare = line
      .trim()
      .replaceAll(/^\[|\]$|:$/g, '')
      .toLowerCase()
    if (this.#isHeading(bare)) return this.#head(bare, indent)
    if (this.#open && RAW_LISTS.includes(this.#open)) return this.#add(this.#open, line)
    // the colons of an IPv6 address name nothing
    if (this.#isList() && isServer(line)) return this.#add(this.#open!, line)
    const [, name, said = ''] = SENTENCE.exec(line) ?? COLUMNS.exec(line) ?? NAMED.exec(line) ?? []
    if (name === undefined) return this.#takeUnnamed(line, indent)
    const plain = toPlainName(name)
    if (plain === 'name' && this.#isList() && HOST.test(said)) return this.#add(this.#open!, said)
    const full = this.#toFullName(plain.replace(DAY_FIRST, ''), indent)
    const value = DAY_FIRST.test(plain) ? said.replaceAll('/', '.') : said
    if (value.trim() === '') return this.#head(full, indent)
    this.#add(full, value)
    // the second server may stand below the first, without a name
    this.#open = SERVER_LISTS.includes(full) ? full : undefined
  }

  #isHeading(bare: string): boolean {
    return (
      SERVER_LISTS.includes(bare) ||
      RAW_LISTS.includes(bare) ||
      PARTIES.some(([heading]) => heading.test(bare) && !bare.includes(':'))
    )
  }

  #isList(): boolean {
    return this.#open !== undefined && SERVER_LISTS.includes(this.#open)
  }

  #head(name: string, indent: number): void {
    this.#open = name
    this.#hasContent = false
    const party = PARTIES.find(([heading]) => heading.test(name))?.[1]
    const isInside = this.#party !== '' && indent > this.#partyIndent
    if (party === undefined && isInside) return
    this.#party = party ?? ''
    this.#partyIndent = indent
    if (party) this.#open = party
  }

  #toFullName(name: string, indent: number): string {
    if (this.#party === '' || name.startsWith(`${this.#party} `)) return name
    return indent > this.#partyIndent || OF_PARTIES.test(name) ? `${this.#party} ${name}` : name
  }

  #takeUnnamed(line: string, indent: number): void {
    if (this.#open === undefined) return
    const isListed = this.#isList() && HOST.test(line.trim())
    if (indent > 0 || isListed || !this.#hasContent) this.#add(this.#open, line)
  }

  #add(name: string, value: string): void {
    this.#hasContent = true
    this.lines.push({ name, value: value.trim().slice(0, 500), block: this.#block })
  }

  /** A blank line ends what has begun; right below a heading it does not. */
  #endPart(): void {
    this.#block++
    if (!this.#hasContent && this.#open !== undefined) return
    this.#open = undefined
    this.#party = ''
  }
}
