import type JsBeautify from 'js-beautify'
import { AppError, isAppError } from '@octet/core/errors.ts'
import { cutEnd } from '../cut-end.ts'
import { layOutStyles } from '../css/lay-out.ts'
import { findKeptRanges, mayKeepSpace } from './find-kept.ts'
import { scanHtml } from './scan.ts'

export type HtmlFormat = {
  readonly indent: string
  /** Style sheets and scripts are formatted too. */
  readonly formatsInner: boolean
  /** Columns after which text is broken; 0 for never. */
  readonly wrapWidth: number
  readonly isAttributePerLine: boolean
}

/** Elements whose white space shows. */
const KEPT = ['pre', 'textarea']

/** Elements beside which white space is shown: those that the library knows, and behind them those that it takes for blocks. */
const INLINE =
  'a abbr acronym area audio b bdi bdo big br button canvas cite code data datalist del dfn em embed i iframe img input ins kbd keygen label map mark math meter noscript object output progress q ruby s samp select small span strike strong sub sup svg template text textarea time tt u var video wbr applet blink font marquee nobr picture rb rp rt rtc slot'.split(
    ' ',
  )

/** Layouts of one page in a row, of which real ones need two at most. */
const MAX_PASSES = 4

/**
 * Lays HTML out for reading. Only white space changes: pre, textarea and what a style attribute says to keep stay to the letter,
 * inline elements keep their distance. White space alone becomes nothing. Throws `unsupported_value` if anything else would change,
 * and what {@link scanHtml} throws.
 */
export async function formatHtml(text: string, options: HtmlFormat): Promise<string> {
  if (/^[ \t\r\n\f]*$/.test(text)) return ''
  const { default: beautify } = await import('js-beautify')
  let result = layOutOnce(text, options, beautify)
  // Lines that the library breaks are lines of the source to its next look, which gives end tags lines of their own.
  for (let pass = 1; options.wrapWidth > 0 && pass < MAX_PASSES; pass++) {
    const next = layOutOnce(result, options, beautify)
    if (next === result) break
    result = next
  }
  return result
}

function layOutOnce(text: string, options: HtmlFormat, beautify: typeof JsBeautify): string {
  const [sign, elseSign] = findUnusedSigns(text)
  const parted = markSigns(partSlashes(text), { sign, elseSign })
  const layOut = (formatsInner: boolean) =>
    beautify.html(
      formatsInner && options.wrapWidth > 0 ? trimScripts(parted) : parted,
      {
        indent_size: options.indent === '\t' ? 1 : options.indent.length,
        indent_char: options.indent.startsWith('\t') ? '\t' : ' ',
        wrap_line_length: options.wrapWidth,
        wrap_attributes: options.isAttributePerLine ? 'force-aligned' : 'auto',
        indent_inner_html: false,
        end_with_newline: true,
        // Or an empty line stands before each end tag of a script.
        js: { end_with_newline: false },
        max_preserve_newlines: 1,
        extra_liners: [],
        inline: INLINE,
        content_unformatted: formatsInner ? [...KEPT] : [...KEPT, 'script', 'style'],
      },
      beautify.js,
      (style) => layOutStyles(style, { indent: options.indent, isInner: true }),
    )
  const [bare, outline] = [toBare(text), toOutline(text)]
  for (const formatsInner of options.formatsInner && !isDeep(text) ? [true, false] : [false]) {
    const result = layOut(formatsInner).replaceAll(sign, '<').replaceAll(elseSign, ELSE)
    if (toBare(result) === bare && toOutline(result) === outline) return restoreKept(result, text)
  }
  throw new AppError('unsupported_value', {
    got: 'HTML',
    reason: { en: 'formatting would change more than white space', zh: '格式化会改动空白以外的内容' },
  })
}

/** Brackets in each other that the library indents; with thousands the result would be longer than a text can be. */
const MAX_BRACKETS = 200

