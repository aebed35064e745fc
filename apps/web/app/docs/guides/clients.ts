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
        en: 'GeoIP web services 2.1 are served under /geoip/v2.1/, with any account ID and your key as the licence key. ipinfo’s paths work at the root and under /lite, /lookup, /plus, /max, /batch, /map, /summarize and /me; ip-api’s at /json/, /line/ and /csv/, and its lists at /batch with `fields`. ipgeolocation’s are /ipgeo, /v2/ipgeo and /v3/ipgeo, and /ipgeo-bulk below each, without what `include` would add; DB-IP’s /v2/{key}/{addresses}, with `free` in place of a key. Both send the key in the URL, which a key allows unless you have switched it off. ip2location.io, ipdata and ipregistry are recognised by the way the key is sent, or by host: the operator maps hosts under `personalities.hosts`. Their forms have no “unknown”: a privacy flag of which no list is loaded is false there, and null in our own. GeoIP’s `is_anonymous` is true for a VPN, Tor, a proxy or a relay: a hosting network alone is told by `is_hosting_provider`.',
        zh: 'GeoIP Web 服务 2.1 位于 /geoip/v2.1/，账户号任意，许可证密钥填您的密钥。ipinfo 的路径直接可用：根路径，以及 /lite /lookup /plus /max /batch /map /summarize /me；ip-api 的路径为 /json/ /line/ /csv/，批量为带 `fields` 的 /batch；ipgeolocation 的路径为 /ipgeo、/v2/ipgeo、/v3/ipgeo 及其对应的 /ipgeo-bulk（不含 `include` 附加的内容）；DB-IP 的路径为 /v2/{密钥}/{地址}，没有密钥时写 `free`。这两种服务的密钥在 URL 中传递；密钥默认允许这样做，除非您已关闭。ip2location.io、ipdata、ipregistry 根据密钥的携带方式或主机名识别，主机名由管理员在 `personalities.hosts` 中配置。这些格式没有“未知”：未加载名单的隐私标记在其中为 false，在我们自己的格式中为 null。GeoIP 的 `is_anonymous` 表示 VPN、Tor、代理或中继；仅属托管网络时请看 `is_hosting_provider`。',
      },
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
        en: 'The client runs in browsers and in Node: typed from the OpenAPI file, it retries after 429, 502 and 503, solves the puzzle that network tools set after much use without a key, splits lists into batches, and answers private addresses without a request. The command line does the same from pipes, and measures from monitoring points: `octet measure --help`. Both come with the source of the program and are in no registry: in its folder, `npm ci` and `npm install -g ./apps/cli` set up `octet`; in yours, `npm install {that folder}/packages/client` adds the client. Without the source, /openapi.json gives types or a client in most languages.',
        zh: '客户端可在浏览器与 Node 中运行：类型由 OpenAPI 文件生成，遇到 429、502、503 自动重试，无密钥频繁使用网络工具时自动完成所要求的计算，自动分批，私有地址无需调用即可回答。命令行可配合管道使用，也可从监测点测量：`octet measure --help`。两者随程序源代码提供，不在任何软件源中：在源代码目录中运行 `npm ci` 和 `npm install -g ./apps/cli` 即可使用 `octet`；在您的项目中运行 `npm install {源代码目录}/packages/client` 即可加入客户端。没有源代码时，可用 /openapi.json 为多数语言生成类型或客户端。',
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
          code: 'octet lookup 8.8.8.8 --field country_code\necho 8.8.8.8 | octet batch',
        },
      ],
    },
  ],
}
