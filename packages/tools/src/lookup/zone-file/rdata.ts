import { findAddress, formatAddress } from '@octet/core/ip/address.ts'
import { refuse } from './fault.ts'
import { readLoc } from './loc.ts'
import { readName, type Name } from './names.ts'
import { ALGORITHMS, CERTIFICATES, findType, numberOfType, PSEUDO_TYPES, RECORD_TYPES, type FieldKind } from './record-types.ts'
import { readParams } from './svc-params.ts'
import { readTtl } from './ttl.ts'
import { readBytes, type Token } from './tokens.ts'

/** What stands in a field of a record's data, as it is written in whole; a name can be shortened then. */
export type Field = string | Name
export type Data = {
  readonly fields: readonly Field[]
  /** Names of hosts that it leads to. */
  readonly targets: readonly Name[]
  /** A string was longer than a record's string may be, and is written as several. */
  readonly isSplit: boolean
}

const MAX_STRING = 255
const NONE: readonly Name[] = []
const MAX_DATA = 65_535

/** Reads what is behind the type of a record. Throws {@link ZoneFault} for what the type does not hold. */
export function readData(type: string, tokens: readonly Token[], origin: Name | undefined): Data {
  const isUnknown = tokens[0]?.text === String.raw`\#` && !tokens[0].isQuoted
  const spec = RECORD_TYPES[type] ?? PSEUDO_TYPES[type]
  if (isUnknown && spec?.fields.some((kind) => kind === 'name' || kind === 'target'))
    return refuse(
      String.raw`${type} is read by its names here, not in the form of \# (RFC 3597)`,
      String.raw`${type} 须写出名称，此处不读 \# 的写法（RFC 3597）`,
    )
  if (isUnknown) return { fields: [String.raw`\#`, ...readUnknown(tokens)], targets: NONE, isSplit: false }
  if (!spec)
    return refuse(
      String.raw`Data of ${type} is written as \# and its length (RFC 3597)`,
      String.raw`${type} 的数据须以 \# 加长度书写（RFC 3597）`,
    )
  const reader = new DataReader(type, tokens, origin)
  for (const kind of spec.fields) reader.read(kind)
  reader.end()
  checkForm(type, reader.fields)
  return reader
}

/** `\# 4 0a000001` (RFC 3597 §5). */
function readUnknown([, length, ...rest]: readonly Token[]): string[] {
  const hex = rest.map(({ text }) => text).join('')
  const count = Number(length?.text)
  if (!/^\d+$/.test(length?.text ?? '') || count > MAX_DATA || !/^(?:[\da-f]{2})*$/i.test(hex) || hex.length !== 2 * count)
    refuse(String.raw`\# wants a length in bytes and as many in hexadecimal`, String.raw`\# 之后应为字节数和相应的十六进制数据`)
  return [String(count), ...(hex ? [hex.toUpperCase()] : [])]
}

/** What a type asks of its fields beyond their kinds. */
function checkForm(type: string, fields: readonly Field[]): void {
  if (type === 'X25' && !/^"\d{4,}"$/.test(String(fields[0])))
    refuse('An X.25 address has four digits or more (RFC 1183 §3.1)', 'X.25 地址至少为四位数字（RFC 1183 §3.1）')
  if (type === 'NAPTR' && !isSubstitution(String(fields[4]).slice(1, -1)))
    refuse(
      'The fifth field of NAPTR is a substitution such as !^.*$!sip:info@example.com! (RFC 3402 §3.2), or empty',
      'NAPTR 第五个字段应为替换式，如 !^.*$!sip:info@example.com!（RFC 3402 §3.2），或为空',
    )
  if (type === 'CDNSKEY' && fields.length < 4)
    refuse('CDNSKEY is not complete: the key is missing', 'CDNSKEY 的数据不完整：缺少公钥')
  if ((type === 'DNSKEY' || type === 'IPSECKEY') && fields[2] !== '0' && fields.length < (type === 'DNSKEY' ? 4 : 5))
    refuse(`${type} is not complete: the key is missing`, `${type} 的数据不完整：缺少公钥`)
}

/** A sign, the pattern, the sign, what takes its place, the sign and perhaps `i`, as it is written in quotation marks. */
function isSubstitution(text: string): boolean {
  const [sign = ''] = text
  if (text === '') return true
  if (/[\di\\]/.test(sign)) return false
  const parts = text.replaceAll(/\\\\./g, '').split(sign)
  return parts.length === 4 && /^i?$/.test(parts[3]!)
}

class DataReader implements Data {
  readonly fields: Field[] = []
  targets: readonly Name[] = NONE
  isSplit = false
  readonly #type: string
  readonly #tokens: readonly Token[]
  readonly #origin: Name | undefined
  #at = 0

  constructor(type: string, tokens: readonly Token[], origin: Name | undefined) {
    this.#type = type
    this.#tokens = tokens
    this.#origin = origin
  }

