import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { syntaxError } from '../syntax-error.ts'
import { scanXmlName } from './names.ts'

/** One piece of an XML document, as it is written in the text from `start` to `end`. */
export type XmlToken =
  | {
      readonly kind: 'open'
      readonly start: number
      readonly end: number
      readonly name: string
      readonly attributes: readonly XmlAttribute[]
      readonly isEmpty: boolean
    }
  | { readonly kind: 'close'; readonly start: number; readonly end: number; readonly name: string }
  | { readonly kind: 'text' | 'cdata' | 'comment' | 'instruction' | 'doctype'; readonly start: number; readonly end: number }

/** An attribute; `raw` is its value as written, with its quotes. */
export type XmlAttribute = { readonly name: string; readonly raw: string; readonly offset: number }

/** Levels of nesting that are followed. */
const MAX_XML_DEPTH = 1000

/**
 * Reads a document or external entity piece by piece and checks that it is well-formed (XML 1.0 §2.1): nesting, names, quotes,
 * unique attributes, one root, `&` and `<` in their places, no character that XML has not. Nothing is expanded or fetched: a document type
 * declaration is passed over, entity references stay text. Throws `syntax_error`, `too_large`.
 */
export function* scanXml(text: string): Generator<XmlToken> {
  refuseForbidden(text)
  const open: { name: string; start: number }[] = []
  let pos = text.charCodeAt(0) === 0xfeff ? 1 : 0
  let roots = 0
  let doctypes = 0
  while (pos < text.length) {
    const token = text[pos] === '<' ? readMarkup(text, pos) : readText(text, pos)
    if (token.kind === 'open') {
      if (open.length === 0 && roots++ > 0)
        throw fail(text, pos, {
          en: 'a document has one root element; a second begins here',
          zh: '文档只能有一个根元素，这里出现了第二个',
        })
      if (!token.isEmpty) open.push(token)
      refuseDepth(open.length, token.start)
    } else if (token.kind === 'close') closeElement(text, token, open)
    else if (open.length === 0) checkOutside(text, token, roots)
    if (token.kind === 'doctype' && (roots > 0 || doctypes++ > 0))
      throw fail(text, pos, {
        en: 'a single <!DOCTYPE is allowed, before the root element',
        zh: '<!DOCTYPE 只能有一个，且位于根元素之前',
      })
    if (token.kind === 'instruction') checkDeclarationPlace(text, token.start)
    pos = token.end
    yield token
  }
  const left = open.at(-1)
  if (left)
    throw fail(text, left.start, {
      en: `<${left.name}> is never closed; expected </${left.name}>`,
      zh: `<${left.name}> 没有结束标签，应有 </${left.name}>`,
    })
  if (roots === 0) throw fail(text, text.length, { en: 'expected a root element', zh: '缺少根元素' })
}

function closeElement(text: string, token: { name: string; start: number }, open: { name: string; start: number }[]): void {
  const top = open.pop()
  if (top?.name === token.name) return
  throw fail(
    text,
    token.start,
    top
      ? { en: `expected </${top.name}>, got </${token.name}>`, zh: `应为 </${top.name}>，却是 </${token.name}>` }
      : { en: `</${token.name}> closes nothing`, zh: `</${token.name}> 没有对应的开始标签` },
  )
}

function checkOutside(text: string, { kind, start, end }: XmlToken, roots: number): void {
  // Only four signs are white space to XML (§2.3).
  const offset = start + text.slice(start, end).search(/[^ \t\r\n]/)
  if (kind === 'cdata' || (kind === 'text' && offset >= start)) {
    throw fail(
      text,
      offset,
      roots
        ? { en: 'text after the root element', zh: '根元素之后不能有文本' }
        : { en: 'expected “<” before any text', zh: '文本之前应先有“<”开始的元素' },
    )
  }
}

