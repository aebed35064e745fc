import assert from 'node:assert/strict'
import { test } from 'node:test'
import { billingSchema } from './billing-schema.ts'
import { toSeller } from './seller.ts'

test('who sells is whom the operator names, with address and tax number', () => {
  const seller = { name: 'Example Ltd', lines: ['1 Example Street', 'Tax id 123'] }
  assert.deepEqual(toSeller({ config: billingSchema.parse({ seller }), brand: 'Octet' }), seller)
})
