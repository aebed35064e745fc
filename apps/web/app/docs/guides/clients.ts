import type { Guide } from '../guide.ts'

export const clients: Guide = {
  id: 'clients',
  title: { en: 'Clients you already have', zh: '沿用已有的客户端' },
  description: {
    en: 'Our own SDK and command line, and clients of eight other services, pointed here by base URL or DNS.',
    zh: '我们的 SDK 与命令行，以及只需改动基础地址或 DNS 即可使用的另外八种服务的客户端。',
  },
  parts: [
    {
      id: 'other',
      title: { en: 'Other services’ clients', zh: '其他服务的客户端' },
      words: {
        en: 'Programs written for these services work here once their base URL, or the DNS name they ask for, points to this server. Send your key the way each of them does:',
        zh: '为下列服务编写的程序，只要把基础地址或其 DNS 名称指向本服务器即可使用。密钥按各服务自己的方式携带：',
      },
      table: {
        head: [
          { en: 'Service', zh: '服务' },
          { en: 'Paths', zh: '路径' },
          { en: 'Your key', zh: '密钥放在哪里' },
        ],
        rows: [
          ['GeoIP 2.1', '`/geoip/v2.1/…`', { en: 'Licence key, with any account ID', zh: '作为许可证密钥，账户号任意' }],
          [
            'ipinfo',
            '`/` `/lite` `/lookup` `/plus` `/max` `/batch` `/map` `/summarize` `/me`',
            { en: '`token=`, or a Bearer or Basic header', zh: '`token=`，或 Bearer、Basic 请求头' },
          ],
          [
            'ip-api',
            {
              en: '`/json/` `/line/` `/csv/`; lists at `/batch?fields=…`',
              zh: '`/json/` `/line/` `/csv/`；批量为 `/batch?fields=…`',
            },
            '`key=`',
          ],
          [
            'ipgeolocation',
            {
              en: '`/ipgeo` `/v2/ipgeo` `/v3/ipgeo`, lists at `…/ipgeo-bulk`; without what `include` would add',
              zh: '`/ipgeo` `/v2/ipgeo` `/v3/ipgeo`，批量为 `…/ipgeo-bulk`；不含 `include` 附加的内容',
            },
            '`apiKey=`',
          ],
          [
            'DB-IP',
            { en: '`/v2/{key}/{addresses}`', zh: '`/v2/{密钥}/{地址}`' },
            { en: 'In the path; `free` without a key', zh: '写在路径中；没有密钥时写 `free`' },
          ],
          ['ip2location.io', '`/?ip=…`', '`key=`'],
          ['ipdata', { en: '`/{address}`', zh: '`/{地址}`' }, '`api-key=`'],
          [
            'ipregistry',
            { en: '`/{address}`', zh: '`/{地址}`' },
            { en: 'Header `Authorization: ApiKey …`, or `key=`', zh: '请求头 `Authorization: ApiKey …`，或 `key=`' },
          ],
        ],
      },
      notes: [
        {
          en: 'ip2location.io, ipdata and ipregistry share their paths and are told apart by the way the key is sent, or by host name: the operator maps host names under `personalities.hosts`.',
          zh: 'ip2location.io、ipdata 与 ipregistry 的路径相同，按密钥的携带方式或主机名区分；主机名由管理员在 `personalities.hosts` 中配置。',
        },
        {
          en: 'Where the key is part of the URL, the key must allow it. It does unless you have switched that off.',
          zh: '密钥写在 URL 中时，须允许在 URL 中传递。默认允许，除非您已关闭。',
        },
        {
          en: 'These formats have no “unknown”. A privacy flag for which no list is loaded is false in them, and null in our own format.',
          zh: '这些格式没有“未知”：尚未加载名单的隐私标记在其中为 false，在我们自己的格式中为 null。',
        },
        {
          en: 'GeoIP’s `is_anonymous` is true for a VPN, Tor, a proxy or a relay. For a hosting network, look at `is_hosting_provider`.',
          zh: 'GeoIP 的 `is_anonymous` 在 VPN、Tor、代理或中继时为 true；托管网络请看 `is_hosting_provider`。',
        },
      ],
      samples: [
        {
          program: 'curl',
          label: { en: 'GeoIP', zh: 'GeoIP' },
          code: 'curl -fsS -u "1:$KEY" $ORIGIN/geoip/v2.1/city/8.8.8.8',
        },
        {
          program: 'curl',
          label: { en: 'ipinfo', zh: 'ipinfo' },
          code: 'curl -fsS $ORIGIN/8.8.8.8/json\ncurl -fsS $ORIGIN/lite/8.8.8.8\ncurl -fsS $ORIGIN/AS15169/json | head -c 200',
        },
        {
          program: 'curl',
          label: { en: 'ip-api', zh: 'ip-api' },
          code: `curl -fsS "$ORIGIN/json/8.8.8.8?fields=status,country,city,query"
curl -fsS "$ORIGIN/batch?fields=countryCode,query&key=$KEY" -d '["8.8.8.8","1.1.1.1"]'`,
        },
        {
          program: 'curl',
          label: { en: 'ipgeolocation, DB-IP', zh: 'ipgeolocation、DB-IP' },
          code: `curl -fsS "$ORIGIN/v3/ipgeo?apiKey=$KEY&ip=8.8.8.8"
curl -fsS $ORIGIN/v2/free/8.8.8.8`,
        },
        {
          program: 'curl',
          label: { en: 'ipregistry, ipdata, ip2location.io', zh: 'ipregistry、ipdata、ip2location.io' },
          code: `curl -fsS -H "Authorization: ApiKey $KEY" $ORIGIN/8.8.8.8
curl -fsS "$ORIGIN/8.8.8.8?api-key=$KEY"
curl -fsS "$ORIGIN/?key=$KEY&ip=8.8.8.8&format=json"`,
        },
      ],
    },
    {
      id: 'own',
      title: { en: 'Our own', zh: '自有客户端' },
      words: {
        en: 'An SDK for browsers and Node, and a command line. Both come with the source of the program; they are in no package registry.',
        zh: '适用于浏览器与 Node 的 SDK，以及命令行工具。两者随程序源代码提供，不在任何软件源中。',
      },
      table: {
        head: [
          { en: 'Client', zh: '客户端' },
          { en: 'Set it up', zh: '安装' },
          { en: 'What it does for you', zh: '特点' },
        ],
        rows: [
          [
            { en: 'SDK', zh: 'SDK' },
            {
              en: 'In your project: `npm install {source folder}/packages/client`',
              zh: '在您的项目中：`npm install {源代码目录}/packages/client`',
            },
            {
              en: 'Types from the OpenAPI file; retries after 429, 502 and 503; splits lists into batches; answers private addresses without a request; solves the puzzle that network tools set after much use without a key',
              zh: '类型由 OpenAPI 文件生成；遇到 429、502、503 自动重试；自动分批；私有地址无需请求即可回答；无密钥频繁使用网络工具时，自动完成所要求的计算',
            },
          ],
          [
            { en: 'Command line', zh: '命令行' },
            {
              en: 'In the source folder: `npm ci`, then `npm install -g ./apps/cli`',
              zh: '在源代码目录中：先 `npm ci`，再 `npm install -g ./apps/cli`',
            },
            {
              en: 'Works with pipes; measures from monitoring points, see `octet measure --help`',
              zh: '可配合管道使用；可从监测点测量，见 `octet measure --help`',
            },
          ],
          [
            { en: 'Any other language', zh: '其他语言' },
            { en: 'No source needed: `/openapi.json`', zh: '无需源代码：`/openapi.json`' },
            { en: 'Generators make types or a whole client from it', zh: '可用代码生成器生成类型或完整客户端' },
          ],
        ],
      },
      samples: [
        {
          program: 'node',
          library: '@octet/client',
          label: { en: 'SDK', zh: 'SDK' },
          code: `import { createClient } from '@octet/client/client.ts'

const octet = createClient({ baseUrl: '$ORIGIN', key: '$KEY' })
const { country_code, ASN } = await octet.lookup('8.8.8.8')
console.log(country_code, ASN.asn)`,
        },
        {
          program: 'curl',
          label: { en: 'Description for generators', zh: '供生成器使用的描述' },
          code: 'curl -fsSO $ORIGIN/openapi.json',
        },
        {
          program: 'shell',
          label: { en: 'Command line', zh: '命令行' },
          code: 'octet lookup 8.8.8.8 --field country_code\necho 8.8.8.8 | octet batch\necho 8.8.8.8 | octet summarize\noctet ranges country SG --format nftables',
        },
      ],
    },
  ],
}
