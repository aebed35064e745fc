import { parseArgs } from 'node:util'
import { OctetError } from '@octet/client/octet-error.ts'
import { readAsNumber } from '@octet/core/as-number.ts'
import { AppError, isAppError, toErrorMessage, type ErrorKey } from '@octet/core/errors.ts'
import { getField } from '@octet/core/ip/record-field.ts'
import type { Lang } from '@octet/core/text.ts'
import { toYaml } from '../to-yaml.ts'
import { defineCommand, UsageError } from '../command.ts'
import { openLocalData, type LocalData } from '../local-data.ts'

export default defineCommand({
  async run({ words, config, print, remark }) {
    const options = { json: { type: 'boolean' }, field: { type: 'string' } } as const
    const { values, positionals: queries } = parseArgs({ args: [...words], options, allowPositionals: true })
    const { json: isJson, field } = values
    if (queries.length === 0)
      throw new UsageError({
        en: 'expected an address or a host name; octet batch takes a list',
        zh: '应给出地址或主机名；成批查询请用 octet batch',
      })
    await using local = await openLocalData(config)
    let wrong = 0
    for (const query of queries) {
      const record = await findUnlessWrong(query)
      if (record === undefined) wrong++
      else if (field !== undefined) await print(`${toFieldText(record, field)}\n`)
      else if (isJson) await print(`${JSON.stringify(record)}\n`)
      else await print(`${queries.length > 1 ? '---\n' : ''}${await toYaml(record)}`)
    }
    return wrong > 0 ? 1 : 0

    /** Undefined for one of several that is wrong, once it has been said. */
    async function findUnlessWrong(query: string): Promise<object | undefined> {
      try {
        return await find(query)
      } catch (error) {
        const fault = queries.length > 1 ? findQueryFault(error, config.lang) : undefined
        if (fault === undefined) throw error
        remark(`octet lookup: ${fault}`)
        return undefined
      }
    }

    async function find(query: string): Promise<object> {
      if (!local) {
        if (!config.server)
          throw new AppError('data_missing', { reason: { en: 'it has not been built here', zh: '本机尚未构建' } })
        const { connect } = await import('../connect.ts')
        const client = connect(config.server, config)
        return isNetwork(query) ? client.asn(query) : client.lookup(query)
      }
      if (isNetwork(query)) return findNetwork(local, query)
      const isName = /[g-z]/i.test(query) && query.includes('.')
      const [address = query] = isName ? await local.ip.resolve(query) : [query]
      return local.ip.lookup(address)
    }
  },
})

/** Whether an AS number is asked for; without its letters it would be an address. */
const isNetwork = (query: string) => readAsNumber(query) !== undefined

async function findNetwork(local: LocalData, query: string): Promise<object> {
  const { describeNetwork, getNetwork } = await import('@octet/ipdb/networks/describe-network.ts')
  const database = await local.whole()
  return describeNetwork(database, getNetwork(database, query))
}

/** What is wrong with the one that was asked for, and says nothing of the others. */
const OF_QUERY: ReadonlySet<ErrorKey> = new Set([
  'bad_address',
  'address_missing',
  'not_one_address',
  'bad_domain',
  'name_not_found',
  'refused_target',
  'network_not_found',
  'bad_input',
])

function findQueryFault(error: unknown, lang: Lang): string | undefined {
  if (error instanceof OctetError) return OF_QUERY.has(error.key) ? error.message : undefined
  return isAppError(error) && OF_QUERY.has(error.key) ? toErrorMessage(error, lang) : undefined
}

/** One value as text, a part as JSON, an unknown value as nothing. Throws `unknown_field`. */
function toFieldText(record: object, name: string): string {
  const value = getField(record, name)
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '')
}
