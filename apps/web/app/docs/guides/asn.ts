import type { Guide } from '../guide.ts'

export const asn: Guide = {
  id: 'asn',
  title: { en: 'ASN API and ranges', zh: 'ASN API 与地址段' },
  description: {
    en: 'Networks by AS number or address, their prefixes, and the ranges of countries, organisations and tags for your firewall.',
    zh: '按 AS 号或地址查询网络及其网段，并导出国家、机构、标签的地址段用于防火墙。',
  },
  parts: [
    {
      id: 'one',
      title: { en: 'A network', zh: '查询网络' },
      words: {
        en: '`GET /v1/asn/{number or address}`; `/prefixes` lists its prefixes page by page, `/upstreams` and `/downstreams` the networks that it buys transit from and sells it to. What the data lacks is returned as `available: false` with the reason, for example before the first update. Of peers only the number is known.',
        zh: '`GET /v1/asn/{AS 号或地址}`，`/prefixes` 分页返回网段，`/upstreams` 与 `/downstreams` 返回转接上游与下游。数据中没有的部分返回 `available: false` 及原因，例如首次更新数据之前；对等互联只有数量。',
      },
      samples: [
        {
          program: 'curl',
          label: { en: 'curl', zh: 'curl' },
          code: 'curl -fsS $ORIGIN/v1/asn/AS15169\ncurl -fsS $ORIGIN/v1/asn/8.8.8.8\ncurl -fsS $ORIGIN/v1/asn/AS15169/upstreams',
        },
        {
          program: 'python',
          label: { en: 'All prefixes in Python', zh: '用 Python 取全部网段' },
          code: `import json, urllib.request

page, prefixes = 1, []
while page:
    with urllib.request.urlopen(f"$ORIGIN/v1/asn/AS15169/prefixes?limit=1000&page={page}") as answer:
        data = json.load(answer)["data"]
    prefixes += data["items"]
    page = data["next"]
print(len(prefixes), prefixes[0])`,
        },
      ],
    },
    {
      id: 'ranges',
      title: { en: 'Ranges for a firewall', zh: '导出到防火墙' },
      words: {
        en: '`GET /v1/ranges/{country|asn|org|domain|tag}/{owner}` returns the fewest networks, as json, text, range, csv, nginx, apache, haproxy, nftables, ipset, iptables, route, mikrotik or cisco.',
        zh: '`GET /v1/ranges/{country|asn|org|domain|tag}/{名称}`：返回最少的网段，可为 json、text、range、csv、nginx、apache、haproxy、nftables、ipset、iptables、route、mikrotik 或 cisco。',
      },
      samples: [
        {
          program: 'curl',
          label: { en: 'nftables', zh: 'nftables' },
          code: "curl -fsS '$ORIGIN/v1/ranges/country/SG?format=nftables&family=ipv4' | head -8",
        },
        {
          program: 'curl',
          label: { en: 'MikroTik', zh: 'MikroTik' },
          code: "curl -fsS '$ORIGIN/v1/ranges/asn/AS15169?format=mikrotik&name=google' | head -3",
        },
        {
          program: 'curl',
          label: { en: 'An organisation', zh: '机构' },
          code: "curl -fsS '$ORIGIN/v1/ranges/org/Google%20LLC?family=ipv4&format=text' | head -3",
        },
      ],
    },
  ],
}
