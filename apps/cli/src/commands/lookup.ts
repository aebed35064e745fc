import { createClient } from '@octet/client/client.ts'
import { AppError } from '@octet/core/errors.ts'
import { stringify as toYaml } from 'yaml'
import { defineCommand, UsageError } from '../command.ts'
import { openLocalData } from '../local-data.ts'

export default defineCommand({
  summary: { en: 'Look addresses up in the data of this machine, or on the server', zh: '用本机数据（或服务器）查询 IP 地址' },
  usage: ['octet lookup <address or host name> … [--json] [--field country_code]'],
  async run({ words, config, print }) {
    const isJson = words.includes('--json')
    const fieldAt = words.indexOf('--field')
    const field = fieldAt < 0 ? undefined : words[fieldAt + 1]
    const queries = words.filter((word, index) => !word.startsWith('--') && (fieldAt < 0 || index !== fieldAt + 1))
    if (queries.length === 0) throw new UsageError('expected an address or a host name')
    await using local = await openLocalData(config.varFolder, config.lang)
    for (const query of queries) {
      const record = await find(query)
      if (field !== undefined)
        await print(
          `${String(field.split('.').reduce<unknown>((value, part) => (value as Record<string, unknown> | null)?.[part], record) ?? '')}\n`,
        )
      else await print(isJson ? `${JSON.stringify(record)}\n` : toYaml(record, { lineWidth: 0 }))
    }

    async function find(query: string): Promise<object> {
      if (!local) {
        if (!config.server)
          throw new AppError('data_missing', { reason: { en: 'it has not been built here', zh: '本机尚未构建' } })
        return createClient({ baseUrl: config.server, key: config.key, lang: config.lang }).lookup(query)
      }
      const isName = /[g-z]/i.test(query) && query.includes('.')
      const [address = query] = isName ? await local.ip.resolve(query) : [query]
      return local.ip.lookup(address)
    }
  },
})
