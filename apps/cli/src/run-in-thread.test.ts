import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { AppError } from '@octet/core/errors.ts'
import { runInThread } from './run-in-thread.ts'

const LIMIT_MS = 2_000
const ZOD = import.meta.resolve('zod')
const folder = await mkdtemp(join(tmpdir(), 'octet-'))
after(() => rm(folder, { recursive: true }))

/** A tool in a folder of its own that runs a text of code with its input. */
async function ask(id: string, run: string, { before = '', limitMs = LIMIT_MS } = {}): Promise<unknown> {
  const home = join(folder, 'text', id)
  await mkdir(home, { recursive: true })
  await writeFile(
    join(home, 'tool.ts'),
    `import * as z from '${ZOD}'
     ${before}
     export default { id: '${id}', input: z.object({ text: z.string() }), output: z.object({ text: z.string() }), run: ${run} }`,
  )
  return runInThread(
    { id, folders: [folder], input: { text: 'in' }, lang: 'en' },
    { limitMs, error: new AppError('took_too_long', { limit: limitMs }) },
  )
}

test('a tool has its whole time, however long it takes to load', async () => {
  const load = `await new Promise((resolve) => setTimeout(resolve, ${LIMIT_MS + 200}))`
  assert.deepEqual(await ask('slow', '({ text }) => ({ text: text.toUpperCase() })', { before: load }), { text: 'IN' })
})

test('time in which a tool has no processor does not count, but has an end', async () => {
  const wait = (ms: number) => `({ text }) => new Promise((resolve) => setTimeout(() => resolve({ text }), ${ms}))`
  assert.deepEqual(await ask('waiting', wait(LIMIT_MS + 200)), { text: 'in' })
  await assert.rejects(ask('lost', wait(600_000), { limitMs: 200 }), { key: 'took_too_long' })
})

test('a tool that never ends is ended after its time', async () => {
  await assert.rejects(ask('endless', '() => { for (;;); }'), { key: 'took_too_long' })
})

test('what a tool refuses is refused, and what it cannot do is an error', async () => {
  const core = pathToFileURL(join(import.meta.dirname, '../../../packages/core/src/errors.ts')).href
  const refuse = `() => { throw new AppError('too_large', { limit: 1 }) }`
  await assert.rejects(ask('refusing', refuse, { before: `import { AppError } from '${core}'` }), {
    key: 'too_large',
    details: { limit: 1 },
  })
  await assert.rejects(ask('broken', `() => { throw new Error('broken') }`), /broken/)
})

test('a thread keeps what it compiles', async () => {
  const run = `async () => ({ text: String((await import('node:module')).getCompileCacheDir()) })`
  assert.notDeepEqual(await ask('kept', run), { text: 'undefined' })
})
