import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Plugin } from 'vite'
import { toCatalogueRow } from '@octet/tools/catalogue.ts'
import { loadTools } from '@octet/tools/registry.ts'
import { toolsPlugin } from './tools-plugin.ts'

const folder = await mkdtemp(join(import.meta.dirname, '.tools-'))
after(() => rm(folder, { recursive: true }))

await mkdir(join(folder, 'text/reverse'), { recursive: true })
await writeFile(
  join(folder, 'text/reverse/tool.ts'),
  `import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
const label = { en: 'Text', zh: '文本' }
export default defineTool({
  id: 'reverse', route: '/text/reverse', group: 'text',
  title: { en: 'Reverse', zh: '反转文本' }, summary: { en: 'Turn round', zh: '反转' }, keywords: ['mirror'],
  accepts: { json: { text: '' } },
  input: z.object({ text: z.string().meta({ label }), file: z.custom().optional().meta({ label }) }),
  output: z.object({ text: z.string() }),
  examples: [
    { name: label, input: { text: 'ab', file: new Blob(['hi'], { type: 'text/plain' }) }, output: { text: 'ba' } },
    { name: label, input: { text: 'long' }, output: { text: 'x'.repeat(9000) } },
  ],
  run: ({ text }) => ({ text: [...text].reverse().join('') }),
})`,
)
await mkdir(join(folder, 'text/parity'))
await writeFile(
  join(folder, 'text/parity/tool.ts'),
  `import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
const label = { en: 'Number', zh: '数字' }
const word = { odd: { en: 'odd', zh: '奇数' }, even: { en: 'even', zh: '偶数' } }
export default defineTool({
  id: 'parity', route: '/text/parity', group: 'text',
  title: { en: 'Parity', zh: '奇偶' }, summary: { en: 'Odd or even', zh: '判断奇偶' }, keywords: [],
  input: z.object({ text: z.string().meta({ label }) }),
  output: z.object({ text: z.string() }),
  examples: [
    { name: label, input: { text: '3' }, output: { text: 'odd' } },
    { name: label, input: { text: '4' }, output: { text: 'even' } },
  ],
  run: ({ text }, { lang }) => ({ text: word[text % 2 ? 'odd' : 'even'][lang] }),
})`,
)

const plugin = toolsPlugin([folder])
const toLoad = ({ load }: Plugin) => (load as { handler: unknown }).handler as (id: string) => Promise<string>
const load = toLoad(plugin)
const loadData = async (name: string) => {
  const source = await load(`\0virtual:octet/${name}`)
  const { default: value } = await import(`data:text/javascript,${encodeURIComponent(source)}`)
  return value
}

test('the catalogue, which every page loads, has each row whole and the names of no field with it', async () => {
  const every = toLoad(toolsPlugin())
  const source = await every('\0virtual:octet/catalogue')
  const { default: rows } = await import(`data:text/javascript,${encodeURIComponent(source)}`)
  const whole = (await loadTools())
    .map(toCatalogueRow)
    .map(({ summary: _summary, words: _words, accepts: _accepts, files: _files, ...row }) => ({ ...row, icon: row.id }))
  assert.deepEqual(rows, whole)
  assert.doesNotMatch(source, /\\"(?:route|title|needs|layout)\\":/)
})

test('a tool that is one new file is in the catalogue and the search', async () => {
  assert.deepEqual(
    (await loadData('catalogue')).find(({ id }: { id: string }) => id === 'reverse'),
    {
      id: 'reverse',
      route: '/text/reverse',
      group: 'text',
      icon: 'reverse',
      title: { en: 'Reverse', zh: '反转文本' },
      needs: [],
      layout: 'default',
    },
  )
  const row = (await loadData('search')).find(({ id }: { id: string }) => id === 'reverse')
  assert.deepEqual(row.accepts, { json: { text: '' } })
  assert.deepEqual((await loadData('summaries')).reverse, { en: 'Turn round', zh: '反转' })
  for (const word of ['mirror', 'fanzhuanwenben', 'fzwb', 'reverse']) assert.ok(row.words.includes(word), word)
})

test('cards and views stand in the order of the catalogue, which gives them their ids', async () => {
  const every = toLoad(toolsPlugin())
  const ids = (await loadTools()).map(({ id }) => id)
  const list = async (name: string, pattern: RegExp) =>
    [...(await every(`\0virtual:octet/${name}`)).matchAll(pattern)].map(([, id]) => id ?? '')
  assert.deepEqual(await list('cards', /import\("virtual:octet\/card\/(.*?)"\)/g), ids)
  const views = await list('views', /(?:import\(".*?\/app\/views\/(.*?)\.tsx"\)|(?<=[[\n])0(?=[,\]]))/g)
  assert.equal(views.length, ids.length)
  assert.deepEqual(
    views.filter((view, i) => view !== '' && view !== ids[i]),
    [],
  )
  assert.ok(views.includes('ip') && views.includes('hash'))
})

test('its card is plain data: schema with labels, files as base64, long answers left out', async () => {
  const card = await loadData('card/reverse')
  assert.deepEqual(card.input.properties.text.label, { en: 'Text', zh: '文本' })
  assert.deepEqual(card.examples[0].input.file, { $file: 'aGk=', type: 'text/plain', name: '' })
  assert.deepEqual(card.examples[0].output, { text: 'ba' })
  assert.equal('output' in card.examples[1], false)
  assert.equal('words' in card || 'accepts' in card || 'files' in card, false)
})

test('the answer that an empty page shows is there in both languages, the others are not', async () => {
  const { examples } = await loadData('card/parity')
  assert.deepEqual(
    examples.map(({ output, outputZh }: Record<string, unknown>) => [output, outputZh]),
    [
      [{ text: 'odd' }, { text: '奇数' }],
      [undefined, undefined],
    ],
  )
  assert.equal('outputZh' in (await loadData('card/reverse')).examples[0], false, 'the same in both')
})

test('its code goes to the worker only', async () => {
  assert.match(await load('\0virtual:octet/tool-modules'), /"reverse": \(\) => import\(".*text\/reverse\/tool\.ts"\)/)
  assert.doesNotMatch(await load('\0virtual:octet/card/reverse'), /defineTool|zod/)
})

test('a tool that is not there is an error', async () =>
  assert.rejects(load('\0virtual:octet/card/nothing'), /no tool “nothing”/))
