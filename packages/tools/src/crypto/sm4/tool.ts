import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { cipherOutput, contentFields, formatFields, ivFields, keyFields, paddingField, toTagFields } from '../cipher/fields.ts'
import { runCipher } from '../cipher/run-cipher.ts'
import { SM4_MODES, toSm4Spec } from '../cipher/sm4.ts'

export default defineTool({
  id: 'sm4',
  route: '/crypto/sm4',
  group: 'crypto',
  rank: 50,
  icon: 'ShieldLock',
  title: { en: 'SM4 encryption', zh: '国密 SM4 加密解密' },
  summary: { en: 'The Chinese national block cipher, compatible with OpenSSL', zh: '国密 SM4 分组密码加解密，与 OpenSSL 互通' },
  about: {
    en: 'SM4 (GB/T 32907-2016, RFC 8998) has a 128-bit key and 128-bit blocks. Layout and key derivation are those of openssl enc -sm4-…; GCM and CCM follow RFC 8998.',
    zh: 'SM4（GB/T 32907-2016、RFC 8998）密钥与分组均为 128 位。密文布局与口令导出方式同 openssl enc -sm4-…；GCM、CCM 遵循 RFC 8998。',
  },
  keywords: ['sm4', 'gm', 'sms4', 'guomi', '国密', '商密', '加密', '解密'],
  input: z.object({
    ...contentFields,
    mode: z
      .enum(['cbc', 'gcm', 'ccm', 'ecb', 'ctr', 'cfb', 'ofb'])
      .default('cbc')
      .meta({ label: { en: 'Mode', zh: '模式' }, options: SM4_MODES }),
    ...keyFields,
    ...ivFields,
    ...paddingField,
    ...toTagFields(['gcm', 'ccm'], ['gcm', 'ccm']),
    ...formatFields,
  }),
  output: cipherOutput,
  errors: ['unsupported_value', 'wrong_key'],
  accepts: { base64: { direction: 'decrypt' } },
  examples: [
    {
      name: { en: 'The block of the standard', zh: '标准示例分组' },
      input: {
        text: '0123456789abcdeffedcba9876543210',
        plainFormat: 'hex',
        cipherFormat: 'hex',
        mode: 'ecb',
        padding: 'none',
        key: '0123456789abcdeffedcba9876543210',
        keyFormat: 'hex',
      },
    },
    {
      name: { en: 'GCM of RFC 8998 §A.1', zh: 'GCM（RFC 8998 §A.1）' },
      input: {
        mode: 'gcm',
        key: '0123456789abcdeffedcba9876543210',
        keyFormat: 'hex',
        iv: '00001234567800000000abcd',
        ivFormat: 'hex',
        aad: 'feedfacedeadbeeffeedfacedeadbeefabaddad2',
        aadFormat: 'hex',
        plainFormat: 'hex',
        cipherFormat: 'hex',
        text: 'aaaaaaaaaaaaaaaabbbbbbbbbbbbbbbbccccccccccccccccddddddddddddddddeeeeeeeeeeeeeeeeffffffffffffffffeeeeeeeeeeeeeeeeaaaaaaaaaaaaaaaa',
      },
      output: {
        text: '17f399f08c67d5ee19d0dc9969c4bb7d5fd46fd3756489069157b282bb200735d82710ca5c22f0ccfa7cbf93d496ac15a56834cbcf98c397b4024a2691233b8d83de3541e4c2b58177e065a9bf7b62ec',
        cipher: 'SM4-GCM',
        sizeBytes: 80,
        iv: '00001234567800000000abcd',
        tag: '83de3541e4c2b58177e065a9bf7b62ec',
        notes: [],
      },
    },
    { name: { en: 'CBC with a passphrase', zh: 'CBC 与口令' }, input: { text: '中文', keySource: 'pbkdf2', key: 'secret' } },
    { name: { en: 'CTR', zh: 'CTR' }, input: { text: 'hello', mode: 'ctr', key: '0123456789abcdef' } },
  ],
  run: (input, host) => runCipher(input, { host, keyBytes: 16, toSpec: () => toSm4Spec(input.mode) }),
})
