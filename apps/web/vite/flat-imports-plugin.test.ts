import assert from 'node:assert/strict'
import { test } from 'node:test'
import { build, type Plugin, type Rolldown } from 'vite'
import { flatImportsPlugin } from './flat-imports-plugin.ts'

/** `low` is shared by all, `high`, which needs it, by two. */
const MODULES: Readonly<Record<string, string>> = {
  entry: `globalThis.load = { one: () => import('one'), two: () => import('two'), three: () => import('three') }`,
  one: `import { high } from 'high'; export default ['one', high]`,
  two: `import { high } from 'high'; export default ['two', high]`,
  three: `import { low } from 'low'; export default ['three', low]`,
  high: `import { low } from 'low'; export const high = ['high', low]`,
  low: `export const low = ['low']`,
}

const modules: Plugin = {
  name: 'modules',
  resolveId: (id) => (Object.hasOwn(MODULES, id) ? `\0${id}` : null),
  load: (id) => MODULES[id.slice(1)] ?? null,
}

async function bundle(plugins: Plugin[]): Promise<Rolldown.OutputChunk[]> {
  const { output } = (await build({
    configFile: false,
    logLevel: 'silent',
    publicDir: false,
    plugins: [modules, ...plugins],
    build: { write: false, modulePreload: false, rolldownOptions: { input: 'entry' } },
  })) as Rolldown.RolldownOutput
  return output.filter((file) => file.type === 'chunk')
}

const findChunk = (found: readonly Rolldown.OutputChunk[], name: string) =>
  found.find(({ moduleIds }) => moduleIds.includes(`\0${name}`))!

/** The files that the code of one names, but for those it imports late. */
const listNamed = ({ code }: Rolldown.OutputChunk): string[] =>
  [...code.matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+)["'`]/g)].map(([, name]) => `assets/${name}`).toSorted()

test('a file that is imported late names all it needs, each by the name it has', async () => {
  const found = await bundle([flatImportsPlugin()])
  const get = (name: string) => findChunk(found, name)
  const shared = ['high', 'low'].map((name) => get(name).fileName).toSorted()
  assert.deepEqual(listNamed(get('one')), shared)
  assert.deepEqual(listNamed(get('two')), shared)
  assert.deepEqual(listNamed(get('three')), [get('low').fileName])
  assert.deepEqual(listNamed(get('high')), [get('low').fileName], 'what is not imported late stays as it is')
})

test('without it a file names only what it imports itself', async () => {
  assert.equal(listNamed(findChunk(await bundle([]), 'one')).length, 1)
})
