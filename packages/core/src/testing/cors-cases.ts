import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { CorsMethod, CorsReport } from '../probe/cors.ts'

/** Values of a header in lines of their own. `{page}`, `{api}` and `{other}` stand for origins of the test. */
type Answer = { readonly status?: number; readonly headers?: Readonly<Record<string, string | readonly string[]>> }

/** A question of a page to a server, and what a browser makes of the answer. */
export type CorsCase = {
  readonly name: string
  readonly method?: CorsMethod
  readonly headers?: Readonly<Record<string, string>>
  readonly withCredentials?: boolean
  /** Whether the page is in a sandboxed frame, where its origin is `null`. */
  readonly isSandboxed?: boolean
  /** Whether the page asks the server that it came from. */
  readonly isOwn?: boolean
  readonly preflight?: Answer
  readonly answer?: Answer
  /** What stands at `/next/<name>` of all three origins. */
  readonly next?: { readonly preflight?: Answer; readonly answer?: Answer }
  readonly verdict: CorsReport['verdict']
  /** Of {@link WATCHED} what the page reads where it is allowed to; its type alone unless given. */
  readonly readable?: readonly string[]
}

const ORIGIN = 'access-control-allow-origin'
const CREDENTIALS = 'access-control-allow-credentials'
const METHODS = 'access-control-allow-methods'
const HEADERS = 'access-control-allow-headers'
const EXPOSE = 'access-control-expose-headers'
/** What stands in every answer, for what a page may read of it. */
const ALWAYS = { 'content-type': 'text/plain', etag: '"1"', 'set-cookie': 'a=b', 'x-one': '1', 'x-two': '2' }
export const WATCHED: readonly string[] = Object.keys(ALWAYS)
const ALL = WATCHED.filter((name) => name !== 'set-cookie')

const ANY = { headers: { [ORIGIN]: '*' } }
const NAMED = { headers: { [ORIGIN]: '{page}' } }
const TRUSTED = { headers: { [ORIGIN]: '{page}', [CREDENTIALS]: 'true' } }
const X_A = { 'x-a': '1' }
const to = (location: string, headers: Answer['headers'] = { [ORIGIN]: '*' }): Answer => ({
  status: 302,
  headers: { ...headers, location },
})
const lets = (headers: Answer['headers'] = {}, status = 204): Answer => ({ status, headers: { [ORIGIN]: '*', ...headers } })
const withOrigin = (value: string | readonly string[]): Answer => ({ headers: { [ORIGIN]: value } })
const withCredentialsSaid = (value: string | readonly string[]): Answer => ({
  headers: { [ORIGIN]: '{page}', [CREDENTIALS]: value },
})

