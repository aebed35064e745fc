import type { Guide } from '../guide.ts'

export const nginx: Guide = {
  id: 'nginx',
  title: { en: 'nginx and ClickHouse', zh: 'nginx 与 ClickHouse' },
  description: {
    en: 'Lookup results as headers in front of your application, and address data as a dictionary in a database.',
    zh: '在应用前以响应头提供定位结果，以及在数据库中作为字典使用。',
  },
  parts: [
    {
      id: 'auth-request',
      title: { en: 'Headers with auth_request', zh: '用 auth_request 注入请求头' },
      words: {
        en: '`GET /v1/headers` answers 204 with X-Geo-Country-Code, X-Geo-City, X-Geo-Asn, X-Geo-Is-Proxy and more for the address in X-Geo-Address. Non-ASCII text is percent-encoded; unknown values get no header.',
        zh: '`GET /v1/headers` 针对 X-Geo-Address 中的地址返回 204，并带 X-Geo-Country-Code、X-Geo-City、X-Geo-Asn、X-Geo-Is-Proxy 等响应头。非 ASCII 文本使用百分号编码；未知的值不出现。',
      },
      samples: [
        {
          program: 'nginx',
          label: { en: 'nginx', zh: 'nginx' },
          code: `location = /_geo {
  internal;
  proxy_pass $ORIGIN/v1/headers;
  proxy_pass_request_body off;
  proxy_set_header Content-Length "";
  proxy_set_header X-Geo-Address $remote_addr;
}
location / {
  auth_request /_geo;
  auth_request_set $country $upstream_http_x_geo_country_code;
  proxy_set_header X-Country $country;
  proxy_pass http://127.0.0.1:8080;
}`,
        },
        {
          program: 'curl',
          label: { en: 'What nginx gets', zh: 'nginx 得到的响应' },
          code: "curl -fsSI -X GET -H 'X-Geo-Address: 8.8.8.8' $ORIGIN/v1/headers",
        },
        {
          program: 'curl',
          label: { en: 'Refuse a country', zh: '屏蔽国家' },
          code: "curl -fsS '$ORIGIN/v1/ranges/country/SG?format=nginx&family=ipv4' | head -3",
        },
      ],
    },
    {
      id: 'clickhouse',
      title: { en: 'A dictionary in ClickHouse', zh: 'ClickHouse 字典' },
      words: {
        en: 'ClickHouse does not read MMDB. An ip_trie dictionary over a CSV of networks does the same; in this example its source is the ranges of one country.',
        zh: 'ClickHouse 不能读取 MMDB，可用基于网段 CSV 的 ip_trie 字典代替；此处以某国家的地址段为来源。',
      },
      samples: [
        {
          program: 'clickhouse',
          label: { en: 'SQL', zh: 'SQL' },
          code: `CREATE DICTIONARY singapore (network String, first String, last String, addresses String)
PRIMARY KEY network
SOURCE(HTTP(url '$ORIGIN/v1/ranges/country/SG?format=csv' format 'CSVWithNames'))
LAYOUT(IP_TRIE)
LIFETIME(86400);

SELECT dictHas('singapore', tuple(toIPv4('8.8.8.8')));`,
        },
      ],
    },
  ],
}
