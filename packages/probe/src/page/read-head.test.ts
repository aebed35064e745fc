import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readWorkMs } from '@octet/core/testing/work.ts'
import { readHead } from './read-head.ts'

test('hostile documents cost no more than their length', async () => {
  for (const part of [
    '<meta name=a content=b>',
    '<svg>',
    '<a><b>',
    '<title>',
    '<p>',
    '<link rel="icon alternate" href=x hreflang=en>',
    '<',
    '<!--',
    '&#',
    '<div a=',
    '<script type="application/ld+json">[[[[',
  ]) {
    const started = readWorkMs()
    await readHead(part.repeat(Math.floor(1_400_000 / part.length)))
    assert.ok(readWorkMs() - started < 20_000, part)
  }
})

test('a document that is cut anywhere is read as far as it goes', async () => {
  const whole =
    '<html lang=en><head><title>A &lt; B</title><meta name=x content="1 &amp; 2"><script type="application/ld+json">{}</script>'
  for (let length = 0; length <= whole.length; length++) {
    const { title, metas } = await readHead(whole.slice(0, length))
    assert.ok(title === null || title === '' || title.startsWith('A'), `${title}`)
    assert.ok(metas.length <= 1)
  }
  const { title, metas, jsonLd, language } = await readHead(whole)
  assert.deepEqual([title, metas, jsonLd, language], ['A < B', [{ name: 'x', value: '1 & 2' }], ['{}'], 'en'])
})

test('what stands in comments, in scripts and behind a deep tree', async () => {
  const head = await readHead('<!-- <title>no</title> --><script>"<title>no</title>"</script><title>yes</title>')
  assert.deepEqual([head.title, head.titles], ['yes', 1])
  const deep = await readHead(`<title>a</title>${'<div>'.repeat(100_000)}<meta name=x content=y>`)
  assert.deepEqual([deep.title, deep.metas], ['a', []])
})

test('while a long document is read others have their turn', async () => {
  let turns = 0
  const timer = setInterval(() => turns++, 1)
  await readHead('<link href=a rel='.repeat(100_000))
  clearInterval(timer)
  assert.ok(turns > 0)
})
