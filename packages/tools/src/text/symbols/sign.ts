import type { Text } from '@octet/core/text.ts'

/** Sets of characters, in the order shown. */
export const SET_WORDS = {
  smileys: { en: 'Smileys and emotion', zh: '表情与情感' },
  people: { en: 'People and body', zh: '人物与身体' },
  animals: { en: 'Animals and nature', zh: '动物与自然' },
  food: { en: 'Food and drink', zh: '食物与饮料' },
  travel: { en: 'Travel and places', zh: '旅行与地点' },
  activities: { en: 'Activities', zh: '活动' },
  objects: { en: 'Objects', zh: '物品' },
  signs: { en: 'Emoji symbols', zh: '表情符号标志' },
  flags: { en: 'Flags', zh: '旗帜' },
  arrows: { en: 'Arrows', zh: '箭头' },
  maths: { en: 'Mathematics', zh: '数学' },
  currency: { en: 'Currencies', zh: '货币' },
  punctuation: { en: 'Punctuation', zh: '标点' },
  shapes: { en: 'Stars, checks and shapes', zh: '星形、勾叉与图形' },
  numbers: { en: 'Numbers and units', zh: '数字与单位' },
  greek: { en: 'Greek letters', zh: '希腊字母' },
  lines: { en: 'Lines and blocks', zh: '制表线与方块' },
  keys: { en: 'Keys', zh: '按键' },
  hidden: { en: 'Invisible characters', zh: '不可见字符' },
  ascii: { en: 'ASCII', zh: 'ASCII 码表' },
} as const satisfies Record<string, Text>
export type SetId = keyof typeof SET_WORDS
export const SET_IDS = Object.keys(SET_WORDS) as [SetId, ...SetId[]]

/** A character or sequence that people copy, with what they look for it by. */
export type Sign = {
  readonly char: string
  readonly name: Text
  readonly set: SetId
  /** Further words in both languages. */
  readonly words: readonly string[]
  /** As GitHub, Slack and Discord write it. */
  readonly shortcode?: string
}

/** A sign as it is answered: its name in the language asked for, and its codes. */
export type SignRow = Pick<Sign, 'char' | 'set'> & {
  readonly name: string
  /** `U+2764 U+FE0F`. */
  readonly code: string
  /** The same in decimal. */
  readonly decimal: string
  readonly html: string
  readonly shortcode?: string
}
