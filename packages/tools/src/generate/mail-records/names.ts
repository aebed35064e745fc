import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { findAsciiHost } from '../../lib/idn.ts'
import { parseAsked } from '../../lookup/mail/asked.ts'
import { parse } from 'tldts'

const LABEL = /^(?!-)[a-z\d_-]{1,63}(?<!-)$/
const MAX_NAME = 253

/** A name of DNS in ASCII and small letters, without the dot at its end; nothing where it is none (RFC 1035 §2.3.4). */
export function findDnsName(text: string): string | undefined {
  const host = findAsciiHost(text.replace(/[.。]$/, ''))
  const isName = host !== undefined && host.length <= MAX_NAME && host.split('.').every((label) => LABEL.test(label))
  // Digits alone at the end are meant as an address.
  return isName && /(?:^|\.)(?!\d+$)[^.]+$/.test(host) ? host : undefined
}

const A_DOMAIN: Text = { en: 'a domain such as example.com', zh: '域名，如 example.com' }

/** The domain that records are made for, of what people paste. Throws `bad_input`, `bad_domain`. */
export function readDomain(text: string): string {
  const { host } = parseAsked(text, '')
  const name = findDnsName(host)
  if (name?.includes('.')) return name
  throw new AppError('bad_input', { field: 'domain', expected: A_DOMAIN, got: text.trim().slice(0, 80) })
}

/** The domain that an organisation has registered, as receivers find it. */
export const toOrganisation = (name: string): string => parse(name, { allowPrivateDomains: false }).domain ?? name

/** A name as panels of DNS want it, under the registered domain of its zone: `@`, `_dmarc`, `_dmarc.shop`. */
export function toPanelName(name: string, zone: string): string {
  const root = toOrganisation(zone)
  return name === root ? '@' : name.slice(0, -root.length - 1)
}
