import { defineKind } from '@octet/core/kind.ts'
import { hasXmlSigns } from '../lib/html/xml-signs.ts'

/** Elements that a text of HTML begins with. */
const HTML_FIRST = /^<(?:html|head|body|div|span|p|a|ul|ol|table|form|input|img|script|style|h[1-6]|button|section|main)\b/i

export default defineKind({
  id: 'xml',
  title: { en: 'XML', zh: 'XML' },
  examples: [
    '<?xml version="1.0" encoding="UTF-8"?><note><to>Ann</to></note>',
    '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>',
    '<config><port>8080</port></config>',
    '<a><b/></a>',
    '<p/>',
    '<label><size>3</size></label>',
    '<table xmlns="urn:x"><a>1</a></table>',
    '<form><x:field id="1">a</x:field></form>',
    '<table><row><cell>1</cell></row></table>',
  ],
  counterExamples: [
    '<!doctype html><html></html>',
    '<div class="a">x</div>',
    'a < b > c',
    '<a>',
    '<p>a<br/>b</p>',
    '<div><my-box/></div>',
  ],
  detect(sample) {
    if (/^<\?xml\s/.test(sample)) return { score: 0.99 }
    if (!/^<(?![!?])/.test(sample) || (HTML_FIRST.test(sample) && !hasXmlSigns(sample))) return undefined
    const name = /^<([\p{L}_:][\p{L}\p{N}_:.-]*)[\s/>]/u.exec(sample)?.[1]
    if (!name) return undefined
    const isWhole = sample.endsWith(`</${name}>`) || /^<[^<>]*\/>$/.test(sample)
    return isWhole ? { score: 0.93 } : sample.length >= 65_536 ? { score: 0.8 } : undefined
  },
})
