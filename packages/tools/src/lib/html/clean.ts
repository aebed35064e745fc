import { readAttributes } from './attributes.ts'
import { VOID } from './elements.ts'
import { isSafeAddress } from './safe-address.ts'

/** Elements that show text and do nothing else. */
const HARMLESS: ReadonlySet<string> = new Set(
  'a abbr address article aside b bdi bdo blockquote br caption center cite code col colgroup dd del details dfn div dl dt em figcaption figure footer h1 h2 h3 h4 h5 h6 header hr i img input ins kbd li main mark nav ol p picture pre q rp rt ruby s samp section small span strike strong sub summary sup table tbody td tfoot th thead time tr tt u ul var wbr'.split(
    ' ',
  ),
)
/** Elements that go with all they hold. */
const SILENT = /^(?:script|style|template|noscript|iframe|object|svg|math|title|textarea|select|head|noembed|noframes|xmp)$/
const ATTRIBUTES: ReadonlySet<string> = new Set(
  'abbr align alt checked cite class colspan datetime dir disabled height href id lang name open reversed rowspan scope span src start title type valign width'.split(
    ' ',
  ),
)
/** Those that Markdown gives: languages of code, and footnotes. */
const CLASS = /^(?:language-\S+|footnotes|footnote-(?:ref|backref))$/
const NAME = String.raw`[a-z_:@][^\s"'<>/=]*`
const TAG = new RegExp(
  String.raw`<(/?)([a-z][a-z0-9:._-]*)((?:\s+${NAME}(?:\s*=\s*(?:[^\s"'=<>${'`'}]+|'[^']*'|"[^"]*"))?)*)\s*/?>`,
  'iy',
)
const ATTRIBUTE = new RegExp(String.raw`${NAME}(?:\s*=\s*(?:[^\s"'=<>${'`'}]+|'[^']*'|"[^"]*"))?`, 'gi')

/**
 * HTML of which only harmless elements and attributes are left, every tag written anew and closed: nothing of it can run,
 * load a frame or leave the box it is put in. What is no tag is text.
 */
export function cleanHtml(html: string): string {
  const out: string[] = []
  const open = new OpenTags()
  let pos = 0
  while (pos < html.length) {
    const next = html.indexOf('<', pos)
    if (next < 0) break
    out.push(html.slice(pos, next))
    pos = readMark(html, next, { out, open })
  }
  out.push(html.slice(pos), open.closeAll())
  return out.join('')
}

type Sink = { readonly out: string[]; readonly open: OpenTags }

/** Tags without attributes, as they are written between `<` and `>` most often. */
const BARE = new Map(
  [...HARMLESS].flatMap((name) => (name === 'input' ? [] : [[name, name] as const, [`/${name}`, name] as const])),
)
/** Characters of the longest of them, with its `>`. */
const LONGEST_BARE = 12

/** Takes what begins at a `<`; gives the place behind it. */
function readMark(html: string, start: number, { out, open }: Sink): number {
  const near = html.slice(start + 1, start + 1 + LONGEST_BARE)
  const tagEnd = near.indexOf('>')
  const bare = tagEnd < 0 ? undefined : BARE.get(near.slice(0, tagEnd))
  if (bare !== undefined) {
    if (near.startsWith('/')) out.push(open.close(bare))
    else {
      out.push(`<${bare}>`)
      if (!VOID.has(bare)) open.push(bare)
    }
    return start + tagEnd + 2
  }
  if (html.startsWith('<!--', start)) return toEnd(html.indexOf('-->', start + 4), 3, html)
  if (/[!?]/.test(html[start + 1] ?? '')) return toEnd(html.indexOf('>', start), 1, html)
  TAG.lastIndex = start
  const [tag, slash, name = '', attributes = ''] = TAG.exec(html) ?? []
  if (tag === undefined) {
    out.push('&lt;')
    return start + 1
  }
  const element = name.toLowerCase()
  const end = start + tag.length
  if (SILENT.test(element)) return slash ? end : findClose(html, element, end)
  if (!HARMLESS.has(element)) return end
  if (slash) out.push(open.close(element))
  else {
    const written = writeTag(element, attributes)
    out.push(written)
    if (written && !VOID.has(element)) open.push(element)
  }
  return end
}

const toEnd = (found: number, length: number, html: string) => (found < 0 ? html.length : found + length)

function findClose(html: string, name: string, from: number): number {
  const close = new RegExp(`</${name}(?=[\\s/>])[^>]*>`, 'gi')
  close.lastIndex = from
  return close.exec(html) ? close.lastIndex : html.length
}

function writeTag(name: string, attributes: string): string {
  if (attributes === '' && name !== 'input') return `<${name}>`
  const values = readAttributes(attributes.match(ATTRIBUTE) ?? [])
  // Of all fields a form may have only the box of a task stays.
  if (name === 'input' && values.get('type')?.toLowerCase() !== 'checkbox') return ''
  const kept = [...values].filter(([key, value]) => isKept(key, value))
  if (name === 'input' && !values.has('disabled')) kept.push(['disabled', ''])
  return `<${name}${kept.map(([key, value]) => ` ${key}="${escapeValue(value)}"`).join('')}>`
}

function isKept(key: string, value: string): boolean {
  if (key === 'class') return CLASS.test(value)
  return ATTRIBUTES.has(key) && (!/^(?:href|src|cite)$/.test(key) || isSafeAddress(value))
}

const MARKS: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' }
const escapeValue = (value: string): string => value.replaceAll(/[&"<>]/g, (mark) => MARKS[mark]!)

/** The elements that are open, counted by name so that an end tag without a beginning costs nothing. */
class OpenTags {
  readonly #names: string[] = []
  readonly #counts = new Map<string, number>()

  push(name: string): void {
    this.#names.push(name)
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1)
  }

  /** End tags down to that of the name; none if it is not open. */
  close(name: string): string {
    let tags = ''
    if (!this.#counts.get(name)) return tags
    for (let last = this.#pop(); last !== undefined; last = this.#pop()) {
      tags += `</${last}>`
      if (last === name) break
    }
    return tags
  }

  closeAll(): string {
    let tags = ''
    for (let last = this.#pop(); last !== undefined; last = this.#pop()) tags += `</${last}>`
    return tags
  }

  #pop(): string | undefined {
    const name = this.#names.pop()
    if (name !== undefined) this.#counts.set(name, this.#counts.get(name)! - 1)
    return name
  }
}
