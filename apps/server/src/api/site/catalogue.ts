import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'

export default defineEndpoint({
  method: 'GET',
  path: '/v1/tools',
  auth: 'none',
  title: { en: 'List of tools', zh: '工具列表' },
  summary: {
    en: 'Every tool with its page, texts in both languages and search words.',
    zh: '全部工具及其页面、中英文说明和检索词。',
  },
  input: z.object({}),
  output: z.array(z.object({ id: z.string(), route: z.string(), group: z.string() }).loose()),
  errors: [],
  async handle({ services }) {
    const { toCatalogueRow } = await import('@octet/tools/catalogue.ts') // spells pinyin: 4 MB that no start waits for
    return services.tools.filter(({ id }) => !services.switches.isOff(id)).map((tool) => ({ ...toCatalogueRow(tool) }))
  },
})
