/** Answers of tools with long words of foreign servers, for tests of what fits a screen. */

const ANSWER = {
  question: {
    name: 'a.example.',
    type: 'A',
  },
  server: 'system',
  transport: 'udp',
  rcode: 'SERVFAIL',
  flags: ['qr'],
  ms: 1,
  sizeBytes: 60,
  wasTruncated: false,
  dig: '',
  answers: [],
  authorities: [],
  additionals: [],
  edns: {
    version: 0,
    udpSizeBytes: 1232,
    isDnssecOk: false,
    extendedErrors: [
      {
        code: 6,
        text: 'DNSSEC Bogus',
        extra: 'validation failure: no keys have a DS with algorithm ECDSAP256SHA256',
      },
    ],
  },
}
const HOP = {
  url: 'https://a.example/',
  status: 200,
  meaning: 'OK',
  address: '2001:db8:1234:5678:9abc:def0:1234:5678',
  location: null,
  headers: [],
  timing: {
    resolvedMs: 1,
    connectedMs: 1,
    securedMs: 1,
    firstByteMs: 1,
    endMs: 1,
  },
  tls: {
    protocol: 'TLSv1.2',
    cipher: 'TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256',
    isTrusted: true,
    problem: null,
  },
}
/** Answers with long words of foreign servers, by tool. */
export const PREFIX = '2001:db8:aaaa:bbbb:cccc:dddd:eeee:0/112'
/** A route that a ROA contradicts. */
export const ROUTING = {
  target: PREFIX,
  kind: 'network',
  checks: [{ id: 'rpki', verdict: 'bad', text: { en: `RPKI invalid: ${PREFIX}`, zh: `RPKI 无效：${PREFIX}` } }],
  announcements: [
    {
      prefix: PREFIX,
      asn: 399_999,
      name: 'X'.repeat(80),
      registry: 'arin',
      country: 'US',
      allocated: '2020-01-02',
      rpki: 'invalid',
      isRegistered: false,
    },
  ],
  neighbours: [3356, 4_199_999_999],
  policies: [
    {
      asn: 399_999,
      source: 'RADB',
      changed: '2024-05-06T07:08:09Z',
      neighbours: [{ asn: 4_199_999_998, relation: 'upstream', family: 'ipv6' }],
      isCut: false,
    },
  ],
  roas: [{ prefix: PREFIX, maxLength: 112, asn: 64_999, trustAnchor: 'arin' }],
  routes: [],
  registered: null,
  asked: [{ server: 'asn.cymru.com', question: `${'0.'.repeat(32)}origin6.asn.cymru.com TXT`, state: 'answered', ms: 12 }],
}

/** An AS whose operator declares an upstream and a peer. */
export const AS_ROUTING = {
  ...ROUTING,
  target: 'AS4199999999',
  kind: 'asn',
  announcements: [],
  neighbours: [],
  roas: [],
  policies: [
    {
      asn: 4_199_999_999,
      source: 'RADB',
      changed: null,
      neighbours: [
        { asn: 4_199_999_998, relation: 'upstream', family: 'ipv6' },
        { asn: 64_500, relation: 'peer', family: 'both' },
      ],
      isCut: false,
    },
  ],
  registered: {
    name: 'X'.repeat(80),
    registry: 'arin',
    country: 'US',
    allocated: '2020-01-02',
    prefixes: [],
    isCut: false,
  },
}

const LONG_NAME = 'x-a-header-of-many-letters-'.repeat(6)

