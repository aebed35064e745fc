import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDnsClient } from '../dns/client.ts'
import { createGuard } from '../guard/guard.ts'
import { rr, startDnsServer } from '../testing/dns-server.ts'
import { UNHURRIED } from '../testing/unhurried.ts'
import { checkCaa } from './caa.ts'

/** What is said of a name where these names have CAA records, written as tag and value. */
async function check(records: Readonly<Record<string, readonly string[]>>, { host = 'www.example.com', rcode = 0 } = {}) {
  await using server = await startDnsServer(({ name }) => {
    const found = (records[name.slice(0, -1)] ?? []).map((record) => {
      const [tag = '', ...value] = record.split(' ')
      return rr(name, 'CAA', { flags: 0, tag, value: value.join(' ') })
    })
    return rcode ? { rcode } : { answers: found }
  })
  const systemServers = [{ transport: 'udp', host: '127.0.0.1', port: server.port, isTrusted: true }] as const
  const client = createDnsClient({ guard: createGuard(), systemServers })
  const [found] = await checkCaa(host, client, { signal: undefined, timeoutMs: UNHURRIED.askMs })
  return found && `${found.verdict}: ${found.text.en}`
}

test('the nearest name above that has CAA records decides', async () => {
  assert.match((await check({ 'example.com': ['issue letsencrypt.org'] }))!, /^good: .*CAA at example\.com\): letsencrypt\.org$/)
  const both = { 'www.example.com': ['issue ca.example; account=1'], 'example.com': ['issue letsencrypt.org'] }
  assert.match((await check(both))!, /CAA at www\.example\.com\): ca\.example$/)
})

test('no record, and records that limit nobody, leave it to every authority', async () => {
  assert.match((await check({}))!, /^notice: no CAA/)
  assert.match((await check({ 'example.com': ['iodef mailto:a@example.com'] }))!, /^notice: .*no “issue”/)
})

test('a record that names nobody forbids', async () =>
  assert.match((await check({ 'example.com': ['issue ;'] }))!, /^good: .*lets nobody issue/))

test('nothing is said where the records could not be asked for, or of an address', async () => {
  assert.equal(await check({}, { rcode: 2 }), undefined)
  assert.equal(await check({}, { host: '192.0.2.1' }), undefined)
})
