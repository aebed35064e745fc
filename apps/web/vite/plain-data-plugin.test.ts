import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { test } from 'node:test'
import { build, type Rolldown } from 'vite'
import { plainDataPlugin } from './plain-data-plugin.ts'

const TOOLS = join(import.meta.dirname, '../../../packages/tools/package.json')

test('no character stands in the built code as a bare key, which older browsers could not read', async () => {
  const input = createRequire(TOOLS).resolve('unicode-name')
  const built = (await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [plainDataPlugin()],
    build: { write: false, rolldownOptions: { input, preserveEntrySignatures: 'strict' } },
  })) as Rolldown.RolldownOutput
  const [{ code }] = built.output
  const { unicodeReadableName } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
  assert.equal(unicodeReadableName('é'), 'LATIN SMALL LETTER E WITH ACUTE')
  assert.deepEqual(code.match(/[{,][^\p{ASCII}]+:/gu)?.slice(0, 3), undefined)
  assert.ok(code.length < 1_000_000, `without the names of sequences, which no tool asks for: ${code.length}`)
})
