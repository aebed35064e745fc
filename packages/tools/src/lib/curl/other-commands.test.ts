import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readRequest } from './parse-request.ts'

const read = async (text: string) => (await readRequest(text, 'auto')).request

test('an address alone is asked for', async () => {
  assert.deepEqual(await read(' https://example.com/a?b=1\n'), { method: 'GET', url: 'https://example.com/a?b=1', headers: [] })
})

test('a command of Wget follows redirects and sends what it is told to', async () => {
  assert.deepEqual(await read("$ wget -qO- --header='Accept: a/b' --post-data 'x=1&y=2' https://example.com/a"), {
    method: 'POST',
    url: 'https://example.com/a',
    headers: [
      { name: 'Accept', value: 'a/b' },
      { name: 'Content-Type', value: 'application/x-www-form-urlencoded' },
    ],
    body: { kind: 'text', text: 'x=1&y=2' },
    isFollowing: true,
    output: '-',
  })
  const { request, notes } = await readRequest('wget --no-check-certificate --max-redirect=0 -c -r https://example.com/f', 'auto')
  assert.deepEqual(request, { method: 'GET', url: 'https://example.com/f', headers: [], isInsecure: true })
  assert.deepEqual(notes, [{ en: '-r is left out', zh: '未转换 -r' }])
})

test('a command of HTTPie sends JSON, a form or a query', async () => {
  const json = await read('http PUT example.com/tea page==2 X-Cup:small leaf=green hot:=true')
  assert.equal(json.method, 'PUT')
  assert.equal(json.url, 'http://example.com/tea?page=2')
  assert.deepEqual(json.body, { kind: 'text', text: '{"leaf":"green","hot":true}' })
  const form = await read("https -f example.com/login name=茶 pw='a b'")
  assert.equal(form.method, 'POST')
  assert.equal(form.url, 'https://example.com/login')
  assert.deepEqual(form.body, { kind: 'text', text: 'name=%E8%8C%B6&pw=a+b' })
  assert.equal((await read('http :8080/x')).url, 'http://localhost:8080/x')
  assert.equal((await read('http --follow GET https://example.com/')).isFollowing, true)
})

test('a call of fetch is read as browsers copy it, and as it is written by hand', async () => {
  const copied = await read(
    'fetch("https://example.com/a", {\n  "headers": {\n    "content-type": "application/json"\n  },\n  "referrer": "https://example.com/",\n  "body": "{\\"a\\":1}",\n  "method": "POST",\n  "mode": "cors"\n});',
  )
  assert.deepEqual(copied, {
    method: 'POST',
    url: 'https://example.com/a',
    headers: [
      { name: 'content-type', value: 'application/json' },
      { name: 'Referer', value: 'https://example.com/' },
    ],
    body: { kind: 'text', text: '{"a":1}' },
    isFollowing: true,
  })
  const written = await read(
    "const r = await fetch(`https://example.com/a`, { method: 'POST', body: JSON.stringify({ a: [1, 'x'] }), redirect: 'manual' })",
  )
  assert.deepEqual(written.body, { kind: 'text', text: '{"a":[1,"x"]}' })
  assert.equal(written.isFollowing, undefined)
})

test('pairs of headers are read, and what is no pair is no header', async () => {
  const { headers } = await read('fetch("https://example.com/", {"headers": [["A", "b"], 1, "c"]})')
  assert.deepEqual(headers, [{ name: 'A', value: 'b' }])
})

test('nesting without end is refused', () =>
  assert.rejects(read(`fetch("https://example.com/", ${'['.repeat(100_000)}`), { key: 'syntax_error' }))

for (const [text, reason] of [
  ['hello', /expected an address, a call of fetch/],
  ['wget', /curl, wget, http or https/],
  ['http example.com a[b]=1', /nested names/],
  ['http example.com a:={', /behind := stands JSON/],
  ['fetch(url)', /expected a constant value, not “url”/],
  ['fetch("https://example.com/", {body: /x/, method: "POST"})', /expected a constant value, not “\/x\/”/],
  ['fetch(', /expected a call such as fetch/],
  ['fetch()', /the call has no URL/],
] as const)
  test(`of “${text}” the refusal says what was expected`, () =>
    assert.rejects(read(text), (error: Error) => reason.test(error.message)))