  read(kind: FieldKind): void {
    switch (kind) {
      case 'name':
        return void this.fields.push(this.#name())
      case 'target': {
        const name = this.#name()
        this.targets = [name]
        return void this.fields.push(name)
      }
      case 'names*':
        while (this.#at < this.#tokens.length) this.fields.push(this.#name())
        return
      case 'u8':
        return this.#number(255)
      case 'u16':
        return this.#number(65_535)
      case 'u32':
        return this.#number(4_294_967_295)
      case 'time':
        return void this.fields.push(String(readTtl(this.#next())))
      case 'ipv4':
        return this.#address(4)
      case 'ipv6':
        return this.#address(6)
      case 'string':
        return this.#string()
      case 'string?':
        return this.#at < this.#tokens.length ? this.#string() : undefined
      case 'strings*':
        this.#string()
        while (this.#at < this.#tokens.length) this.#string()
        return
      case 'word':
        return this.#matched(/^[a-z\d]{1,255}$/i, 'a word of letters and digits', '由字母和数字组成的词')
      case 'hex':
        return this.#matched(HEX, 'hexadecimal digits', '十六进制数字', (text) => text.toUpperCase())
      case 'hex*':
        return this.#joined(HEX, 'hexadecimal digits, two for a byte', '成对的十六进制数字', (text) => text.toUpperCase())
      case 'hex64':
        return this.#matched(
          /^[\da-f]{1,4}(?::[\da-f]{1,4}){3}$/i,
          'four groups such as 0014:4fff:ff20:ee64',
          '四组十六进制数，如 0014:4fff:ff20:ee64',
          (text) =>
            text
              .toLowerCase()
              .split(':')
              .map((group) => group.padStart(4, '0'))
              .join(':'),
        )
      case 'base64':
        return this.#matched(BASE64, 'Base64', 'Base64')
      case 'base64*':
        return this.#joined(BASE64, 'Base64', 'Base64')
      case 'base64*?':
        return this.#at < this.#tokens.length ? this.#joined(BASE64, 'Base64', 'Base64') : undefined
      case 'base32hex':
        return this.#matched(/^[\da-v]+$/i, 'Base32 with the digits 0–9 and A–V', '使用 0–9、A–V 的 Base32', (text) =>
          text.toUpperCase(),
        )
      case 'type':
        return void this.fields.push(toType(this.#next()))
      case 'types*':
        return void this.fields.push(...sortTypes(this.#rest().map(toType)))
      case 'algorithm':
        return this.#named(ALGORITHMS, 255)
      case 'certificate':
        return this.#named(CERTIFICATES, 65_535)
      case 'date':
        return this.#matched(/^\d{14}$|^\d{1,10}$/, 'a time such as 20260131120000', '形如 20260131120000 的时间', toDate)
      case 'salt':
        return this.#matched(/^(?:[\da-f]{2}){1,255}$|^-$/i, 'a salt in hexadecimal, or -', '十六进制的盐，或 -', (text) =>
          text.toUpperCase(),
        )
      case 'eui48':
        return this.#matched(
          /^(?:[\da-f]{2}-){5}[\da-f]{2}$/i,
          'an address such as 00-00-5e-00-53-2a',
          '形如 00-00-5e-00-53-2a 的地址',
          (text) => text.toLowerCase(),
        )
      case 'eui64':
        return this.#matched(
          /^(?:[\da-f]{2}-){7}[\da-f]{2}$/i,
          'an address such as 00-00-5e-ef-10-00-00-2a',
          '形如 00-00-5e-ef-10-00-00-2a 的地址',
          (text) => text.toLowerCase(),
        )
      case 'loc*':
        return void this.fields.push(...readLoc(this.#rest()))
      case 'apl*':
        return void this.fields.push(...this.#rest().map(toPrefix))
      case 'params*':
        return void this.fields.push(...readParams(this.#rest()))
      case 'gateway':
        return this.#gateway()
    }
  }

  /** Refuses what is left over. */
  end(): void {
    const more = this.#tokens[this.#at]
    if (more)
      refuse(
        `“${more.text.slice(0, 60)}” is more than ${this.#type} holds`,
        `${this.#type} 的数据之后多出“${more.text.slice(0, 60)}”`,
      )
  }

  #token(): Token {
    const token = this.#tokens[this.#at++]
    return token ?? refuse(`${this.#type} is not complete`, `${this.#type} 的数据不完整`)
  }

  #next(): string {
    return this.#token().text
  }

  #rest(): string[] {
    const rest = this.#tokens.slice(this.#at).map(({ text }) => text)
    this.#at = this.#tokens.length
    return rest
  }

  #name(): Name {
    const { text, isQuoted } = this.#token()
    if (isQuoted)
      refuse(`A name does not stand in quotation marks: “${text.slice(0, 60)}”`, `名称不能加引号：“${text.slice(0, 60)}”`)
    return readName(text, this.#origin)
  }

  #number(most: number): void {
    const text = this.#next()
    if (!/^\d{1,10}$/.test(text) || Number(text) > most)
      refuse(`“${text.slice(0, 60)}” is no number of 0 to ${most}`, `“${text.slice(0, 60)}”不是 0 到 ${most} 的整数`)
    this.fields.push(String(Number(text)))
  }

  #address(version: 4 | 6): void {
    const text = this.#next()
    const address = findAddress(text)
    if (address?.version !== version || (version === 4 && !/^\d+(?:\.\d+){3}$/.test(text)))
      refuse(`“${text.slice(0, 60)}” is no IPv${version} address`, `“${text.slice(0, 60)}”不是 IPv${version} 地址`)
    this.fields.push(formatAddress(address!))
  }

  #string(): void {
    const token = this.#token()
    const bytes = readBytes(token.text)
    // URI and CAA hold one string of any length (RFC 7553 §4.4, RFC 8659 §4.1); others are a record's strings.
    const isLong = this.#type === 'URI' || this.#type === 'CAA'
    if (this.#type === 'URI' && !token.isQuoted)
      refuse('The address of URI stands in quotation marks (RFC 7553 §4.4)', 'URI 的地址须加引号（RFC 7553 §4.4）')
    if (bytes.length <= MAX_STRING || isLong) return void this.fields.push(writeString(bytes))
    const spec = RECORD_TYPES[this.#type]?.fields
    if (spec?.[0] !== 'strings*')
      refuse(`A string of ${bytes.length} bytes, of ${MAX_STRING} at most`, `字符串长 ${bytes.length} 字节，上限为 ${MAX_STRING}`)
    this.isSplit = true
    for (let at = 0; at < bytes.length; at += MAX_STRING) this.fields.push(writeString(bytes.slice(at, at + MAX_STRING)))
  }

  #matched(pattern: RegExp, en: string, zh: string, write = (text: string): string => text): void {
    const text = this.#next()
    if (!pattern.test(text)) refuse(`“${text.slice(0, 60)}” is not ${en}`, `“${text.slice(0, 60)}”不是${zh}`)
    this.fields.push(write(text))
  }

  #joined(pattern: RegExp, en: string, zh: string, write = (text: string): string => text): void {
    const text = this.#rest().join('')
    if (text === '') this.#next()
    if (!pattern.test(text)) refuse(`“${text.slice(0, 60)}” is not ${en}`, `“${text.slice(0, 60)}”不是${zh}`)
    this.fields.push(write(text))
  }

  #named(names: Readonly<Record<string, number>>, most: number): void {
    const text = this.#tokens[this.#at]?.text.toUpperCase() ?? ''
    if (!Object.hasOwn(names, text)) return this.#number(most)
    this.#at++
    this.fields.push(String(names[text]))
  }

  /** What IPSECKEY leads to: nothing, an address or a name, by the number before (RFC 4025 §2.5). */
  #gateway(): void {
    const kind = this.fields[1]
    if (kind === '1') return this.#address(4)
    if (kind === '2') return this.#address(6)
    if (kind === '3') return void this.fields.push(this.#name())
    if (kind === '0') return this.#matched(/^\.$/, 'The dot that stands for no gateway', '表示没有网关的点')
    refuse(`${kind} is no kind of gateway (0 to 3)`, `网关类型 ${kind} 无效（应为 0 到 3）`)
  }
}

const HEX = /^(?:[\da-f]{2})+$/i
const BASE64 = /^(?:[a-z\d+/]{4})*(?:[a-z\d+/]{2}==|[a-z\d+/]{3}=)?$/i

function toType(text: string): string {
  return findType(text) ?? refuse(`“${text.slice(0, 60)}” is no type of record`, `“${text.slice(0, 60)}”不是记录类型`)
}

/** A list of types is a set of bits, in the order of their numbers (RFC 4034 §4.1.2). */
const sortTypes = (types: readonly string[]): string[] => [...new Set(types)].sort((a, b) => numberOfType(a) - numberOfType(b))

/** Seconds since 1970 in the 14 digits that are common (RFC 4034 §3.2). */
function toDate(text: string): string {
  if (text.length === 14) return text
  const date = new Date(Number(text) * 1000)
  return date.toISOString().replaceAll(/\D/g, '').slice(0, 14)
}

/** `1:192.168.32.0/21`, `!2:2001:db8::/32` (RFC 3123 §5). */
function toPrefix(text: string): string {
  const [, not = '', family, address = '', prefix] = /^(!?)([12]):([\da-f.:]+)\/(\d{1,3})$/i.exec(text) ?? []
  const found = findAddress(address)
  if (!found || String(found.version === 4 ? 1 : 2) !== family || Number(prefix) > (found.version === 4 ? 32 : 128))
    refuse(`“${text.slice(0, 60)}” is no prefix such as 1:192.0.2.0/24`, `“${text.slice(0, 60)}”不是形如 1:192.0.2.0/24 的前缀`)
  return `${not}${family}:${formatAddress(found!)}/${Number(prefix)}`
}

/** A string in quotation marks; what is not to be seen as `\DDD` (RFC 1035 §5.1). */
function writeString(bytes: string): string {
  const written = bytes
    .replaceAll(/["\\]/g, String.raw`\$&`)
    .replaceAll(/[^ -~]/g, (char) => `\\${String(char.charCodeAt(0)).padStart(3, '0')}`)
  return `"${written}"`
}
