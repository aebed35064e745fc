import { bytes } from '@octet/core/field.ts'
import type { Text } from '@octet/core/text.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { passphraseField } from '../../lib/keys/passphrase-field.ts'
import { BYTE_FORMAT_NAMES, BYTE_FORMATS, SHOWN_FORMAT_NAMES, SHOWN_FORMATS } from '../../lib/byte-text.ts'
import type { HashName } from '../../lib/signatures/hashes.ts'
import { notesField } from '../../lib/notes-field.ts'
import { ED25519_PEM, PRIVATE_PEM, PUBLIC_PEM, SEALED, SIGNATURE } from './samples.ts'

const HASHES = {
  sha1: { en: 'SHA-1 (old)', zh: 'SHA-1（旧）' },
  sha256: { en: 'SHA-256', zh: 'SHA-256' },
  sha384: { en: 'SHA-384', zh: 'SHA-384' },
  sha512: { en: 'SHA-512', zh: 'SHA-512' },
} as const satisfies Record<HashName, Text>
const HASH_NAMES = Object.keys(HASHES) as [HashName, ...HashName[]]

const L = (en: string, zh: string): { label: Text } => ({ label: { en, zh } })

export default defineTool({
  id: 'rsa',
  route: '/crypto/rsa',
  group: 'crypto',
  rank: 126,
  icon: 'LockSquareRounded',
  title: { en: 'RSA and signatures', zh: 'RSA 加解密与签名' },
  summary: {
    en: 'Encrypt, decrypt, sign and verify with RSA; sign and verify with ECDSA, Ed25519 and Ed448',
    zh: 'RSA 加密、解密、签名与验签，另支持 ECDSA、Ed25519 与 Ed448 签名与验签',
  },
  about: {
    en: 'RFC 8017: OAEP and PKCS #1 v1.5 for encryption, PSS and PKCS #1 v1.5 for signatures; ECDSA (FIPS 186-5, also secp256k1), Ed25519 and Ed448 (RFC 8032) with keys of those kinds. Keys are PEM, OpenSSH, PuTTY or JWK of up to 4096 bits. If something fails, the padding and hash that would work are looked for and named. Everything stays on your device; the openssl command that does the same is shown.',
    zh: '遵循 RFC 8017：加密支持 OAEP 与 PKCS #1 v1.5，签名支持 PSS 与 PKCS #1 v1.5；密钥为椭圆曲线时使用 ECDSA（FIPS 186-5，含 secp256k1）、Ed25519 或 Ed448（RFC 8032）。密钥可为 PEM、OpenSSH、PuTTY 或 JWK，最长 4096 位。失败时会尝试找出正确的填充与哈希。全部在您的设备上完成，并给出等效的 openssl 命令。',
  },
  keywords: [
    'rsa',
    'oaep',
    'pkcs1',
    'pss',
    'ecdsa',
    'ed25519',
    'sign',
    'verify',
    'signature',
    'encrypt',
    'decrypt',
    'public key',
    '非对称加密',
    '公钥加密',
    '私钥解密',
    '签名',
    '验签',
    '数字签名',
  ],
  input: z.object({
    action: z
      .enum(['encrypt', 'decrypt', 'sign', 'verify'])
      .default('encrypt')
      .meta({
        ...L('Action', '操作'),
        options: {
          encrypt: { en: 'Encrypt', zh: '加密' },
          decrypt: { en: 'Decrypt', zh: '解密' },
          sign: { en: 'Sign', zh: '签名' },
          verify: { en: 'Verify', zh: '验签' },
        },
        widget: 'segments',
      }),
    text: z
      .string()
      .max(4_000_000)
      .default('')
      .meta({ ...L('Text or ciphertext', '文本或密文'), widget: 'text', main: true, secret: true }),
    key: z
      .string()
      .max(100_000)
      .default('')
      .meta({
        ...L('Key (PEM, OpenSSH, PuTTY or JWK)', '密钥（PEM、OpenSSH、PuTTY 或 JWK）'),
        help: {
          en: 'The public key encrypts and verifies, the private one decrypts and signs',
          zh: '公钥用于加密与验签，私钥用于解密与签名',
        },
        widget: 'text',
        secret: true,
      }),
    signature: z
      .string()
      .max(10_000)
      .default('')
      .meta({ ...L('Signature (hex or Base64)', '签名值（十六进制或 Base64）'), widget: 'text', when: { action: ['verify'] } }),
    padding: z
      .enum(['oaep', 'pkcs1'])
      .default('oaep')
      .meta({
        ...L('Padding', '填充'),
        options: { oaep: { en: 'OAEP', zh: 'OAEP' }, pkcs1: { en: 'PKCS #1 v1.5', zh: 'PKCS #1 v1.5' } },
        when: { action: ['encrypt', 'decrypt'] },
      }),
    scheme: z
      .enum(['pss', 'pkcs1'])
      .default('pss')
      .meta({
        ...L('RSA signature', 'RSA 签名方式'),
        options: { pss: { en: 'PSS', zh: 'PSS' }, pkcs1: { en: 'PKCS #1 v1.5', zh: 'PKCS #1 v1.5' } },
        when: { action: ['sign', 'verify'] },
      }),
    hash: z
      .enum(HASH_NAMES)
      .default('sha256')
      .meta({ ...L('Hash', '哈希算法'), options: HASHES, widget: 'select' }),
    textFormat: z
      .enum(BYTE_FORMAT_NAMES)
      .default('text')
      .meta({
        ...L('Text format', '文本格式'),
        options: BYTE_FORMATS,
        widget: 'select',
        when: { action: ['encrypt', 'sign', 'verify'] },
        advanced: true,
      }),
    format: z
      .enum(['base64', 'hex'])
      .default('base64')
      .meta({
        ...L('Output format', '输出格式'),
        options: { base64: { en: 'Base64', zh: 'Base64' }, hex: { en: 'Hex', zh: '十六进制' } },
        when: { action: ['encrypt', 'sign'] },
        advanced: true,
      }),
    shown: z
      .enum(SHOWN_FORMAT_NAMES)
      .default('auto')
      .meta({
        ...L('Plaintext format', '明文格式'),
        options: SHOWN_FORMATS,
        widget: 'select',
        when: { action: ['decrypt'] },
        advanced: true,
      }),
    label: z
      .string()
      .max(1000)
      .default('')
      .meta({ ...L('OAEP label', 'OAEP 标签'), when: { action: ['encrypt', 'decrypt'] }, advanced: true }),
    mgfHash: z
      .enum(['same', ...HASH_NAMES])
      .default('same')
      .meta({
        ...L('Hash of MGF1', 'MGF1 的哈希'),
        help: { en: 'Java uses SHA-1 for MGF1 unless told otherwise', zh: 'Java 的 MGF1 默认用 SHA-1' },
        options: { same: { en: 'The same', zh: '相同' }, ...HASHES },
        widget: 'select',
        advanced: true,
      }),
    saltLength: z
      .enum(['hash', 'max', 'none'])
      .default('hash')
      .meta({
        ...L('Salt of PSS', 'PSS 盐长'),
        options: {
          hash: { en: 'Same as the hash', zh: '与哈希等长' },
          max: { en: 'As long as possible', zh: '最长' },
          none: { en: 'None', zh: '无' },
        },
        when: { action: ['sign'] },
        advanced: true,
      }),
    ecForm: z
      .enum(['der', 'raw'])
      .default('der')
      .meta({
        ...L('ECDSA signature', 'ECDSA 签名格式'),
        options: {
          der: { en: 'DER (OpenSSL)', zh: 'DER（OpenSSL）' },
          raw: { en: 'r and s (JWT, P1363)', zh: 'r‖s（JWT、P1363）' },
        },
        when: { action: ['sign'] },
        advanced: true,
      }),
    split: z
      .boolean()
      .default(false)
      .meta({
        ...L('Split a long text into blocks', '超长分段加密'),
        help: { en: 'Some programs do this; no standard defines it', zh: '部分程序的做法，并无标准' },
        when: { action: ['encrypt'] },
        advanced: true,
      }),
    passphrase: passphraseField({
      ...L('Passphrase of the key', '私钥口令'),
      advanced: true,
    }),
    file: bytes()
      .optional()
      .meta({ ...L('A file instead of the text', '以文件代替文本'), advanced: true }),
  }),
  output: z.object({
    text: z
      .string()
      .optional()
      .meta({ ...L('Result', '结果'), widget: 'text', main: true }),
    verdict: z
      .enum(['valid', 'invalid'])
      .optional()
      .meta({
        ...L('Signature', '签名'),
        options: { valid: { en: 'Valid', zh: '有效' }, invalid: { en: 'Not valid', zh: '无效' } },
      }),
    key: z.string().meta(L('Key', '密钥')),
    method: z.string().meta(L('Method', '方式')),
    room: z
      .int()
      .optional()
      .meta({ ...L('Longest text', '明文上限'), unit: 'B' }),
    command: z
      .string()
      .optional()
      .meta({ ...L('OpenSSL equivalent', '等效的 OpenSSL 命令'), widget: 'text' }),
    notes: notesField,
  }),
  errors: ['unsupported_value', 'wrong_key', 'wrong_passphrase'],
  accepts: { key: { key: '' } },
  examples: [
    { name: { en: 'Encrypt with a public key', zh: '公钥加密' }, input: { text: '只有私钥能读', key: PUBLIC_PEM } },
    {
      name: { en: 'Decrypt with the private key', zh: '私钥解密' },
      input: { action: 'decrypt', text: SEALED, key: PRIVATE_PEM },
      output: {
        text: '只有私钥能读',
        key: 'RSA 2048 bit',
        method: 'RSAES-OAEP, SHA-256, MGF1 SHA-256',
        command:
          'openssl base64 -d -A -in cipher.b64 | openssl pkeyutl -decrypt -inkey private.pem -pkeyopt rsa_padding_mode:oaep -pkeyopt rsa_oaep_md:sha256 -pkeyopt rsa_mgf1_md:sha256',
        notes: [],
      },
    },
    {
      name: { en: 'Sign with Ed25519', zh: 'Ed25519 签名' },
      input: { action: 'sign', text: '中文', key: ED25519_PEM, format: 'hex' },
    },
    {
      name: { en: 'Verify an RSA signature', zh: 'RSA 验签' },
      input: { action: 'verify', text: '中文', key: PUBLIC_PEM, signature: SIGNATURE, scheme: 'pkcs1' },
      output: {
        verdict: 'valid',
        key: 'RSA 2048 bit',
        method: 'RSASSA-PKCS1-v1_5, SHA-256',
        command:
          'openssl base64 -d -A -in signature.b64 -out signature.bin && openssl dgst -sha256 -verify public.pem -signature signature.bin plain.txt',
        notes: [],
      },
    },
  ],
  run: async (input, host) => (await import('./run.ts')).runRsa(input, host),
})
