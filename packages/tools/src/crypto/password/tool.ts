import { defineTool } from '@octet/core/tool.ts'
import type { Host } from '@octet/core/host.ts'
import * as z from 'zod'
import { drawBelow, makePassphrase, makePassword, type CharacterClass } from './generate.ts'
import { rateStrength, toDuration } from './strength.ts'

export default defineTool({
  id: 'password',
  route: '/crypto/password',
  group: 'crypto',
  rank: 100,
  icon: 'Password',
  title: { en: 'Password generator', zh: '密码生成与强度' },
  summary: {
    en: 'Make passwords, passphrases and PINs, or check one you have',
    zh: '生成随机密码、口令短语与 PIN，或评估已有密码',
  },
  about: {
    en: 'Random numbers come from the cryptographic source of your device and are drawn without bias. Passphrases take words from the BIP 39 lists, 11 bits each. Your own password is checked for known passwords, English words and names, pinyin, dates and keyboard runs; the time assumes a stolen slow hash and 10,000 guesses a second.',
    zh: '随机数来自设备的密码学随机源，无偏抽取。口令短语取自 BIP 39 词表，每词 11 位。自拟密码按常见密码、英文单词与人名、拼音、日期、键盘序列等评估，破解时间以慢哈希泄露、每秒一万次猜测计算。',
  },
  keywords: [
    'password',
    'passphrase',
    'entropy',
    'pin',
    'random',
    'strength',
    'diceware',
    '密码',
    '口令',
    '随机密码',
    '密码强度',
    'password generator',
    'random password',
    '密码生成器',
    '强密码',
    'token generator',
    'random string',
    'random token',
    '随机字符串',
    '令牌生成',
  ],
  input: z.object({
    kind: z
      .enum(['password', 'passphrase', 'pin', 'check'])
      .default('password')
      .meta({
        label: { en: 'Type', zh: '类型' },
        options: {
          password: { en: 'Password', zh: '随机密码' },
          passphrase: { en: 'Passphrase', zh: '口令短语' },
          pin: { en: 'PIN', zh: 'PIN 码' },
          check: { en: 'Check mine', zh: '评估强度' },
        },
      }),
    text: z
      .string()
      .max(1000)
      .default('')
      .meta({
        label: { en: 'Your password', zh: '您的密码' },
        widget: 'secret',
        secret: true,
        main: true,
        when: { kind: ['check'] },
      }),
    length: z
      .int()
      .min(4)
      .max(256)
      .default(20)
      .meta({ label: { en: 'Length', zh: '长度' }, when: { kind: ['password', 'pin'] } }),
    words: z
      .int()
      .min(3)
      .max(24)
      .default(6)
      .meta({ label: { en: 'Words', zh: '词数' }, when: { kind: ['passphrase'] } }),
    language: z
      .enum(['en', 'zh'])
      .default('en')
      .meta({
        label: { en: 'Language of the words', zh: '词语语言' },
        options: { en: { en: 'English', zh: '英文' }, zh: { en: 'Chinese', zh: '中文' } },
        when: { kind: ['passphrase'] },
      }),
    separator: z
      .string()
      .max(5)
      .default('-')
      .meta({ label: { en: 'Between words', zh: '分隔符' }, when: { kind: ['passphrase'] } }),
    capitals: z
      .boolean()
      .default(false)
      .meta({ label: { en: 'Capitalise each word', zh: '首字母大写' }, when: { kind: ['passphrase'] }, advanced: true }),
    number: z
      .boolean()
      .default(false)
      .meta({ label: { en: 'Add a number', zh: '附加数字' }, when: { kind: ['passphrase'] }, advanced: true }),
    lower: z
      .boolean()
      .default(true)
      .meta({ label: { en: 'a–z', zh: 'a–z' }, when: { kind: ['password'] } }),
    upper: z
      .boolean()
      .default(true)
      .meta({ label: { en: 'A–Z', zh: 'A–Z' }, when: { kind: ['password'] } }),
    digits: z
      .boolean()
      .default(true)
      .meta({ label: { en: '0–9', zh: '0–9' }, when: { kind: ['password'] } }),
    symbols: z
      .boolean()
      .default(true)
      .meta({ label: { en: 'Symbols', zh: '符号' }, when: { kind: ['password'] } }),
    readable: z
      .boolean()
      .default(false)
      .meta({
        label: { en: 'Without 0 O 1 l I |', zh: '排除易混字符 0 O 1 l I |' },
        when: { kind: ['password'] },
        advanced: true,
      }),
    count: z
      .int()
      .min(1)
      .max(100)
      .default(5)
      .meta({ label: { en: 'How many', zh: '数量' }, when: { kind: ['password', 'passphrase', 'pin'] } }),
  }),
  output: z.object({
    text: z.string().meta({ label: { en: 'Result', zh: '结果' }, widget: 'text', main: true, secret: true }),
    bits: z.number().meta({ label: { en: 'Strength', zh: '强度' }, unit: 'bit' }),
    score: z
      .int()
      .min(0)
      .max(4)
      .optional()
      .meta({ label: { en: 'Score (of 4)', zh: '评分（满分 4）' } }),
    crackTime: z.string().meta({ label: { en: 'Time to guess', zh: '猜中所需时间' } }),
    weaknesses: z
      .array(z.string())
      .optional()
      .meta({ label: { en: 'What makes it easy to guess', zh: '易被猜中的部分' }, secret: true }),
  }),
  examples: [
    { name: { en: 'Twenty characters', zh: '20 位随机密码' }, input: { count: 1 } },
    { name: { en: 'Six words', zh: '六个单词' }, input: { kind: 'passphrase' } },
    { name: { en: 'Check a password', zh: '评估密码' }, input: { kind: 'check', text: 'P@ssw0rd2024' } },
  ],
  run: (input, host) => (input.kind === 'check' ? check(input.text, host) : make(input, host)),
})