function checkDeclarationPlace(text: string, start: number): void {
  if (start > (text.charCodeAt(0) === 0xfeff ? 1 : 0) && /^<\?xml\s/.test(text.slice(start, start + 6)))
    throw fail(text, start, { en: '<?xml …?> must be at the very beginning', zh: '<?xml …?> 必须位于文档最开头' })
}

function refuseDepth(depth: number, offset: number): void {
  if (depth > MAX_XML_DEPTH)
    throw new AppError('too_large', {
      field: { en: 'Nesting', zh: '嵌套层数' },
      limit: { en: `${MAX_XML_DEPTH} levels`, zh: `${MAX_XML_DEPTH} 层` },
      got: depth,
      offset,
    })
}

function readText(text: string, start: number): XmlToken {
  const stop = text.indexOf('<', start)
  const end = stop < 0 ? text.length : stop
  checkReferences(text, start, end)
  const wrong = text.slice(start, end).indexOf(']]>')
  if (wrong >= 0)
    throw fail(text, start + wrong, {
      en: '“]]>” must not appear in text; write ]]&gt;',
      zh: '文本中不能出现“]]>”，请写作 ]]&gt;',
    })
  return { kind: 'text', start, end }
}

/** Char of XML 1.0 §2.2: no control characters but tab and line breaks, no lone surrogates. */
// oxlint-disable-next-line no-control-regex -- these are what is looked for
const FORBIDDEN = /[\0-\x08\x0b\x0c\x0e-\x1f\p{Cs}\ufffe\uffff]/u

function refuseForbidden(text: string): void {
  const offset = text.search(FORBIDDEN)
  if (offset < 0) return
  const name = `U+${text.codePointAt(offset)!.toString(16).toUpperCase().padStart(4, '0')}`
  throw fail(text, offset, { en: `XML 1.0 has no character ${name}`, zh: `XML 1.0 不允许字符 ${name}` })
}

