import { AppError } from '@octet/core/errors.ts'
import type { BaseHost } from '@octet/core/host.ts'
import type { Text } from '@octet/core/text.ts'
import { countBits, isPrivate, toKeyName, toNumbers, toPublic, type Key } from '../../lib/keys/key.ts'
import { makeKey } from '../../lib/keys/make-key.ts'
import { readKeys } from '../../lib/keys/read-keys.ts'
import { writePkcs8, writeSpki } from '../../lib/keys/write-der.ts'
import { toPem } from '../../lib/pem.ts'
import { toBase64 } from '../../lib/radix-text.ts'
import { refuseKey } from '../../lib/keys/found-key.ts'
import type { Made, Part } from './made.ts'

export type DkimKey = 'rsa2048' | 'ed25519' | 'own'
type Wanted = {
  readonly domain: string
  readonly selector: string
  readonly key: DkimKey
  readonly publicKey: string
  readonly isTesting: boolean
}
export type MadeDkim = Made & { readonly privateKey?: string }

const LEAST_BITS = 1024
const GOOD_BITS = 2048

/** A DKIM key and its record, telling how far the making of the key is (0–1). Throws `bad_input`, `unsupported_value`. */
export async function* makeDkim(wanted: Wanted, host: BaseHost): AsyncGenerator<number | MadeDkim> {
  const selector = readSelector(wanted.selector)
  if (wanted.key === 'own') return yield toMade({ ...wanted, selector }, await readPublic(wanted.publicKey))
  for await (const made of makeKey(wanted.key, host))
    if (typeof made === 'number') yield made
    else yield { ...toMade({ ...wanted, selector }, made), privateKey: toPem('PRIVATE KEY', writePkcs8(made)) }
}

/** `s1`, also as `s1._domainkey`; labels of letters, digits and hyphens (RFC 6376 §3.1). */
function readSelector(text: string): string {
  const selector = text
    .trim()
    .toLowerCase()
    .replace(/\._domainkey(?:\..*)?$/, '')
  if (/^(?!-)[a-z\d_-]{1,63}(?<!-)(?:\.(?!-)[a-z\d_-]{1,63}(?<!-))*$/.test(selector) && selector.length <= 100) return selector
  throw new AppError('bad_input', {
    field: 'selector',
    expected: { en: 'a name such as s1, of letters, digits and hyphens', zh: '由字母、数字和连字符组成的名称，如 s1' },
    got: text.slice(0, 80),
  })
}

/** Of a private key its public half is taken. Bytes alone are one of Ed25519, as records have it (RFC 8463 §4.2). */
async function readPublic(text: string): Promise<Key> {
  const bare = /(?:^|;)\s*p\s*=\s*([A-Za-z\d+/=\s"]+)/.exec(text)?.[1]?.replaceAll(/["\s]/g, '') ?? text.trim()
  if (/^[A-Za-z\d+/]{43}=$/.test(bare)) {
    const point = Uint8Array.from(atob(bare), (character) => character.charCodeAt(0))
    return { type: 'okp', curve: 'Ed25519', point }
  }
  const [found] = await readKeys({ text: bare, field: 'publicKey' })
  return found!.key
}

function toMade({ domain, selector, isTesting }: Wanted, key: Key): Made {
  const { kind, base64 } = toKeyTag(key)
  const tags: [string, string, Text][] = [
    ['v', 'DKIM1', { en: 'version; must stand first', zh: '版本，必须在最前' }],
    ['k', kind, { en: 'the kind of the key', zh: '密钥类型' }],
    ...(isTesting
      ? ([['t', 'y', { en: 'for testing: a failed signature should do no harm', zh: '测试中：签名失败不应影响投递' }]] as [
          string,
          string,
          Text,
        ][])
      : []),
    ['p', base64, { en: 'the public key', zh: '公钥' }],
  ]
  return {
    records: [
      {
        name: `${selector}._domainkey.${domain}`,
        type: 'TXT',
        value: tags.map(([name, value]) => `${name}=${value}`).join('; '),
        purpose: { en: 'DKIM: the key that signatures of the domain are checked with', zh: 'DKIM：用于验证此域名签名的公钥' },
      },
    ],
    parts: tags.map(([name, value, meaning]): Part => ({ record: 'DKIM', part: `${name}=${cut(value)}`, meaning })),
    notes: toKeyNotes(key),
  }
}

const MAX_SHOWN = 24
const cut = (value: string): string => (value.length > MAX_SHOWN ? `${value.slice(0, MAX_SHOWN)}…` : value)

/** RSA as a whole public key, as everybody reads it; Ed25519 as its 32 bytes (RFC 6376 §3.6.1, RFC 8463 §4.2). */
function toKeyTag(key: Key): { kind: 'rsa' | 'ed25519'; base64: string } {
  if (key.type === 'rsa' && countBits(key.n) >= LEAST_BITS)
    return { kind: 'rsa', base64: toBase64(writeSpki(toNumbers(toPublic(key)))) }
  if (key.type === 'okp' && key.curve === 'Ed25519') return { kind: 'ed25519', base64: toBase64(key.point) }
  throw refuseKey(toKeyName(key), {
    en: 'DKIM knows RSA of 1024 bits and more, and Ed25519',
    zh: 'DKIM 只支持 1024 位以上的 RSA 与 Ed25519',
  })
}

function toKeyNotes(key: Key): Text[] {
  const isSmall = key.type === 'rsa' && countBits(key.n) < GOOD_BITS
  const notes: (Text | false)[] = [
    key.type === 'okp' && {
      en: 'Many receivers do not check Ed25519 yet: sign with an RSA key beside it, under another selector (RFC 8463)',
      zh: '许多收件方尚不验证 Ed25519：请另用一个选择器同时以 RSA 密钥签名（RFC 8463）',
    },
    isSmall && {
      en: 'RSA of fewer than 2048 bits is weak; make a new key (RFC 8301)',
      zh: '不足 2048 位的 RSA 强度不够，请生成新密钥（RFC 8301）',
    },
    isPrivate(key) && {
      en: 'The private key belongs to the mail server that signs, and nowhere else',
      zh: '私钥只应保存在负责签名的邮件服务器上',
    },
  ]
  return notes.filter((note) => note !== false)
}
