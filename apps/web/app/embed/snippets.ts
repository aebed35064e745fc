import type { Lang } from '@octet/core/text.ts'

export type EmbedChoice = {
  readonly id: string
  readonly origin: string
  readonly lang: Lang
  readonly theme: 'auto' | 'light' | 'dark'
  /** Options of the tool, as in its address. */
  readonly query: string
  /** Read out for the frame. */
  readonly title: string
}

const PLAIN_HEIGHT_PX = 480

/** One line that puts the tool into a page and sizes its frame. */
export function toScriptSnippet({ id, origin, lang, theme, query, title }: EmbedChoice): string {
  const words = { tool: id, lang, title, ...(theme === 'auto' ? {} : { theme }), ...(query ? { query } : {}) }
  const attributes = Object.entries(words).map(([name, value]) => ` data-${name}="${escapeAttribute(value)}"`)
  return `<script src="${origin}/embed.js"${attributes.join('')} async></script>`
}

/** The same without a script. */
export function toFrameSnippet({ id, origin, lang, theme, query, title }: EmbedChoice): string {
  const words = new URLSearchParams(query)
  if (theme !== 'auto') words.set('theme', theme)
  const src = `${origin}${lang === 'zh' ? '/zh' : ''}/embed/${id}${words.size > 0 ? `?${words}` : ''}`
  return `<iframe src="${escapeAttribute(src)}" title="${escapeAttribute(title)}" width="100%" height="${PLAIN_HEIGHT_PX}" style="border:0" allow="clipboard-write" loading="lazy"></iframe>`
}

const escapeAttribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
