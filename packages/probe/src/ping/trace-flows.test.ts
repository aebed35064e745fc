import assert from 'node:assert/strict'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { traceFlows, type FlowRequest } from './trace-flows.ts'

/** A program that prints what a traceroute would, and its arguments. */
async function createProgram(script: string) {
  const folder = await mkdtemp(join(tmpdir(), 'octet-flows-'))
  const path = join(folder, 'traceroute')
  await writeFile(path, `#!/bin/sh\necho "$@" >> ${folder}/args\n${script}\n`)
  await chmod(path, 0o755)
  return { path, folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) }
}

const request = (more: Partial<FlowRequest>): FlowRequest => ({
  address: '2001:db8::9',
  protocol: 'udp',
  port: 33_434,
  maxHops: 30,
  flows: 3,
  path: undefined,
  signal: new AbortController().signal,
  timeoutMs: 5000,
  ...more,
})

test('each flow keeps one port of its own, and its way is read', async () => {
  const script = `case "$3$4" in *0) hop=a;; *) hop=b;; esac; echo " 1  2001:db8::$hop  1.0 ms"; echo " 2  2001:db8::9  2.0 ms"`
  await using program = await createProgram(script)
  const { book, note } = await traceFlows(request({ path: program.path, flows: 10 }))
  assert.equal(note, null)
  assert.deepEqual(
    book.toPaths(2).map(({ flows, addresses }) => [flows, addresses]),
    [
      [9, ['2001:db8::b', '2001:db8::9']],
      [1, ['2001:db8::a', '2001:db8::9']],
    ],
  )
})

test('a program that may not send, or none, is told with what to do', async () => {
  await using program = await createProgram('echo "You do not have enough privileges" >&2; exit 1')
  const refused = await traceFlows(request({ path: program.path, protocol: 'tcp' }))
  assert.deepEqual([refused.book.toPaths(2), refused.note!.en.includes('by TCP here')], [[], true])
  const missing = await traceFlows(request({}))
  assert.match(missing.note!.zh, /未安装/)
})
