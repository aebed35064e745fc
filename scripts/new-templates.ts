import { GROUPS } from '../packages/core/src/tool.ts'

/** The files of a new thing, by path from the root, and what to do with them. */
export type Template = { readonly files: Readonly<Record<string, string>>; readonly next: string }

const NAME = /^[a-z][a-z\d]*(-[a-z\d]+)*$/

/** The first version of a thing, with an example that fails until it is filled in. Throws when the path has another form. */
export const TEMPLATES: Readonly<Record<string, (path: string) => Template>> = {
  tool(path) {
    const [group = '', id = '', ...more] = path.split('/')
    if (!Object.hasOwn(GROUPS, group) || !NAME.test(id) || more.length > 0)
      throw new Error(`expected <group>/<id>, the group one of ${Object.keys(GROUPS).join(', ')}, got “${path}”`)
    return {
      files: {
        [`packages/tools/src/${group}/${id}/tool.ts`]: `import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'

export default defineTool({
  id: '${id}',
  route: '/${group}/${id}',
  group: '${group}',
  icon: 'Tool',
  title: { en: '${id}', zh: '${id}' },
  summary: { en: 'What it does, in one line', zh: '一句话说明它的用途' },
  keywords: [],
  input: z.object({
    text: z.string().meta({ label: { en: 'Text', zh: '文本' }, widget: 'text', main: true }),
  }),
  output: z.object({ text: z.string().meta({ label: { en: 'Result', zh: '结果' }, widget: 'text', main: true }) }),
  examples: [
    { name: { en: 'One', zh: '示例一' }, input: { text: 'a' }, output: { text: 'fill in what should come out' } },
    { name: { en: 'Two', zh: '示例二' }, input: { text: '中文' } },
  ],
  run: ({ text }) => ({ text }),
})
`,
      },
      next: `npm test packages/tools/src/registry.test.ts, npm run tool ${id} -- a, npm run dev`,
    }
  },
  endpoint(path) {
    const [area = '', verb = '', ...more] = path.split('/')
    if (!NAME.test(area) || !NAME.test(verb) || more.length > 0) throw new Error(`expected <area>/<verb>, got “${path}”`)
    return {
      files: {
        [`apps/server/src/api/${path}.ts`]: `import { defineEndpoint } from '@octet/core/endpoint.ts'
import { joinText } from '@octet/core/text.ts'
import * as z from 'zod'

export default defineEndpoint({
  method: 'GET',
  path: '/v1/${path}',
  auth: 'none',
  title: { en: 'Title', zh: '标题' },
  summary: { en: 'What it answers.', zh: '返回的内容。' },
  input: z.object({
    name: z
      .string()
      .min(1)
      .max(100)
      .describe(joinText({ en: 'What it is asked for', zh: '查询的内容' })),
  }),
  output: z.object({ text: z.string() }),
  errors: [],
  handle: ({ input }) => ({ text: input.name }),
})
`,
        [`apps/server/src/api/${path}.test.ts`]: `import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startProduct } from '../../testing/start.ts'

let product: Awaited<ReturnType<typeof startProduct>>
before(async () => {
  product = await startProduct()
})
after(() => product[Symbol.asyncDispose]())

const get = (query: string) => product.app.inject({ url: \`/v1/${path}\${query}\` })

test('named by what should come out', async () => {
  const { data } = (await get('?name=a')).json()
  assert.deepEqual(data, { text: 'fill in what should come out' })
})

test('400 without a name', async () => {
  assert.equal((await get('')).statusCode, 400)
})
`,
      },
      next: `npm test apps/server/src/api/${path}.test.ts, npm run api GET '/v1/${path}?name=a', npm run openapi`,
    }
  },
  kind(path) {
    if (!NAME.test(path)) throw new Error(`expected a name in kebab-case, got “${path}”`)
    return {
      files: {
        [`packages/tools/src/kinds/${path}.ts`]: `import { defineKind } from '@octet/core/kind.ts'

export default defineKind({
  id: '${path}',
  title: { en: '${path}', zh: '${path}' },
  examples: ['a text of this kind'],
  counterExamples: ['looks alike but is not'],
  detect: (sample) => (/^never$/.test(sample) ? { score: 0.9 } : undefined),
})
`,
      },
      next: `npm test packages/tools/src/registry.test.ts, then «accepts: { ${path}: … }» in the tools that take it`,
    }
  },
  source(path) {
    if (!NAME.test(path)) throw new Error(`expected a name in kebab-case, got “${path}”`)
    return {
      files: {
        [`packages/data/src/sources/${path}/source.ts`]: `import { defineLayer } from '../../layer.ts'
import { ccBy } from '../../licences.ts'
import { readRangeCsv } from '../../readers/range-csv.ts'

/** What its ranges say, in one line. */
export default defineLayer({
  id: '${path}',
  title: { en: '${path}', zh: '${path}' },
  homepage: 'https://example.org/',
  licence: ccBy('The credit its owner asks for', '数据所有者要求的署名'),
  origin: { kind: 'url', urls: ['https://example.org/ranges.csv'], cadence: 'daily' },
  kind: 'country',
  precedence: 1,
  bounds: { minRows: 1, maxRows: 10_000_000 },
  golden: [],
  async *parse(files) {
    for (const file of files)
      yield await readRangeCsv(file, {
        version: 4,
        toKey: (row) => row.text(2),
        toValue: (row) => ({ country: row.text(2) }),
      })
  },
})
`,
        [`packages/data/src/sources/${path}/source.test.ts`]: `import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeFolder } from '../../testing/folder.ts'
import { readSteps } from '../../testing/steps.ts'
import source from './source.ts'

test('a range has the value of its line', async () => {
  await using folder = await makeFolder()
  const path = join(folder.path, 'ranges.csv')
  await writeFile(path, '192.0.2.0,192.0.2.127,DE\\n')
  const [layer] = await Array.fromAsync(source.parse([path]))
  assert.deepEqual(
    readSteps(layer!).map(({ value }) => value),
    [{ country: 'fill in what should come out' }, undefined],
  )
})
`,
      },
      next: `npm test packages/data/src/sources/${path}, its file to var/sources/${path}/ranges.csv, npm run data build, npm run data status`,
    }
  },
}
