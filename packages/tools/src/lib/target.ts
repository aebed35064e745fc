import { AppError, type ErrorKey } from '@octet/core/errors.ts'
import { BITS, findAddress, formatAddress, type Address } from '@octet/core/ip/address.ts'
import type { Text } from '@octet/core/text.ts'
import { toHalfWidth } from './half-width.ts'

/** A host as probes take it: one address in its normal spelling, or a name. */
export type Target = { readonly host: string; readonly isAddress: boolean }

const HOST: Text = { en: 'a host name or an address', zh: '主机名或 IP 地址' }

/** What asking a target that somebody names can come to, beside what every tool that sends packets can. */
export const TARGET_ERRORS = [
  'bad_domain',
  'bad_address',
  'refused_target',
  'name_not_found',
  'target_failed',
  'unavailable',
] as const satisfies readonly ErrorKey[]

/**
 * Takes the host out of what people paste: `https://user@Example.com:8443/x`, `[2001:DB8::1]:443`, `example.com.`, `192.0.2.1.`, `例子。中国`.
 * Quotes, brackets and commas of a sentence around it are left out, and `hxxp://example[.]com` is read as what it stands
 * for. Odd spellings of addresses (`0x7f.1`) stay as they are, for the guard to refuse.
 *
 * @throws {AppError} `bad_input` for a text without a host, for which `expected` says what else may stand there, and for a network
 */
export function parseTarget(text: string, field = 'target', expected = HOST): Target {
  const alone = findAlone(text, field)
  if (alone) return { host: formatAddress(alone), isAddress: true }
  const host = toHost(toPlain(text))
  if (host === '') throw new AppError('bad_input', { field, expected, got: text.slice(0, 80) })
  const address = findAddress(host)
  return address ? { host: formatAddress(address), isAddress: true } : { host, isAddress: false }
}

/** The address of a network of one; `192.0.2.0/24` is no address with a path, its first address would stand for all of them. */
function findAlone(text: string, field: string): Address | undefined {
  const [, written = '', prefix] = /^([\da-f:.]+)\/(\d{1,3})$/i.exec(toPlain(text)) ?? []
  const address = findAddress(written)
  if (!address || Number(prefix) > BITS[address.version]) return undefined
  if (Number(prefix) === BITS[address.version]) return address
  const expected = { en: 'one address, not a network', zh: '单个 IP 地址，而不是网段' }
  throw new AppError('bad_input', { field, expected, got: text.slice(0, 80) })
}

/** The port written behind a host; undefined when there is none. */
export function findPort(text: string): number | undefined {
  const port = PATTERN.exec(toPlain(text))?.[3]
  return port === undefined ? undefined : Number(port)
}

const PATTERN = /^(?:([a-z][a-z\d+.-]*):\/\/)?(?:[^/?#@]*@)?(\[[^\]]*\]|[^/?#:]*)(?::(\d{1,5}))?(?:[/?#].*)?$/is

/** Marks that a copied text has around a name, and characters that nobody sees. */
const AROUND = /^["'<“‘「《]+|["'>”’」》,;]+$/g
const UNSEEN = /[\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g

function toPlain(text: string): string {
  return toHalfWidth(text)
    .replaceAll(UNSEEN, '')
    .trim()
    .replaceAll(AROUND, '')
    .replaceAll('[://]', '://')
    .replaceAll(/[[(](?:\.|dot)[\])]/gi, '.')
    .replace(/^hxxp(?=s?:\/\/)/i, 'http')
}

function toHost(text: string): string {
  if (findAddress(text)) return text
  const [, , host = text] = PATTERN.exec(text) ?? []
  const bare = host.replace(/^\[(.*)\]$/s, '$1')
  const undotted = bare.endsWith('.') ? bare.slice(0, -1) : bare
  return undotted === '' || (/^[\d.]+$/.test(undotted) && !findAddress(undotted)) ? bare : undotted
}
