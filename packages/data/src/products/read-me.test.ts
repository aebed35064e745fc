import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ccBy } from '../licences.ts'
import { toCredits, toLicences } from './read-me.ts'

const licence = ccBy('Places by Example (example.com)', '地名由 Example 提供')
const source = {
  id: 'a',
  title: { en: 'Example', zh: '示例' },
  homepage: 'https://example.com/',
  licence,
  date: null,
  rows: 1,
  sha256: {},
}

test('credits name the owner, the licence with its address, and that the data have been changed, as CC BY 4.0 asks', () => {
  const line = toCredits([source, { ...source, id: 'b' }])
  assert.equal(line, `Merged and changed from: Places by Example (example.com) (CC-BY-4.0, ${licence.url})`)
})

test('LICENSES.txt says so in both languages, and that the owners vouch for nothing', () => {
  const text = toLicences([source])
  for (const words of [
    'Their data have been changed',
    '数据已经过修改',
    'neither vouch',
    '不对其作任何担保',
    licence.url,
    licence.attribution.en,
  ])
    assert.ok(text.includes(words), words)
})