export const CORS_CASES: readonly CorsCase[] = [
  { name: 'no-headers', answer: {}, verdict: 'blocked' },
  { name: 'star', answer: ANY, verdict: 'allowed' },
  { name: 'named', answer: NAMED, verdict: 'allowed' },
  { name: 'other-site', answer: withOrigin('{other}'), verdict: 'blocked' },
  { name: 'own-address', answer: withOrigin('{api}'), verdict: 'blocked' },
  { name: 'slash-at-end', answer: withOrigin('{page}/'), verdict: 'blocked' },
  { name: 'upper-case', answer: withOrigin('{PAGE}'), verdict: 'blocked' },
  { name: 'star-in-name', answer: withOrigin('http://*.example.com'), verdict: 'blocked' },
  { name: 'quoted', answer: withOrigin('"{page}"'), verdict: 'blocked' },
  { name: 'empty', answer: withOrigin(''), verdict: 'blocked' },
  { name: 'two-lines', answer: withOrigin(['{page}', '{page}']), verdict: 'blocked' },
  { name: 'two-stars', answer: withOrigin(['*', '*']), verdict: 'blocked' },
  { name: 'list', answer: withOrigin('{page}, {other}'), verdict: 'blocked' },
  { name: 'error-with-header', answer: { status: 500, ...ANY }, verdict: 'allowed' },
  { name: 'error-without', answer: { status: 401 }, verdict: 'blocked' },
  { name: 'head', method: 'HEAD', answer: ANY, verdict: 'allowed' },

  { name: 'cookies-star', withCredentials: true, answer: ANY, verdict: 'blocked' },
  { name: 'cookies-star-true', withCredentials: true, answer: withOrigin('*'), verdict: 'blocked' },
  { name: 'cookies-named', withCredentials: true, answer: NAMED, verdict: 'blocked' },
  { name: 'cookies-true', withCredentials: true, answer: TRUSTED, verdict: 'allowed' },
  { name: 'cookies-capital', withCredentials: true, answer: withCredentialsSaid('True'), verdict: 'blocked' },
  { name: 'cookies-twice', withCredentials: true, answer: withCredentialsSaid(['true', 'true']), verdict: 'blocked' },
  { name: 'cookies-false', withCredentials: true, answer: withCredentialsSaid('false'), verdict: 'blocked' },
  { name: 'no-cookies-false', answer: withCredentialsSaid('false'), verdict: 'allowed' },

  { name: 'put-listed', method: 'PUT', preflight: lets({ [METHODS]: 'GET, PUT' }), answer: ANY, verdict: 'undecided' },
  { name: 'put-not-listed', method: 'PUT', preflight: lets({ [METHODS]: 'GET, POST' }), answer: ANY, verdict: 'blocked' },
  { name: 'put-no-list', method: 'PUT', preflight: lets(), answer: ANY, verdict: 'blocked' },
  { name: 'put-star', method: 'PUT', preflight: lets({ [METHODS]: '*' }), answer: ANY, verdict: 'undecided' },
  {
    name: 'put-star-cookies',
    method: 'PUT',
    withCredentials: true,
    preflight: { status: 204, headers: { ...TRUSTED.headers, [METHODS]: '*' } },
    answer: TRUSTED,
    verdict: 'blocked',
  },
  { name: 'patch-small', method: 'PATCH', preflight: lets({ [METHODS]: 'patch' }), answer: ANY, verdict: 'blocked' },
  {
    name: 'delete-broken-list',
    method: 'DELETE',
    preflight: lets({ [METHODS]: 'DELETE, P UT' }),
    answer: ANY,
    verdict: 'blocked',
  },
  {
    name: 'delete-empty-parts',
    method: 'DELETE',
    preflight: lets({ [METHODS]: ', DELETE,,' }),
    answer: ANY,
    verdict: 'undecided',
  },
  { name: 'post-form', method: 'POST', headers: { 'content-type': 'text/plain' }, answer: ANY, verdict: 'undecided' },
  {
    name: 'post-json-listed',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    preflight: lets({ [HEADERS]: 'Content-Type' }),
    answer: ANY,
    verdict: 'undecided',
  },
  {
    name: 'post-json-not-listed',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    preflight: lets({ [METHODS]: 'POST' }),
    answer: ANY,
    verdict: 'blocked',
  },

  { name: 'header-listed', headers: X_A, preflight: lets({ [HEADERS]: 'X-B, X-A' }, 200), answer: ANY, verdict: 'allowed' },
  { name: 'header-not-listed', headers: X_A, preflight: lets({ [HEADERS]: 'X-B' }), answer: ANY, verdict: 'blocked' },
  { name: 'header-star', headers: X_A, preflight: lets({ [HEADERS]: '*' }), answer: ANY, verdict: 'allowed' },
  {
    name: 'header-star-cookies',
    headers: X_A,
    withCredentials: true,
    preflight: { status: 204, headers: { ...TRUSTED.headers, [HEADERS]: '*' } },
    answer: TRUSTED,
    verdict: 'blocked',
  },
  { name: 'header-broken-list', headers: X_A, preflight: lets({ [HEADERS]: 'X-A "X-B"' }), answer: ANY, verdict: 'blocked' },
  {
    name: 'token-listed',
    headers: { authorization: 'Bearer 1' },
    preflight: lets({ [HEADERS]: '*, authorization' }),
    answer: ANY,
    verdict: 'allowed',
  },
  {
    name: 'token-star',
    headers: { authorization: 'Bearer 1' },
    preflight: lets({ [HEADERS]: '*' }),
    answer: ANY,
    verdict: 'allowed',
  },
  { name: 'only-preflight', headers: X_A, preflight: lets({ [HEADERS]: 'X-A' }), answer: {}, verdict: 'blocked' },
  { name: 'preflight-without', headers: X_A, preflight: { status: 204 }, answer: ANY, verdict: 'blocked' },
  { name: 'preflight-404', headers: X_A, preflight: lets({ [HEADERS]: 'X-A' }, 404), answer: ANY, verdict: 'blocked' },
  { name: 'preflight-299', headers: X_A, preflight: lets({ [HEADERS]: 'X-A' }, 299), answer: ANY, verdict: 'allowed' },
  {
    name: 'preflight-redirect',
    headers: X_A,
    preflight: to('/next/preflight-redirect', { [ORIGIN]: '*', [HEADERS]: 'X-A' }),
    next: { preflight: lets({ [HEADERS]: 'X-A' }), answer: ANY },
    answer: ANY,
    verdict: 'blocked',
  },
  { name: 'long-language', headers: { 'accept-language': `en${', en'.repeat(32)}` }, answer: ANY, verdict: 'blocked' },
  { name: 'odd-accept', headers: { accept: 'text/html; q="1"' }, answer: ANY, verdict: 'blocked' },
  { name: 'range-from', headers: { range: 'bytes=0-9' }, answer: ANY, verdict: 'allowed' },
  { name: 'range-last', headers: { range: 'bytes=-9' }, answer: ANY, verdict: 'blocked' },
  { name: 'forbidden-header', headers: { 'sec-made-up': '1', 'accept-charset': 'x' }, answer: ANY, verdict: 'allowed' },

  { name: 'redirect-own', answer: to('{api}/next/redirect-own'), next: { answer: ANY }, verdict: 'allowed' },
  { name: 'redirect-without', answer: to('{api}/next/redirect-without', {}), next: { answer: ANY }, verdict: 'blocked' },
  { name: 'redirect-end-without', answer: to('{api}/next/redirect-end-without'), next: { answer: {} }, verdict: 'blocked' },
  { name: 'redirect-other-star', answer: to('{other}/next/redirect-other-star'), next: { answer: ANY }, verdict: 'allowed' },
  { name: 'redirect-other-named', answer: to('{other}/next/redirect-other-named'), next: { answer: NAMED }, verdict: 'blocked' },
  {
    name: 'redirect-other-null',
    answer: to('{other}/next/redirect-other-null'),
    next: { answer: withOrigin('null') },
    verdict: 'allowed',
  },
  { name: 'redirect-home', answer: to('{page}/next/redirect-home'), next: { answer: {} }, verdict: 'blocked' },
  {
    name: 'redirect-user',
    answer: to('http://user:word@{api-host}/next/redirect-user'),
    next: { answer: ANY },
    verdict: 'blocked',
  },
  {
    name: 'redirect-asked-again',
    headers: X_A,
    preflight: lets({ [HEADERS]: 'X-A' }),
    answer: to('{other}/next/redirect-asked-again'),
    next: { preflight: lets({ [HEADERS]: 'X-A' }), answer: ANY },
    verdict: 'allowed',
  },
  {
    name: 'redirect-asked-in-vain',
    headers: X_A,
    preflight: lets({ [HEADERS]: 'X-A' }),
    answer: to('{other}/next/redirect-asked-in-vain'),
    next: { preflight: { status: 404 }, answer: ANY },
    verdict: 'blocked',
  },
  // Firefox and WebKit ask there, too, and block the page; in all other rows they agree.
  {
    name: 'redirect-drops-token',
    headers: { authorization: 'Bearer 1' },
    preflight: lets({ [HEADERS]: 'authorization' }),
    answer: to('{other}/next/redirect-drops-token'),
    next: { preflight: { status: 404 }, answer: ANY },
    verdict: 'allowed',
  },

  { name: 'sandbox-null', isSandboxed: true, answer: withOrigin('null'), verdict: 'allowed' },
  { name: 'sandbox-named', isSandboxed: true, answer: NAMED, verdict: 'blocked' },
  { name: 'sandbox-star', isSandboxed: true, answer: ANY, verdict: 'allowed' },
  { name: 'own', isOwn: true, answer: {}, verdict: 'allowed', readable: ALL },
  { name: 'own-redirect', isOwn: true, answer: to('{api}/next/own-redirect', {}), next: { answer: NAMED }, verdict: 'allowed' },
  {
    name: 'own-redirect-blocked',
    isOwn: true,
    answer: to('{api}/next/own-redirect-blocked', {}),
    next: { answer: {} },
    verdict: 'blocked',
  },

  {
    name: 'expose',
    answer: { headers: { ...ANY.headers, [EXPOSE]: 'X-One, etag' } },
    verdict: 'allowed',
    readable: ['content-type', 'etag', 'x-one'],
  },
  { name: 'expose-star', answer: { headers: { ...ANY.headers, [EXPOSE]: '*' } }, verdict: 'allowed', readable: ALL },
  {
    name: 'expose-star-cookies',
    withCredentials: true,
    answer: { headers: { ...TRUSTED.headers, [EXPOSE]: '*' } },
    verdict: 'allowed',
  },
  {
    name: 'expose-cookie',
    withCredentials: true,
    answer: { headers: { ...TRUSTED.headers, [EXPOSE]: 'Set-Cookie, X-One' } },
    verdict: 'allowed',
    readable: ['content-type', 'x-one'],
  },
]

