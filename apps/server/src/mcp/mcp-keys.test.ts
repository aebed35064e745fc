import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { putAccount } from '../testing/put-account.ts'
import { startProduct } from '../testing/start.ts'
import { startStorage, type TestStorage } from '../testing/start-storage.ts'

let storage: TestStorage
let product: Awaited<ReturnType<typeof startProduct>>
before(async () => {
  storage = await startStorage()
  product = await startProduct({ storageUrl: storage.url, listen: true })
})
after(async () => {
  await product[Symbol.asyncDispose]()
  await storage[Symbol.asyncDispose]()
})

/** Calls a lookup with a key that is good for some products; gives the text of an error. */
async function callAs(key: string, name: string, input: object): Promise<string | undefined> {
  const answer = await fetch(`${product.origin}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${key}`,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } }),
  })
  assert.equal(answer.status, 200)
  const { result } = (await answer.json()) as { result: { isError?: boolean; content: { text: string }[] } }
  return result.isError ? result.content[0]?.text : undefined
}

const CALLS = {
  geo: ['lookup_ip', { ip: '8.8.8.8' }],
  privacy: ['lookup_privacy', { ip: '8.8.8.8' }],
  asn: ['lookup_asn', { asn: 'AS15169' }],
} as const

for (const scope of ['geo', 'privacy', 'asn'] as const)
  test(`a key for “${scope}” is good for its own lookups and for no others, which are counted as such`, async () => {
    const { token } = await putAccount(product.services, { plan: 'free' })
    const made = await product.app.inject({ method: 'POST', url: '/v1/keys', payload: { scopes: [scope] }, headers: { token } })
    await product.services.keyTable.load()
    for (const [product, [name, input]] of Object.entries(CALLS)) {
      const error = await callAs(made.json().data.key, name, input)
      if (product === scope) assert.equal(error, undefined)
      else assert.match(error ?? '', new RegExp(`^key_refused: .*“${product}”`))
    }
    await product.services.meter.flush()
    const rows = await product.services.storage.run((queries) =>
      queries.selectFrom('usage').select(['product', 'requests']).where('key_id', '=', made.json().data.id).execute(),
    )
    assert.deepEqual(rows, [{ product: scope, requests: 1 }])
  })
