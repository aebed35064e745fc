import type { Lang } from '@octet/core/text.ts'

type Shown = { readonly id: string; readonly title: string }
type Place = { readonly origin: string; readonly lang: Lang }

/** What to paste so that another page shows the badge of a monitor and leads to its page. */
export function toBadgeSnippets({ id, title }: Shown, { origin, lang }: Place) {
  const page = `${origin}${lang === 'zh' ? '/zh' : ''}/monitor/${id}`
  const badgePath = `/v1/shown-monitors/${id}/badge.svg?lang=${lang}`
  const badge = origin + badgePath
  return {
    page,
    badgePath,
    markdown: `[![${escapeMarkdown(title)}](${badge})](${page})`,
    html: `<a href="${page}"><img src="${badge}" alt="${escapeHtml(title)}" height="20"></a>`,
  }
}

/** Every punctuation mark may stand behind a backslash (CommonMark §2.4). */
const escapeMarkdown = (text: string): string => text.replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`)

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string): string => text.replaceAll(/[&<>"]/g, (letter) => ENTITIES[letter] ?? letter)
