import { setImmediate } from 'node:timers/promises'

export type HeadLink = {
  readonly rel: readonly string[]
  readonly href: string
  readonly type: string
  readonly title: string
  readonly language: string
}

/** What a document says of itself, wherever in it: crawlers do not insist on the head either. */
export type Head = {
  /** Of the first `<title>`; null when there is none. */
  readonly title: string | null
  readonly titles: number
  readonly language: string | null
  /** What relative addresses start from, as it is written. */
  readonly base: string | null
  readonly charset: string | null
  /** `name`, `property` or `http-equiv` in lower case, in the order of the document. */
  readonly metas: readonly { readonly name: string; readonly value: string }[]
  readonly links: readonly HeadLink[]
  /** The texts of JSON-LD scripts. */
  readonly jsonLd: readonly string[]
}

/** As many as are kept of each kind, and characters of each value. */
const [MOST, MOST_LETTERS, MOST_JSON_LETTERS] = [500, 2_000, 100_000]

/**
 * The parser keeps the elements it is in in an array that it puts each new one before, so that its time grows with the square
 * of their depth. Beyond so many no more is read, which is looked at after each part.
 */
const [MOST_DEEP, PART_LETTERS, TURN_LETTERS] = [2_000, 16_384, 131_072]

/** Reads a document in one pass. */
export async function readHead(html: string): Promise<Head> {
  const { Parser } = await import('htmlparser2') // not before it is needed: a start would wait for it
  const head = { title: null as string | null, titles: 0, language: null, base: null, charset: null } as Open
  const metas: { name: string; value: string }[] = []
  const links: HeadLink[] = []
  const jsonLd: string[] = []
  /** Drawings have titles of their own. */
  let drawings = 0
  let text: string | undefined
  let depth = 0
  const parser = new Parser({
    onopentag(name, attributes) {
      depth++
      switch (name) {
        case 'html':
          head.language ??= attributes['lang']?.trim() ?? null
          break
        case 'svg':
          drawings++
          break
        case 'title':
          if (drawings === 0) text = ''
          break
        case 'base':
          head.base ??= attributes['href']?.trim() ?? null
          break
        case 'script':
          if (/^application\/ld\+json\b/i.test(attributes['type']?.trim() ?? '')) text = ''
          break
        case 'link':
          if (links.length < MOST && attributes['href'] !== undefined) links.push(toLink(attributes))
          break
        case 'meta':
          head.charset ??= findCharset(attributes)
          if (metas.length < MOST) metas.push(...toMeta(attributes))
      }
    },
    ontext(part) {
      if (text !== undefined && text.length < MOST_JSON_LETTERS) text += part
    },
    onclosetag(name) {
      depth--
      if (name === 'svg') drawings--
      if (text === undefined || (name !== 'title' && name !== 'script')) return
      if (name === 'title' && head.titles++ === 0) head.title = toLine(text)
      if (name === 'script' && jsonLd.length < MOST) jsonLd.push(text.slice(0, MOST_JSON_LETTERS))
      text = undefined
    },
  })
  for (let at = 0; at < html.length; at += PART_LETTERS) {
    if (depth > MOST_DEEP) break
    if (at > 0 && at % TURN_LETTERS === 0) await setImmediate() // others have their turn: of some pages 2 MB take 300 ms
    parser.write(html.slice(at, at + PART_LETTERS))
  }
  parser.end()
  return { ...head, metas, links, jsonLd }
}

/** The meta tags that name the picture to share, the first that is there counts. */
export const PICTURE_TAGS = ['og:image', 'og:image:secure_url', 'og:image:url', 'twitter:image', 'twitter:image:src'] as const

/** The first of some meta tags that is there, in the order of the names. */
export function findMeta({ metas }: Head, names: readonly string[]): string | undefined {
  for (const name of names) {
    const found = metas.find((meta) => meta.name === name && meta.value !== '')
    if (found) return found.value
  }
  return undefined
}

type Attributes = Readonly<Record<string, string | undefined>>
type Open = { -readonly [name in 'title' | 'titles' | 'language' | 'base' | 'charset']: Head[name] }

function toLink(attributes: Attributes): HeadLink {
  const get = (name: string) => (attributes[name] ?? '').trim().slice(0, MOST_LETTERS)
  const rel = get('rel').toLowerCase().split(/\s+/)
  return { rel, href: get('href'), type: get('type').toLowerCase(), title: get('title'), language: get('hreflang') }
}

function toMeta(attributes: Attributes): Head['metas'][number][] {
  const name = (attributes['property'] ?? attributes['name'] ?? attributes['http-equiv'] ?? '').trim().toLowerCase()
  return name === '' || attributes['content'] === undefined
    ? []
    : [{ name: name.slice(0, 100), value: toLine(attributes['content']) }]
}

function findCharset(attributes: Attributes): string | null {
  if (attributes['charset'] !== undefined) return attributes['charset'].trim().slice(0, 40)
  if (!/^content-type$/i.test(attributes['http-equiv'] ?? '')) return null
  return /charset\s*=\s*["']?([\w:.-]{1,40})/i.exec(attributes['content'] ?? '')?.[1] ?? null
}

/** A text as it is shown: in one line. */
const toLine = (text: string): string =>
  text
    .slice(0, 4 * MOST_LETTERS)
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, MOST_LETTERS)
