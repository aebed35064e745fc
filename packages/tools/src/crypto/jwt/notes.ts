import { countOf } from '@octet/core/counted.ts'
import type { Host } from '@octet/core/host.ts'
import type { Text } from '@octet/core/text.ts'
import type { Claim, Input } from './answer.ts'
import { listClaimTexts } from './claims.ts'
import type { Token } from './token.ts'

/** Registered claims (RFC 7519 §4.1). */
const MEANINGS: Readonly<Record<string, Text>> = {
  iss: { en: 'Issuer', zh: '签发者' },
  sub: { en: 'Subject', zh: '主体' },
  aud: { en: 'Audience', zh: '受众' },
  exp: { en: 'Expires', zh: '过期时间' },
  nbf: { en: 'Not before', zh: '生效时间' },
  iat: { en: 'Issued at', zh: '签发时间' },
  jti: { en: 'Token id', zh: '令牌编号' },
}

export function listClaims({ payload, payloadText }: Token, { lang }: Host): Claim[] {
  if (typeof payload === 'string') return []
  return listClaimTexts(payloadText).map(({ name, value }) => ({
    claim: name,
    value: ['exp', 'nbf', 'iat', 'auth_time'].includes(name) && isNumber(value) ? `${toIso(Number(value))} (${value})` : value,
    meaning: MEANINGS[name]?.[lang] ?? '',
  }))
}

function isNumber(text: string): boolean {
  return /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text)
}

/** Names that stand twice: RFC 7519 §4 lets readers take the last one or refuse the token. */
function listRepeated({ headerText, payload, payloadText }: Token): string[] {
  const names = [headerText, typeof payload === 'string' ? '[]' : payloadText].flatMap((text) =>
    [...Map.groupBy(listClaimTexts(text), ({ name }) => name)].filter(([, same]) => same.length > 1).map(([name]) => name),
  )
  return [...new Set(names)]
}

function toIso(seconds: number): string {
  const date = new Date(seconds * 1000)
  return Number.isNaN(date.getTime()) ? '?' : date.toISOString().replace('.000', '')
}

const PARTS = ['header', 'payload', 'signature'] as const
const PART_NAMES: Readonly<Record<(typeof PARTS)[number], Text>> = {
  header: { en: 'Header', zh: '头部' },
  payload: { en: 'Payload', zh: '载荷' },
  signature: { en: 'Signature', zh: '签名' },
}

/** Claims that are moments. */
const TIMES = ['exp', 'nbf', 'iat']

export function listNotes(token: Token, { key, keyFormat }: Input, host: Host): Text[] {
  const { header, payload } = token
  const foreign = PARTS.filter((name, place) => !(token.isRaw && name === 'payload') && /[=+/]/.test(token.parts[place] ?? ''))
  const isDetached = token.parts[1] === '' && token.signature !== ''
  const repeated = listRepeated(token).join(', ')
  const now = host.now().getTime() / 1000
  const claims = typeof payload === 'string' ? {} : payload
  const wrongTimes = TIMES.filter((name) => name in claims && typeof claims[name] !== 'number').join(', ')
  const algorithm = String(header.alg)
  const secretBytes = algorithm.startsWith('HS') && key && keyFormat === 'text' ? new TextEncoder().encode(key).length : undefined
  const wanted = Number(algorithm.slice(2)) / 8
  const notes: (Text | false)[] = [
    algorithm.toLowerCase() === 'none' && {
      en: 'The algorithm is “none”: anyone could have written this token. Never accept it',
      zh: '算法为“none”：任何人都能伪造该令牌，切勿接受',
    },
    token.hasSpaces && {
      en: 'Spaces or line breaks inside the token were ignored; programs refuse a token that has them',
      zh: '已忽略令牌中的空格或换行；程序会拒绝含有它们的令牌',
    },
    isDetached && {
      en: 'The payload is empty, or kept elsewhere (detached, RFC 7515 appendix F): put it between the two dots to verify it',
      zh: '载荷为空，或另行保存（分离式，RFC 7515 附录 F）：将其填入两点之间即可验证',
    },
    token.isRaw && {
      en: 'The payload is not Base64url but stands as it is (b64: false, RFC 7797); many programs refuse that',
      zh: '载荷未经 Base64url 编码，直接写在令牌中（b64: false，RFC 7797），许多程序会拒绝',
    },
    foreign.length > 0 && {
      en: `${foreign.map((name) => PART_NAMES[name].en).join(', ')}: not Base64url as RFC 7515 §2 asks, which has no “=”, “+” or “/”; programs refuse the token`,
      zh: `${foreign.map((name) => PART_NAMES[name].zh).join('、')}不是 RFC 7515 §2 要求的 Base64url（不得含“=”“+”“/”），程序会拒绝该令牌`,
    },
    wrongTimes !== '' && {
      en: `${wrongTimes}: not a number of seconds (RFC 7519 §2); programs refuse the token or do not look at the time`,
      zh: `${wrongTimes} 不是以秒计的数字（RFC 7519 §2）：程序会拒绝该令牌，或不检查时间`,
    },
    repeated !== '' && {
      en: `${repeated}: appears more than once; some programs take the last, others refuse the token`,
      zh: `${repeated} 重复出现：有的程序取最后一个，有的会拒绝该令牌`,
    },
    typeof claims.exp === 'number' &&
      claims.exp <= now && { en: `Expired at ${toIso(claims.exp)}`, zh: `已于 ${toIso(claims.exp)} 过期` },
    typeof claims.nbf === 'number' &&
      claims.nbf > now && { en: `Not valid before ${toIso(claims.nbf)}`, zh: `${toIso(claims.nbf)} 之前无效` },
    typeof claims.exp === 'number' &&
      claims.exp > 1e11 && {
        en: '“exp” seems to be in milliseconds; the standard requires seconds',
        zh: '“exp”似乎以毫秒计，标准要求以秒计',
      },
    secretBytes !== undefined &&
      secretBytes < wanted && {
        en: `The secret has ${countOf(secretBytes, 'byte')}; ${algorithm} requires at least ${wanted} (RFC 7518 §3.2)`,
        zh: `密钥只有 ${secretBytes} 字节，${algorithm} 要求至少 ${wanted} 字节（RFC 7518 §3.2）`,
      },
  ]
  return notes.filter((note) => note !== false)
}
