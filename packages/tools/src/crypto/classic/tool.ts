import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { notesField } from '../../lib/notes-field.ts'
import { CIPHER_WORDS, CIPHERS, KEY_FORMATS, runClassic } from './classic.ts'

export default defineTool({
  id: 'classic',
  route: '/crypto/classic',
  group: 'crypto',
  rank: 135,
  icon: 'Spy',
  title: { en: 'Classical ciphers and Morse code', zh: '古典密码与摩斯电码' },
  summary: {
    en: 'Caesar, ROT13, ROT47, Atbash, Vigenère, affine, substitution, rail fence, Morse, Braille, NATO, Bacon, A1Z26, XOR',
    zh: '凯撒、ROT13、ROT47、Atbash、维吉尼亚、仿射、单表替换、栅栏、摩斯、盲文、北约音标、培根、A1Z26 与异或',
  },
  about: {
    en: 'Deciphering without a key tries every Caesar shift, all 312 affine keys, up to 30 rails, or every single-byte XOR key, and puts first what is most like English. Caesar, ROT13, Atbash, Vigenère, affine and substitution change Latin letters only and keep their case; ROT47 changes all visible ASCII characters.\n\nMorse code follows ITU-R M.1677-1, plus ! & ; _ and $, the spelling alphabet ICAO Annex 10, Braille Unified English Braille without contractions. None of these keeps a secret; for that, use AES.',
    zh: '解密时若不填密钥，凯撒密码会尝试全部位移，仿射密码会尝试全部 312 个密钥，栅栏密码尝试至多 30 栏，异或尝试所有单字节密钥，并把最接近英文的结果排在最前。凯撒、ROT13、Atbash、维吉尼亚、仿射与单表替换只改变拉丁字母，大小写不变；ROT47 改变全部可见 ASCII 字符。\n\n摩斯电码遵循 ITU-R M.1677-1，另加 ! & ; _ 与 $；音标字母遵循 ICAO 附件 10，盲文为不缩写的统一英语盲文（UEB）。这些密码都不能真正保密，需要保密请用 AES。',
  },
  keywords: [
    'caesar',
    'rot13',
    'rot47',
    'atbash',
    'vigenere',
    'rail fence',
    'morse',
    'bacon',
    'xor',
    'cipher',
    'ctf',
    'decode',
    '凯撒',
    '恺撒',
    '维吉尼亚',
    '栅栏密码',
    '摩斯密码',
    '摩斯电码',
    '摩斯',
    '培根密码',
    '异或',
    '古典密码',
    '解密',
    'braille',
    '盲文',
    'nato alphabet',
    'text to nato alphabet',
    'phonetic alphabet',
    'spelling alphabet',
    'icao',
    'brute force',
    'affine cipher',
    'substitution cipher',
    'monoalphabetic',
    'keyword cipher',
    'a1z26',
    'letters to numbers',
    'letter number code',
    '仿射密码',
    '替换密码',
    '字母转数字',
    '北约音标',
    '音标字母',
    '字母解释法',
  ],
  input: z.object({
    text: z
      .string()
      .max(1_000_000)
      .meta({ label: { en: 'Text', zh: '文本' }, widget: 'text', main: true }),
    cipher: z
      .enum(CIPHERS)
      .default('caesar')
      .meta({ label: { en: 'Cipher', zh: '密码' }, options: CIPHER_WORDS }),
    direction: z
      .enum(['encode', 'decode'])
      .default('encode')
      .meta({
        label: { en: 'Direction', zh: '方向' },
        options: { encode: { en: 'Encipher', zh: '加密' }, decode: { en: 'Decipher', zh: '解密' } },
        when: {
          cipher: ['caesar', 'vigenere', 'affine', 'substitution', 'rail', 'morse', 'braille', 'nato', 'bacon', 'a1z26', 'xor'],
        },
      }),
    key: z
      .string()
      .max(1_000)
      .default('')
      .meta({
        label: { en: 'Key', zh: '密钥' },
        placeholder: { en: 'May be empty', zh: '可留空' },
        help: {
          en: 'Caesar: shift, 3 if empty. Rail fence: rails. Vigenère: a word. Affine: 5 8. Substitution: a keyword or 26 letters. Leave empty when deciphering to try all where there are few',
          zh: '凯撒：位移，留空为 3；栅栏：栏数；维吉尼亚：单词；仿射：如 5 8；单表替换：关键词或 26 个字母。解密时留空则逐一尝试（密钥数量有限时）',
        },
        when: { cipher: ['caesar', 'vigenere', 'affine', 'substitution', 'rail', 'xor'] },
      }),
    keyFormat: z
      .enum(KEY_FORMATS)
      .default('text')
      .meta({
        label: { en: 'Key format', zh: '密钥写作' },
        options: {
          text: { en: 'Text', zh: '文本' },
          hex: { en: 'Hex', zh: '十六进制' },
          base64: { en: 'Base64', zh: 'Base64' },
        },
        when: { cipher: ['xor'] },
      }),
    letters: z
      .enum(['24', '26'])
      .default('24')
      .meta({
        label: { en: 'Alphabet', zh: '字母表' },
        options: { 24: { en: '24 (I = J, U = V)', zh: '24（I = J，U = V）' }, 26: { en: '26', zh: '26' } },
        when: { cipher: ['bacon'] },
      }),
  }),
  output: z.object({
    text: z.string().meta({ label: { en: 'Result', zh: '结果' }, widget: 'text', main: true }),
    key: z
      .string()
      .optional()
      .meta({ label: { en: 'Most likely key', zh: '最可能的密钥' } }),
    candidates: z
      .array(
        z.object({
          key: z.string().meta({ label: { en: 'Key', zh: '密钥' } }),
          text: z.string().meta({ label: { en: 'Text', zh: '文本' } }),
        }),
      )
      .optional()
      .meta({ label: { en: 'Best attempts', zh: '最佳候选' }, widget: 'table' }),
    notes: notesField,
  }),
  errors: ['unsupported_value'],
  accepts: { morse: { cipher: 'morse', direction: 'decode' } },
  examples: [
    {
      name: { en: 'Caesar without the key', zh: '未知密钥的凯撒密码' },
      input: { text: 'Wkh txlfn eurzq ira mxpsv ryhu wkh odcb grj', direction: 'decode' },
    },
    {
      name: { en: 'ROT13', zh: 'ROT13' },
      input: { text: 'Hello, world!', cipher: 'rot13' },
      output: { text: 'Uryyb, jbeyq!', notes: [] },
    },
    {
      name: { en: 'Morse code', zh: '摩斯电码' },
      input: { text: '... --- ... / .--. .- .-. .. ...', cipher: 'morse', direction: 'decode' },
      output: { text: 'SOS PARIS', notes: [] },
    },
    {
      name: { en: 'Braille', zh: '盲文' },
      input: { text: 'Room 42, NASA', cipher: 'braille' },
      output: { text: '⠠⠗⠕⠕⠍ ⠼⠙⠃⠂ ⠠⠠⠝⠁⠎⠁', notes: [] },
    },
    {
      name: { en: 'NATO spelling alphabet', zh: '北约音标字母' },
      input: { text: 'Octet 42', cipher: 'nato' },
      output: { text: 'Oscar Charlie Tango Echo Tango / Four Two', notes: [] },
    },
    {
      name: { en: 'Vigenère', zh: '维吉尼亚密码' },
      input: { text: 'attack at dawn', cipher: 'vigenere', key: 'lemon' },
      output: { text: 'lxfopv ef rnhr', notes: [] },
    },
    {
      name: { en: 'Affine without the key', zh: '未知密钥的仿射密码' },
      input: { text: 'Zrc ihhwvc swfrcp wu i uwqflc gwvx ah uenuzwzezwav', cipher: 'affine', direction: 'decode' },
    },
    {
      name: { en: 'Substitution by a keyword', zh: '关键词替换' },
      input: { text: 'flee at once', cipher: 'substitution', key: 'zebras' },
      output: { text: 'siaa zq lkba', notes: [] },
    },
    {
      name: { en: 'Numbers as letters', zh: '数字转字母' },
      input: { text: '8-5-12-12-15 23-15-18-12-4', cipher: 'a1z26', direction: 'decode' },
      output: { text: 'HELLO WORLD', notes: [] },
    },
    {
      name: { en: 'Rail fence', zh: '栅栏密码' },
      input: { text: 'WECRUOERDSOEERNTNEAIVDAC', cipher: 'rail', direction: 'decode', key: '3' },
      output: { text: 'WEAREDISCOVEREDRUNATONCE', notes: [] },
    },
    {
      name: { en: 'XOR without the key', zh: '未知密钥的异或' },
      input: {
        text: '1b37373331363f78151b7f2b783431333d78397828372d363c78373e783a393b3736',
        cipher: 'xor',
        direction: 'decode',
      },
    },
  ],
  run: (input, { lang }) => runClassic(input, lang),
})
