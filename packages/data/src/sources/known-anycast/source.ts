import { ANYCAST } from '@octet/ipdb/meta.ts'
import { defineLayer, type FlagValue } from '../../layer.ts'
import { NetworkList } from '../../readers/network-list.ts'

/** Networks whose operators say in public that they answer from many places, by who that is. */
export const SERVICES: Readonly<Record<string, string>> = {
  'root a': '198.41.0.0/24 2001:503:ba3e::/48',
  'root b': '170.247.170.0/24 199.9.14.0/24 2801:1b8:10::/48 2001:500:200::/48',
  'root c': '192.33.4.0/24 2001:500:2::/48',
  'root d': '199.7.91.0/24 2001:500:2d::/48',
  'root e': '192.203.230.0/24 2001:500:a8::/48',
  'root f': '192.5.5.0/24 2001:500:2f::/48',
  'root g': '192.112.36.0/24 2001:500:12::/48',
  'root h': '198.97.190.0/24 2001:500:1::/48',
  'root i': '192.36.148.0/24 2001:7fe::/48',
  'root j': '192.58.128.0/24 2001:503:c27::/48',
  'root k': '193.0.14.0/24 2001:7fd::/48',
  'root l': '199.7.83.0/24 2001:500:9f::/48',
  'root m': '202.12.27.0/24 2001:dc3::/48',
  as112: '192.175.48.0/24 192.31.196.0/24 2620:4f:8000::/48 2001:4:112::/48',
  google: '8.8.8.0/24 8.8.4.0/24 2001:4860:4860::/48',
  cloudflare: '1.1.1.0/24 1.0.0.0/24 2606:4700:4700::/48',
  quad9: '9.9.9.0/24 149.112.112.0/24 2620:fe::/48',
  opendns: '208.67.222.0/24 208.67.220.0/24 2620:119:35::/48 2620:119:53::/48',
  adguard: '94.140.14.0/24 94.140.15.0/24 2a10:50c0::/48',
  cleanbrowsing: '185.228.168.0/24 185.228.169.0/24 2a0d:2a00:1::/48 2a0d:2a00:2::/48',
  nextdns: '45.90.28.0/24 45.90.30.0/24 2a07:a8c0::/48 2a07:a8c1::/48',
  'control d': '76.76.2.0/24 76.76.10.0/24 2606:1a40::/48 2606:1a40:1::/48',
  ultradns: '64.6.64.0/24 64.6.65.0/24 156.154.70.0/24 156.154.71.0/24 2620:74:1b::/48 2620:74:1c::/48',
  alidns: '223.5.5.0/24 223.6.6.0/24 2400:3200::/48 2400:3200:baba::/48',
  '114dns': '114.114.114.0/24 114.114.115.0/24',
}

/** Root name servers, AS112 and public resolvers: a short list of our own, so that a fresh install knows the best known ones. */
export default defineLayer({
  id: 'known-anycast',
  title: { en: 'Root servers and public resolvers (anycast)', zh: '根服务器与公共解析器（任播）' },
  homepage: 'https://root-servers.org/',
  licence: {
    name: 'Apache-2.0',
    url: 'https://www.apache.org/licenses/LICENSE-2.0',
    attribution: { en: 'Anycast services listed by Octet', zh: '任播服务名单由 Octet 整理' },
    mayRedistribute: true,
  },
  origin: { kind: 'url', urls: [], cadence: 'monthly' },
  kind: 'flags',
  precedence: 5,
  bounds: { minRows: 50, maxRows: 1_000 },
  golden: [
    { address: '8.8.8.8', expect: { country_code: 'US', 'missing.accuracy_radius': 'anycast' } },
    { address: '2001:4860:4860::8888', expect: { country_code: 'US', 'missing.accuracy_radius': 'anycast' } },
  ],
  *parse() {
    const list = new NetworkList<FlagValue>()
    for (const network of Object.values(SERVICES).flatMap((networks) => networks.split(' ')))
      if (!list.add(network, '', () => ({ flags: ANYCAST }))) throw new Error(`expected a network, got ${network}`)
    yield* list.toStreams()
  },
})
