import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toBareBase64, toForm } from './forms.ts'

const picture = { mime: 'image/png', name: 'a"<b].png' }
const rows = [
  ['urlSafe', 'a-_A'],
  ['dataUrl', 'data:image/png;base64,a+/A=='],
  ['html', '<img src="data:image/png;base64,a+/A==" alt="a&quot;&lt;b].png">'],
  ['css', 'url("data:image/png;base64,a+/A==")'],
  ['markdown', String.raw`![a"<b\].png](data:image/png;base64,a+/A==)`],
  ['json', String.raw`{"name":"a\"<b].png","type":"image/png","data":"a+/A=="}`],
] as const

for (const [form, expected] of rows) test(`${form}`, () => assert.equal(toForm('a+/A==', form, picture), expected))

test('what is no picture becomes a link or a player', () => {
  assert.match(toForm('AA==', 'html', { mime: 'application/pdf', name: 'a.pdf' }), /^<a href=.* download="a\.pdf">a\.pdf<\/a>$/)
  assert.match(toForm('AA==', 'html', { mime: 'audio/ogg', name: 'a.ogg' }), /^<audio controls src=/)
  assert.match(toForm('AA==', 'markdown', { mime: 'text/plain', name: 'a' }), /^\[a\]/)
})

test('lines are 76 characters long, and come back as one', () => {
  const wrapped = toForm('A'.repeat(160), 'wrapped', picture)
  assert.deepEqual(
    wrapped.split('\n').map(({ length }) => length),
    [76, 76, 8],
  )
  assert.equal(toBareBase64(`data:text/plain;base64,${wrapped}`), 'A'.repeat(160))
})
