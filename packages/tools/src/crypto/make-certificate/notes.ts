import type { Text } from '@octet/core/text.ts'
import { countBits, toKeyName, type Key } from '../../lib/keys/key.ts'
import { makesAuthority, type CertificateInput } from './input.ts'
import type { Issuer } from './issuer.ts'
import { toMomentText, type Validity } from './validity.ts'

export type Made = {
  readonly input: CertificateInput
  readonly key: Key
  /** As texts, a star first where it stands for any label. */
  readonly names: readonly string[]
  readonly now: Date
  readonly issuer?: Issuer | undefined
  readonly validity?: Validity | undefined
}

const DAY_MS = 86_400_000
/** What Apple's systems take of a certificate for TLS whose authority the user has added (support.apple.com/103769). */
const APPLE_DAYS = 825
/** NIST SP 800-57, part 1, table 2. */
const MIN_RSA_BITS = 2048

/** What whoever uses it should know, in the order of what hurts most. */
export function listNotes(made: Made): Text[] {
  const { input, key, validity } = made
  const notes: (Text | false | undefined)[] = [
    listIssuerNotes(made),
    validity && listTimeNotes(made, validity),
    listNameNotes(made),
    key.type === 'rsa' && countBits(key.n) < MIN_RSA_BITS && WEAK,
    key.type === 'okp' &&
      serves(input) && {
        en: `Browsers do not take certificates of ${toKeyName(key)}`,
        zh: `浏览器不支持 ${toKeyName(key)} 证书`,
      },
    input.action === 'self' && ALONE,
    makesAuthority(input) && KEEP,
    input.action === 'request' && SEND,
  ].flat()
  return notes.filter((note) => note !== false && note !== undefined)
}

const serves = (input: CertificateInput): boolean =>
  !makesAuthority(input) && (input.purpose === 'server' || input.purpose === 'both')

function listIssuerNotes({ input, issuer, now }: Made): (Text | false)[] {
  if (!issuer) return []
  return [
    issuer.notAfter < now && {
      en: `The authority expired at ${toMomentText(issuer.notAfter)}: nobody will trust what it signs`,
      zh: `该 CA 已于 ${toMomentText(issuer.notAfter)} 过期，签发的证书不会被信任`,
    },
    issuer.pathLength === 0 &&
      input.isAuthority && {
        en: 'The authority may not have authorities below it (pathLen 0): nobody will trust what this one signs',
        zh: '该 CA 不允许下级 CA（pathLen 为 0），此中级 CA 签发的证书不会被信任',
      },
  ]
}

function listTimeNotes({ input, now }: Made, { notBefore, notAfter, isCut }: Validity): (Text | false)[] {
  const days = Math.ceil((notAfter.getTime() - notBefore.getTime()) / DAY_MS)
  return [
    isCut && { en: 'It ends with its authority, earlier than asked for', zh: '有效期以 CA 到期时间为限，短于所要求的天数' },
    notAfter < now && { en: 'It has expired already', zh: '此证书已过期' },
    notBefore > now && { en: 'It is not valid yet', zh: '此证书尚未生效' },
    serves(input) &&
      days > APPLE_DAYS && {
        en: `Apple’s systems refuse server certificates of more than ${APPLE_DAYS} days`,
        zh: `苹果系统拒绝有效期超过 ${APPLE_DAYS} 天的服务器证书`,
      },
  ]
}

function listNameNotes({ input, names }: Made): (Text | false)[] {
  if (makesAuthority(input)) return []
  const stars = names.filter((name) => name.startsWith('*.'))
  const bare = stars.map((name) => name.slice(2)).filter((name) => !names.includes(name))
  return [
    names.length === 0 &&
      serves(input) && {
        en: 'Without names browsers and most programs refuse it: they no longer look at the common name',
        zh: '缺少适用名称：浏览器与多数程序已不再看通用名（CN），会拒绝此证书',
      },
    bare.length > 0 && {
      en: `The star stands for one label: ${bare.join(', ')} itself is not covered, nor is anything two levels below`,
      zh: `通配符只代表一级子域名：不含 ${bare.join('、')} 本身，也不含再下一级`,
    },
  ]
}

const WEAK: Text = {
  en: 'RSA of fewer than 2048 bits is refused by authorities and by many programs',
  zh: '不足 2048 位的 RSA 会被证书颁发机构与许多程序拒绝',
}
const ALONE: Text = {
  en: 'Nobody trusts it until it is added to the trusted certificates of each device; for several servers, make an authority and trust it once',
  zh: '需在每台设备上手动信任后才有效；若有多台服务器，可先创建 CA，只需信任一次',
}
const KEEP: Text = {
  en: 'Whoever has this private key can pass for any site on the devices that trust this authority: keep it offline',
  zh: '持有此私钥者，可在信任该 CA 的设备上冒充任何网站，请离线妥善保管',
}
const SEND: Text = {
  en: 'Send the request to the authority and keep the private key',
  zh: '将请求发给证书颁发机构，私钥自行保管',
}
