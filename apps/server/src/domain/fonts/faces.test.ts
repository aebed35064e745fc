import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadFaces, splitByFace } from './faces.ts'

const [regular, strong] = await Promise.all([loadFaces('regular'), loadFaces('strong')])
const chinese = regular.at(-1)

for (const sign of 'AzéüßñœıŁčęğşŻЖяớ€£¥®—“…·（）、，。中灣臺國カな')
  test(`${sign} has a glyph in both weights`, () => {
    for (const faces of [regular, strong])
      for (const { face } of splitByFace(sign, faces)) assert.ok(face.font.hasGlyphForCodePoint(sign.codePointAt(0)!))
  })

for (const [text, runs] of [
  ['Müller GmbH', [['Müller GmbH', false]]],
  [
    '说“OK”…',
    [
      ['说“', true],
      ['OK', false],
      ['”…', true],
    ],
  ],
  ['say “OK”…', [['say “OK”…', false]]],
  [
    'Łódź 2 号',
    [
      ['Ł', false],
      ['ód', false],
      ['ź', false],
      [' 2 ', false],
      ['号', true],
    ],
  ],
  ['', []],
] as const)
  test(`“${text}” is set in ${runs.length} runs`, () =>
    assert.deepEqual(
      splitByFace(text, regular).map(({ text, face }) => [text, face === chinese]),
      runs,
    ))
