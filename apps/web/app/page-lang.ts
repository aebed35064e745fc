import type { Lang } from '@octet/core/text.ts'

/** The language of the page, for code that is no part of it; components take it from `useLang`. */
export const readPageLang = (): Lang =>
  typeof document !== 'undefined' && document.documentElement.lang.startsWith('zh') ? 'zh' : 'en'
