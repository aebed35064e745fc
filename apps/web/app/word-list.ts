import type { Lang } from '@octet/core/text.ts'

/** Words one after another: between Chinese ones stands the enumeration comma. */
export const toWordList = (words: readonly string[], lang: Lang): string => words.join(lang === 'zh' ? '、' : ', ')
