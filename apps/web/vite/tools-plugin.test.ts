import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { TOOLS_FOLDER } from '@octet/tools/registry.ts'
import { toolsPlugin } from './tools-plugin.ts'

const folder = await mkdtemp(join(import.meta.dirname, 'fixture-'))
after(() => rm(folder, { recursive: true }))
await mkdir(join(folder, 'text/whisper'), { recursive: true })
await writeFile(
  join(folder, 'text/whisper/tool.ts'),
  `import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
export default defineTool({
  id: 'whisper', route: '/text/whisper', group: 'text', title: { en: 'Whisper', zh: '低语' }, summary: { en: 's', zh: 's' }, keywords: ['quiet'],
  input: z.object({ text: z.string().meta({ label: { en: 'Text', zh: '文本' } }) }), output: z.object({ text: z.string() }),
  accepts: { json: {} }, examples: [{ name: { en: 'a', zh: 'a' }, input: { text: 'A' }, output: { text: 'a' } }],
  run: ({ text }) => ({ text: text.toLowerCase() }),
})
`,
)

const plugin = toolsPlugin([TOOLS_FOLDER, folder])
const load = plugin.load as (id: string) => Promise<string>
const read = async (name: string) => {
  const code = await load(`\0virtual:octet/${name}`)
  return JSON.parse(JSON.parse(code.slice('export default JSON.parse('.length, -1)))
}

test('a tool added as one file is in the site list', async () => {
  const row = (await read('catalogue')).find(({ id }: { id: string }) => id === 'whisper')
  assert.deepEqual([row.route, row.group, row.title.zh], ['/text/whisper', 'text', '低语'])
})

test('… in the words of the palette, with pinyin and initials, and in the smart box', async () => {
  const row = (await read('search')).find(({ id }: { id: string }) => id === 'whisper')
  for (const word of ['quiet', 'diyu', 'dy']) assert.ok(row.words.includes(word), word)
  assert.deepEqual(row.accepts, { json: {} })
})

test('… has a page and code that runs in the browser', async () => {
  assert.equal((await read('card/whisper')).examples[0].output.text, 'a')
  assert.match(await load('\0virtual:octet/tool-modules'), /"whisper": \(\) => import\("[^"]*text\/whisper\/tool\.ts"\)/)
})
