import { bytes } from '@octet/core/field.ts'
import type { Text } from '@octet/core/text.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { notesField } from '../../lib/notes-field.ts'
import { SIGNED_TEXT, V6_KEY } from './examples.ts'
import { signaturesField } from '../../lib/openpgp/signatures-field.ts'
import { keysOf, STATE_WORDS } from '../../lib/openpgp/words.ts'

const L = (en: string, zh: string): { label: Text } => ({ label: { en, zh } })
const text = (en: string, zh: string) => z.string().optional().meta(L(en, zh))

export default defineTool({
  id: 'openpgp',
  route: '/crypto/openpgp',
  group: 'crypto',
  rank: 127,
  icon: 'ShieldCheck',
  title: { en: 'OpenPGP keys and signatures', zh: 'OpenPGP（PGP）密钥与签名' },
  summary: {
    en: 'What is in a PGP key, signature or message, and whether a signature holds',
    zh: '查看 PGP 密钥、签名或消息的内容，并验证签名是否有效',
  },
  about: {
    en: 'Reads RFC 9580 and the versions before it (keys of version 3, 4 and 6): users, subkeys, how long they are valid, what they are for, who a message is for. The signatures of a key over its users and subkeys are checked, and those over files, texts, mails (RFC 3156) and messages where the public key is given: RSA, DSA, ECDSA, EdDSA, Ed25519 and Ed448.\n\nA valid signature says that the holder of this key made it. Whether the key belongs to the person whose name it bears, only its fingerprint tells, compared by another way. Nothing is decrypted here, and no key server is asked.',
    zh: '支持 RFC 9580 及之前的格式（第 3、4、6 版密钥）：列出用户标识、子密钥、有效期、用途以及消息的收件人。会校验密钥对其用户标识与子密钥的签名；提供公钥后还可验证文件、文本、邮件（RFC 3156）与消息的签名：RSA、DSA、ECDSA、EdDSA、Ed25519、Ed448。\n\n签名有效仅表示由该密钥的持有者签署；密钥是否属于其署名者，须通过其他途径核对指纹。此处不解密，也不查询密钥服务器。',
  },
  keywords: [
    'pgp',
    'gpg',
    'openpgp',
    'gnupg',
    'pgp key',
    'asc',
    'verify pgp signature',
    'gpg verify',
    'pgp fingerprint',
    'pgp packets',
    'list-packets',
    'pgpdump',
    'signed message',
    'detached signature',
    'pgp公钥',
    'pgp签名',
    'gpg验签',
    '指纹',
  ],
  input: z.object({
    text: z
      .string()
      .max(20_000_000)
      .default('')
      .meta({
        ...L('Key, signature or message', '密钥、签名或消息'),
        placeholder: { en: '-----BEGIN PGP …', zh: '-----BEGIN PGP …' },
        widget: 'text',
        main: true,
        secret: true,
        wanted: true,
      }),
    file: bytes()
      .optional()
      .meta({ ...L('or a file', '或文件'), help: { en: '.asc .gpg .pgp .sig', zh: '.asc .gpg .pgp .sig' }, wanted: true }),
    key: z
      .string()
      .max(2_000_000)
      .default('')
      .meta({
        ...L('Public key of the signer', '签署人公钥'),
        placeholder: { en: '-----BEGIN PGP PUBLIC KEY BLOCK-----', zh: '-----BEGIN PGP PUBLIC KEY BLOCK-----' },
        widget: 'text',
      }),
    original: bytes()
      .optional()
      .meta({
        ...L('The file it is over', '被签名的原文件'),
        help: { en: 'Where the signature is a file of its own', zh: '签名单独成文件时需要' },
      }),
  }),
  output: z.object({
    text: z.string().meta({ ...L('Result', '结果'), main: true }),
    signatures: signaturesField,
    users: z
      .array(
        z.object({
          user: z.string().meta(L('User', '用户标识')),
          state: z.enum(keysOf(STATE_WORDS)).meta({ ...L('State', '状态'), options: STATE_WORDS }),
          signedAt: text('Signed at', '签署时间'),
          others: z.int().meta({ ...L('Signatures of others', '他人签名'), isCount: true }),
        }),
      )
      .optional()
      .meta({ ...L('Users', '用户标识'), widget: 'table' }),
    keys: z
      .array(
        z.object({
          role: z.enum(['primary', 'subkey']).meta({
            ...L('Key', '密钥'),
            options: { primary: { en: 'Primary', zh: '主密钥' }, subkey: { en: 'Subkey', zh: '子密钥' } },
          }),
          algorithm: z.string().meta(L('Algorithm', '算法')),
          uses: text('For', '用途'),
          state: z.enum(keysOf(STATE_WORDS)).meta({ ...L('State', '状态'), options: STATE_WORDS }),
          created: z.string().meta(L('Created', '创建')),
          expires: text('Expires', '到期'),
          fingerprint: z.string().meta(L('Fingerprint', '指纹')),
          keyId: z.string().meta(L('Key ID', '密钥 ID')),
          secret: text('Private part', '私钥部分'),
          reason: text('Revoked because', '吊销原因'),
        }),
      )
      .optional()
      .meta(L('Keys', '密钥')),
    recipients: z
      .array(z.object({ id: z.string().meta(L('Key ID', '密钥 ID')), algorithm: z.string().meta(L('Algorithm', '算法')) }))
      .optional()
      .meta({ ...L('Encrypted for', '收件人'), widget: 'table' }),
    content: z
      .string()
      .optional()
      .meta({ ...L('Content', '内容'), widget: 'text' }),
    notes: notesField,
    packets: z
      .array(
        z.object({
          packet: z.string().meta(L('Packet', '数据包')),
          size: z.int().meta({ ...L('Size', '大小'), unit: 'B' }),
          says: z.string().meta(L('Says', '内容')),
        }),
      )
      .meta({ ...L('Packets', '数据包'), widget: 'table' }),
  }),
  errors: ['missing_input', 'unsupported_value', 'too_large'],
  accepts: { openpgp: {} },
  examples: [
    { name: { en: 'A signed text with its key', zh: '签名文本与公钥' }, input: { text: SIGNED_TEXT } },
    { name: { en: 'A key of version 6', zh: '第 6 版密钥' }, input: { text: V6_KEY } },
  ],
  run: async (input, host) => (await import('./run.ts')).readOpenPgp(input, host),
})
