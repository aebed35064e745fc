import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { until } from '@octet/core/testing/until.ts'
import { createAccountCalls } from '../../testing/account-calls.ts'
import { startStorage, type TestStorage } from '../../testing/start-storage.ts'
import { startProduct, VAR_FOLDER } from '../../testing/start.ts'

let storage: TestStorage
let product: Awaited<ReturnType<typeof startProduct>>
let token: string
let key: string
const folder = await mkdtemp(join(tmpdir(), 'octet-tables-'))
const config = join(folder, 'octet.json')
before(async () => {
  await symlink(join(VAR_FOLDER, 'data'), join(folder, 'data'))
  const plan = { id: 'free', name: 'FREE', requestsPerMonth: 500, keys: 3 }
  await writeFile(config, JSON.stringify({ limits: { unitsPerSecond: 1e4, burst: 1e5 }, plans: [plan] }))
  storage = await startStorage()
  product = await startProduct({ storageUrl: storage.url, env: { OCTET_VAR: folder, OCTET_CONFIG: config } })
  token = await openAccount('tables@example.org')
  ;({ key } = (await send('POST', 'keys', { name: 'tables', scopes: ['geo'] }, { token })).data)
  await product.services.keyTable.load()
})
after(async () => {
  await product[Symbol.asyncDispose]()
  await storage[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})
const { send, openAccount } = createAccountCalls(() => product)

const upload = (payload: string | Buffer, query: string, headers: Record<string, string> = {}) =>
  product.app.inject({
    method: 'POST',
    url: `/v1/jobs?format=table${query}`,
    payload,
    headers: { 'x-api-key': key, 'content-type': 'text/csv', ...headers },
  })
const get = (path: string) => product.app.inject({ url: `/v1/jobs${path}`, headers: { 'x-api-key': key } })

async function lookUp(payload: string | Buffer, query = '') {
  const answer = await upload(payload, query)
  assert.equal(answer.statusCode, 200, answer.body)
  const { id } = answer.json().data
  const job = await until(async () => {
    const { data } = (await get(`/${id}`)).json()
    return ['done', 'failed'].includes(data.state) && data
  }, 'the job ends')
  assert.equal(job.state, 'done', job.msg)
  const result = await get(`/${id}/result`)
  return { id, job, result, credits: answer.headers['x-credits-used'] }
}

const readUsed = async () => {
  await product.services.meter.flush()
  return (await send('GET', 'account/dashboard', {}, { token })).data.month.used
}

const CODE = '&fields=country_code'

test('a file comes back with all its rows and columns as they came, and columns added', async () => {
  const rows = [
    'order;"the ""client""";note',
    '1;8.8.8.8;"a; b"',
    '2;;no address',
    '',
    '3;"8.8.8.8";"two\r\nlines"',
    '4;nonsense;Müller',
    '5;2001:4860:4860::8888',
    '6;1.1.1.1;=SUM(A1)',
  ]
  const before = await readUsed()
  const { job, result, credits } = await lookUp(`${rows.join('\r\n')}\r\n`, `${CODE}&name=orders.csv`)
  assert.equal(
    result.body,
    [
      `${rows[0]};ip_country_code;ip_error`,
      `${rows[1]};US;`,
      `${rows[2]};;`,
      '',
      `${rows[4]};US;`,
      `${rows[5]};;bad_address`,
      `${rows[6]};;US;`,
      `${rows[7]};${result.body.split('=SUM(A1);')[1]!.split(';')[0]};`,
      '',
    ].join('\r\n'),
  )
  assert.match(String(result.headers['content-disposition']), /filename="orders-octet.csv"/)
  assert.match(String(result.headers['content-type']), /^text\/csv/)
  assert.equal(result.headers['content-length'], String(result.rawPayload.length))
  assert.deepEqual([job.lines, job.done, job.failed, job.percent], [6, 6, 2, 100])
  assert.deepEqual([job.column, job.delimiter, job.charged_units, credits], [2, ';', 3, '3'])
  assert.equal((await readUsed()) - before, 3)
  assert.ok(!(await readdir(join(folder, 'jobs'))).some((name) => name.endsWith('.in')), 'the file itself is gone')
})

test('without chosen fields every column of a bulk answer is added', async () => {
  const { result } = await lookUp('name,ip\na,8.8.8.8\nb,x\n')
  const [head, found, wrong] = result.body.split('\n').map((line) => line.split(','))
  assert.deepEqual(head!.slice(0, 4), ['name', 'ip', 'ip_country_code', 'ip_country_name'])
  assert.deepEqual(found!.slice(0, 4), ['a', '8.8.8.8', 'US', 'United States'])
  assert.deepEqual([head!.at(-1), found!.at(-1), wrong!.at(-1)], ['ip_error', '', 'bad_address'])
  assert.deepEqual([found!.length, wrong!.length], [head!.length, head!.length])
})

const shapes: [string, string, string, string][] = [
  [
    'a column by its name',
    '&column=dst',
    'src,dst\n1.1.1.1,8.8.8.8\n',
    'src,dst,ip_country_code,ip_error\n1.1.1.1,8.8.8.8,US,\n',
  ],
  ['a column by its number', '&column=2', '9.9.9.9,8.8.8.8\n', '9.9.9.9,8.8.8.8,US,\n'],
  [
    'a column with few addresses',
    '&column=ip',
    'n,ip\n1,\n2,\n3,8.8.8.8',
    'n,ip,ip_country_code,ip_error\n1,,,\n2,,,\n3,8.8.8.8,US,',
  ],
  ['tabs', '', 'n\tip\na, b\t8.8.8.8\n', 'n\tip\tip_country_code\tip_error\na, b\t8.8.8.8\tUS\t\n'],
  ['a list', '', 'ip\n8.8.8.8\n\n8.8.8.8\n', 'ip,ip_country_code,ip_error\n8.8.8.8,US,\n\n8.8.8.8,US,\n'],
  ['a log', '', '8.8.8.8 - "GET / x" 200\n8.8.8.8 - "broken\n', '8.8.8.8 - "GET / x" 200 US -\n8.8.8.8 - "broken US -\n'],
  [
    'columns that it has already',
    '',
    'ip,ip_country_code,ip_error\n8.8.8.8,x,\n',
    'ip,ip_country_code,ip_error,ip_country_code_2,ip_error_2\n8.8.8.8,x,,US,\n',
  ],
  ['a byte order mark', '&column=ip', '\ufeffip,n\n8.8.8.8,a\n', '\ufeffip,n,ip_country_code,ip_error\n8.8.8.8,a,US,\n'],
  [
    'carriage returns alone',
    '',
    'n,ip\ra,8.8.8.8\r\rb,x\rc,8.8.8.8',
    'n,ip,ip_country_code,ip_error\ra,8.8.8.8,US,\r\rb,x,,bad_address\rc,8.8.8.8,US,',
  ],
  ['a carriage return at the end', '', 'ip\r8.8.8.8\r', 'ip,ip_country_code,ip_error\r8.8.8.8,US,\r'],
  [
    'a line that names the delimiter',
    '',
    'sep=;\r\nip;a,b\r\n8.8.8.8;"1;2"\r\n',
    'sep=;\r\nip;a,b;ip_country_code;ip_error\r\n8.8.8.8;"1;2";US;\r\n',
  ],
  [
    'a line that names the delimiter, behind a byte order mark, and few addresses',
    '&column=ip',
    '\ufeffsep=|\nn|ip\n1|\n2|\n3|8.8.8.8\n',
    '\ufeffsep=|\nn|ip|ip_country_code|ip_error\n1|||\n2|||\n3|8.8.8.8|US|\n',
  ],
  [
    'a quote that is never closed',
    '',
    'n,ip\n"a,8.8.8.8\nb,8.8.8.8\n',
    'n,ip,ip_country_code,ip_error\n"a,8.8.8.8,US,\nb,8.8.8.8,US,\n',
  ],
  ['a delimiter that is said', '&delimiter=pipe&column=1', '8.8.8.8|a,b\n', '8.8.8.8|a,b|US|\n'],
]
for (const [what, query, file, wanted] of shapes)
  test(`a table: ${what}`, async () => assert.equal((await lookUp(file, CODE + query)).result.body, wanted))

test('bytes that are no UTF-8 come back as they came', async () => {
  const file = Buffer.concat([Buffer.from('n,ip\n'), Buffer.of(0xc3, 0xfb, 0xff), Buffer.from(',8.8.8.8\n')])
  const { result } = await lookUp(file, '&fields=country_name&lang=zh')
  const wanted = [Buffer.from('n,ip,ip_country_name,ip_error\n'), Buffer.of(0xc3, 0xfb, 0xff), Buffer.from(',8.8.8.8,美国,\n')]
  assert.deepEqual(result.rawPayload, Buffer.concat(wanted))
})

test('the mark of UTF-8 is set where it is asked for, and never twice', async () => {
  for (const [file, first] of [
    ['ip,n\n8.8.8.8,a\n', 'ip'],
    ['\ufeffip,n\n8.8.8.8,a\n', '\ufeffip'],
  ] as const) {
    const { id, result } = await lookUp(file, CODE)
    const marked = await get(`/${id}/result?bom=1`)
    assert.equal(result.body.split(',')[0], first)
    assert.equal(marked.body.split(',')[0], '\ufeffip')
    assert.equal(marked.headers['content-length'], String(marked.rawPayload.length))
  }
})

test('a file of many pieces: no row is lost, and each address is paid for once', async () => {
  const lines = Array.from({ length: 20_000 }, (_, at) => `${at},"row ${at}, ${'x'.repeat(at % 40)}",10.0.0.${at % 200}`)
  const before = await readUsed()
  const { job, result } = await lookUp(`n,text,ip\n${lines.join('\n')}`, CODE)
  const [, ...found] = result.body.split('\n')
  assert.deepEqual(
    found.map((line) => line.slice(0, -2)),
    lines,
  )
  assert.deepEqual([job.lines, job.charged_units, (await readUsed()) - before], [20_000, 200, 200])
})

const refused: [string, string, string, Record<string, unknown>][] = [
  ['no address', 'a,b\n1,2\n', '', { error: 'bad_input', field: 'body' }],
  ['nothing', '', '', { error: 'bad_input', field: 'body' }],
  ['JSON', '["8.8.8.8"]', '', { error: 'bad_input', field: 'body' }],
  ['a column without addresses', 'a,ip\nx,8.8.8.8\n', '&column=a', { error: 'bad_input', field: 'body' }],
  ['a column that is not there', 'a,ip\nx,8.8.8.8\n', '&column=b', { error: 'bad_input', field: 'column' }],
  ['a column beyond the last', 'a,ip\nx,8.8.8.8\n', '&column=3', { error: 'bad_input', field: 'column' }],
  ['a delimiter that is none', 'a,ip\nx,8.8.8.8\n', '&delimiter=x', { error: 'bad_input', field: 'delimiter' }],
  ['a row that is too long', `ip\n8.8.8.8\n${'x'.repeat(1_200_000)}`, '', { error: 'too_large' }],
]
for (const [what, file, query, wanted] of refused)
  test(`${what} → ${String(wanted['error'])}, and nothing is kept or paid`, async () => {
    const before = await readUsed()
    const { data } = (await upload(file, query)).json()
    assert.deepEqual(Object.fromEntries(Object.keys(wanted).map((name) => [name, data[name]])), wanted)
    assert.equal(await readUsed(), before)
    assert.ok(!(await readdir(join(folder, 'jobs'))).some((name) => /\.(in|part)$/.test(name)))
  })

test('a column goes with a table only', async () => {
  const answer = await product.app.inject({
    method: 'POST',
    url: '/v1/jobs?column=1',
    payload: '8.8.8.8',
    headers: { 'x-api-key': key, 'content-type': 'text/plain' },
  })
  assert.deepEqual([answer.json().data.error, answer.json().data.field], ['bad_input', 'column'])
})

test('the same file with another column is another call', async () => {
  const file = 'a,b\n8.8.8.8,1.1.1.1\n'
  const [first, same, other] = [
    await upload(file, '&column=a', { 'idempotency-key': 'k1' }),
    await upload(file, '&column=a', { 'idempotency-key': 'k1' }),
    await upload(file, '&column=b', { 'idempotency-key': 'k1' }),
  ].map((answer) => answer.json().data)
  assert.equal(first.id, same.id)
  assert.equal(other.error, 'bad_input')
})
