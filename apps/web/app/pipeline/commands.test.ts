import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toApiCall, toCommand } from './commands.ts'

const COMMANDS = [
  [[{ tool: 'extract' }, { tool: 'ip-batch' }], 'octet pipeline extract ip-batch < input.txt'],
  [[{ tool: 'hash', options: { algorithm: 'sha256' }, eachLine: true }], 'octet pipeline hash/each:algorithm=sha256 < input.txt'],
  [[{ tool: 'lines', options: { find: "it's", limit: 3 } }], String.raw`octet pipeline 'lines:find=it'\''s;limit=3' < input.txt`],
  // What would be read as two options goes into a file.
  [[{ tool: 'regex', options: { pattern: 'a;b=c' } }], 'octet pipeline pipeline.json < input.txt'],
] as const

for (const [steps, command] of COMMANDS)
  test(command, () => {
    assert.equal(toCommand({ steps: [...steps] }), command)
  })

test('the call carries the whole pipeline, quoted for the shell', () => {
  const call = toApiCall({ steps: [{ tool: 'lines', options: { find: "it's" } }] })
  assert.match(call, /^curl \$ORIGIN\/v1\/pipeline /)
  assert.ok(call.endsWith(String.raw`-d '{"steps":[{"tool":"lines","options":{"find":"it'\''s"}}],"text":"…"}'`))
})
