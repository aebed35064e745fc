import { countOf } from '@octet/core/counted.ts'
import { AppError } from '@octet/core/errors.ts'
import type { Host } from '@octet/core/host.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { ALPHABETS, encodeBits } from '../../lib/radix-text.ts'
import { badCharacter, refuseLoneSurrogate } from '../../lib/text-place.ts'
import { readMigrationLink } from './migration-link.ts'
import { parseOtpauthLink, type Account } from './otpauth-link.ts'

type Input = {
  secret: string
  code: string
  label: string
  issuer: string
  algorithm: 'SHA1' | 'SHA256' | 'SHA512'
  digits: number
  period: number
}
type Output = {
  text: string
  next: string
  remaining?: number
  verdict?: 'valid' | 'invalid'
  drift?: number
  secret: string
  uri: string
  accounts?: Row[]
  part?: string
}
type Row = { issuer: string; label: string; type: Account['type']; code: string; uri: string }

/** Steps before and after that a code may be off (RFC 6238 §5.2). */
const WINDOW = 1
/** Codes that may have been made and not used (RFC 4226 §7.4). */
const COUNTER_WINDOW = 10

export default defineTool({
  id: 'totp',
  route: '/crypto/totp',
  group: 'crypto',
  rank: 110,
  icon: 'DeviceMobile',
  title: { en: 'TOTP codes: make and check', zh: 'TOTP 动态验证码生成与校验' },
  summary: {
    en: 'Make and check one-time codes, and the otpauth link for an authenticator',
    zh: '生成与校验一次性验证码及 otpauth 链接',
  },
  about: {
    en: 'RFC 6238 and the key URI of authenticator apps; counter-based links (otpauth://hotp/…, RFC 4226) are read, too. Leave the secret empty for a new one of 160 bits. An export of Google Authenticator (otpauth-migration://…) is read with all its accounts. Send the link to the QR tool to scan it.',
    zh: '遵循 RFC 6238 与验证器应用通用的密钥链接格式，也可读取按计数的链接（otpauth://hotp/…，RFC 4226）。密钥留空则新生成 160 位密钥；可读取 Google 身份验证器的导出链接（otpauth-migration://…）并列出其中全部账号。可将链接发送到二维码工具后扫码添加。',
  },
  keywords: [
    'totp',
    'otp',
    '2fa',
    'mfa',
    'authenticator',
    'otpauth',
    'otpauth-migration',
    '两步验证',
    '动态口令',
    '验证码',
    '谷歌验证器',
  ],
  accepts: { otpauth: {}, base32: {} },
  input: z.object({
    secret: z
      .string()
      .default('')
      .meta({
        label: { en: 'Secret (Base32) or otpauth link', zh: '密钥（Base32）或 otpauth 链接' },
        help: { en: 'A new one is made if empty', zh: '留空则新生成' },
        secret: true,
        main: true,
      }),
    code: z
      .string()
      .default('')
      .meta({ label: { en: 'Code to check', zh: '要校验的验证码' } }),
    label: z
      .string()
      .default('user')
      .meta({ label: { en: 'Account', zh: '账号' }, advanced: true }),
    issuer: z
      .string()
      .default('Example')
      .meta({ label: { en: 'Issuer', zh: '签发方' }, advanced: true }),
    algorithm: z
      .enum(['SHA1', 'SHA256', 'SHA512'])
      .default('SHA1')
      .meta({
        label: { en: 'Hash', zh: '哈希算法' },
        options: {
          SHA1: { en: 'SHA-1 (usual)', zh: 'SHA-1（通用）' },
          SHA256: { en: 'SHA-256', zh: 'SHA-256' },
          SHA512: { en: 'SHA-512', zh: 'SHA-512' },
        },
        advanced: true,
      }),
    digits: z
      .int()
      .min(6)
      .max(10)
      .default(6)
      .meta({ label: { en: 'Digits', zh: '位数' }, advanced: true }),
    period: z
      .int()
      .min(5)
      .max(300)
      .default(30)
      .meta({ label: { en: 'Period', zh: '有效期' }, unit: 's', advanced: true }),
  }),
  output: z.object({
    text: z.string().meta({ label: { en: 'Current code', zh: '当前验证码' }, main: true, secret: true }),
    next: z.string().meta({ label: { en: 'Next code', zh: '下一个验证码' }, secret: true }),
    remaining: z
      .int()
      .optional()
      .meta({ label: { en: 'Valid for', zh: '剩余时间' }, unit: 's' }),
    verdict: z
      .enum(['valid', 'invalid'])
      .optional()
      .meta({
        label: { en: 'Check', zh: '校验结果' },
        options: { valid: { en: 'Right', zh: '正确' }, invalid: { en: 'Wrong', zh: '错误' } },
      }),
    drift: z
      .int()
      .optional()
      .meta({ label: { en: 'Steps of drift', zh: '偏移步数' } }),
    secret: z.string().meta({ label: { en: 'Secret', zh: '密钥' }, secret: true }),
    uri: z.string().meta({ label: { en: 'Link for authenticators', zh: '验证器链接' }, secret: true }),
    part: z
      .string()
      .optional()
      .meta({ label: { en: 'Part of the export', zh: '导出分片' } }),
    accounts: z
      .array(
        z.object({
          issuer: z.string().meta({ label: { en: 'Issuer', zh: '签发方' } }),
          label: z.string().meta({ label: { en: 'Account', zh: '账号' } }),
          type: z.enum(['totp', 'hotp']).meta({
            label: { en: 'Kind', zh: '类型' },
            options: { totp: { en: 'By time', zh: '按时间' }, hotp: { en: 'By counter', zh: '按计数' } },
          }),
          code: z.string().meta({ label: { en: 'Code', zh: '验证码' } }),
          uri: z.string().meta({ label: { en: 'Link', zh: '链接' } }),
        }),
      )
      .optional()
      .meta({ label: { en: 'Accounts of the export', zh: '导出的账号' }, widget: 'table', secret: true }),
  }),
  examples: [
    {
      name: { en: 'The code of this moment', zh: '当前验证码' },
      input: { secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ' },
    },
    { name: { en: 'A new secret', zh: '新密钥' }, input: { label: 'ann@example.com' } },
    {
      name: { en: 'From a link', zh: '来自链接' },
      input: { secret: 'otpauth://totp/Example:ann?secret=JBSWY3DPEHPK3PXP&issuer=Example&period=60' },
    },
  ],
  run: (input, host) => answerTotp(input, host),
})

async function answerTotp(input: Input, host: Host): Promise<Output> {
  const { HOTP, Secret, TOTP } = await import('otpauth')
  const link = /^\s*otpauth:/i.test(input.secret) ? parseOtpauthLink(input.secret) : undefined
  const timestamp = host.now().getTime()
  const exported = /^\s*otpauth-migration:/i.test(input.secret) ? readMigrationLink(input.secret) : undefined
  const { secret, label, issuer, algorithm, digits, period } = exported ? findTimed(exported.accounts) : (link ?? input)
  refuseLoneSurrogate(label, 'label')
  refuseLoneSurrogate(issuer, 'issuer')
  const shared = { secret: readSecret(secret), label, issuer, algorithm, digits }
  if (link?.type === 'hotp') return answerCounter(link.counter)
  const totp = new TOTP({ ...shared, period })
  const delta = input.code ? findDelta(input.code, (token) => totp.validate({ token, timestamp, window: WINDOW })) : undefined
  const seconds = Math.floor(timestamp / 1000)
  return {
    text: totp.generate({ timestamp }),
    next: totp.generate({ timestamp: timestamp + totp.period * 1000 }),
    remaining: totp.period - (seconds % totp.period),
    ...toVerdict(delta),
    secret: totp.secret.base32,
    uri: totp.toString(),
    ...(exported && exported.parts > 1 ? { part: `${exported.part} / ${exported.parts}` } : {}),
    ...(exported ? { accounts: exported.accounts.map(toRow) } : {}),
  }

  /** Codes by a counter (RFC 4226) stand until they are used. */
  function answerCounter(counter: number): Output {
    const hotp = new HOTP({ ...shared, counter })
    const validate = (token: string) => hotp.validate({ token, counter, window: COUNTER_WINDOW })
    return {
      text: hotp.generate({ counter }),
      next: hotp.generate({ counter: counter + 1 }),
      ...toVerdict(input.code ? findDelta(input.code, validate) : undefined),
      secret: hotp.secret.base32,
      uri: hotp.toString(),
    }
  }

  function toRow({ secret: base32, counter, period: seconds, ...account }: Account): Row {
    const own = { ...account, secret: Secret.fromBase32(base32) }
    const { issuer: by, label: name, type } = account
    const row = { issuer: by, label: name, type }
    if (type === 'totp') {
      const timed = new TOTP({ ...own, period: seconds })
      return { ...row, code: timed.generate({ timestamp }), uri: timed.toString() }
    }
    const counted = new HOTP({ ...own, counter })
    return { ...row, code: counted.generate({ counter }), uri: counted.toString() }
  }

  /** How many steps a code is off; null for one that is wrong. Digits of any width count, as keyboards of Chinese give them. */
  function findDelta(code: string, validate: (token: string) => number | null): number | null {
    const token = code.normalize('NFKC').replaceAll(/\s/g, '')
    return /^\d+$/.test(token) ? validate(token) : null
  }

  function readSecret(given: string) {
    const written = given.normalize('NFKC')
    const offset = written.search(/[^a-z2-7=\s-]|=(?=[^=]*[^=\s-])/i)
    if (offset >= 0) throw badCharacter({ field: 'secret', text: written, offset, expected: BASE32 })
    const text = written.replaceAll(/[\s=-]/g, '').toUpperCase()
    if (!text && written.includes('='))
      throw new AppError('bad_input', { field: 'secret', expected: BASE32, got: { en: 'padding only', zh: '只有填充字符“=”' } })
    if (text.length === 1)
      throw new AppError('bad_input', { field: 'secret', expected: BASE32, got: { en: 'less than a byte', zh: '不足一个字节' } })
    return Secret.fromBase32(text || encodeBits(host.random(20), ALPHABETS.base32))
  }
}

function toVerdict(delta: number | null | undefined): Pick<Output, 'verdict' | 'drift'> {
  if (delta === undefined) return {}
  return delta === null ? { verdict: 'invalid' } : { verdict: 'valid', drift: delta }
}

/** The first account whose codes go by the time. Throws `bad_input` where there is none. */
function findTimed(accounts: readonly Account[]): Account {
  const timed = accounts.find(({ type }) => type === 'totp')
  if (timed) return timed
  throw new AppError('bad_input', {
    field: 'secret',
    expected: { en: 'an export with time-based codes', zh: '含有基于时间的验证码的导出链接' },
    got: { en: `${countOf(accounts.length, 'account')} by counter`, zh: `${accounts.length} 个按计数的账号` },
  })
}

const BASE32 = { en: 'Base32: letters A–Z and digits 2–7', zh: 'Base32：字母 A–Z 与数字 2–7' }
