import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startProduct } from '../../testing/start.ts'

test('a log becomes a table of countries in one call, and as a stream', async (t) => {
  await using product = await startProduct()
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() }) // records say the second
  const payload = {
    text: 'GET / from 8.8.8.8\nGET / from 8.8.4.4',
    steps: [{ tool: 'extract' }, { tool: 'ip-batch' }, { tool: 'group', options: { by: 'record.country_code' } }],
  }
  const whole = await product.app.inject({ method: 'POST', url: '/v1/pipeline', payload })
  assert.equal(whole.json().data.text, 'record.country_code,count\nUS,2', whole.body)
  const stream = await product.app.inject({
    method: 'POST',
    url: '/v1/pipeline',
    payload,
    headers: { accept: 'application/x-ndjson' },
  })
  const lines = toLines(stream.body)
  assert.ok(lines.length > 3)
  assert.deepEqual(lines.at(-1)!.data, whole.json().data)
})

test('lines of a stream repeat no text: each step has its own once it is done, and the last line has all', async () => {
  await using product = await startProduct({ withoutData: true })
  const text = Array.from({ length: 200 }, (_, index) => `line ${index}`.padEnd(1_000, '.')).join('\n')
  const steps = [{ tool: 'case', options: { to: 'upper' }, eachLine: true }, { tool: 'base64' }, { tool: 'base64' }]
  const call = { method: 'POST', url: '/v1/pipeline', payload: { text, steps } } as const
  const whole = await product.app.inject(call)
  const stream = await product.app.inject({ ...call, headers: { accept: 'application/x-ndjson' } })
  const lines = toLines(stream.body)
  assert.deepEqual(lines.at(-1)!.data, whole.json().data)
  const { data: all } = lines.at(-1)!
  for (const [index, { text }] of all.steps.entries()) {
    const told = lines.slice(0, -1).filter(({ data }) => data.steps[index]!.text !== undefined)
    assert.deepEqual(
      told.map(({ data }) => [data.steps[index]!.state, data.steps[index]!.text === text]),
      [['done', true]],
    )
  }
  assert.ok(lines.filter(({ data }) => data.steps[0]!.state === 'running').length > 10, 'progress is told all the same')
  assert.ok(stream.body.length < 2.2 * whole.body.length, `${stream.body.length} characters for ${whole.body.length}`)
})

type Line = { data: { isDone: boolean; text?: string; steps: { state: string; text?: string }[] } }
const toLines = (body: string): Line[] =>
  body
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)

test('400 for an unknown tool, with the name that came', async () => {
  await using product = await startProduct()
  const refused = await product.app.inject({
    method: 'POST',
    url: '/v1/pipeline',
    payload: { text: 'a', steps: [{ tool: 'nothing' }] },
  })
  assert.deepEqual([refused.statusCode, refused.json().data.got], [400, 'nothing'])
})

test('network tools cost in a pipeline what they cost alone: units, and work where the share is spent', async () => {
  await using product = await startProduct({ withoutData: true })
  const run = async (lines: number) => {
    const text = Array.from({ length: lines }, () => '127.0.0.1').join('\n') // refused, so that no packet leaves
    const payload = { text, steps: [{ tool: 'ping', eachLine: true }] }
    const answer = await product.app.inject({
      method: 'POST',
      url: '/v1/pipeline',
      payload,
      headers: { 'accept-language': 'en' },
    })
    return { text: answer.json().data.text as string, left: Number(/r=(\d+)/.exec(String(answer.headers['ratelimit']))?.[1]) }
  }
  const count = (text: string, pattern: RegExp) => text.split('\n').filter((line) => pattern.test(line)).length
  const { text } = await run(100)
  const asked = count(text, /does not contact “/)
  assert.ok(asked >= 40 && asked < 45, `120 units are 40 pings, ${asked} were made`)
  assert.equal(count(text, /used the network tools a lot/), 100 - asked, text.split('\n').at(-1))
  assert.ok((await run(1)).left < 300, 'and they are taken from the limit of the address')
})

test('long texts are answered in parts, which make the same whole', async () => {
  await using product = await startProduct({ withoutData: true })
  const ask = async (text: string) => {
    const payload = { text, steps: ['lower', 'upper'].map((to) => ({ tool: 'case', options: { to } })) }
    const answer = await product.app.inject({ method: 'POST', url: '/v1/pipeline', payload })
    return { json: answer.json(), isWhole: answer.headers['content-length'] !== undefined }
  }
  const [short, long] = [await ask('Ab'), await ask('Ab'.repeat(250_000))]
  assert.deepEqual([short.isWhole, long.isWhole], [true, false])
  const { text, steps, ...rest } = long.json.data
  assert.deepEqual([text.length, steps.map((step: { text: string }) => step.text.slice(0, 2))], [500_000, ['ab', 'AB']])
  assert.deepEqual([long.json.code, rest], [200, { isDone: true }])
})
