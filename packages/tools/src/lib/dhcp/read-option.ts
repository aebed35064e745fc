import { formatIpv4 } from '@octet/core/ip/ipv4.ts'
import type { Text } from '@octet/core/text.ts'
import { toHex, toUint } from '../bytes.ts'
import { findDomainNames } from './domain-names.ts'
import { DHCP_OPTIONS, type OptionForm } from './options.ts'
import { findDhcpRoutes, toNumber } from './routes.ts'

const MESSAGES: Readonly<Record<number, string>> = {
  1: 'DISCOVER',
  2: 'OFFER',
  3: 'REQUEST',
  4: 'DECLINE',
  5: 'ACK',
  6: 'NAK',
  7: 'RELEASE',
  8: 'INFORM',
  9: 'FORCERENEW',
  10: 'LEASEQUERY',
  11: 'LEASEUNASSIGNED',
  12: 'LEASEUNKNOWN',
  13: 'LEASEACTIVE',
}

/** Parts of the relay agent's option (RFC 3046, RFC 3527, RFC 5010, RFC 5107). */
const RELAY: Readonly<Record<number, string>> = {
  1: 'circuit',
  2: 'remote',
  5: 'link',
  6: 'subscriber',
  11: 'server',
  151: 'VSS',
}

export const nameOfOption = (code: number): string | Text =>
  DHCP_OPTIONS[code]?.name ?? { en: `Option ${code}`, zh: `选项 ${code}` }

/** What an option's data say; hexadecimal where they do not have the layout of their code. */
export function toOptionText(code: number, bytes: Uint8Array): string {
  return findText(DHCP_OPTIONS[code]?.form ?? 'hex', bytes) ?? toHex(bytes)
}

function findText(form: OptionForm, bytes: Uint8Array): string | undefined {
  switch (form) {
    case 'addresses':
      return findAddresses(bytes)?.join(', ')
    case 'pairs':
      return findAddresses(bytes)
        ?.map((address, i) => (i % 2 === 0 ? address : `→ ${address};`))
        .join(' ')
        .replace(/;$/, '')
    case 'text':
      return findWords(bytes)
    case 'message':
      return MESSAGES[bytes[0] ?? 0]
    case 'flag':
      return bytes.length === 1 ? String(bytes[0]) : undefined
    case 'seconds':
    case 'number':
      return bytes.length > 0 && bytes.length <= 4 ? String(toUint(bytes)) : undefined
    case 'signed':
      return bytes.length === 4 ? String(toNumber(bytes) | 0) : undefined
    case 'codes':
      return Array.from(bytes, (code) => {
        const name = DHCP_OPTIONS[code]?.name
        return name === undefined ? String(code) : `${code} ${typeof name === 'string' ? name : name.en}`
      }).join(', ')
    case 'names':
      return findDomainNames(bytes)?.join(', ')
    case 'routes':
      return findDhcpRoutes(bytes)
        ?.map(({ network, router }) => `${network} → ${router}`)
        .join(', ')
    case 'fqdn':
      return findFullName(bytes)
    case 'relay':
      return findParts(bytes)
        ?.map(({ type, data }) => `${RELAY[type] ?? type}: ${toPartText(type === 5 || type === 11 ? 4 : undefined, data)}`)
        .join(', ')
    case 'parts': {
      const parts = findParts(bytes)
      return parts ? parts.map(({ type, data }) => `${type}: ${toPartText(undefined, data)}`).join(', ') : findWords(bytes)
    }
    case 'hex':
      return undefined
  }
}

function findAddresses(bytes: Uint8Array): string[] | undefined {
  if (bytes.length === 0 || bytes.length % 4 !== 0) return undefined
  return Array.from({ length: bytes.length / 4 }, (_, at) => formatIpv4(toNumber(bytes.subarray(4 * at, 4 * at + 4))))
}

/** Text, with the NUL that some end it with left out; nothing where other signs are in it. */
function findWords(bytes: Uint8Array): string | undefined {
  const end = bytes.at(-1) === 0 ? bytes.length - 1 : bytes.length
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, end))
    return text !== '' && /^[^\p{Cc}]+$/u.test(text) ? text : undefined
  } catch {
    return undefined
  }
}

/** Flags, two bytes that nobody reads any more, and the name: in letters, or as DNS has it (RFC 4702 §2). */
function findFullName(bytes: Uint8Array): string | undefined {
  if (bytes.length < 3) return undefined
  const name = bytes.subarray(3)
  return (
    (bytes[0]! & 4 ? findDomainNames(name.at(-1) === 0 ? name : Uint8Array.of(...name, 0))?.[0] : findWords(name)) ?? undefined
  )
}

type OptionPart = { readonly type: number; readonly data: Uint8Array }

/** Type, length and data, one behind another to the very end; nothing for what is no such list. */
function findParts(bytes: Uint8Array): OptionPart[] | undefined {
  const parts: OptionPart[] = []
  for (let at = 0; at < bytes.length;) {
    const [type, size] = [bytes[at]!, bytes[at + 1]]
    if (type === 255 && bytes.subarray(at).every((byte) => byte === 255 || byte === 0)) break
    if (size === undefined || at + 2 + size > bytes.length || type === 0) return undefined
    parts.push({ type, data: bytes.subarray(at + 2, at + 2 + size) })
    at += 2 + size
  }
  return parts.length > 0 ? parts : undefined
}

/** Words; else addresses, where the length lets them be so; else bytes. */
function toPartText(addressBytes: number | undefined, data: Uint8Array): string {
  const addresses = addressBytes === undefined || data.length === addressBytes ? findAddresses(data) : undefined
  return findWords(data) ?? addresses?.join(' ') ?? toHex(data)
}
