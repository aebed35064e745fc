import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toMail } from './templates.ts'

test('the HTML of a letter begins with the brand and what it is about, both escaped', () => {
  const { html, subject } = toMail('confirm', { lang: 'zh', brand: 'A & B', link: 'https://a.example/?a=1&b=2' })
  assert.equal(subject, '请确认您的邮箱地址 – A & B')
  const words = html
    .slice(html.indexOf('<body'))
    .replaceAll(/<[^>]+>/g, '\n')
    .split('\n')
    .filter(Boolean)
  assert.deepEqual(words.slice(0, 2), ['A &amp; B', '请确认您的邮箱地址'])
  assert.ok(words.includes('https://a.example/?a=1&amp;b=2'), 'the address stands there for who cannot press')
})

test('words of a visitor are told from those of the product in the HTML as well', () => {
  const { html, text } = toMail('message', { lang: 'en', brand: 'A', quote: 'Pay now\n<b>here</b>' })
  assert.match(html, /<blockquote style="[^"]*border-left[^"]*">Pay now<br>&lt;b&gt;here&lt;\/b&gt;<\/blockquote>/)
  assert.match(text, /^> Pay now\n> <b>here<\/b>$/m)
})
