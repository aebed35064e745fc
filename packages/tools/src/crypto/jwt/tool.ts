import { defineTool } from '@octet/core/tool.ts'
import type { Text } from '@octet/core/text.ts'
import * as z from 'zod'
import { passphraseField } from '../../lib/keys/passphrase-field.ts'
import { BYTE_FORMAT_NAMES, BYTE_FORMATS } from '../../lib/byte-text.ts'
import { notesField } from '../../lib/notes-field.ts'
import { ALGORITHMS, VERDICTS } from './answer.ts'
import { read } from './read.ts'
import { sign } from './sign.ts'

const NAMES = Object.fromEntries(
  ALGORITHMS.map((name) => [
    name,
    { en: name === 'none' ? 'none (unsigned)' : name, zh: name === 'none' ? 'none（不签名）' : name },
  ]),
) as Record<(typeof ALGORITHMS)[number], Text>

export default defineTool({
  id: 'jwt',
  route: '/crypto/jwt',
  group: 'crypto',
  rank: 80,
  icon: 'Id',
  title: { en: 'JWT decoder', zh: 'JWT 解析与签名' },
  summary: { en: 'Read, verify and sign JSON Web Tokens', zh: '解析、验证与签发 JSON Web Token' },
  about: {
    en: 'RFC 7519 with HMAC, RSA, RSA-PSS, ECDSA (also secp256k1) and EdDSA (also by the names of RFC 9864); tokens are also found after “Bearer”, in quotes, in cookies and in JSON. JWS and JWE are also read as JSON, and payloads that are not encoded (b64, RFC 7797). The claims that an SD-JWT discloses are checked and put back in their places.\n\nEncrypted tokens (JWE) are decrypted: dir, AES-KW, AES-GCM-KW, RSA-OAEP, ECDH-ES and PBES2 with AES-GCM or AES-CBC-HMAC; without the key their header is shown. Keys are PEM, OpenSSH, PuTTY, JWK or a certificate, also on pages without https.\n\nReading needs no key, but a token that was not verified is not trustworthy. The algorithm “none” and secrets that are too short are pointed out, and a public key is never accepted as a secret.',
    zh: '支持 RFC 7519 的 HMAC、RSA、RSA-PSS、ECDSA（含 secp256k1）与 EdDSA（含 RFC 9864 的名称）；可从“Bearer”之后、引号、Cookie 与 JSON 中找出令牌。JWS 与 JWE 的 JSON 形式以及未编码的载荷（b64，RFC 7797）同样可读。SD-JWT 所披露的声明会核对并还原到原处。\n\n加密令牌（JWE）可解密：支持 dir、AES-KW、AES-GCM-KW、RSA-OAEP、ECDH-ES、PBES2，内容为 AES-GCM 或 AES-CBC-HMAC；无密钥时显示其头部。密钥可为 PEM、OpenSSH、PuTTY、JWK 或证书，在非 https 页面上同样可用。\n\n解析无需密钥，但未经验证的令牌不可信。会提示“none”算法与过短的密钥，且绝不把公钥当作共享密钥使用。',
  },
  keywords: [
    'jwt',
    'jws',
    'jwe',
    'sd-jwt',
    'token',
    'bearer',
    'oauth',
    'claims',
    '令牌',
    '验签',
    '签名',
    'decode token',
    'token解析',
    'signature',
  ],
  input: z.object({
    text: z
      .string()
      .meta({ label: { en: 'Token, or payload to sign', zh: '令牌，或要签名的载荷' }, widget: 'text', main: true, secret: true }),
    action: z
      .enum(['decode', 'sign'])
      .default('decode')
      .meta({
        label: { en: 'Action', zh: '操作' },
        options: { decode: { en: 'Read and verify', zh: '解析与验证' }, sign: { en: 'Sign', zh: '签名' } },
      }),
    key: z
      .string()
      .default('')
      .meta({
        label: { en: 'Secret or key', zh: '密钥' },
        help: {
          en: 'Secret for HS…, dir, A…KW and PBES2; PEM, OpenSSH, PuTTY or JWK for the others',
          zh: 'HS 系列、dir、A…KW 与 PBES2 为共享密钥，其余为 PEM、OpenSSH、PuTTY 或 JWK',
        },
        widget: 'text',
        secret: true,
      }),
    keyFormat: z
      .enum(BYTE_FORMAT_NAMES)
      .default('text')
      .meta({ label: { en: 'Secret format', zh: '密钥格式' }, options: BYTE_FORMATS, widget: 'select', advanced: true }),
    passphrase: passphraseField({ label: { en: 'Passphrase of the key', zh: '私钥口令' }, advanced: true }),
    algorithm: z
      .enum(ALGORITHMS)
      .default('HS256')
      .meta({ label: { en: 'Algorithm', zh: '算法' }, options: NAMES, when: { action: ['sign'] } }),
    header: z
      .string()
      .default('')
      .meta({
        label: { en: 'More header fields (JSON)', zh: '附加头部字段（JSON）' },
        widget: 'code',
        language: 'json',
        when: { action: ['sign'] },
        advanced: true,
      }),
  }),
  output: z.object({
    text: z.string().meta({ label: { en: 'Result', zh: '结果' }, widget: 'code', language: 'json', main: true }),
    token: z.string().meta({ label: { en: 'Token', zh: '令牌' }, widget: 'hidden', secret: true }),
    verdict: z.enum(VERDICTS).meta({
      label: { en: 'Signature', zh: '签名' },
      options: {
        valid: { en: 'Valid', zh: '有效' },
        invalid: { en: 'Not valid', zh: '无效' },
        unchecked: { en: 'Not checked', zh: '未验证' },
        signed: { en: 'Signed', zh: '已签名' },
        decrypted: { en: 'None; decrypted', zh: '无（已解密）' },
        locked: { en: 'None; not decrypted', zh: '无（未解密）' },
      },
    }),
    header: z.string().meta({ label: { en: 'Header', zh: '头部' }, widget: 'code', language: 'json' }),
    payload: z.string().meta({ label: { en: 'Payload', zh: '载荷' }, widget: 'code', language: 'json' }),
    claims: z
      .array(
        z.object({
          claim: z.string().meta({ label: { en: 'Claim', zh: '声明' } }),
          value: z.string().meta({ label: { en: 'Value', zh: '值' } }),
          meaning: z.string().meta({ label: { en: 'Meaning', zh: '含义' } }),
        }),
      )
      .meta({ label: { en: 'Claims', zh: '声明' }, widget: 'table' }),
    disclosures: z
      .array(
        z.object({
          claim: z.string().meta({ label: { en: 'Claim', zh: '声明' } }),
          value: z.string().meta({ label: { en: 'Value', zh: '值' } }),
          isIn: z.boolean().meta({ label: { en: 'Its digest is in the token', zh: '摘要在令牌中' } }),
        }),
      )
      .optional()
      .meta({ label: { en: 'Disclosures (SD-JWT)', zh: '披露的声明（SD-JWT）' }, widget: 'table' }),
    notes: notesField,
  }),
  errors: ['syntax_error', 'unsupported_value', 'wrong_key', 'wrong_passphrase'],
  accepts: { jwt: { action: 'decode' } },
  examples: [
    {
      name: { en: 'Verify with a secret', zh: '用密钥验证' },
      input: {
        text: 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c',
        key: 'your-256-bit-secret',
      },
    },
    { name: { en: 'Unsigned token', zh: '未签名的令牌' }, input: { text: 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.' } },
    {
      name: { en: 'Sign', zh: '签名' },
      input: { action: 'sign', text: '{"sub":"42","name":"中文"}', key: 'a secret of at least thirty-two bytes' },
    },
  ],
  run: (input, host) => (input.action === 'sign' ? sign(input, host) : read(input, host)),
})
