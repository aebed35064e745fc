import type { Token } from 'markdown-it'

/** What a line shows, without marks and tags; `lineBreak` stands for a break. */
export function toPlainText(tokens: readonly Token[], lineBreak: string): string {
  return tokens
    .map(({ type, content, children }) => {
      if (type === 'softbreak') return ' '
      if (type === 'hardbreak' || /^<br\b/i.test(content)) return lineBreak
      if (type === 'image') return toPlainText(children ?? [], lineBreak)
      return type === 'html_inline' ? '' : content
    })
    .join('')
}
