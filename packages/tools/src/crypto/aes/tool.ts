import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { AES_MODE_NAMES, AES_MODES, toAesSpec, toKeyBytes } from '../cipher/aes.ts'
import {
  cipherOutput,
  codeField,
  contentFields,
  formatFields,
  ivFields,
  keyBitsField,
  keyFields,
  paddingField,
  toTagFields,
} from '../cipher/fields.ts'
import { runCipher } from '../cipher/run-cipher.ts'

const TAGGED = ['gcm', 'ccm', 'siv', 'gcm-siv', 'chacha20-poly1305', 'xchacha20-poly1305']

export default defineTool({
  id: 'aes',
  route: '/crypto/aes',
  group: 'crypto',
  rank: 10,
  icon: 'Lock',
  title: { en: 'AES encryption', zh: 'AES 加密解密' },
  summary: {
    en: 'Encrypt and decrypt with AES and ChaCha20, compatible with OpenSSL',
    zh: 'AES 与 ChaCha20 加解密，与 OpenSSL 互通',
  },
  about: {
    en: 'AES (FIPS 197) with the modes of SP 800-38A, GCM, CCM (RFC 3610), SIV (RFC 5297), GCM-SIV (RFC 8452), and ChaCha20-Poly1305 (RFC 8439). Keys are derived from passphrases as openssl enc does, so each opens what the other wrote. Authenticated modes give ciphertext and tag in one piece, the tag last (with SIV first), unless you choose otherwise.',
    zh: 'AES（FIPS 197）支持 SP 800-38A 各模式、GCM、CCM（RFC 3610）、SIV（RFC 5297）、GCM-SIV（RFC 8452）以及 ChaCha20-Poly1305（RFC 8439）。口令按 openssl enc 的方式导出密钥，双方可互相解密。带认证的模式默认将标签与密文连在一起：标签在后，SIV 在前。',
  },
  keywords: [
    'aes',
    '加密',
    '加密解密',
    '文本加密',
    'encrypt',
    'decrypt',
    'gcm',
    'cbc',
    'chacha20',
    'openssl',
    '解密',
    '对称加密',
    'encrypt text',
    'aes256',
    'aes128',
  ],
  input: z.object({
    ...contentFields,
    mode: z
      .enum(AES_MODE_NAMES)
      .default('cbc')
      .meta({ label: { en: 'Mode', zh: '模式' }, options: AES_MODES }),
    ...keyBitsField,
    ...keyFields,
    ...ivFields,
    ...paddingField,
    ...toTagFields(TAGGED, ['gcm', 'ccm']),
    ...formatFields,
    ...codeField,
  }),
  output: cipherOutput,
  errors: ['unsupported_value', 'wrong_key'],
  accepts: { base64: { direction: 'decrypt' } },
  examples: [
    {
      name: { en: 'CBC with a key in hex', zh: 'CBC，十六进制密钥' },
      input: {
        text: '中文 😀',
        key: '000102030405060708090a0b0c0d0e0f',
        keyFormat: 'hex',
        iv: '101112131415161718191a1b1c1d1e1f',
      },
    },
    {
      name: { en: 'Decrypt what CryptoJS wrote', zh: '解密 CryptoJS 的密文' },
      input: { text: 'U2FsdGVkX18AAQIDBAUGByrfcw9+vQIkUtbJkRa0FSQ=', direction: 'decrypt', keySource: 'evp-md5', key: 'secret' },
      output: {
        text: '中文 😀',
        cipher: 'AES-256-CBC',
        sizeBytes: 11,
        key: '035fb8145b73cf111570dc936112be9c375a5d3d8b915bc213bdbef9dbfb7851',
        iv: '1d112c3c48b1d30dbceeaff080816be4',
        salt: '0001020304050607',
        command: 'openssl enc -aes-256-cbc -d -pass pass:secret -md md5 -a -A -in cipher.b64 -out plain.txt',
        notes: [],
      },
    },
    {
      name: { en: 'GCM, test case 3 of its authors', zh: 'GCM 官方测试向量 3' },
      input: {
        mode: 'gcm',
        key: 'feffe9928665731c6d6a8f9467308308',
        keyFormat: 'hex',
        iv: 'cafebabefacedbaddecaf888',
        plainFormat: 'hex',
        cipherFormat: 'hex',
        text: 'd9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b391aafd255',
      },
      output: {
        text: '42831ec2217774244b7221b784d0d49ce3aa212f2c02a4e035c17e2329aca12e21d514b25466931c7d8f6a5aac84aa051ba30b396a0aac973d58e091473f59854d5c2af327cd64a62cf35abd2ba6fab4',
        cipher: 'AES-128-GCM',
        sizeBytes: 80,
        iv: 'cafebabefacedbaddecaf888',
        tag: '4d5c2af327cd64a62cf35abd2ba6fab4',
        notes: [],
      },
    },
    {
      name: { en: 'Like openssl enc -aes-256-cbc -pbkdf2', zh: '等同 openssl enc -aes-256-cbc -pbkdf2' },
      input: { text: 'hello', keySource: 'pbkdf2', key: 'secret' },
    },
  ],
  run: (input, host) =>
    runCipher(input, {
      host,
      keyBytes: toKeyBytes(input.mode, input.keyBits),
      toSpec: (keyBytes) => toAesSpec(input.mode, keyBytes),
    }),
})
