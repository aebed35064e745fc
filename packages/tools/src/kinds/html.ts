import { defineKind } from '@octet/core/kind.ts'
import { hasXmlSigns } from '../lib/html/xml-signs.ts'

const TAGS =
  /<(?:html|head|body|div|span|p|a|ul|ol|li|table|form|input|img|script|style|h[1-6]|button|section|article|main|nav|header|footer|br|pre|b|i|em|strong|label|select|textarea)\b[^<>]*>/gi

export default defineKind({
  id: 'html',
  title: { en: 'HTML', zh: 'HTML' },
  examples: [
    '<!doctype html>\n<html><body><p>Hi</p></body></html>',
    '<div class="a"><p>x</p></div>',
    '<ul><li>one</li><li>two</li></ul>',
    '<p>a<br/>b<img src="x"/></p>',
    '<div><my-box/><p>x</p></div>',
    '<p><svg><path d="M0 0"/></svg></p>',
    '<p>a<o:p></o:p></p>',
    '<div hidden><thing/></div>',
  ],
  counterExamples: ['<?xml version="1.0"?><a/>', '<config><port>1</port></config>', 'a < b', 'plain <b'],
  detect(sample) {
    if (/^<!doctype html\b/i.test(sample)) return { score: 0.99 }
    if (!/^<(?!\?xml)/.test(sample)) return undefined
    const tags = [...sample.slice(0, 8192).matchAll(TAGS)].length
    if (!/^<(?:[!a-z])/i.test(sample) || tags === 0) return undefined
    const isFirst = sample.search(TAGS) === 0
    if (isFirst && hasXmlSigns(sample)) return { score: 0.6 }
    return isFirst ? { score: 0.95 } : tags > 1 ? { score: 0.7 } : undefined
  },
})
