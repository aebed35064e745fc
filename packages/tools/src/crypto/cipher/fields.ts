import { bytes } from '@octet/core/field.ts'
import * as z from 'zod'
import { BYTE_FORMAT_NAMES, BYTE_FORMATS, SHOWN_FORMAT_NAMES, SHOWN_FORMATS } from '../../lib/byte-text.ts'
import { notesField } from '../../lib/notes-field.ts'
import { BLOCK_MODES } from './block-modes.ts'
import { PADDING_NAMES, PADDINGS } from './padding.ts'
import { KEY_SOURCE_NAMES, KEY_SOURCES } from './passphrase.ts'

/** Text or file, and the direction: the first fields of every cipher's form. */
export const contentFields = {
  text: z
    .string()
    .default('')
    .meta({
      label: { en: 'Text', zh: '内容' },
      widget: 'text',
      main: true,
      secret: true,
      placeholder: { en: 'Plaintext, or ciphertext to decrypt', zh: '明文，或要解密的密文' },
    }),
  file: bytes()
    .optional()
    .meta({ label: { en: 'or a file', zh: '或选择文件' } }),
  direction: z
    .enum(['encrypt', 'decrypt'])
    .default('encrypt')
    .meta({
      label: { en: 'Direction', zh: '方向' },
      options: { encrypt: { en: 'Encrypt', zh: '加密' }, decrypt: { en: 'Decrypt', zh: '解密' } },
    }),
}

/** Key or passphrase. */
export const keyFields = {
  keySource: z
    .enum(KEY_SOURCE_NAMES)
    .default('key')
    .meta({ label: { en: 'Key source', zh: '密钥来源' }, options: KEY_SOURCES, widget: 'select' }),
  key: z
    .string()
    .default('')
    .meta({ label: { en: 'Key or passphrase', zh: '密钥或口令' }, widget: 'secret', secret: true }),
  keyFormat: z
    .enum(BYTE_FORMAT_NAMES)
    .default('text')
    .meta({ label: { en: 'Key format', zh: '密钥格式' }, options: BYTE_FORMATS, widget: 'select' }),
  keyFile: bytes()
    .optional()
    .meta({ label: { en: 'Key from a file', zh: '从文件读取密钥' }, advanced: true, secret: true }),
  keyFit: z
    .enum(['exact', 'zero', 'md5', 'sha256'])
    .default('exact')
    .meta({
      label: { en: 'If the key length is wrong', zh: '密钥长度不符时' },
      options: {
        exact: { en: 'Report an error', zh: '报错' },
        zero: { en: 'Pad with zeros or truncate', zh: '补零或截断' },
        md5: { en: 'Use its MD5', zh: '取其 MD5' },
        sha256: { en: 'Use its SHA-256', zh: '取其 SHA-256' },
      },
      when: { keySource: ['key'] },
      advanced: true,
    }),
  iterations: z
    .int()
    .min(1)
    .max(2_000_000)
    .default(10_000)
    .meta({ label: { en: 'PBKDF2 rounds', zh: 'PBKDF2 迭代次数' }, when: { keySource: ['pbkdf2'] } }),
  salted: z
    .boolean()
    .default(true)
    .meta({
      label: { en: 'With salt', zh: '加盐' },
      when: { keySource: ['pbkdf2', 'evp-sha256', 'evp-md5', 'scrypt', 'argon2'] },
      advanced: true,
    }),
  salt: z
    .string()
    .default('')
    .meta({
      label: { en: 'Salt (8 bytes, hex)', zh: '盐（8 字节，十六进制）' },
      help: { en: 'Random if empty', zh: '留空则随机生成' },
      when: { keySource: ['pbkdf2', 'evp-sha256', 'evp-md5', 'scrypt', 'argon2'] },
      advanced: true,
    }),
}

/** Of ciphers that take keys of three sizes. */
export const keyBitsField = {
  keyBits: z
    .union([z.literal(128), z.literal(192), z.literal(256)])
    .default(256)
    .meta({
      label: { en: 'Key size', zh: '密钥长度' },
      help: {
        en: 'For keys derived from passphrases; a key given directly has its own size',
        zh: '用于由口令导出的密钥；直接给出的密钥以其实际长度为准',
      },
      options: {
        128: { en: '128 bits', zh: '128 位' },
        192: { en: '192 bits', zh: '192 位' },
        256: { en: '256 bits', zh: '256 位' },
      },
      widget: 'segments',
      unit: 'bit',
    }),
}

/** Initialisation vector and where it stands. */
export const ivFields = {
  iv: z
    .string()
    .default('')
    .meta({
      label: { en: 'IV or nonce', zh: 'IV / 随机数' },
      help: { en: 'Random if empty when encrypting', zh: '加密时留空则随机生成' },
      when: { keySource: ['key'] },
    }),
  ivFormat: z
    .enum(BYTE_FORMAT_NAMES)
    .default('hex')
    .meta({
      label: { en: 'IV format', zh: 'IV 格式' },
      options: BYTE_FORMATS,
      widget: 'select',
      when: { keySource: ['key'] },
    }),
  ivPlace: z
    .enum(['apart', 'first', 'last'])
    .default('apart')
    .meta({
      label: { en: 'IV position', zh: 'IV 位置' },
      options: {
        apart: { en: 'In its own field', zh: '单独填写' },
        first: { en: 'Before the ciphertext', zh: '密文之前' },
        last: { en: 'After the ciphertext', zh: '密文之后' },
      },
      when: { keySource: ['key'] },
      advanced: true,
    }),
}

