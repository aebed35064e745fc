import assert from 'node:assert/strict'
import { test } from 'node:test'
import { liveText } from '../text/live-answer.ts'
import { readLive, toLiveWords } from './live-answer.ts'

const html = { 'content-type': 'text/html; charset=utf-8' }

for (const [name, answer, shown, words] of [
  ['JSON stands with line breaks', new Response('{"code":200}'), '{\n  "code": 200\n}', liveText.answeredIn],
  [
    'an error of the server is JSON, too',
    new Response('{"code":404}', { status: 404 }),
    '{\n  "code": 404\n}',
    liveText.answeredIn,
  ],
  [
    'the page of a proxy is shown as it came',
    new Response('<h1>502</h1>\n', { status: 502, headers: html }),
    '<h1>502</h1>',
    liveText.notJson,
  ],
  ['an answer without anything is said to be empty', new Response('', { status: 504, headers: html }), '', liveText.empty],
] as const)
  test(name, async () => {
    const read = { ...(await readLive(answer)), ms: 1 }
    assert.equal(read.text, shown)
    assert.equal(toLiveWords(read), words)
    assert.equal(read.type, words === liveText.answeredIn ? '' : 'text/html')
  })
