import { parseArgs } from 'node:util'
import { defineCommand, UsageError } from '../command.ts'
import { connect } from '../connect.ts'
import { getServer } from '../get-server.ts'

const KEYS = ['country', 'asn', 'org', 'domain', 'tag'] as const
type Key = (typeof KEYS)[number]

export default defineCommand({
  summary: { en: 'List the networks of a country, AS, organisation, domain or tag', zh: '列出国家、AS、机构、域名或标签的网段' },
  usage: [
    'octet ranges country SG [--format nftables] [--family ipv4]',
    'octet ranges asn AS15169',
    'octet ranges org Google',
    'octet ranges domain google.com',
    'octet ranges tag tor',
    { en: '  OCTET_SERVER is the server that is asked', zh: '  由 OCTET_SERVER 指定的服务器查询' },
  ],
  async run({ words, config, print }) {
    const { by, owner, format, family } = readWords(words)
    const client = connect(getServer(config), config)
    await print(await client.rangesAs(by, owner, format, { family }))
  },
})

function readWords(words: readonly string[]) {
  const options = { format: { type: 'string', default: 'text' }, family: { type: 'string', default: 'both' } } as const
  const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true })
  const [by, ...owner] = positionals
  const { format, family } = values
  if (!isKey(by) || owner.length === 0)
    throw new UsageError({ en: `expected one of ${KEYS.join(', ')} and a name`, zh: `应给出 ${KEYS.join('、')} 之一及名称` })
  if (family !== 'both' && family !== 'ipv4' && family !== 'ipv6')
    throw new UsageError({ en: '--family: expected both, ipv4 or ipv6', zh: '--family：应为 both、ipv4 或 ipv6' })
  return { by, owner: owner.join(' '), format, family } as const
}

function isKey(word: string | undefined): word is Key {
  return (KEYS as readonly (string | undefined)[]).includes(word)
}
