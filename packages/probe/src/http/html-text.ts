/** A link of a page, with its text. */
export type HtmlLink = { readonly href: string; readonly text: string }

/** What can be read on a page: text without scripts and styles, links, title. */
export type ReadableHtml = { readonly text: string; readonly links: readonly HtmlLink[]; readonly title: string | null }

const SILENT = ['script', 'style', 'template', 'svg']
const MAX_LINKS = 5000

/** Reads HTML in one pass, so that a hostile page costs no more than its length. Not a parser: enough to read footers. */
export function readHtml(html: string): ReadableHtml {
  const links: { href: string; start: number; text: string }[] = []
  let text = ''
  let open: { href: string; start: number } | undefined
  let title: string | null = null
  const lower = html.toLowerCase()
  for (let offset = 0; offset < html.length;) {
    const start = html.indexOf('<', offset)
    text += html.slice(offset, start < 0 ? undefined : start)
    if (start < 0) break
    if (html.startsWith('<!--', start)) {
      offset = endOf(html, '-->', start + 4)
      continue
    }
    const end = endOf(html, '>', start)
    const tag = html.slice(start, Math.min(end, start + 2000))
    const name = /^<\/?([a-z\d]+)/i.exec(tag)?.[1]?.toLowerCase() ?? ''
    offset = end
    if (SILENT.includes(name) && !tag.startsWith('</')) offset = endOf(lower, `</${name}`, end)
    else if (name === 'title' && title === null && !tag.startsWith('</')) {
      offset = endOf(lower, '</title', end)
      title =
        decodeEntities(html.slice(end, offset - '</title'.length))
          .trim()
          .slice(0, 300) || null
    } else if (name === 'a') {
      if (open && links.length < MAX_LINKS) links.push({ ...open, text: text.slice(open.start) })
      const href = tag.startsWith('</') ? undefined : /\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i.exec(tag)
      open = href ? { href: decodeEntities(href[1] ?? href[2] ?? href[3] ?? ''), start: text.length } : undefined
    } else if (/^(p|div|li|br|td|tr|h\d|footer|section)$/.test(name)) text += '\n'
  }
  return {
    text: decodeEntities(text),
    links: links.map((link) => ({ href: link.href.trim(), text: decodeEntities(link.text) })),
    title,
  }
}

function endOf(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from)
  return found < 0 ? text.length : found + mark.length
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  copy: '©',
  middot: '·',
  ensp: ' ',
  emsp: ' ',
}

export function decodeEntities(text: string): string {
  return text.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole
      const code = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
    },
  )
}

/** The text of a page by the encoding its header or its `<meta>` names; UTF-8 where valid, else GB18030 (WHATWG Encoding). */
export function decodeHtml(bytes: Uint8Array, contentType: string | undefined): string {
  const head = Buffer.from(bytes.subarray(0, 4096)).toString('latin1')
  const named =
    /charset\s*=\s*["']?([\w-]+)/i.exec(contentType ?? '')?.[1] ?? /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]+)/i.exec(head)?.[1]
  for (const encoding of [named, 'utf-8', 'gb18030'])
    if (encoding) {
      try {
        return new TextDecoder(/^gb/i.test(encoding) ? 'gb18030' : encoding, { fatal: encoding !== named }).decode(bytes)
      } catch {
        continue // not in that encoding, or one that does not exist
      }
    }
  return new TextDecoder('latin1').decode(bytes)
}