export const LONG: Readonly<Record<string, readonly [path: string, answer: object]>> = {
  tls: [
    '/zh/lookup/tls',
    {
      host: 'a.example',
      port: 443,
      address: HOP.address,
      startTls: null,
      grade: 'A',
      protocol: 'TLSv1.2',
      cipher: HOP.tls.cipher,
      keyExchange: null,
      alpn: null,
      isTrusted: true,
      problem: null,
      hasStapledOcsp: false,
      ocsp: null,
      scts: [],
      isComplete: true,
      certificates: [],
      versions: [],
      groups: [{ name: 'X25519MLKEM768', isPostQuantum: true }],
      suites: ['TLS_CHACHA20_POLY1305_SHA256'],
      ciphers: [],
      checks: [],
    },
  ],
  'http-headers': [
    '/zh/lookup/http-headers',
    {
      hops: [HOP],
      url: HOP.url,
      status: 200,
      grade: 'A',
      totalMs: 1,
      sizeBytes: 1,
      isCut: false,
      checks: [],
      curl: 'curl https://a.example/',
    },
  ],
  cors: [
    '/zh/lookup/cors',
    {
      verdict: 'blocked',
      reason: { en: LONG_NAME, zh: LONG_NAME },
      url: `https://a.example/${LONG_NAME}`,
      origin: `https://${LONG_NAME}.example`,
      method: 'PUT',
      withCredentials: false,
      preflight: { why: { en: LONG_NAME, zh: LONG_NAME }, kept: null },
      checks: [{ id: 'allow-origin', verdict: 'bad', text: { en: LONG_NAME, zh: LONG_NAME } }],
      notes: [{ en: LONG_NAME, zh: LONG_NAME }],
      steps: [
        {
          kind: 'preflight',
          method: 'OPTIONS',
          url: `https://a.example/${LONG_NAME}`,
          origin: `https://${LONG_NAME}.example`,
          status: 204,
          meaning: 'No Content',
          address: HOP.address,
          tookMs: 12,
          passes: false,
          sent: [{ name: 'Origin', value: `https://${LONG_NAME}.example` }],
          headers: [{ name: 'access-control-allow-headers', value: LONG_NAME }],
        },
      ],
      headers: [{ name: LONG_NAME, value: LONG_NAME, isReadable: true }],
      nginx: `add_header Access-Control-Allow-Headers "${LONG_NAME}" always;`,
      node: `'${LONG_NAME}'`,
    },
  ],
  'link-preview': [
    '/zh/lookup/link-preview',
    {
      url: `https://a.example/${'a-path-of-many-letters-'.repeat(6)}`,
      status: 200,
      title: 'a-title-without-a-space-'.repeat(6),
      description: 'AnotherWordThatDoesNotEnd'.repeat(8),
      language: 'zh-CN',
      charset: 'utf-8',
      canonical: null,
      card: {
        title: 'a-title-without-a-space-'.repeat(6),
        description: 'AnotherWordThatDoesNotEnd'.repeat(8),
        site: 'a-site-of-many-letters.'.repeat(4),
        isLarge: true,
        picture: null,
      },
      icon: null,
      robots: {
        url: 'https://a.example/robots.txt',
        status: 200,
        directives: [],
        crawlers: [
          {
            name: 'GPTBot',
            owner: 'OpenAI',
            purpose: 'ai',
            isAllowed: false,
            rule: { line: 3, text: `Disallow: /${'x'.repeat(200)}` },
          },
        ],
        sitemaps: [`https://a.example/${'sitemap-'.repeat(20)}`],
      },
      tags: [{ name: `og:${'a-name-of-many-letters'.repeat(3)}`, value: 'v'.repeat(300) }],
      alternates: [],
      feeds: [],
      structured: [],
      checks: [],
    },
  ],
  routing: ['/zh/ip/routing', ROUTING],
  'resolver-test': [
    '/zh/lookup/resolver',
    {
      resolvers: [
        {
          id: 'a',
          name: `https://${'a-resolver-of-many-letters.'.repeat(4)}example/dns-query`,
          server: `https://${'a-resolver-of-many-letters.'.repeat(4)}example/dns-query?`,
          state: 'answered',
          medianMs: 12,
          firstMs: 1234,
          knownAnswer: 'changed',
          missingName: 'redirected',
          redirectedTo: ['2001:db8:1234:5678:9abc:def0:1234:5678', '2001:db8:1234:5678:9abc:def0:1234:5679'],
          dnssec: 'passes',
          clientSubnet: 'yes',
          note: { en: 'a', zh: `${'www.example.com'.repeat(6)} 得到 203.0.113.80` },
        },
      ],
      isComplete: true,
    },
  ],
  dns: [
    '/zh/dnschaxun',
    {
      name: 'a.example',
      mode: 'query',
      answers: [ANSWER],
      places: [],
      failures: [],
      text: '',
      zoneFile: '',
      trace: null,
      comparison: null,
      dnssec: null,
      health: null,
    },
  ],
}

const REGISTRATION = {
  name: 'example.com',
  unicode: null,
  state: 'registered',
  registrar: 'Gesellschaft für die Registrierung von Domainnamen mbH',
  created: '1995-08-14T04:00:00Z',
  expires: '2026-12-08T04:00:00Z',
  daysLeft: 12,
  statuses: ['clientTransferProhibited', 'serverUpdateProhibited'],
  nameServers: ['a-name-server-of-many-letters.registry-services.example', 'b.example'],
  isSigned: true,
  source: 'rdap',
  askedAt: '2026-11-26T10:00:00Z',
  error: null,
}
/** Two registrations, of which one could not be asked for. */
export const REGISTRATIONS = {
  total: 2,
  done: 2,
  soon: 1,
  isComplete: true,
  rows: [
    REGISTRATION,
    {
      ...REGISTRATION,
      name: `${'long-label-'.repeat(5)}x.example`,
      state: 'failed',
      registrar: null,
      created: null,
      expires: null,
      daysLeft: null,
      statuses: [],
      nameServers: [],
      isSigned: null,
      source: null,
      error: 'whois.registry.example says “too many requests from this address, try again later”',
    },
  ],
  csv: '',
  calendar: '',
}

/** An answer of the DNS page with these addresses. */
export const toDnsResult = (addresses: readonly string[]) => ({
  name: 'example.com',
  mode: 'query',
  answers: [
    {
      ...ANSWER,
      question: { name: 'example.com', type: 'A' },
      rcode: 'NOERROR',
      answers: addresses.map((data, index) => ({
        name: 'example.com.',
        ttl: 60 + index,
        class: 'IN',
        type: 'A',
        data,
        fields: null,
      })),
      edns: null,
    },
  ],
  places: [],
  failures: [],
  text: '',
  zoneFile: '',
  trace: null,
  comparison: null,
  dnssec: null,
  health: null,
})
