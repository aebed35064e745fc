import type { Lang } from '@octet/core/text.ts'

/** What a server is to allow. */
export type Permission = {
  readonly origin: string
  readonly method: string
  /** Names of headers that the page sends beyond those that need no permission. */
  readonly names: readonly string[]
  readonly withCredentials: boolean
}

/** Names that need no quotes in any of the two. */
const PLAIN = /^[\w-]+$/

/** Lines that allow this page in nginx and in Node.js; nothing where a name would have to be escaped. */
export function writeConfig(permission: Permission, lang: Lang): { nginx: string; node: string } | undefined {
  const { origin, names } = permission
  if (origin === 'null' || !names.every((name) => PLAIN.test(name))) return undefined
  return { nginx: writeNginx(permission, WORDS[lang]), node: writeNode(permission, WORDS[lang]) }
}

const WORDS = {
  en: {
    http: 'in http { }',
    location: 'in the location { } of the address; headers without a value are not sent',
    first: 'before anything that looks at logins; in Express: app.use(cors)',
  },
  zh: {
    http: '放在 http { } 中',
    location: '放在该网址的 location { } 中；值为空的标头不会发送',
    first: '须在身份验证之前；Express 中为 app.use(cors)',
  },
} as const
type Words = (typeof WORDS)[Lang]

const toMethods = (method: string): string => [...new Set(['GET', 'HEAD', 'POST', method])].join(', ')

function writeNginx({ origin, method, names, withCredentials }: Permission, words: Words): string {
  return [
    `# ${words.http}`,
    'map $http_origin $cors_origin {',
    '    default "";',
    `    "${origin}" $http_origin;`,
    '}',
    '',
    `# ${words.location}`,
    'add_header Access-Control-Allow-Origin $cors_origin always;',
    'add_header Vary Origin always;',
    ...(withCredentials ? ['add_header Access-Control-Allow-Credentials true always;'] : []),
    `add_header Access-Control-Allow-Methods "${toMethods(method)}" always;`,
    ...(names.length > 0 ? [`add_header Access-Control-Allow-Headers "${names.join(', ')}" always;`] : []),
    'add_header Access-Control-Max-Age 7200 always;',
    'if ($request_method = OPTIONS) {',
    '    return 204;',
    '}',
    '',
  ].join('\n')
}

function writeNode({ origin, method, names, withCredentials }: Permission, words: Words): string {
  return [
    `const origins = new Set(['${origin}'])`,
    '',
    `// ${words.first}`,
    'function cors(req, res, next) {',
    "  res.appendHeader('Vary', 'Origin')",
    '  if (origins.has(req.headers.origin)) {',
    "    res.setHeader('Access-Control-Allow-Origin', req.headers.origin)",
    ...(withCredentials ? ["    res.setHeader('Access-Control-Allow-Credentials', 'true')"] : []),
    "    if (req.method === 'OPTIONS') {",
    '      res.writeHead(204, {',
    `        'Access-Control-Allow-Methods': '${toMethods(method)}',`,
    ...(names.length > 0 ? [`        'Access-Control-Allow-Headers': '${names.join(', ')}',`] : []),
    "        'Access-Control-Max-Age': '7200',",
    '      })',
    '      return res.end()',
    '    }',
    '  }',
    '  next()',
    '}',
    '',
  ].join('\n')
}
