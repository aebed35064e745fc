import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'

const JOB = { id: 'j1', name: 'a.csv', lines: 2, failed: 1, created_at: '2026-01-02T03:04:05.000Z', msg: null }
const RESULT = 'query,country_code,error\r\n8.8.8.8,US,\r\nx,,bad_address\r\n'

/** A server whose job is done at the third look, and that keeps what it was asked. */
let asked: { line: string; type: string | undefined; body: string }[] = []
let looks = 0
let ending: object = { state: 'done', percent: 100 }
const server = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  asked.push({ line: `${request.method} ${request.url}`, type: request.headers['content-type'], body })
  const answer = (data: unknown) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ code: 200, msg: '', data }))
  if (request.url?.endsWith('/result')) return void response.end(RESULT)
  if (request.method === 'DELETE') return void answer({ returned_units: 2 })
  const job = { ...JOB, state: 'running', percent: 50, ...(looks++ >= 2 && ending) }
  answer(request.url === '/v1/jobs?' || request.url === '/v1/jobs' ? (request.method === 'GET' ? [job] : job) : job)
})
let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'octet-job-'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
after(async () => {
  server.close()
  await rm(folder, { recursive: true })
})
beforeEach(() => {
  asked = []
  looks = 0
  ending = { state: 'done', percent: 100 }
})

async function run(words: readonly string[], { input = '', lang = 'en' } = {}) {
  const env = {
    ...process.env,
    LC_ALL: lang === 'zh' ? 'zh_CN.UTF-8' : 'C.UTF-8',
    OCTET_KEY: 'k',
    OCTET_SERVER: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  }
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../bin/octet.mjs'), 'job', ...words], { env, cwd: folder })
  let [out, err] = ['', '']
  child.stdout.on('data', (text) => (out += text))
  child.stderr.on('data', (text) => (err += text))
  child.stdin.on('error', () => {}) // it may have ended before it reads
  child.stdin.end(input)
  const [code] = await once(child, 'close')
  return { code, out, err }
}

test('a file is sent under its name, waited for and printed', async () => {
  await writeFile(join(folder, 'a.csv'), 'ip\n8.8.8.8\nx\n')
  const { code, out, err } = await run(['add', 'a.csv', '--fields', 'country_code'])
  assert.deepEqual([code, out, err], [0, RESULT, 'j1\n100%\n1 line is no address; see “error”\n'])
  assert.deepEqual(asked[0], {
    line: 'POST /v1/jobs?format=csv&name=a.csv&fields=country_code',
    type: 'text/csv',
    body: 'ip\n8.8.8.8\nx\n',
  })
  assert.equal(asked.at(-1)?.line, 'GET /v1/jobs/j1/result')
})

test('the input is sent without waiting, and its result goes to a file later', async () => {
  const sent = await run(['add', '-', '--ndjson', '--no-wait'], { input: '8.8.8.8\nx\n' })
  assert.deepEqual([sent.code, sent.out, sent.err], [0, 'j1\n', ''])
  assert.deepEqual(asked, [{ line: 'POST /v1/jobs?format=ndjson', type: 'text/plain', body: '8.8.8.8\nx\n' }])
  const { code, out } = await run(['get', 'j1', '--to', 'out.csv'])
  assert.deepEqual([code, out, await readFile(join(folder, 'out.csv'), 'utf8')], [0, '', RESULT])
})

for (const [flags, query] of [
  [['--table'], 'format=table&name=o.tsv'],
  [['--column', 'client ip'], 'format=table&column=client+ip&name=o.tsv'],
] as const)
  test(`a file is sent whole with ${flags.join(' ')}`, async () => {
    await writeFile(join(folder, 'o.tsv'), 'n\tclient ip\n1\t8.8.8.8\n')
    assert.equal((await run(['add', 'o.tsv', '--no-wait', ...flags])).code, 0)
    assert.deepEqual(asked, [{ line: `POST /v1/jobs?${query}`, type: 'text/plain', body: 'n\tclient ip\n1\t8.8.8.8\n' }])
  })

test('jobs are listed, and ended', async () => {
  const { code, out } = await run(['list'])
  assert.equal(code, 0)
  assert.match(out, /j1 +running +50% +2 +2026-01-02T03:04:05.000Z +a\.csv/)
  const ended = await run(['end', 'j1'])
  assert.deepEqual([ended.code, ended.out, ended.err], [0, '', '2 requests given back, for what had not been looked up yet\n'])
  assert.equal(asked.at(-1)?.line, 'DELETE /v1/jobs/j1')
})

test('why a job failed is said in its words', async () => {
  ending = { state: 'failed', percent: 50, msg: '数据缺失' }
  const { code, out, err } = await run(['get', 'j1'], { lang: 'zh' })
  assert.deepEqual([code, out], [1, ''])
  assert.match(err, /数据缺失/)
})

for (const [words, wanted] of [
  [[], 'expected add, list, get or end, got nothing'],
  [['put'], 'expected add, list, get or end, got “put”'],
  [['add'], 'expected a file, or - for the input'],
  [['get'], 'expected the id of a job'],
  [['list', 'x'], 'did not expect “x”'],
  [['add', 'job.ts', '--ndjson', '--column', '1'], 'expected --ndjson or a table, not both'],
] as const)
  test(`octet job ${words.join(' ')} is a call that cannot be understood`, async () => {
    const { code, out, err } = await run(words)
    assert.deepEqual([code, out, asked], [2, '', []])
    assert.ok(err.includes(wanted), err)
  })

test('a file that is not there', async () => {
  const { code, err } = await run(['add', 'none.csv'])
  assert.deepEqual([code, asked], [1, []])
  assert.match(err, /none\.csv/)
})
