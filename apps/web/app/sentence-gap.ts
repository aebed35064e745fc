import type { Lang } from '@octet/core/text.ts'

/** Between two sentences: a Chinese one ends with a mark that has its own room. */
export const toGap = (lang: Lang): '' | ' ' => (lang === 'zh' ? '' : ' ')
