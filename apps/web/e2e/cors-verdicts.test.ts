import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CORS_CASES, startCorsServer, WATCHED } from '@octet/core/testing/cors-cases.ts'
import { FOR_TESTS, launchBrowser } from './browser.ts'

/** What a page finds out: the headers that it reads, null where it is kept from the answer. */
type Read = readonly string[] | null

test('a browser lets pages read what the table says that the CORS check is tested by', async () => {
  using server = await startCorsServer()
  const { page: home, api } = server.origins
  const browser = await launchBrowser([...FOR_TESTS, '--host-resolver-rules=MAP *.example.com 127.0.0.1'])
  const page = await browser.newPage()
  await page.goto(`${home}/`)
  const questions = CORS_CASES.map(({ name, method = 'GET', headers = {}, ...one }) => ({
    url: `${one.isOwn ? home : api}/case/${name}`,
    options: { method, headers, credentials: one.withCredentials ? ('include' as const) : ('same-origin' as const) },
    isSandboxed: one.isSandboxed ?? false,
  }))
  const read = await page.evaluate(askAll, { questions, watched: [...WATCHED] })
  await browser.close()
  const sent = new Set(server.seen)
  assert.ok(CORS_CASES.length > 70)
  for (const [index, { name, method = 'GET', verdict, readable = ['content-type'] }] of CORS_CASES.entries()) {
    const isOfPreflight = method !== 'GET' && method !== 'HEAD'
    if (isOfPreflight) assert.equal(sent.has(`${method} /case/${name}`), verdict === 'undecided', name)
    else assert.deepEqual(read[index], verdict === 'allowed' ? readable : null, name)
  }
})

type Options = { method: string; headers: Readonly<Record<string, string>>; credentials: RequestCredentials }
type Asked = {
  questions: { url: string; options: Options; isSandboxed: boolean }[]
  watched: string[]
}

/** Asks from the page, and from a frame of it that has no origin. Runs in the browser. */
async function askAll({ questions, watched }: Asked): Promise<Read[]> {
  const ask = async (url: string, options: Options, names: readonly string[]): Promise<Read> => {
    const answer = await fetch(url, options).catch(() => undefined)
    return answer ? names.filter((name) => answer.headers.has(name)) : null
  }
  const frame = document.createElement('iframe')
  frame.sandbox.add('allow-scripts')
  const hasLoaded = new Promise((resolve) => frame.addEventListener('load', resolve))
  frame.srcdoc = `<script>onmessage = async ({ data, ports }) => ports[0].postMessage(await (${String(ask)})(...data))</script>`
  document.body.append(frame)
  await hasLoaded
  const askSandboxed: typeof ask = (...data) => {
    const { port1, port2 } = new MessageChannel()
    frame.contentWindow!.postMessage(data, '*', [port2])
    port1.start()
    return new Promise((resolve) => port1.addEventListener('message', ({ data: said }) => resolve(said as Read), { once: true }))
  }
  return Promise.all(questions.map(({ url, options, isSandboxed }) => (isSandboxed ? askSandboxed : ask)(url, options, watched)))
}