type Input = {
  kind: 'password' | 'passphrase' | 'pin' | 'check'
  length: number
  words: number
  language: 'en' | 'zh'
  separator: string
  capitals: boolean
  number: boolean
  readable: boolean
  count: number
} & Record<CharacterClass, boolean>

async function make(input: Input, host: Host): Promise<{ text: string; bits: number; crackTime: string }> {
  const made = await Promise.all(Array.from({ length: input.count }, () => makeOne(input, (size) => host.random(size))))
  const bits = Math.round((made[0]?.bits ?? 0) * 10) / 10
  return { text: made.map(({ text }) => text).join('\n'), bits, crackTime: toDuration(2 ** (bits - 1) / 1e4)[host.lang] }
}

function makeOne(
  input: Input,
  random: (sizeBytes: number) => Uint8Array,
): { text: string; bits: number } | Promise<{ text: string; bits: number }> {
  if (input.kind === 'pin')
    return {
      text: Array.from({ length: input.length }, () => drawBelow(10, random)).join(''),
      bits: input.length * Math.log2(10),
    }
  if (input.kind === 'passphrase')
    return makePassphrase({ ...input, isCapitalised: input.capitals, hasNumber: input.number, random })
  const classes = (['lower', 'upper', 'digits', 'symbols'] as const).filter((name) => input[name])
  return makePassword({ length: input.length, classes, isReadable: input.readable, random })
}

async function check(
  password: string,
  { lang }: Host,
): Promise<{ text: string; bits: number; score: number; crackTime: string; weaknesses: string[] }> {
  const { score, guessesLog10, crackTime, weakSpots } = await rateStrength(password)
  const words = { en: ['Very weak', 'Weak', 'Fair', 'Good', 'Strong'], zh: ['极弱', '弱', '一般', '良好', '强'] }[lang]
  return {
    text: words[score] ?? '',
    bits: Math.round(guessesLog10 * Math.log2(10) * 10) / 10,
    score,
    crackTime: crackTime[lang],
    weaknesses: weakSpots.map((spot) => spot[lang]),
  }
}
