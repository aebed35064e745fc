import { parseArgs } from 'node:util'
import { AppError } from '@octet/core/errors.ts'
import { getField } from '@octet/core/ip/record-field.ts'
import { toYaml } from '../to-yaml.ts'
import { defineCommand, UsageError } from '../command.ts'
import { connect } from '../connect.ts'
import { openLocalData } from '../local-data.ts'

export default defineCommand({
  summary: { en: 'Look addresses up in the data of this machine, or on the server', zh: '用本机数据（或服务器）查询 IP 地址' },
  usage: [
    {
      en: 'octet lookup <address or host name> … [--json] [--field country_code]',
      zh: 'octet lookup <地址或域名> … [--json] [--field country_code]',
    },
  ],
  async run({ words, config, print }) {
    const options = { json: { type: 'boolean' }, field: { type: 'string' } } as const
    const { values, positionals: queries } = parseArgs({ args: [...words], options, allowPositionals: true })
    const { json: isJson, field } = values
    if (queries.length === 0)
      throw new UsageError({
        en: 'expected an address or a host name; octet batch takes a list',
        zh: '应给出地址或主机名；成批查询请用 octet batch',
      })
    await using local = await openLocalData(config.varFolder, config.lang)
    for (const query of queries) {
      const record = await find(query)
      if (field !== undefined) await print(`${toFieldText(record, field)}\n`)
      else if (isJson) await print(`${JSON.stringify(record)}\n`)
      else await print(`${queries.length > 1 ? '---\n' : ''}${toYaml(record)}`)
    }

    async function find(query: string): Promise<object> {
      if (!local) {
        if (!config.server)
          throw new AppError('data_missing', { reason: { en: 'it has not been built here', zh: '本机尚未构建' } })
        return connect(config.server, config).lookup(query)
      }
      const isName = /[g-z]/i.test(query) && query.includes('.')
      const [address = query] = isName ? await local.ip.resolve(query) : [query]
      return local.ip.lookup(address)
    }
  },
})

/** One value as text, a part as JSON, an unknown value as nothing. Throws `unknown_field`. */
function toFieldText(record: object, name: string): string {
  const value = getField(record, name)
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '')
}
