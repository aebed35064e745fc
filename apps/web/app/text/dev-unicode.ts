/** Words of the Unicode page. */
export const unicodeText = {
  counts: { en: 'Counts', zh: '计数' },
  spelled: { en: 'Character by character', zh: '逐字查看' },
  spelledHelp: {
    en: 'Hidden characters show their code point. Choose one to see it below.',
    zh: '不可见字符显示为码点，点选可在下方查看。',
  },
  hidden: { en: '{count} hidden or look-alike', zh: '{count} 个不可见或形近字符' },
  noneHidden: { en: 'Nothing hidden', zh: '没有不可见字符' },
  takeOut: { en: 'Remove hidden characters', zh: '去除不可见字符' },
  table: { en: 'Code points', zh: '码点表' },
  writings: { en: 'In every notation', zh: '全部写法' },
  at: { en: 'Character {at}', zh: '第 {at} 个字符' },
} as const
