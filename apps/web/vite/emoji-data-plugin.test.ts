import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { build, type Rolldown } from 'vite'
import type * as emoji from '@octet/tools/text/symbols/emoji.ts'
import { loadEmoji, toTone } from '@octet/tools/text/symbols/emoji.ts'
import { emojiDataPlugin } from './emoji-data-plugin.ts'

const INPUT = join(import.meta.dirname, '../../../packages/tools/src/text/symbols/emoji.ts')

test('what the browser gets is less than half, and tells the same of every emoji', async () => {
  const built = (await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [emojiDataPlugin()],
    build: {
      write: false,
      rolldownOptions: { input: INPUT, preserveEntrySignatures: 'strict', output: { codeSplitting: false } },
    },
  })) as Rolldown.RolldownOutput
  const [{ code }] = built.output
  const made = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as typeof emoji
  assert.deepEqual(await made.loadEmoji(), await loadEmoji())
  for (const sign of await made.loadEmoji()) assert.equal(made.toTone(sign, 'dark'), toTone(sign, 'dark'))
  assert.ok(code.length < 560_000, `${code.length}`)
})
