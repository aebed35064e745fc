import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import {
  blockModeField,
  cipherOutput,
  contentFields,
  formatFields,
  ivFields,
  keyBitsField,
  keyFields,
  paddingField,
} from '../cipher/fields.ts'
import { OLD_BLOCKS } from '../cipher/old-block-names.ts'
import { runCipher } from '../cipher/run-cipher.ts'

export default defineTool({
  id: 'blowfish',
  route: '/crypto/blowfish',
  group: 'crypto',
  rank: 75,
  icon: 'Fish',
  title: { en: 'Blowfish, Twofish, Camellia, CAST5, IDEA', zh: 'Blowfish、Twofish、Camellia、CAST5、IDEA 加密解密' },
  summary: {
    en: 'Older block ciphers in every mode, with keys and passphrases as OpenSSL has them',
    zh: '较早的分组密码，支持各种模式，密钥与口令用法同 OpenSSL',
  },
  about: {
    en: 'For old data and old devices. Blowfish takes keys of 4 to 56 bytes, CAST5 (RFC 2144) of 5 to 16, IDEA of 16, Twofish and Camellia (RFC 3713) of 16, 24 or 32. Layout and key derivation are those of openssl enc.\n\nBlowfish, CAST5 and IDEA have blocks of 64 bits: after some gigabytes under one key, equal blocks begin to tell of the content (Sweet32). For new data take AES-GCM.',
    zh: '用于处理旧数据与旧设备。密钥长度：Blowfish 为 4–56 字节，CAST5（RFC 2144）为 5–16 字节，IDEA 为 16 字节，Twofish 与 Camellia（RFC 3713）为 16、24 或 32 字节。密文布局与口令导出方式同 openssl enc。\n\nBlowfish、CAST5 与 IDEA 的分组只有 64 位：同一密钥加密数 GB 之后，重复的分组会泄露内容（Sweet32）。新数据请使用 AES-GCM。',
  },
  keywords: [
    'blowfish',
    'twofish',
    'camellia',
    'cast5',
    'cast-128',
    'idea cipher',
    'bf-cbc',
    'block cipher',
    '分组密码',
    '加密',
    '解密',
  ],
  input: z.object({
    ...contentFields,
    kind: z
      .enum(['blowfish', 'twofish', 'camellia', 'cast5', 'idea'])
      .default('blowfish')
      .meta({ label: { en: 'Cipher', zh: '算法' }, options: OLD_BLOCKS }),
    ...blockModeField,
    ...keyFields,
    keyBits: keyBitsField.keyBits.meta({ ...keyBitsField.keyBits.meta(), when: { kind: ['twofish', 'camellia'] } }),
    ...ivFields,
    ...paddingField,
    ...formatFields,
  }),
  output: cipherOutput,
  errors: ['unsupported_value', 'wrong_key'],
  accepts: { base64: { direction: 'decrypt' } },
  examples: [
    {
      name: { en: 'Blowfish with a passphrase', zh: 'Blowfish 与口令' },
      input: { text: 'Meet me at noon. 中午见。', keySource: 'pbkdf2', key: 'secret' },
    },
    {
      name: { en: 'Camellia, the block of RFC 3713', zh: 'Camellia（RFC 3713 示例分组）' },
      input: {
        kind: 'camellia',
        mode: 'ecb',
        text: '0123456789abcdeffedcba9876543210',
        plainFormat: 'hex',
        cipherFormat: 'hex',
        padding: 'none',
        key: '0123456789abcdeffedcba9876543210',
        keyFormat: 'hex',
      },
    },
    {
      name: { en: 'A short key of CAST5', zh: 'CAST5 短密钥' },
      input: {
        kind: 'cast5',
        mode: 'ecb',
        text: '0123456789abcdef',
        plainFormat: 'hex',
        cipherFormat: 'hex',
        padding: 'none',
        key: '0123456712',
        keyFormat: 'hex',
      },
      output: {
        text: '7ac816d16e9b302e',
        cipher: 'CAST5-40-ECB',
        sizeBytes: 8,
        notes: ['ECB encrypts equal blocks alike, so patterns stay visible; use GCM, or CBC with a random IV'],
      },
    },
  ],
  async run(input, host) {
    // Its tables are worked out when they are loaded.
    const { toOldBlockSpec } = await import('../cipher/old-block.ts')
    const hasSizes = input.kind === 'twofish' || input.kind === 'camellia'
    return runCipher(input, {
      host,
      keyBytes: hasSizes ? input.keyBits / 8 : 16,
      toSpec: (keyBytes) => toOldBlockSpec(input.kind, input.mode, keyBytes),
    })
  },
})