function checkReferences(text: string, start: number, end: number): void {
  const part = text.slice(start, end)
  for (let at = part.indexOf('&'); at >= 0; at = part.indexOf('&', at + 1)) {
    const reference = /^&(?:#\d+|#x[\da-f]+|[:\p{L}_][\p{L}\p{N}.:_-]*);/iu.exec(part.slice(at, at + 80))?.[0]
    if (reference === undefined)
      throw fail(text, start + at, {
        en: '“&” begins an entity; write &amp; for the character',
        zh: '“&”用于实体引用，字符本身请写作 &amp;',
      })
    if (!isCharacter(reference))
      throw fail(text, start + at, {
        en: `${reference} is not a character of XML 1.0`,
        zh: `${reference} 不是 XML 1.0 允许的字符`,
      })
  }
}

/** Whether a reference is that of a character which XML has, or of an entity. */
function isCharacter(reference: string): boolean {
  if (!reference.startsWith('&#')) return true
  const digits = reference.slice(2, -1)
  const point = /^x/i.test(digits) ? Number.parseInt(digits.slice(1), 16) : Number(digits)
  return point <= 0x10_ffff && !FORBIDDEN.test(String.fromCodePoint(point))
}

function readMarkup(text: string, start: number): XmlToken {
  if (text.startsWith('<!--', start)) return readUntil(text, start, { kind: 'comment', close: '-->', skip: 4 })
  if (text.startsWith('<![CDATA[', start)) return readUntil(text, start, { kind: 'cdata', close: ']]>', skip: 9 })
  if (text.startsWith('<?', start)) return readUntil(text, start, { kind: 'instruction', close: '?>', skip: 2 })
  if (text.startsWith('<!DOCTYPE', start)) return readDoctype(text, start)
  return text[start + 1] === '/' ? readClose(text, start) : readOpen(text, start)
}

function readUntil(
  text: string,
  start: number,
  { kind, close, skip }: { kind: 'comment' | 'cdata' | 'instruction'; close: string; skip: number },
): XmlToken {
  const stop = text.indexOf(close, start + skip)
  if (stop < 0) throw fail(text, start, { en: `expected “${close}” before the end`, zh: `直到结尾都没有出现“${close}”` })
  const dashes = kind === 'comment' ? `${text.slice(start + skip, stop)}-`.indexOf('--') : -1
  if (dashes >= 0) throw fail(text, start + skip + dashes, { en: '“--” must not appear in a comment', zh: '注释中不能出现“--”' })
  if (kind === 'instruction') checkInstruction(text, start, stop)
  return { kind, start, end: stop + close.length }
}

/** XMLDecl and TextDecl of XML 1.0 §2.8 and §4.3.1, behind `<?xml`. */
const DECLARATION =
  /^(?:\s+version\s*=\s*(?:"1\.\d+"|'1\.\d+'))?(?:\s+encoding\s*=\s*(?:"[a-z][\w.-]*"|'[a-z][\w.-]*'))?(?:\s+standalone\s*=\s*(?:"(?:yes|no)"|'(?:yes|no)'))?\s*$/i

function checkInstruction(text: string, start: number, stop: number): void {
  const nameEnd = scanXmlName(text, start + 2)
  const rest = text.slice(nameEnd, stop)
  if (nameEnd === start + 2 || !/^(?:\s|$)/.test(rest))
    throw fail(text, nameEnd, { en: 'expected a name and a space after “<?”', zh: '“<?”之后应为名称和空格' })
  const name = text.slice(start + 2, nameEnd)
  if (name !== 'xml' && name.toLowerCase() === 'xml')
    throw fail(text, start, { en: `expected <?xml in small letters, got <?${name}`, zh: `应为小写的 <?xml，却是 <?${name}` })
  if (name === 'xml' && !(rest.trim() && DECLARATION.test(rest)))
    throw fail(text, start, {
      en: 'expected <?xml version="1.0" encoding="…" standalone="…"?>, the last two are optional',
      zh: '应为 <?xml version="1.0" encoding="…" standalone="…"?>，后两项可省略',
    })
}

/** What may hold brackets in a document type, and how it ends. */
const DOCTYPE_PARTS: Readonly<Record<string, string>> = { '"': '"', "'": "'", '<!--': '-->', '<?': '?>' }

function readDoctype(text: string, start: number): XmlToken {
  checkDoctype(text, start)
  const pattern = /["'[\]>]|<!--|<\?/g
  pattern.lastIndex = start
  let depth = 0
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const close = DOCTYPE_PARTS[match[0]]
    if (close !== undefined) {
      const end = text.indexOf(close, pattern.lastIndex)
      if (end < 0) break
      pattern.lastIndex = end + close.length
    } else if (match[0] === '[') depth++
    else if (match[0] === ']') depth--
    else if (depth === 0) return { kind: 'doctype', start, end: pattern.lastIndex }
  }
  throw fail(text, start, { en: '<!DOCTYPE is never closed by “>”', zh: '<!DOCTYPE 没有以“>”结束' })
}

/** The name and the address of a document type (XML 1.0 §2.8); what is declared between brackets is passed over. */
function checkDoctype(text: string, start: number): void {
  const nameStart = skipSpace(text, start + '<!DOCTYPE'.length)
  const nameEnd = scanXmlName(text, nameStart)
  if (nameEnd === nameStart) throw fail(text, nameStart, { en: 'expected the name of the root element', zh: '此处应为根元素名' })
  let pos = skipSpace(text, nameEnd)
  const word = ['SYSTEM', 'PUBLIC'].find((each) => text.startsWith(each, pos))
  if (word) {
    pos = readLiteral(text, skipSpace(text, pos + word.length))
    if (word === 'PUBLIC') pos = readLiteral(text, skipSpace(text, pos))
    pos = skipSpace(text, pos)
  }
  if (pos < text.length && text[pos] !== '>' && text[pos] !== '[')
    throw fail(text, pos, { en: 'expected “>”, “[”, SYSTEM or PUBLIC', zh: '此处应为“>”、“[”、SYSTEM 或 PUBLIC' })
}

function readLiteral(text: string, start: number): number {
  const quote = text[start]
  const end = quote === '"' || quote === "'" ? text.indexOf(quote, start + 1) : -1
  if (end < 0) throw fail(text, start, { en: 'expected an address in quotes', zh: '此处应为引号中的地址' })
  return end + 1
}

function readClose(text: string, start: number): XmlToken {
  const nameEnd = scanXmlName(text, start + 2)
  const name = text.slice(start + 2, nameEnd)
  const pos = skipSpace(text, nameEnd)
  if (!name) throw fail(text, start + 2, { en: 'expected the name of an element', zh: '此处应为元素名' })
  if (text[pos] !== '>') throw fail(text, pos, { en: `expected “>” after </${name}`, zh: `</${name} 之后应为“>”` })
  return { kind: 'close', start, end: pos + 1, name }
}

function readOpen(text: string, start: number): XmlToken {
  const nameEnd = scanXmlName(text, start + 1)
  const name = text.slice(start + 1, nameEnd)
  if (!name)
    throw fail(text, start, {
      en: '“<” begins an element; write &lt; for the character',
      zh: '“<”用于元素开头，字符本身请写作 &lt;',
    })
  const attributes: XmlAttribute[] = []
  const names = new Set<string>()
  for (let pos = nameEnd; ;) {
    const at = skipSpace(text, pos)
    if (text[at] === '>') return { kind: 'open', start, end: at + 1, name, attributes, isEmpty: false }
    if (text.startsWith('/>', at)) return { kind: 'open', start, end: at + 2, name, attributes, isEmpty: true }
    if (at >= text.length) throw fail(text, start, { en: `<${name} is never closed by “>”`, zh: `<${name} 没有以“>”结束` })
    if (at === pos) throw fail(text, at, { en: 'expected a space, “>” or “/>”', zh: '此处应为空格、“>”或“/>”' })
    const attribute = readAttribute(text, at)
    if (names.size === names.add(attribute.name).size)
      throw fail(text, at, { en: `the attribute ${attribute.name} appears twice`, zh: `属性 ${attribute.name} 重复` })
    attributes.push(attribute)
    pos = attribute.offset + attribute.raw.length
  }
}

/** `offset` of the answer is that of the value's first quote. */
function readAttribute(text: string, start: number): XmlAttribute {
  const nameEnd = scanXmlName(text, start)
  const name = text.slice(start, nameEnd)
  if (!name) throw fail(text, start, { en: 'expected the name of an attribute, “>” or “/>”', zh: '此处应为属性名、“>”或“/>”' })
  const equals = skipSpace(text, nameEnd)
  if (text[equals] !== '=')
    throw fail(text, equals, { en: `expected “=” after the attribute ${name}`, zh: `属性 ${name} 之后应为“=”` })
  const offset = skipSpace(text, equals + 1)
  const quote = text[offset]
  if (quote !== '"' && quote !== "'")
    throw fail(text, offset, { en: `expected the value of ${name} in quotes`, zh: `属性 ${name} 的值应放在引号内` })
  const stop = text.indexOf(quote, offset + 1)
  if (stop < 0) throw fail(text, offset, { en: 'this quote is never closed', zh: '引号没有结束' })
  const wrong = text.slice(offset, stop).indexOf('<')
  if (wrong >= 0)
    throw fail(text, offset + wrong, {
      en: '“<” must not appear in an attribute; write &lt; (or a quote is missing)',
      zh: '属性值中不能出现“<”，请写作 &lt;（也可能是缺少引号）',
    })
  checkReferences(text, offset, stop)
  return { name, raw: text.slice(offset, stop + 1), offset }
}

function skipSpace(text: string, offset: number): number {
  let pos = offset
  while (' \t\r\n'.includes(text[pos] ?? 'x')) pos++
  return pos
}

function fail(text: string, offset: number, reason: Text): AppError {
  return syntaxError({ format: 'XML', text, offset, reason })
}