/** The mode of a block cipher that has no authenticated ones. */
export const blockModeField = {
  mode: z
    .enum(['cbc', 'ecb', 'cfb', 'cfb8', 'cfb1', 'ofb', 'ctr'])
    .default('cbc')
    .meta({ label: { en: 'Mode', zh: '模式' }, options: BLOCK_MODES }),
}

/** How the last block is filled up, in the modes that have whole blocks alone. */
export const paddingField = {
  padding: z
    .enum(PADDING_NAMES)
    .default('pkcs7')
    .meta({ label: { en: 'Padding', zh: '填充' }, options: PADDINGS, when: { mode: ['cbc', 'ecb'] } }),
}

/** What the modes with a tag want beside; in some the tag may be shortened. */
export const toTagFields = (tagged: readonly string[], shortened: readonly string[]) => ({
  aad: z
    .string()
    .default('')
    .meta({
      label: { en: 'Additional data', zh: '附加认证数据（AAD）' },
      help: { en: 'Authenticated, not encrypted', zh: '参与认证但不加密' },
      when: { mode: tagged },
      advanced: true,
    }),
  aadFormat: z
    .enum(BYTE_FORMAT_NAMES)
    .default('text')
    .meta({
      label: { en: 'Additional data format', zh: 'AAD 格式' },
      options: BYTE_FORMATS,
      widget: 'select',
      when: { mode: tagged },
      advanced: true,
    }),
  tagPlace: z
    .enum(['usual', 'last', 'first', 'apart'])
    .default('usual')
    .meta({
      label: { en: 'Tag position', zh: '标签位置' },
      options: {
        usual: { en: 'Standard (after; SIV: before)', zh: '按惯例（密文之后，SIV 在密文之前）' },
        last: { en: 'After the ciphertext', zh: '密文之后' },
        first: { en: 'Before the ciphertext', zh: '密文之前' },
        apart: { en: 'In its own field', zh: '单独填写' },
      },
      when: { mode: tagged },
      advanced: true,
    }),
  tag: z
    .string()
    .default('')
    .meta({ label: { en: 'Tag (hex)', zh: '标签（十六进制）' }, when: { mode: tagged, tagPlace: ['apart'] }, advanced: true }),
  tagBytes: z
    .union([z.literal(16), z.literal(14), z.literal(12), z.literal(8), z.literal(4)])
    .default(16)
    .meta({
      label: { en: 'Tag length', zh: '标签长度' },
      options: {
        16: { en: '16 bytes', zh: '16 字节' },
        14: { en: '14 bytes', zh: '14 字节' },
        12: { en: '12 bytes', zh: '12 字节' },
        8: { en: '8 bytes', zh: '8 字节' },
        4: { en: '4 bytes', zh: '4 字节' },
      },
      when: { mode: shortened },
      advanced: true,
    }),
})

/** How both sides are written. */
export const formatFields = {
  plainFormat: z
    .enum(SHOWN_FORMAT_NAMES)
    .default('auto')
    .meta({ label: { en: 'Plaintext format', zh: '明文格式' }, options: SHOWN_FORMATS, widget: 'select', advanced: true }),
  cipherFormat: z
    .enum(['auto', 'base64', 'base64url', 'hex'])
    .default('auto')
    .meta({
      label: { en: 'Ciphertext format', zh: '密文格式' },
      options: {
        auto: { en: 'Auto (Base64)', zh: '自动（Base64）' },
        base64: { en: 'Base64', zh: 'Base64' },
        base64url: { en: 'Base64url', zh: 'Base64url' },
        hex: { en: 'Hex', zh: '十六进制' },
      },
    }),
}

/** Asks for the same in other programs. */
export const codeField = {
  code: z
    .boolean()
    .default(false)
    .meta({ label: { en: 'Code in Node.js, Python, Java', zh: '生成 Node.js、Python、Java 代码' }, advanced: true }),
}

/** What every cipher answers. */
export const cipherOutput = z.object({
  text: z.string().meta({ label: { en: 'Result', zh: '结果' }, widget: 'text', main: true }),
  cipher: z.string().meta({ label: { en: 'Cipher', zh: '算法' } }),
  sizeBytes: z.int().meta({ label: { en: 'Size', zh: '大小' }, unit: 'B' }),
  key: z
    .string()
    .optional()
    .meta({ label: { en: 'Key derived from the passphrase (hex)', zh: '由口令导出的密钥（十六进制）' }, secret: true }),
  iv: z
    .string()
    .optional()
    .meta({ label: { en: 'IV (hex)', zh: 'IV（十六进制）' } }),
  salt: z
    .string()
    .optional()
    .meta({ label: { en: 'Salt (hex)', zh: '盐（十六进制）' } }),
  tag: z
    .string()
    .optional()
    .meta({ label: { en: 'Tag (hex)', zh: '认证标签（十六进制）' } }),
  command: z
    .string()
    .optional()
    .meta({ label: { en: 'OpenSSL equivalent', zh: '等效的 OpenSSL 命令' }, widget: 'code', language: 'shell', secret: true }),
  snippets: z
    .array(
      z.object({
        language: z.string().meta({ label: { en: 'Language', zh: '语言' } }),
        code: z.string().meta({ label: { en: 'Code', zh: '代码' } }),
      }),
    )
    .optional()
    .meta({ label: { en: 'Equivalent code', zh: '等效代码' }, widget: 'table', secret: true }),
  file: bytes()
    .optional()
    .meta({ label: { en: 'File', zh: '文件' } }),
  notes: notesField,
})
export type CipherOutput = z.output<typeof cipherOutput>
