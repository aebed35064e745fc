import { AppError } from '@octet/core/errors.ts'
import { countOf } from '@octet/core/counted.ts'
import type { Text } from '@octet/core/text.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { parseHex, toHex } from '../../lib/bytes.ts'
import { notesField } from '../../lib/notes-field.ts'
import { derivePbkdf2 } from '../../lib/pbkdf2.ts'
import { COUNTS, findLast, readPhrase, toIndexes } from './read-phrase.ts'
import { findList, LIST_IDS, LIST_WORDS, loadList, splitPhrase, type ListId } from './word-lists.ts'

/** BIP 39, «From mnemonic to seed». */
const [ROUNDS, SEED_BYTES] = [2048, 64]
const SIZES = COUNTS.map((count) => (count * 4) / 3)
const LABEL: Text = { en: 'Words, or entropy in hex', zh: '助记词，或十六进制的熵' }
const OFFLINE: Text = {
  en: 'For real money, make the words on a hardware wallet or a computer that is offline, and never type them into a page.',
  zh: '涉及真实资产时，请在硬件钱包或离线电脑上生成助记词，切勿输入任何网页。',
}

export default defineTool({
  id: 'mnemonic',
  route: '/crypto/bip39',
  group: 'crypto',
  rank: 112,
  icon: 'Seedling',
  title: { en: 'BIP39 mnemonic', zh: 'BIP39 助记词' },
  summary: {
    en: 'Make and check phrases of 12 to 24 words, and turn them into entropy and seed, in ten languages',
    zh: '生成与校验 12 至 24 个词的助记词，换算熵与种子，支持中英等十种词表',
  },
  about: {
    en: 'BIP 39 writes 128 to 256 random bits as words of a list of 2,048; the last bits check the others. The seed is PBKDF2-HMAC-SHA512 of the phrase, 2,048 rounds, salted with “mnemonic” and the passphrase. A wrong check is shown with every last word that would fit. The list is found by the words; Chinese may be written without blanks.\n\nThis page works in your browser and sends nothing. Even so: for real money, make the words on a hardware wallet or an offline computer, and never type them into a page.',
    zh: 'BIP 39 用 2048 个词的词表表示 128 至 256 位随机数，最后几位用于校验。种子为助记词的 PBKDF2-HMAC-SHA512，迭代 2048 次，盐为“mnemonic”加上密语。校验不符时列出所有可用的末位词。词表按内容自动识别，中文可不加空格。\n\n本页在浏览器中运行，不发送任何内容。即便如此，涉及真实资产时请在硬件钱包或离线电脑上生成，切勿把助记词输入任何网页。',
  },
  keywords: [
    'bip39',
    'bip-39',
    'seed phrase',
    'mnemonic',
    'wallet',
    'entropy',
    'recovery phrase',
    'bitcoin',
    'ethereum',
    'seed',
    '助记词',
    '助记词生成',
    '助记词校验',
    '种子',
    '钱包',
    '比特币',
    '以太坊',
    '熵',
  ],
  input: z.object({
    mode: z
      .enum(['make', 'read'])
      .default('make')
      .meta({
        label: { en: 'Action', zh: '操作' },
        options: { make: { en: 'Make', zh: '生成' }, read: { en: 'Check', zh: '校验' } },
      }),
    text: z
      .string()
      .max(2_000)
      .default('')
      .meta({
        label: LABEL,
        widget: 'text',
        main: true,
        wanted: true,
        secret: true,
        when: { mode: ['read'] },
      }),
    count: z
      .union([z.literal(12), z.literal(15), z.literal(18), z.literal(21), z.literal(24)])
      .default(12)
      .meta({
        label: { en: 'Words', zh: '词数' },
        options: Object.fromEntries(COUNTS.map((count) => [count, { en: String(count), zh: String(count) }])),
        widget: 'segments',
        when: { mode: ['make'] },
      }),
    list: z
      .enum(['auto', ...LIST_IDS])
      .default('auto')
      .meta({
        label: { en: 'Word list', zh: '词表' },
        help: { en: 'Auto finds it by the words, and makes English ones', zh: '自动：校验时按内容识别，生成时使用英文' },
        options: { auto: { en: 'Auto', zh: '自动' }, ...LIST_WORDS },
      }),
    passphrase: z
      .string()
      .max(1_000)
      .default('')
      .meta({
        label: { en: 'Passphrase', zh: '密语' },
        help: { en: 'The “25th word”: another one gives another seed', zh: '即“第 25 个词”，不同密语得到不同种子' },
        widget: 'secret',
        secret: true,
        advanced: true,
      }),
  }),
  output: z.object({
    text: z.string().meta({ label: { en: 'Mnemonic', zh: '助记词' }, widget: 'text', main: true }),
    verdict: z.enum(['right', 'wrong']).meta({
      label: { en: 'Check', zh: '校验' },
      options: {
        right: { en: 'Correct', zh: '正确' },
        wrong: { en: 'The last word does not fit the others', zh: '末位词与其余词不符' },
      },
    }),
    list: z.enum(LIST_IDS).meta({ label: { en: 'Word list', zh: '词表' }, options: LIST_WORDS }),
    count: z.int().meta({ label: { en: 'Words', zh: '词数' } }),
    bits: z.int().meta({ label: { en: 'Entropy', zh: '熵' }, unit: 'bit' }),
    entropy: z.string().meta({ label: { en: 'Entropy (hex)', zh: '熵（十六进制）' } }),
    seed: z.string().meta({ label: { en: 'Seed (hex)', zh: '种子（十六进制）' } }),
    lastWords: z
      .array(z.string())
      .optional()
      .meta({ label: { en: 'Last words that fit', zh: '可用的末位词' } }),
    notes: notesField,
  }),
  errors: ['unsupported_value'],
  examples: [
    {
      name: { en: 'A published test vector', zh: '公开的测试向量' },
      input: {
        mode: 'read',
        text: 'legal winner thank year wave sausage worth useful legal winner thank yellow',
        passphrase: 'TREZOR',
      },
      output: {
        text: 'legal winner thank year wave sausage worth useful legal winner thank yellow',
        verdict: 'right',
        list: 'english',
        count: 12,
        bits: 128,
        entropy: '7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f7f',
        seed: '2e8905819b8723fe2c1d161860e5ee1830318dbf49a83bd451cfb8440c28bd6fa457fe1296106559a3c80937a1c1069be3a3a5bd381ee6260e8d9739fce1f607',
        notes: [OFFLINE.en],
      },
    },
    { name: { en: 'Twelve new words', zh: '生成 12 个词' }, input: {} },
    {
      name: { en: 'Chinese words from entropy', zh: '由熵得到中文助记词' },
      input: { mode: 'read', text: '00000000000000000000000000000000', list: 'simplified-chinese' },
    },
  ],
  async run({ mode, text, count, list, passphrase }, { lang, random }) {
    const given = mode === 'make' ? random((count * 4) / 3) : findEntropy(text)
    const words = given ? [] : splitPhrase(text)
    if (!given && words.length === 0)
      throw new AppError('missing_input', { field: 'text', label: LABEL, act: { en: 'enter', zh: '输入' } })
    const id: ListId = list === 'auto' ? (given ? 'english' : await findList(words)) : list
    const { entropy, isValid, indexes } = given
      ? { entropy: given, isValid: true, indexes: toIndexes(given) }
      : await readPhrase(words, id)
    const names = await loadList(id)
    const shown = indexes.map((index) => names[index] ?? '').join(id === 'japanese' ? '\u3000' : ' ')
    const encode = (plain: string) => new TextEncoder().encode(plain.normalize('NFKD'))
    const seed = await derivePbkdf2({
      password: encode(shown),
      salt: encode(`mnemonic${passphrase}`),
      hash: 'sha512',
      rounds: ROUNDS,
      sizeBytes: SEED_BYTES,
    })
    return {
      text: shown,
      verdict: isValid ? ('right' as const) : ('wrong' as const),
      list: id,
      count: indexes.length,
      bits: entropy.length * 8,
      entropy: toHex(entropy),
      seed: toHex(seed),
      ...(!isValid && { lastWords: findLast(indexes).map((index) => names[index] ?? '') }),
      notes: [OFFLINE[lang]],
    }
  },
})

/** Entropy written in hex; words of letters a to f alone are too short for one. */
function findEntropy(text: string): ReturnType<typeof parseHex> | undefined {
  const plain = text.trim().replace(/^0x/i, '')
  if (!/^[\da-f]+$/i.test(plain)) return undefined
  if (!SIZES.includes(plain.length / 2))
    throw new AppError('unsupported_value', {
      got: { en: countOf(plain.length, 'digit'), zh: `${plain.length} 位` }, // not the digits: they are a secret
      reason: { en: 'entropy has 32, 40, 48, 56 or 64 hexadecimal digits', zh: '熵应为 32、40、48、56 或 64 位十六进制数字' },
    })
  return parseHex(plain, 'text')
}