export type CorsServer = {
  readonly port: number
  readonly origins: Readonly<Record<'page' | 'api' | 'other', string>>
  /** The real requests that came, as “PUT /case/name”. */
  readonly seen: string[]
  [Symbol.dispose](): void
}

/** One server that is asked by three names; it says what the case in the path has it say. */
export async function startCorsServer(): Promise<CorsServer> {
  const seen: string[] = []
  const server = createServer((request, response) => {
    const [, place, name] = request.url!.split('/')
    const found = CORS_CASES.find((one) => one.name === name)
    if (place !== 'case' && place !== 'next')
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>')
    const said = place === 'next' ? found?.next : found
    const isPreflight = request.method === 'OPTIONS'
    if (!isPreflight) seen.push(`${request.method} ${request.url}`)
    answer(response, (isPreflight ? said?.preflight : said?.answer) ?? { status: 404 })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const toOrigin = (name: string) => `http://${name}.example.com:${port}`
  const origins = { page: toOrigin('page'), api: toOrigin('api'), other: toOrigin('other') }
  const fill = (text: string) =>
    text
      .replaceAll(/\{(page|api|other)\}/g, (_, name: keyof typeof origins) => origins[name])
      .replaceAll('{PAGE}', origins.page.replace('page.', 'PAGE.'))
      .replaceAll('{api-host}', new URL(origins.api).host)
  const answer = (response: ServerResponse, { status = 200, headers = {} }: Answer) => {
    for (const [name, value] of Object.entries<string | readonly string[]>({ ...ALWAYS, ...headers }))
      response.setHeader(name, typeof value === 'string' ? fill(value) : value.map(fill))
    response.writeHead(status).end(status === 204 ? undefined : 'text')
  }
  return { port, origins, seen, [Symbol.dispose]: () => (server.closeAllConnections(), void server.close()) }
}
