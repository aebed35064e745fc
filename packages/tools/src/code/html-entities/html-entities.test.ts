import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import tool from './tool.ts'

const ask = (input: object) => answerTool(tool, input, createTestHost()) as Promise<{ text: string }>

for (const style of ['needed', 'named', 'decimal', 'hex'])
  test(`${style}: every text comes back`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (text) => {
        const { text: coded } = await ask({ text, direction: 'encode', style })
        assert.equal((await ask({ text: coded, direction: 'decode', strict: true })).text, text)
      }),
    )
  })

for (const style of ['named', 'decimal', 'hex'])
  test(`${style}: a control that browsers read as another character is not made a number`, async () => {
    const text = '\x80\x85\x9f\xa0é'
    const { text: coded } = await ask({ text, direction: 'encode', style })
    assert.equal((await ask({ text: coded, direction: 'decode' })).text, text)
  })

test('browsers’ rules for missing semicolons', async () => {
  assert.equal((await ask({ text: '&copy 2026 &ltp&gt &notit;', direction: 'decode' })).text, '© 2026 <p> ¬it;')
})

test('strict reading points at the place', async () => {
  await assert.rejects(
    ask({ text: 'a\n&nosuch; b', direction: 'decode', strict: true }),
    /instead of “&nosuch;”, got “&” \(U\+0026\) at line 2, column 1/,
  )
})
