import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { BYTE_FORMAT_NAMES, BYTE_FORMATS, parseBytes, toByteText } from '../../lib/byte-text.ts'
import { KEY_HASHES } from '../../lib/kdf/hashes.ts'
import { notesField } from '../../lib/notes-field.ts'
import { createPacer } from '../../lib/pacer.ts'
import { deriveKey, METHOD_WORDS, METHODS } from './derive.ts'
import { noteWeakness } from './note-weakness.ts'
import { writeKeyCode } from './to-code.ts'

const HASH_WORDS = {
  md5: 'MD5',
  sha1: 'SHA-1',
  sha224: 'SHA-224',
  sha256: 'SHA-256',
  sha384: 'SHA-384',
  sha512: 'SHA-512',
  sm3: 'SM3',
}
const ARGON2 = ['argon2id', 'argon2i', 'argon2d']

export default defineTool({
  id: 'derive-key',
  route: '/crypto/derive-key',
  group: 'crypto',
  rank: 95,
  icon: 'ArrowFork',
  title: { en: 'Key derivation (KDF)', zh: '密钥派生（KDF）' },
  summary: {
    en: 'Derive keys from a password or a secret with PBKDF2, HKDF, scrypt, Argon2 or EVP_BytesToKey',
    zh: '用 PBKDF2、HKDF、scrypt、Argon2 或 EVP_BytesToKey 由口令或密钥派生密钥',
  },
  about: {
    en: 'PBKDF2 (RFC 8018), scrypt (RFC 7914) and Argon2 (RFC 9106) make guessing a password slow. HKDF (RFC 5869) is quick: it makes several keys out of one secret that is long and random already, such as a Diffie–Hellman result, one for each info. EVP_BytesToKey is what openssl enc without -pbkdf2 and CryptoJS do; use it for old data only.\n\nThe answer hangs on every byte: mind the formats of secret and salt, and a line break at the end. To store passwords of users, make a password hash instead.',
    zh: 'PBKDF2（RFC 8018）、scrypt（RFC 7914）与 Argon2（RFC 9106）用来减慢对口令的猜测。HKDF（RFC 5869）速度很快，用于由一个足够长的随机密钥（如 Diffie–Hellman 的结果）派生多个密钥，每个 info 对应一个。EVP_BytesToKey 是 CryptoJS 与不带 -pbkdf2 的 openssl enc 的做法，只应用于旧数据。\n\n结果取决于每个字节：请留意口令与盐的格式，以及末尾是否多了换行。存储用户口令请改用口令哈希。',
  },
  keywords: [
    'kdf',
    'pbkdf2',
    'hkdf',
    'scrypt',
    'argon2',
    'derive key',
    'derive pbkdf2 key',
    'derive hkdf key',
    'derive evp key',
    'key from password',
    'password to key',
    'evp key',
    'evp_bytestokey',
    'rfc 5869',
    'rfc 8018',
    'rfc 7914',
    'key stretching',
    '密钥派生',
    '派生密钥',
    '密钥导出',
    '由口令生成密钥',
    '口令派生',
  ],
  input: z.object({
    secret: z
      .string()
      .max(1_000_000)
      .meta({
        label: { en: 'Password or secret', zh: '口令或密钥' },
        widget: 'secret',
        secret: true,
        main: true,
      }),
    secretFormat: z
      .enum(BYTE_FORMAT_NAMES)
      .default('text')
      .meta({ label: { en: 'Secret format', zh: '口令格式' }, options: BYTE_FORMATS, widget: 'select' }),
    method: z
      .enum(METHODS)
      .default('pbkdf2')
      .meta({ label: { en: 'Function', zh: '派生函数' }, options: METHOD_WORDS, widget: 'select' }),
    salt: z
      .string()
      .max(100_000)
      .default('')
      .meta({ label: { en: 'Salt', zh: '盐' }, placeholder: { en: 'None', zh: '无' } }),
    saltFormat: z
      .enum(BYTE_FORMAT_NAMES)
      .default('text')
      .meta({ label: { en: 'Salt format', zh: '盐的格式' }, options: BYTE_FORMATS, widget: 'select' }),
    hash: z
      .enum(KEY_HASHES)
      .default('sha256')
      .meta({
        label: { en: 'Hash', zh: '哈希算法' },
        options: Object.fromEntries(KEY_HASHES.map((hash) => [hash, { en: HASH_WORDS[hash], zh: HASH_WORDS[hash] }])),
        widget: 'select',
        when: { method: ['pbkdf2', 'hkdf', 'evp'] },
      }),
    rounds: z
      .int()
      .min(1)
      .max(5_000_000)
      .default(600_000)
      .meta({ label: { en: 'Rounds', zh: '迭代次数' }, isCount: true, when: { method: ['pbkdf2'] } }),
    count: z
      .int()
      .min(1)
      .max(1_000_000)
      .default(1)
      .meta({
        label: { en: 'Count', zh: '轮数' },
        help: { en: 'openssl enc and CryptoJS: 1', zh: 'openssl enc 与 CryptoJS 均为 1' },
        when: { method: ['evp'] },
      }),
    info: z
      .string()
      .max(10_000)
      .default('')
      .meta({
        label: { en: 'Info', zh: 'info' },
        help: { en: 'What the key is for; may be empty', zh: '密钥的用途，可留空' },
        when: { method: ['hkdf'] },
      }),
    infoFormat: z
      .enum(BYTE_FORMAT_NAMES)
      .default('text')
      .meta({
        label: { en: 'Info format', zh: 'info 格式' },
        options: BYTE_FORMATS,
        widget: 'select',
        when: { method: ['hkdf'] },
      }),
    step: z
      .enum(['both', 'extract', 'expand'])
      .default('both')
      .meta({
        label: { en: 'Steps', zh: '步骤' },
        options: {
          both: { en: 'Extract and expand', zh: '提取并扩展' },
          extract: { en: 'Extract only', zh: '仅提取' },
          expand: { en: 'Expand only', zh: '仅扩展' },
        },
        when: { method: ['hkdf'] },
        advanced: true,
      }),
    logN: z
      .int()
      .min(1)
      .max(20)
      .default(15)
      .meta({
        label: { en: 'log₂ N', zh: 'log₂ N' },
        help: { en: '14 for N = 16384, 15 for 32768, 17 for 131072', zh: 'N = 16384 填 14，32768 填 15，131072 填 17' },
        when: { method: ['scrypt'] },
      }),
    blockSize: z
      .int()
      .min(1)
      .max(64)
      .default(8)
      .meta({ label: { en: 'Block size r', zh: '块大小 r' }, when: { method: ['scrypt'] } }),
    memoryKib: z
      .int()
      .min(8)
      .max(262_144)
      .default(19_456)
      .meta({ label: { en: 'Memory', zh: '内存' }, unit: 'KiB', when: { method: ARGON2 } }),
    passes: z
      .int()
      .min(1)
      .max(20)
      .default(2)
      .meta({ label: { en: 'Passes', zh: '迭代遍数' }, when: { method: ARGON2 } }),
    lanes: z
      .int()
      .min(1)
      .max(64)
      .default(1)
      .meta({ label: { en: 'Parallelism p', zh: '并行度 p' }, when: { method: ['scrypt', ...ARGON2] } }),
    sizeBytes: z
      .int()
      .min(4)
      .max(1024)
      .default(32)
      .meta({
        label: { en: 'Key length', zh: '密钥长度' },
        help: { en: 'AES-128: 16, AES-256: 32', zh: 'AES-128 为 16，AES-256 为 32' },
        unit: 'B',
      }),
    ivBytes: z
      .int()
      .min(0)
      .max(64)
      .default(0)
      .meta({
        label: { en: 'IV behind the key', zh: '密钥之后的 IV' },
        help: { en: '16 for AES-CBC of openssl and CryptoJS', zh: 'openssl 与 CryptoJS 的 AES-CBC 为 16' },
        unit: 'B',
        advanced: true,
      }),
    format: z
      .enum(['hex', 'base64', 'base64url'])
      .default('hex')
      .meta({
        label: { en: 'Output format', zh: '结果格式' },
        options: {
          hex: { en: 'Hex', zh: '十六进制' },
          base64: { en: 'Base64', zh: 'Base64' },
          base64url: { en: 'Base64url', zh: 'Base64url' },
        },
      }),
  }),
  output: z.object({
    text: z.string().meta({ label: { en: 'Derived key', zh: '派生的密钥' }, main: true, secret: true }),
    iv: z
      .string()
      .optional()
      .meta({ label: { en: 'IV', zh: 'IV' } }),
    notes: notesField,
    snippets: z
      .array(
        z.object({
          language: z.string().meta({ label: { en: 'Program', zh: '程序' } }),
          code: z.string().meta({ label: { en: 'Code', zh: '代码' } }),
        }),
      )
      .meta({ label: { en: 'The same elsewhere', zh: '等效代码' }, widget: 'table', secret: true }),
  }),
  examples: [
    {
      name: { en: 'PBKDF2-HMAC-SHA-256 (RFC 7914)', zh: 'PBKDF2-HMAC-SHA-256（RFC 7914）' },
      input: { secret: 'Password', salt: 'NaCl', rounds: 80_000, sizeBytes: 64 },
    },
    {
      name: { en: 'HKDF (RFC 5869, case 1)', zh: 'HKDF（RFC 5869 用例 1）' },
      input: {
        secret: '0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b',
        secretFormat: 'hex',
        method: 'hkdf',
        salt: '000102030405060708090a0b0c',
        saltFormat: 'hex',
        info: 'f0f1f2f3f4f5f6f7f8f9',
        infoFormat: 'hex',
        sizeBytes: 42,
      },
    },
    {
      name: { en: 'A key by scrypt (RFC 7914)', zh: 'scrypt（RFC 7914）' },
      input: { secret: 'pleaseletmein', method: 'scrypt', salt: 'SodiumChloride', logN: 14, sizeBytes: 64 },
    },
    {
      name: { en: 'Argon2id', zh: 'Argon2id' },
      input: { secret: 'password', method: 'argon2id', salt: 'somesalt', memoryKib: 1024 },
    },
    {
      name: { en: 'Key and IV of an old openssl enc', zh: '旧版 openssl enc 的密钥与 IV' },
      input: { secret: 'secret', method: 'evp', salt: '0102030405060708', saltFormat: 'hex', hash: 'md5', ivBytes: 16 },
    },
  ],
  async run(input, { lang, signal }) {
    const { method, step, sizeBytes, ivBytes, format } = input
    const given = {
      ...input,
      secret: parseBytes(input.secret, input.secretFormat, 'secret'),
      salt: parseBytes(input.salt, input.saltFormat, 'salt'),
      info: method === 'hkdf' ? parseBytes(input.info, input.infoFormat, 'info') : new Uint8Array(),
    }
    const isExtract = method === 'hkdf' && step === 'extract'
    const made = await deriveKey({ ...given, sizeBytes: sizeBytes + ivBytes }, createPacer(signal))
    const job = { ...given, sizeBytes: made.length }
    return {
      text: toByteText(isExtract ? made : made.subarray(0, sizeBytes), format),
      ...(ivBytes > 0 && !isExtract ? { iv: toByteText(made.subarray(sizeBytes), format) } : {}),
      notes: noteWeakness(job).map((note) => note[lang]),
      snippets: writeKeyCode(job),
    }
  },
})
