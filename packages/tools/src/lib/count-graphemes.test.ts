import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { countClusters, countGraphemes } from './count-graphemes.ts'

const signs = Array.from(
  'a \u3000\r\n\u0301\u200d😀👨©क\u094dष\ufe0f🏽한\u1100\u1161\u302a\u3099あ中，\u0600\u0e33\u{e0041}\u{1f1e9}\u00ad',
)
const sign = fc.oneof(fc.constantFrom(...signs, '\ud800', '\udc00'), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }))

test('grapheme clusters are counted as the engine parts the whole text', () => {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  fc.assert(
    fc.property(fc.array(sign, { maxLength: 12 }), (parts) => {
      const text = parts.join('')
      const clusters = [...segmenter.segment(text)]
      const visible = clusters.filter(({ segment }) => /\S/.test(segment)).length
      assert.deepEqual(countClusters(text), { all: clusters.length, visible }, JSON.stringify(text))
    }),
    { numRuns: 3000 },
  )
})

test('the engine parts only what may join', (t) => {
  const { mock } = t.mock.method(Intl.Segmenter.prototype, 'segment')
  assert.equal(countGraphemes('plain text，还有汉字\n'.repeat(1000)), 16_000)
  assert.equal(countGraphemes(`${'x'.repeat(1000)}e\u0301${'y'.repeat(1000)}`), 2001)
  assert.deepEqual(
    mock.calls.map(({ arguments: [part] }) => part),
    ['e\u0301y'],
  )
})
