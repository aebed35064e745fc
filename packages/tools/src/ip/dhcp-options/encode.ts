import { AppError } from '@octet/core/errors.ts'
import { parseCidr, formatCidr, toMask } from '@octet/core/ip/cidr.ts'
import { formatAddress } from '@octet/core/ip/address.ts'
import { parseIpv4 } from '@octet/core/ip/ipv4.ts'
import type { Text } from '@octet/core/text.ts'
import { parseHex } from '../../lib/bytes.ts'
import { writeDomainNames } from '../../lib/dhcp/domain-names.ts'
import { DHCP_OPTIONS } from '../../lib/dhcp/options.ts'
import { getController, toBytes, type ControllerId } from './controllers.ts'

/** What an option holds, and how servers that know it are told. */
export type Encoded = {
  readonly code: number
  readonly bytes: Uint8Array
  readonly value:
    | { readonly kind: 'routes'; readonly routes: readonly Route[] }
    | { readonly kind: 'names' | 'addresses'; readonly items: readonly string[] }
    | { readonly kind: 'text'; readonly text: string }
    | { readonly kind: 'number'; readonly number: number }
    | { readonly kind: 'bytes' }
  readonly notes: readonly Text[]
}
export type Route = { readonly network: string; readonly router: string }

const bad = (expected: Text, got: string): never => {
  throw new AppError('bad_input', { field: 'values', expected, got: got.slice(0, 80) })
}

const lines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))

/** `10.0.0.0/8 192.168.1.1`, `default via 192.168.1.1`, `10.0.0.0 255.0.0.0 192.168.1.1`, one a line (RFC 3442). */
export function encodeRoutes(text: string): Encoded {
  const notes: Text[] = []
  const routes = lines(text.replaceAll(/[;；]/g, '\n')).map((line) => readRoute(line, notes))
  if (routes.length === 0) bad(A_ROUTE, text)
  if (!routes.some(({ network }) => network === '0.0.0.0/0')) notes.push(NO_DEFAULT)
  const bytes = routes.flatMap(({ network, router }) => {
    const [address = '', prefix] = network.split('/')
    return [Number(prefix), ...toBytes([address]).slice(0, Math.ceil(Number(prefix) / 8)), ...toBytes([router])]
  })
  return { code: 121, bytes: Uint8Array.from(bytes), value: { kind: 'routes', routes }, notes }
}

function readRoute(line: string, notes: Text[]): Route {
  const words = line
    .replaceAll(/->|→|=>|[,，]|\bvia\b/gi, ' ')
    .trim()
    .split(/\s+/)
  const [destination = '', ...rest] = words
  const router = rest.at(-1) ?? ''
  const mask = rest.length === 2 ? `/${rest[0]!}` : ''
  const written = /^default$/i.test(destination) ? '0.0.0.0/0' : `${destination}${mask}`
  if (rest.length === 0 || rest.length > 2 || parseIpv4(router) < 0) bad(A_ROUTE, line)
  const found = findNetwork(written)
  if (!found) return bad(A_ROUTE, line)
  if (found.hasHostBits)
    notes.push({
      en: `${written} is meant as ${found.network}: its other bits are not sent`,
      zh: `${written} 按 ${found.network} 处理，主机位不发送`,
    })
  return { network: found.network, router }
}

/** `10.0.0.0/8`, `10.0.0.0/255.0.0.0`; an address alone is a host. */
function findNetwork(text: string): { network: string; hasHostBits: boolean } | undefined {
  const [address = '', mask = '32'] = text.split('/')
  const prefix = /^\d{1,2}$/.test(mask) ? Number(mask) : findPrefix(mask)
  if (parseIpv4(address) < 0 || prefix === undefined || prefix > 32) return undefined
  const { network, hasHostBits } = parseCidr(`${address}/${prefix}`)
  return { network: formatCidr(network), hasHostBits }
}

/** The prefix of a mask whose ones are all in front. */
const findPrefix = (mask: string): number | undefined => {
  for (let prefix = 0; prefix <= 32; prefix++) if (formatAddress(toMask(4, prefix)) === mask) return prefix
  return undefined
}

const A_ROUTE: Text = {
  en: 'a network and the router to it in each line, such as 10.0.0.0/8 192.168.1.1',
  zh: '每行一个网段及其网关，如 10.0.0.0/8 192.168.1.1',
}
const NO_DEFAULT: Text = {
  en: 'There is no default route: a client that reads this option leaves option 3 (router) out of account (RFC 3442), so add 0.0.0.0/0, or it is left without one',
  zh: '没有默认路由：客户端读到本选项后会忽略选项 3（路由器）（RFC 3442），请加入 0.0.0.0/0，否则将没有默认网关',
}