/** Whether a script nests deeper than can be shown; brackets in its texts may count, too. */
function isDeep(text: string): boolean {
  if (!/<script/i.test(text)) return false
  let owner = ''
  for (const token of scanHtml(text)) {
    if (token.kind === 'open') owner = token.name
    if (token.kind !== 'raw' || owner !== 'script') continue
    let depth = 0
    for (let at = token.start; at < token.end; at++) {
      const char = text[at]!
      if ('([{'.includes(char) && ++depth > MAX_BRACKETS) return true
      if (')]}'.includes(char)) depth = Math.max(0, depth - 1)
    }
  }
  return false
}

/** The library takes the slash of `<a href=x/>` for that of `<br/>`; in HTML it belongs to the value (§13.1.2.3). */
function partSlashes(text: string): string {
  let out = ''
  let done = 0
  for (const token of scanHtml(text)) {
    if (token.kind !== 'open' || token.isSelfClosed || text[token.end - 2] !== '/') continue
    out += `${text.slice(done, token.end - 1)} `
    done = token.end - 1
  }
  return out + text.slice(done)
}

/** Scripts without white space at their ends, behind which the library breaks the line of an end tag once more each time. */
function trimScripts(text: string): string {
  if (!/<script/i.test(text)) return text
  let out = ''
  let done = 0
  let owner = ''
  for (const token of scanHtml(text)) {
    if (token.kind === 'open') owner = token.name
    if (token.kind !== 'raw' || owner !== 'script') continue
    out += text.slice(done, token.start) + cutEnd(text.slice(token.start, token.end), ' \t\r\n\f')
    done = token.end
  }
  return out + text.slice(done)
}

/** Two characters of private use that a text does not hold; what they stand for where it holds all. */
function findUnusedSigns(text: string): [sign: string, elseSign: string] {
  const held = new Set(text.match(/[\ue000-\uf8ff]/g))
  const unused: string[] = []
  for (let code = 0xe000; code < 0xf900 && unused.length < 2; code++)
    if (!held.has(String.fromCharCode(code))) unused.push(String.fromCharCode(code))
  return [unused[0] ?? '<', unused[1] ?? ELSE]
}

/** In templates of Go. In Handlebars it stands behind `{{#if}}`, which the library knows. */
const ELSE = '{{else}}'

/**
 * Puts a sign in place of each `<` that is text, but for `<%` of templates: the library takes it for a tag, and all up to
 * the next `>` for attributes. Another one stands for what it would give a line of its own, which shows.
 */
function markSigns(text: string, { sign, elseSign }: { sign: string; elseSign: string }): string {
  const marksElse = text.includes(ELSE) && !/\{\{~?#/.test(text)
  let out = ''
  let done = 0
  for (const { kind, start, end } of scanHtml(text)) {
    if (kind !== 'text') continue
    const marked = text.slice(start, end).replaceAll(/<(?!%)/g, sign)
    out += text.slice(done, start) + (marksElse ? marked.replaceAll(ELSE, elseSign) : marked)
    done = end
  }
  return out + text.slice(done)
}

/** The library trims blank lines at the start of pre and textarea, where they show, and knows nothing of styles. */
function restoreKept(result: string, source: string): string {
  if (!mayKeepSpace(source)) return result
  const originals = findKeptRanges(source, [...scanHtml(source)])
  let out = ''
  let done = 0
  for (const [index, { start, end }] of findKeptRanges(result, [...scanHtml(result)]).entries()) {
    const original = originals[index]
    if (!original) break
    out += result.slice(done, start) + source.slice(original.start, original.end)
    done = end
  }
  return out + result.slice(done)
}

/** The tags of a text in their order; nothing where one has no end, which a space within it can bring about. */
function toOutline(text: string): string | undefined {
  try {
    const tags = [...scanHtml(text)].filter((token) => token.kind === 'open' || token.kind === 'close')
    return tags.map(({ kind, name }) => (kind === 'open' ? name : `/${name}`)).join(' ')
  } catch (error) {
    if (isAppError(error)) return undefined
    throw error
  }
}

function toBare(text: string): string {
  return text.replaceAll(/\s+/g, '')
}
