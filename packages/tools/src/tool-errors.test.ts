import assert from 'node:assert/strict'
import { glob, readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { findToolFiles, loadTools, TOOLS_FOLDER } from './registry.ts'

/** What every call can be told, and what ends a run from outside. */
const COMMON: readonly string[] = ['bad_input', 'missing_input', 'too_large', 'cancelled']
/** Thrown and caught in the same folder: it becomes a row. */
const CAUGHT: ReadonlySet<string> = new Set(['whois-batch bad_domain'])

const listThrown = (source: string): string[] => [
  ...Array.from(source.matchAll(/new AppError\(\s*'(\w+)'/g), ([, key = '']) => key),
  ...(/\bsyntaxError\(/.test(source) ? ['syntax_error'] : []),
]

async function readSources(folder: string): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  return Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')))
}

test('a tool names the errors that the files of its folder throw', async () => {
  const folders = (await findToolFiles(TOOLS_FOLDER)).map(dirname)
  const unnamed: string[] = []
  for (const { id, errors = [] } of await loadTools()) {
    const sources = await readSources(folders.find((folder) => folder.endsWith(`/${id}`))!)
    const named: readonly string[] = [...COMMON, ...errors]
    unnamed.push(...sources.flatMap(listThrown).flatMap((key) => (named.includes(key) ? [] : `${id} ${key}`)))
  }
  assert.deepEqual(
    unnamed.filter((line) => !CAUGHT.has(line)),
    [],
  )
})

test('a field of a tool’s input is named as programs and pages know it, in no words of a language', async () => {
  const names = new Set((await loadTools()).flatMap(({ input }) => Object.keys(input.shape)))
  const found: string[] = []
  for (const folder of [TOOLS_FOLDER, join(TOOLS_FOLDER, '../../probe/src')])
    for await (const file of glob('**/*.ts', { cwd: folder, exclude: ['**/*.test.ts'] }))
      for (const [, name = ''] of (await readFile(join(folder, file), 'utf8')).matchAll(/\bfield: \{\s*en: '(\w+)'/g))
        if (names.has(name)) found.push(`${file} ${name}`)
  assert.deepEqual(found, [])
})
