import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { skipWithout } from '@octet/probe/testing/peers.ts'
import { startProduct } from '../../testing/start.ts'

const skip = skipWithout('ss') || (process.platform === 'linux' ? false : 'needs Linux')

test('a visitor on loopback is told so, with figures of its own connection', { skip }, async () => {
  await using product = await startProduct({ listen: true, withoutData: true })
  const { data } = await (await fetch(`${product.origin}/v1/mtu?lang=en`)).json()
  assert.deepEqual([data.state, data.kind, data.ip_version], ['measured', 'loopback', 4])
  assert.ok(data.mtu >= 65_535 && data.mss > 500)
  assert.match(data.meaning, /own machine/)
  const proxied = await fetch(`${product.origin}/v1/mtu?lang=zh`, { headers: { via: '1.1 proxy' } })
  const answer = (await proxied.json()).data
  assert.deepEqual([answer.state, answer.mtu, answer.mss, answer.kind], ['proxied', null, null, null])
  assert.match(answer.meaning, /代理/)
})

test('behind a proxy that the operator trusts nothing is claimed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'octet-mtu-'))
  const file = join(folder, 'octet.yaml')
  await writeFile(file, 'trustedProxies: [127.0.0.0/8]\n')
  await using product = await startProduct({ listen: true, withoutData: true, env: { OCTET_CONFIG: file } })
  const { data } = await (await fetch(`${product.origin}/v1/mtu`)).json()
  assert.equal(data.state, 'proxied')
  await rm(folder, { recursive: true })
})
