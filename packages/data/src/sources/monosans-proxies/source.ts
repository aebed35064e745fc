import { readFile } from 'node:fs/promises'
import { FLAGS } from '@octet/ipdb/meta.ts'
import { defineLayer, type FlagValue } from '../../layer.ts'
import { mit } from '../../licences.ts'
import { NetworkList } from '../../readers/network-list.ts'

/** Open proxies found and tried by others: where they listen and where they come out. */
export default defineLayer({
  id: 'monosans-proxies',
  title: { en: 'Open proxies by monosans', zh: 'monosans 公开代理' },
  homepage: 'https://github.com/monosans/proxy-list',
  licence: mit(
    'https://github.com/monosans/proxy-list/blob/main/LICENSE',
    'Open proxies by monosans',
    '公开代理由 monosans 提供',
  ),
  origin: {
    kind: 'url',
    urls: ['https://raw.githubusercontent.com/monosans/proxy-list/main/proxies.json'],
    cadence: 'daily',
  },
  kind: 'flags',
  precedence: 10,
  bounds: { minRows: 50, maxRows: 200_000, maxShrink: 0.5 },
  golden: [],
  async *parse(files) {
    const list = new NetworkList<FlagValue>()
    for (const file of files)
      for (const address of toAddresses(JSON.parse(await readFile(file, 'utf8')) as unknown))
        list.add(address, '', () => ({ flags: FLAGS.proxy }))
    yield* list.toStreams()
  },
})

/** Hosts and exits, each once; hosts given by name are passed over. */
function toAddresses(rows: unknown): Set<string> {
  if (!Array.isArray(rows)) throw new Error('expected a JSON array of proxies')
  const addresses = new Set<string>()
  for (const { host, exit_ip: exit } of rows as { host?: unknown; exit_ip?: unknown }[]) {
    if (typeof host !== 'string') throw new Error('expected each proxy to have a host')
    addresses.add(host)
    if (typeof exit === 'string') addresses.add(exit)
  }
  return addresses
}
