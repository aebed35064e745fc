import { findAddress, formatAddress } from '@octet/core/ip/address.ts'
import { refuse } from './fault.ts'
import { readBytes } from './tokens.ts'

/** Keys of SVCB and HTTPS by number (IANA “Service Parameter Keys”). */
const KEYS: Readonly<Record<string, number>> = {
  mandatory: 0,
  alpn: 1,
  'no-default-alpn': 2,
  port: 3,
  ipv4hint: 4,
  ech: 5,
  ipv6hint: 6,
  dohpath: 7,
  ohttp: 8,
}
const NUMBERED = /^key(0|[1-9]\d{0,4})$/

/** `alpn=h2,h3 port=8443` in the order of their numbers (RFC 9460 §2.1, §2.2). */
export function readParams(words: readonly string[]): string[] {
  const found = words.map((word) => {
    const at = word.indexOf('=')
    const key = toKey(at < 0 ? word : word.slice(0, at))
    const value = at < 0 ? undefined : word.slice(at + 1)
    return { key, number: KEYS[key] ?? Number(key.slice('key'.length)), text: writeParam(key, value) }
  })
  const twice = found.find(({ number }, i) => found.findIndex((other) => other.number === number) !== i)
  if (twice) refuse(`${twice.key} stands there twice`, `${twice.key} 出现了两次`)
  checkMandatory(found.find(({ key }) => key === 'mandatory')?.text, new Set(found.map(({ key }) => key)))
  return found.sort((a, b) => a.number - b.number).map(({ text }) => text)
}

function toKey(text: string): string {
  const key = text.toLowerCase()
  const [, number] = NUMBERED.exec(key) ?? []
  if (Object.hasOwn(KEYS, key)) return key
  if (number === undefined || Number(number) > 65_534)
    refuse(`“${text.slice(0, 60)}” is no key of service parameters`, `“${text.slice(0, 60)}”不是服务参数键`)
  return Object.keys(KEYS).find((name) => KEYS[name] === Number(number)) ?? key
}

/** What must be understood is there, once, and is not `mandatory` itself (RFC 9460 §8). */
function checkMandatory(text: string | undefined, keys: ReadonlySet<string>): void {
  const named = text?.slice('mandatory='.length).split(',') ?? []
  const wrong = named.find((key, i) => key === 'mandatory' || !keys.has(key) || named.indexOf(key) !== i)
  if (wrong !== undefined) refuse(`mandatory names ${wrong}, which is not there once`, `mandatory 所列的 ${wrong} 未出现或重复`)
}

function writeParam(key: string, value: string | undefined): string {
  if (key === 'no-default-alpn' || key === 'ohttp') {
    if (value) refuse(`${key} has no value`, `${key} 不带值`)
    return key
  }
  if (value === undefined && NUMBERED.test(key)) return key
  if (!value) return refuse(`${key} has no value`, `${key} 缺少值`)
  const parts = splitValue(value)
  switch (key) {
    case 'mandatory':
      return `${key}=${parts
        .map(toKey)
        .sort((a, b) => toNumber(a) - toNumber(b))
        .join(',')}`
    case 'alpn':
      if (parts.some((part) => part === '' || readBytes(part).length > 255))
        refuse('alpn has an empty or too long name', 'alpn 含空的或过长的名称')
      return `${key}=${quoteValue(value)}`
    case 'port':
      if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535)
        refuse(`port “${value.slice(0, 60)}” is no port`, `port“${value.slice(0, 60)}”不是端口`)
      return `${key}=${Number(value)}`
    case 'ipv4hint':
    case 'ipv6hint':
      return `${key}=${parts.map((part) => toHint(part, key === 'ipv4hint' ? 4 : 6)).join(',')}`
    case 'ech':
      if (!/^(?:[a-z\d+/]{4})*(?:[a-z\d+/]{2}==|[a-z\d+/]{3}=)?$/i.test(value)) refuse('ech is not Base64', 'ech 不是 Base64')
      return `${key}=${value}`
    case 'dohpath':
      if (!value.startsWith('/') || !/\{[^}]*\bdns\b[^}]*\}/.test(value))
        refuse('dohpath wants a path with {?dns}', 'dohpath 应为含 {?dns} 的路径')
      return `${key}=${quoteValue(value)}`
    default:
      return `${key}=${quoteValue(value)}`
  }
}

const toNumber = (key: string): number => KEYS[key] ?? Number(key.slice('key'.length))

/** Between commas that no backslash keeps (RFC 9460, appendix A.1). */
const splitValue = (value: string): string[] =>
  /,/.test(value) ? [...value.matchAll(/(?:^|,)((?:[^,\\]|\\\d{3}|\\[^])*)/g)].map(([, part]) => part ?? '') : [value]

const quoteValue = (value: string): string => (/[\s;()]/.test(value) ? `"${value}"` : value)

function toHint(text: string, version: 4 | 6): string {
  const address = findAddress(text)
  if (address?.version !== version)
    refuse(`“${text.slice(0, 60)}” is no IPv${version} address`, `“${text.slice(0, 60)}”不是 IPv${version} 地址`)
  return formatAddress(address!)
}
