import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { GROUPS } from '../packages/core/src/tool.ts'

type Template = { readonly path: string; readonly text: string; readonly next: string }

/** The first version of a thing, with an example that fails until it is filled in. */
const TEMPLATES: Readonly<Record<string, (path: string) => Template>> = {
  tool(path) {
    const [group = '', id = ''] = path.split('/')
    if (!Object.hasOwn(GROUPS, group) || !/^[a-z][a-z\d-]*$/.test(id))
      throw new Error(`expected <group>/<id>, the group one of ${Object.keys(GROUPS).join(', ')}, got “${path}”`)
    return {
      path: `packages/tools/src/${group}/${id}/tool.ts`,
      text: `import { defineTool } from '@octet/core/tool.ts'
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
    { name: { en: 'one', zh: '示例一' }, input: { text: 'a' }, output: { text: 'fill in what should come out' } },
    { name: { en: 'two', zh: '示例二' }, input: { text: '中文' } },
  ],
  run: ({ text }) => ({ text }),
})
`,
      next: `npm test packages/tools/src/registry.test.ts, npm run tool ${id} -- --text a, npm run dev`,
    }
  },
  endpoint(path) {
    return {
      path: `apps/server/src/api/${path}.ts`,
      text: `import { defineEndpoint } from '@octet/core/endpoint.ts'
import * as z from 'zod'

export default defineEndpoint({
  method: 'GET',
  path: '/v1/${path}',
  auth: 'none',
  title: { en: 'Title', zh: '标题' },
  summary: { en: 'What it answers', zh: '返回的内容' },
  input: z.object({}),
  output: z.object({ ok: z.boolean() }),
  errors: [],
  handle: () => ({ ok: true }),
})
`,
      next: `npm run api GET /v1/${path}, npm run openapi`,
    }
  },
  kind(path) {
    return {
      path: `packages/tools/src/kinds/${path}.ts`,
      text: `import { defineKind } from '@octet/core/kind.ts'

export default defineKind({
  id: '${path}',
  title: { en: '${path}', zh: '${path}' },
  examples: ['a text of this kind'],
  counterExamples: [],
  detect: (sample) => (/^never$/.test(sample) ? { score: 0.9 } : undefined),
})
`,
      next: 'npm test packages/tools/src/registry.test.ts',
    }
  },
  source(path) {
    return {
      path: `packages/data/src/sources/${path}/source.ts`,
      text: `import { defineSource } from '@octet/core/source.ts'

export default defineSource({
  id: '${path}',
  title: { en: '${path}', zh: '${path}' },
  homepage: 'https://example.org/',
  licence: { name: 'CC-BY-4.0', url: 'https://creativecommons.org/licenses/by/4.0/', attribution: { en: 'Credit', zh: '署名' }, mayRedistribute: true },
  origin: { kind: 'url', urls: ['https://example.org/data.csv'], cadence: 'daily' },
  kind: 'location',
  precedence: 100,
  bounds: { minRows: 1, maxRows: 10_000_000 },
  golden: [],
  parse: () => [],
})
`,
      next: `npm test packages/data`,
    }
  },
}

const [kind = '', path = ''] = process.argv.slice(2)
const make = Object.hasOwn(TEMPLATES, kind) ? TEMPLATES[kind] : undefined
if (!make || !path) {
  console.error(`usage: npm run new <${Object.keys(TEMPLATES).join('|')}> <path>, e.g. npm run new tool convert/roman`)
  process.exit(2)
}
const { path: file, text, next } = makeOrExit(make, path)
const target = join(import.meta.dirname, '..', file)
if (existsSync(target)) {
  console.error(`${file} is there already`)
  process.exit(1)
}
await mkdir(dirname(target), { recursive: true })
await writeFile(target, text)
console.log(`wrote ${file}\nnext: ${next}`)

function makeOrExit(template: (path: string) => Template, at: string): Template {
  try {
    return template(at)
  } catch (error) {
    console.error((error as Error).message)
    process.exit(2)
  }
}
