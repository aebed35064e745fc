import type { Text } from '@octet/core/text.ts'

/** A part of a password that guessing programs try early, as zxcvbn tells of it. */
export type Spot = {
  readonly pattern: string
  readonly token: string
  readonly dictionaryName?: string
  readonly l33t?: boolean
  readonly reversed?: boolean
}

const LISTS: Readonly<Record<string, Text>> = {
  'passwords-common': { en: 'a common password', zh: '常见密码' },
  'commonWords-en': { en: 'a common word', zh: '常见英文单词' },
  'diceware-common': { en: 'a word of a well-known list', zh: '公开词表中的单词' },
  'firstnames-en': { en: 'a first name', zh: '人名' },
  'lastnames-en': { en: 'a family name', zh: '姓氏' },
  'wikipedia-en': { en: 'a common word', zh: '常见英文单词' },
  pinyin: { en: 'pinyin', zh: '拼音' },
}

const PATTERNS: Readonly<Record<string, Text>> = {
  dictionary: { en: 'a known word', zh: '已知单词' },
  spatial: { en: 'keys beside each other', zh: '键盘相邻键' },
  repeat: { en: 'a repetition', zh: '重复' },
  sequence: { en: 'a sequence', zh: '连续字符' },
  regex: { en: 'a year', zh: '年份' },
  date: { en: 'a date', zh: '日期' },
}

/** What stands where nothing is known about a part, or between two. */
const UNKNOWN = new Set(['bruteforce', 'separator'])

/** Weak parts in words, in the order in which they stand. */
export function listWeakSpots(spots: readonly Spot[]): Text[] {
  return spots.filter(({ pattern }) => !UNKNOWN.has(pattern)).map(toWords)
}

function toWords({ pattern, token, dictionaryName, l33t, reversed }: Spot): Text {
  const known = (dictionaryName && LISTS[dictionaryName]) || PATTERNS[pattern] || PATTERNS['dictionary']!
  const en = [known.en, ...(l33t ? ['with letters replaced'] : []), ...(reversed ? ['backwards'] : [])].join(', ')
  const zh = [known.zh, ...(l33t ? ['字母被替换'] : []), ...(reversed ? ['倒写'] : [])].join('，')
  return { en: `“${token}”: ${en}`, zh: `“${token}”：${zh}` }
}