const split = (text: string): string[] => text.split(/[\s,，;；、]+/).filter(Boolean)

/** Domains in the order in which a short name is looked for (RFC 3397). */
export function encodeNames(text: string): Encoded {
  const items = split(text)
  const bytes = items.length > 0 ? writeDomainNames(items) : undefined
  if (!bytes) return bad({ en: 'domains such as example.com, one a line', zh: '域名，每行一个，如 example.com' }, text)
  return { code: 119, bytes, value: { kind: 'names', items }, notes: [] }
}

const ADDRESSES: Text = { en: 'IPv4 addresses such as 192.0.2.1, one a line', zh: 'IPv4 地址，每行一个，如 192.0.2.1' }

function readAddresses(text: string): string[] {
  const items = split(text)
  const wrong = items.find((item) => parseIpv4(item) < 0)
  return items.length === 0 || wrong !== undefined ? bad(ADDRESSES, wrong ?? text) : items
}

/** Where access points find their controller, as their maker wants it in option 43. */
export function encodeController(text: string, vendor: ControllerId): Encoded {
  const { write, vendorClass } = getController(vendor)
  const items = readAddresses(text)
  const notes: Text[] = vendorClass === undefined ? [] : [toClassNote(vendorClass)]
  if (vendor === 'unifi' && items.length > 1)
    notes.push({ en: 'UniFi reads the first address only', zh: 'UniFi 只读取第一个地址' })
  return { code: 43, bytes: Uint8Array.from(write(items)), value: { kind: 'bytes' }, notes }
}

const toClassNote = (name: string): Text => ({
  en: `Others read option 43 in their own way: give it only to clients whose option 60 begins with “${name}”`,
  zh: `选项 43 的含义因厂商而异：只应发给选项 60 以“${name}”开头的客户端`,
})

/** Any option by its number, as the register says it is laid out; one that is not registered by what the text looks like. */
export function encodeOption(code: number, text: string): Encoded {
  const { form = undefined, bytes: size = 4 } = DHCP_OPTIONS[code] ?? {}
  const whole = text.trim()
  const base = { code, notes: [] }
  switch (form) {
    case 'routes':
      return { ...encodeRoutes(text), code }
    case 'names':
      return encodeNames(text)
    case 'addresses':
    case 'pairs':
      return fromAddresses(code, text)
    case 'text':
      return fromText(code, whole)
    case 'seconds':
    case 'number':
    case 'signed':
    case 'flag':
      return { ...base, ...toNumberValue(whole, form === 'flag' ? 1 : size, form === 'signed') }
    case 'codes':
      return { ...base, bytes: Uint8Array.from(split(text), readCode), value: { kind: 'bytes' } }
    default:
      if (split(text).every((item) => parseIpv4(item) >= 0)) return fromAddresses(code, text)
      if (/^(?:0x)?(?:[\da-f]{2}[\s:]*)+$/i.test(whole))
        return { ...base, bytes: parseHex(whole, 'values'), value: { kind: 'bytes' } }
      return fromText(code, whole)
  }
}

function readCode(word: string): number {
  return /^\d{1,3}$/.test(word) && Number(word) <= 255
    ? Number(word)
    : bad({ en: 'numbers of options such as 1, 3, 6', zh: '选项编号，如 1, 3, 6' }, word)
}

function fromAddresses(code: number, text: string): Encoded {
  const items = readAddresses(text)
  if (DHCP_OPTIONS[code]?.form === 'pairs' && items.length % 2 !== 0)
    bad({ en: 'addresses in pairs: a destination and its router', zh: '成对的地址：目的地与网关' }, text)
  return { code, bytes: Uint8Array.from(toBytes(items)), value: { kind: 'addresses', items }, notes: [] }
}

function fromText(code: number, text: string): Encoded {
  if (text === '' || /[\p{Cc}]/u.test(text)) bad({ en: 'a text in one line', zh: '一行文本' }, text)
  return { code, bytes: new TextEncoder().encode(text), value: { kind: 'text', text }, notes: [] }
}

function toNumberValue(text: string, size: number, isSigned: boolean): Pick<Encoded, 'bytes' | 'value'> {
  const number = Number(text)
  const [least, most] = isSigned ? [-(2 ** (8 * size - 1)), 2 ** (8 * size - 1) - 1] : [0, 2 ** (8 * size) - 1]
  if (!/^-?\d{1,10}$/.test(text) || number < least || number > most)
    bad({ en: `a number of ${least} to ${most}`, zh: `${least} 到 ${most} 的整数` }, text)
  const bytes = Uint8Array.from(
    { length: size },
    (_, i) => Math.floor((number < 0 ? number + 2 ** (8 * size) : number) / 256 ** (size - 1 - i)) % 256,
  )
  return { bytes, value: { kind: 'number', number } }
}
