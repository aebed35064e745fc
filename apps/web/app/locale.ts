import type { Lang } from '@octet/core/text.ts'

/** Splits an address into its language and the path without it: `/zh/ip` → zh, `/ip`. */
export function splitPath(pathname: string): { lang: Lang; path: string } {
  const rest = /^\/zh(\/.*)?$/.exec(pathname)
  if (!rest) return { lang: 'en', path: pathname }
  return { lang: 'zh', path: rest[1] ?? '/' }
}

/** The address of a path in a language: `/ip` in zh → `/zh/ip`. */
export function toLocalPath(path: string, lang: Lang): string {
  if (lang === 'en') return path
  return path === '/' ? '/zh' : `/zh${path}`
}

/** Without a slash at its end, so that one page has one address. */
export function trimPath(path: string): string {
  return path.length > 1 ? path.replace(/\/+$/, '') || '/' : path
}

/** Language tag of the page for `<html lang>` (BCP 47). */
export const toHtmlLang = (lang: Lang): string => (lang === 'zh' ? 'zh-CN' : 'en')
