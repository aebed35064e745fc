import type { Guide } from '../guide.ts'

export const privacy: Guide = {
  id: 'privacy',
  title: { en: 'Privacy Detection API', zh: '隐私检测 API' },
  description: {
    en: 'Whether an address is a VPN, Tor exit, proxy, relay or hosting address, and which list says so, with its date.',
    zh: '判断地址是否为 VPN、Tor 出口、代理、中继或托管地址，并给出收录名单与日期。',
  },
  parts: [
    {
      id: 'one',
      title: { en: 'Flags with evidence', zh: '标记与依据' },
      words: {
        en: '`GET /v1/privacy/{address}`. Each set flag has an entry in `evidence`: the list, its page and its date. A flag is null while no list of its kind is loaded, and `missing` says so.',
        zh: '`GET /v1/privacy/{地址}`。每个为真的标记在 `evidence` 中都有名单、出处与日期；未加载该类名单时标记为 null，并在 `missing` 中说明。',
      },
      samples: [
        { program: 'curl', label: { en: 'curl', zh: 'curl' }, code: 'curl -fsS $ORIGIN/v1/privacy/8.8.8.8' },
        {
          program: 'node',
          label: { en: 'Node', zh: 'Node' },
          code: `const answer = await fetch('$ORIGIN/v1/privacy/8.8.8.8')
const { data } = await answer.json()
for (const { flags, list, date } of data.evidence) console.log(flags.join(), 'by', list, date ?? '')`,
        },
        {
          program: 'python',
          label: { en: 'Python', zh: 'Python' },
          code: `import json, urllib.request

with urllib.request.urlopen("$ORIGIN/v1/privacy/8.8.8.8") as answer:
    data = json.load(answer)["data"]
print("hosting" if data["is_hosting"] else "no hosting", data["provider"])`,
        },
      ],
    },
    {
      id: 'lists',
      title: { en: 'Whole lists', zh: '整份名单' },
      words: {
        en: 'The networks behind a tag: hosting, data_center, vpn, tor, proxy, relay, anycast. A tag without a loaded list returns an error instead of an empty list.',
        zh: '获取标签对应的全部网段：hosting、data_center、vpn、tor、proxy、relay、anycast。没有名单的标签会被拒绝，而不会返回空结果。',
      },
      samples: [
        {
          program: 'curl',
          label: { en: 'For ipset', zh: '用于 ipset' },
          code: "curl -fsS '$ORIGIN/v1/ranges/tag/hosting?family=ipv6&format=ipset&name=hosting' | head -3",
        },
      ],
    },
  ],
}
