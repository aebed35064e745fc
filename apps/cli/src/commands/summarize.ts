import { parseArgs } from 'node:util'
import { createClient } from '@octet/client/client.ts'
import { defineCommand, UsageError } from '../command.ts'
import { getServer } from '../get-server.ts'
import { readPiped } from '../piped.ts'

const MAX_NAMES = 5

export default defineCommand({
  summary: {
    en: 'Say how many addresses are spread over countries, towns and networks',
    zh: '汇总地址在国家、城市与网络上的分布',
  },
  usage: ['command | octet summarize [--json]', 'octet summarize 8.8.8.8 1.1.1.1'],
  async run({ words, config, stdin, print }) {
    const options = { json: { type: 'boolean' } } as const
    const { values, positionals: given } = parseArgs({ args: [...words], options, allowPositionals: true })
    const piped = given.length > 0 ? '' : ((await readPiped(stdin))?.toString('utf8') ?? '')
    const ips = given.length > 0 ? given : piped.split(/[\s,;"]+/).filter(Boolean)
    if (ips.length === 0)
      throw new UsageError({ en: 'expected addresses, as words or from a pipe', zh: '应给出地址，可作为参数或经管道传入' })
    const client = createClient({ baseUrl: getServer(config), key: config.key, lang: config.lang, timeoutMs: 60_000 })
    const summary = await client.summarize(ips)
    if (values.json) return print(`${JSON.stringify(summary)}\n`)
    const lists = [
      ['countries', summary.countries],
      ['cities', summary.cities],
      ['networks', summary.asns],
    ] as const
    const lines = lists.flatMap(([name, list]) => [
      name,
      ...list.slice(0, MAX_NAMES).map((row) => `  ${String(row.count).padStart(7)}  ${row.name}`),
    ])
    const flags = Object.entries(summary.privacy).map(([name, count]) => `${name} ${count}`)
    const head = `${summary.unique} ${summary.unique === 1 ? 'address' : 'addresses'} (${summary.ipv4} IPv4, ${summary.ipv6} IPv6), ${summary.bogon} not public, ${summary.invalid} unreadable`
    await print(`${[head, ...lines, `privacy  ${flags.join(', ')}`].join('\n')}\n`)
  },
})
