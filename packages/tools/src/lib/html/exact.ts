import { AppError } from '@octet/core/errors.ts'
import { BLOCK, KEPT, VOID } from './elements.ts'
import { scanHtml, type HtmlToken } from './scan.ts'

type Open = Extract<HtmlToken, { kind: 'open' }>

/** End tags that a start tag stands for (HTML §13.1.2.4); they only decide how far a line is indented. */
const CLOSES: Readonly<Record<string, ReadonlySet<string>>> = {
  li: new Set(['li']),
  dt: new Set(['dt', 'dd']),
  dd: new Set(['dt', 'dd']),
  td: new Set(['td', 'th']),
  th: new Set(['td', 'th']),
  tr: new Set(['tr', 'td', 'th']),
  tbody: new Set(['thead', 'tbody', 'tr', 'td', 'th']),
  option: new Set(['option']),
}
/** Elements that get lines of their own wherever that changes nothing. */
const OWN_LINE: ReadonlySet<string> = new Set([...BLOCK, 'script', 'style', 'template'])
const KEEPS_SPACE = /\bwhite-space\s*:\s*(?:pre|break-spaces)/i

/**
 * Lays HTML out without a change that any style could show: lines break only where there was white space already, or inside
 * a tag before its `>`. White space never comes between two elements, nor goes; pre, textarea, scripts and styles stay to the
 * letter. What comes out is compared with what went in; `unsupported_value` if they differ. Throws `syntax_error`.
 */
export function formatHtmlExactly(text: string, { indent }: { indent: string }): string {
  const tokens = [...scanHtml(text)]
  const result = layOut(text, tokens, indent)
  if (toEssence(result) === toEssence(text)) return result
  throw new AppError('unsupported_value', {
    got: 'HTML',
    reason: { en: 'formatting would change what is shown', zh: '格式化会改变显示内容' },
  })
}

/** The text with every run of white space as one mark, that inside of tags aside; kept texts as they are. */
function toEssence(text: string): string {
  const tokens = [...scanHtml(text)]
  const kept = findKept(text, tokens)
  const parts = tokens.map((token, index) => {
    const raw = text.slice(token.start, token.end)
    if (token.kind === 'open') return `<${token.name} ${token.attributes.join(' ')}${token.isSelfClosed ? '/' : ''}>`
    if (token.kind === 'close') return `</${token.name}>`
    return token.kind === 'text' && !kept[index] ? raw.replaceAll(/[ \t\r\n\f]+/g, ' ') : raw
  })
  return parts.join('').trim()
}

function layOut(text: string, tokens: readonly HtmlToken[], indent: string): string {
  const kept = findKept(text, tokens)
  const blocks = findBlocks(tokens)
  const open: Open[] = []
  const parts: string[] = []
  const depth = () => open.filter((each) => blocks.has(each)).length
  tokens.forEach((token, index) => {
    const before = kept[index] || kept[index - 1] ? undefined : tokens[index - 1]
    const raw = text.slice(token.start, token.end)
    if (token.kind === 'open') {
      while (CLOSES[token.name]?.has(open.at(-1)?.name ?? '')) open.pop()
      if (blocks.has(token)) breakLine(before, depth())
      parts.push(raw)
      if (!VOID.has(token.name) && !token.isSelfClosed) open.push(token)
    } else if (token.kind === 'close') {
      const opener = takeOpener(open, token.name)
      if (opener && blocks.has(opener) && hasLines(opener)) breakLine(before, depth())
      parts.push(raw)
    } else if (token.kind === 'text' && !kept[index]) parts.push(spread(raw, depth()))
    else {
      parts.push(raw)
    }
  })
  return `${parts.join('').trim()}\n`

  /** Whether lines were begun inside an element: then its end tag stands on its own line too. */
  function hasLines(opener: Open): boolean {
    return blocks.get(opener) === true
  }

  function spread(raw: string, level: number): string {
    return raw.replaceAll(/[ \t\r\f]*\n\s*/g, () => `\n${indent.repeat(level)}`)
  }

  function breakLine(before: HtmlToken | undefined, level: number): void {
    const line = `\n${indent.repeat(level)}`
    const last = parts.pop() ?? ''
    if (before?.kind === 'text' && /\s$/.test(last)) parts.push(last.trimEnd() + line)
    // A tag may have white space before its end, which no one sees.
    else if (before?.kind === 'open' || before?.kind === 'close') parts.push(last.replace(/\s*(\/?>)$/, `${line}$1`))
    else parts.push(before?.kind === 'doctype' ? last + line : last)
  }
}

/** Elements that get lines of their own, and whether they hold such: blocks, and what has blocks inside. */
function findBlocks(tokens: readonly HtmlToken[]): Map<Open, boolean> {
  const blocks = new Map<Open, boolean>()
  const open: Open[] = []
  for (const token of tokens) {
    if (token.kind === 'close') takeOpener(open, token.name)
    if (token.kind !== 'open') continue
    while (CLOSES[token.name]?.has(open.at(-1)?.name ?? '')) open.pop()
    if (OWN_LINE.has(token.name)) {
      blocks.set(token, false)
      for (const outer of open) blocks.set(outer, true)
    }
    if (!VOID.has(token.name) && !token.isSelfClosed) open.push(token)
  }
  return blocks
}

/** Takes the element that an end tag closes off the open ones, with those inside; nothing for an end tag without a start. */
function takeOpener(open: Open[], name: string): Open | undefined {
  const at = open.findLastIndex((each) => each.name === name)
  return at < 0 ? undefined : open.splice(at)[0]
}

/** For each token whether it stands where white space is shown. */
function findKept(text: string, tokens: readonly HtmlToken[]): boolean[] {
  const keepers: Open[] = []
  return tokens.map((token) => {
    if (token.kind === 'close' && keepers.at(-1)?.name === token.name) keepers.pop()
    const isKept = keepers.length > 0
    if (token.kind === 'open' && !VOID.has(token.name) && !token.isSelfClosed) {
      const isKeeper = KEPT.has(token.name) || KEEPS_SPACE.test(text.slice(token.start, token.end))
      // Elements of the same name inside are counted too, so that the right end tag ends it.
      if (isKeeper || keepers.at(-1)?.name === token.name) keepers.push(token)
    }
    return isKept
  })
}
