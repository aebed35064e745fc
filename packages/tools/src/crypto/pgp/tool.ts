import { bytes } from '@octet/core/field.ts'
import type { Text } from '@octet/core/text.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { passphraseField } from '../../lib/keys/passphrase-field.ts'
import { notesField } from '../../lib/notes-field.ts'
import { signaturesField } from '../../lib/openpgp/signatures-field.ts'
import { MESSAGE_FOR_ANN, SECRET_KEY_OF_ANN } from './examples.ts'

const L = (en: string, zh: string): { label: Text } => ({ label: { en, zh } })

export default defineTool({
  id: 'pgp',
  route: '/crypto/pgp',
  group: 'crypto',
  rank: 128,
  icon: 'MailKey',
  title: { en: 'PGP: encrypt, decrypt, sign, make keys', zh: 'PGP 加密、解密、签名与密钥生成' },
  summary: {
    en: 'Encrypt and decrypt texts and files with PGP keys or a passphrase, sign them, and make keys',
    zh: '用 PGP 密钥或口令加解密文本与文件，签名，以及生成密钥对',
  },
  about: {
    en: 'OpenPGP (RFC 9580 and the versions before it), as GnuPG, Thunderbird, Proton and Sequoia read and write it. Encrypted for any number of keys, a passphrase, or both, with AES-256 and a check that nothing was changed; where every key says that its program knows it, with OCB as in RFC 9580.\n\nKeys are Curve25519, X448, RSA, NIST and Brainpool curves, secp256k1 and ElGamal, of version 4 and 6, locked as GnuPG does it or by Argon2. Old messages are read in all their ciphers: IDEA, 3DES, CAST5, Blowfish, Twofish and Camellia.\n\nEverything happens on your device: keys, passphrases and texts are not sent. A key that protects much belongs into a program of your own or on a card all the same.',
    zh: '支持 OpenPGP（RFC 9580 及之前版本），与 GnuPG、Thunderbird、Proton、Sequoia 互通。可同时面向多把公钥与口令加密，采用 AES-256 并校验完整性；若收件人密钥均声明支持，则按 RFC 9580 使用 OCB。\n\n密钥类型：Curve25519、X448、RSA、NIST 与 Brainpool 曲线、secp256k1、ElGamal，第 4、6 版；私钥口令保护支持 GnuPG 的格式以及 Argon2。旧消息的各种算法均可解密：IDEA、3DES、CAST5、Blowfish、Twofish、Camellia。\n\n全部在您的设备上完成，密钥、口令与内容不会发送。重要的密钥仍应保存在您自己的软件或智能卡中。',
  },
  keywords: [
    'pgp',
    'gpg',
    'openpgp',
    'pgp encrypt',
    'pgp decrypt',
    'gpg encrypt',
    'gpg decrypt',
    'pgp sign',
    'pgp key generator',
    'pgp message',
    'gpg symmetric',
    'encrypted mail',
    'pgp加密',
    'pgp解密',
    'gpg加密',
    'gpg解密',
    'pgp密钥生成',
    '邮件加密',
  ],
  input: z.object({
    action: z
      .enum(['encrypt', 'decrypt', 'sign', 'make'])
      .default('encrypt')
      .meta({
        ...L('Action', '操作'),
        options: {
          encrypt: { en: 'Encrypt', zh: '加密' },
          decrypt: { en: 'Decrypt', zh: '解密' },
          sign: { en: 'Sign', zh: '签名' },
          make: { en: 'Make a key', zh: '生成密钥' },
        },
        widget: 'segments',
      }),
    text: z
      .string()
      .max(20_000_000)
      .default('')
      .meta({
        ...L('Text or message', '文本或消息'),
        widget: 'text',
        main: true,
        secret: true,
        wanted: true,
        when: { action: ['encrypt', 'decrypt', 'sign'] },
      }),
    file: bytes()
      .optional()
      .meta({ ...L('or a file', '或文件'), wanted: true, when: { action: ['encrypt', 'decrypt', 'sign'] } }),
    publicKeys: z
      .string()
      .max(2_000_000)
      .default('')
      .meta({
        ...L('Public keys', '公钥'),
        help: {
          en: 'Of all who are to read it; when decrypting, of who signed it',
          zh: '加密：所有收件人的公钥；解密：签署人的公钥',
        },
        placeholder: { en: '-----BEGIN PGP PUBLIC KEY BLOCK-----', zh: '-----BEGIN PGP PUBLIC KEY BLOCK-----' },
        widget: 'text',
        when: { action: ['encrypt', 'decrypt'] },
      }),
    isSigned: z
      .boolean()
      .default(false)
      .meta({ ...L('Sign it, too', '同时签名'), when: { action: ['encrypt'] } }),
    secretKey: z
      .string()
      .max(2_000_000)
      .default('')
      .meta({
        ...L('Private key', '私钥'),
        help: { en: 'Decrypts and signs; it stays on your device', zh: '用于解密与签名，不会离开您的设备' },
        placeholder: { en: '-----BEGIN PGP PRIVATE KEY BLOCK-----', zh: '-----BEGIN PGP PRIVATE KEY BLOCK-----' },
        widget: 'text',
        secret: true,
        when: { action: ['decrypt', 'sign', 'encrypt'] },
      }),
    keyPassphrase: passphraseField({
      ...L('Passphrase of the private key', '私钥口令'),
      help: { en: 'Of a new key: what locks it', zh: '生成密钥时用于保护私钥' },
    }),
    passphrase: passphraseField({
      ...L('Passphrase of the message', '消息口令'),
      help: { en: 'Instead of keys, or besides', zh: '可代替密钥，也可同时使用' },
      when: { action: ['encrypt', 'decrypt'] },
    }),
    form: z
      .enum(['clear', 'detached', 'message'])
      .default('clear')
      .meta({
        ...L('Signature', '签名形式'),
        options: {
          clear: { en: 'Below the readable text', zh: '明文签名' },
          detached: { en: 'By itself', zh: '独立签名' },
          message: { en: 'In one message', zh: '签名消息' },
        },
        when: { action: ['sign'] },
      }),
    isFile: z
      .boolean()
      .default(false)
      .meta({ ...L('As a file, not as text', '输出为二进制文件'), when: { action: ['encrypt', 'sign'] }, advanced: true }),
    allowsUnchecked: z
      .boolean()
      .default(false)
      .meta({
        ...L('Also without a check of integrity', '允许没有完整性校验'),
        help: {
          en: 'As old programs encrypted, often with CAST5: what comes out may have been changed',
          zh: '旧版软件的加密方式（常见于 CAST5），解密结果可能已被篡改',
        },
        when: { action: ['decrypt'] },
        advanced: true,
      }),
    name: z
      .string()
      .max(200)
      .default('')
      .meta({ ...L('Name', '姓名'), when: { action: ['make'] } }),
    email: z
      .string()
      .max(320)
      .default('')
      .meta({ ...L('Mail address', '邮箱'), when: { action: ['make'] } }),
    kind: z
      .enum(['curve25519', 'rsa3072', 'rsa4096', 'v6'])
      .default('curve25519')
      .meta({
        ...L('Kind of key', '密钥类型'),
        options: {
          curve25519: { en: 'Curve25519 (for all programs)', zh: 'Curve25519（通用）' },
          rsa3072: { en: 'RSA 3072 bit', zh: 'RSA 3072 位' },
          rsa4096: { en: 'RSA 4096 bit', zh: 'RSA 4096 位' },
          v6: { en: 'Curve25519, version 6 (RFC 9580)', zh: 'Curve25519，第 6 版（RFC 9580）' },
        },
        widget: 'select',
        when: { action: ['make'] },
      }),
    years: z
      .int()
      .min(0)
      .max(50)
      .default(3)
      .meta({
        ...L('Valid for, years', '有效期（年）'),
        help: { en: '0: without an end', zh: '0 表示永不过期' },
        when: { action: ['make'] },
      }),
  }),
  output: z.object({
    text: z.string().meta({ ...L('Result', '结果'), main: true, secret: true }),
    file: bytes().optional().meta(L('As a file', '文件')),
    signatures: signaturesField,
    publicKey: z
      .string()
      .optional()
      .meta({ ...L('Public key', '公钥'), widget: 'text' }),
    privateKey: z
      .string()
      .optional()
      .meta({ ...L('Private key', '私钥'), widget: 'text', secret: true }),
    fingerprint: z.string().optional().meta(L('Fingerprint', '指纹')),
    expires: z.string().optional().meta(L('Expires', '到期')),
    revocation: z
      .string()
      .optional()
      .meta({ ...L('Revocation', '吊销证书'), widget: 'text', secret: true }),
    recipients: z
      .array(
        z.object({
          who: z.string().meta(L('For', '收件人')),
          keyId: z.string().meta(L('Key ID', '密钥 ID')),
          algorithm: z.string().meta(L('Algorithm', '算法')),
        }),
      )
      .optional()
      .meta({ ...L('Can be read by', '可解密者'), widget: 'table' }),
    openedBy: z.string().optional().meta(L('Opened by', '解密所用')),
    signedBy: z.string().optional().meta(L('Signed by', '签名密钥')),
    cipher: z.string().optional().meta(L('Cipher', '加密算法')),
    notes: notesField,
    progress: z.number().min(0).max(1).optional().meta(L('Progress', '进度')),
  }),
  errors: ['missing_input', 'unsupported_value', 'too_large', 'wrong_passphrase'],
  accepts: { openpgp: { action: 'decrypt' } },
  examples: [
    {
      name: { en: 'Decrypt a message', zh: '解密消息' },
      input: { action: 'decrypt', text: MESSAGE_FOR_ANN, secretKey: SECRET_KEY_OF_ANN },
    },
    {
      name: { en: 'Sign a text', zh: '签名文本' },
      input: { action: 'sign', text: 'Let us meet at noon.\n', secretKey: SECRET_KEY_OF_ANN },
    },
  ],
  run: async function* (input, host) {
    yield* (await import('./run.ts')).runPgp(input, host)
  },
})
