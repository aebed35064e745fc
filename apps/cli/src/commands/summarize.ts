import { parseArgs } from 'node:util'
import type { SummaryAnswer } from '@octet/client/client.ts'
import type { Text } from '@octet/core/text.ts'
import { summarizeList } from '@octet/ipdb/summary/summarize.ts'
import { defineCommand, UsageError } from '../command.ts'
import type { CliConfig } from '../config.ts'
import { connect } from '../connect.ts'
import { getServer } from '../get-server.ts'
import { openLocalData } from '../local-data.ts'
import { readPiped } from '../piped.ts'

const MAX_NAMES = 5

const WORDS = {
  countries: { en: 'countries', zh: '国家' },
  cities: { en: 'cities', zh: '城市' },
  networks: { en: 'networks', zh: '网络' },
  privacy: { en: 'privacy', zh: '隐私' },
} as const

export default defineCommand({
  async run({ words, config, stdin, print }) {
    const options = { json: { type: 'boolean' } } as const
    const { values, positionals: given } = parseArgs({ args: [...words], options, allowPositionals: true })
    const piped = given.length > 0 ? '' : ((await readPiped(stdin))?.toString('utf8') ?? '')
    const ips = given.length > 0 ? given : piped.split(/[\s,;"]+/).filter(Boolean)
    if (ips.length === 0)
      throw new UsageError({ en: 'expected addresses, as words or from a pipe', zh: '应给出地址，可作为参数或经管道传入' })
    const summary = await summarizeHereOrThere(ips, config)
    if (values.json) return print(`${JSON.stringify(summary)}\n`)
    const lists = [
      [WORDS.countries, summary.countries],
      [WORDS.cities, summary.cities],
      [WORDS.networks, summary.asns],
    ] as const
    const lines = lists.flatMap(([name, list]) => [
      name[config.lang],
      ...list.slice(0, MAX_NAMES).map((row) => `  ${String(row.count).padStart(7)}  ${row.name}`),
    ])
    const flags = Object.entries(summary.privacy).map(([name, count]) => `${name} ${count}`)
    const head = toHead(summary)[config.lang]
    await print(`${[head, ...lines, `${WORDS.privacy[config.lang]}  ${flags.join(', ')}`].join('\n')}\n`)
  },
})

async function summarizeHereOrThere(ips: readonly string[], config: CliConfig): Promise<SummaryAnswer> {
  await using local = await openLocalData(config)
  if (!local) return connect(getServer(config), config).summarize(ips)
  return summarizeList(await local.whole(), ips, config.lang)
}

function toHead({ unique, ipv4, ipv6, bogon, invalid }: SummaryAnswer): Text {
  return {
    en: `${unique} ${unique === 1 ? 'address' : 'addresses'} (${ipv4} IPv4, ${ipv6} IPv6), ${bogon} not public, ${invalid} unreadable`,
    zh: `${unique} 个地址（${ipv4} 个 IPv4、${ipv6} 个 IPv6），非公网 ${bogon} 个，无法识别 ${invalid} 个`,
  }
}
