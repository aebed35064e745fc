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
export function writeConfig(permission: Permission): { nginx: string; node: string } | undefined {
  const { origin, names } = permission
  if (origin === 'null' || !names.every((name) => PLAIN.test(name))) return undefined
  return { nginx: writeNginx(permission), node: writeNode(permission) }
}

const toMethods = (method: string): string => [...new Set(['GET', 'HEAD', 'POST', method])].join(', ')

function writeNginx({ origin, method, names, withCredentials }: Permission): string {
  return [
    '# in http { }',
    'map $http_origin $cors_origin {',
    '    default "";',
    `    "${origin}" $http_origin;`,
    '}',
    '',
    '# in the location { } of the address; headers that are empty are left out',
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

function writeNode({ origin, method, names, withCredentials }: Permission): string {
  return [
    `const origins = new Set(['${origin}'])`,
    '',
    '// before anything that looks at logins: app.use(cors) in Express',
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
