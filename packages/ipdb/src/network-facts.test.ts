import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { encodeNetworks, NETWORK_ROLES, NetworkFactsTable, type NetworkFacts } from './network-facts.ts'
import { StringPool } from './string-pool.ts'

const asn = fc.integer({ min: 0, max: 0xffff_ffff })
const network: fc.Arbitrary<NetworkFacts> = fc.record(
  {
    asn,
    handle: fc.string({ unit: 'grapheme' }),
    country: fc.option(fc.stringMatching(/^[A-Z]{2}$/)),
    registered: fc
      .option(fc.date({ min: new Date('1980-01-01'), max: new Date('2099-01-01'), noInvalidDate: true }))
      .map((day) => day && day.toISOString().slice(0, 10)),
    role: fc.option(fc.constantFrom(...NETWORK_ROLES)),
    providers: fc.option(fc.array(fc.oneof(asn, fc.integer({ min: 1, max: 9 })))),
    peerCount: fc.option(fc.nat(100_000)),
  },
  { noNullPrototype: true },
)

function toTable(facts: readonly NetworkFacts[]): NetworkFactsTable {
  const texts = ['']
  const tables = encodeNetworks(facts, (text) => (text === '' ? 0 : texts.push(text) - 1))
  const encoded = texts.map((text) => Buffer.from(text))
  const offsets = encoded.reduce<number[]>((ends, bytes) => [...ends, ends.at(-1)! + bytes.length], [0])
  const bytes = Buffer.concat(encoded)
  return new NetworkFactsTable(
    tables,
    new StringPool(Uint32Array.from(offsets), { readText: (from, to) => bytes.toString('utf8', from, to), toKept: () => [] }),
  )
}

test('networks are read as they were written, and the customers of one are all that buy from it', () => {
  const lists = fc.uniqueArray(network, { selector: ({ asn: number }) => number })
  fc.assert(
    fc.property(lists, asn, (facts, other) => {
      const table = toTable(facts)
      assert.equal(table.size, facts.length)
      for (const one of facts) assert.deepEqual(table.get(one.asn), one)
      if (!facts.some((one) => one.asn === other)) assert.equal(table.get(other), undefined)
      const sellers = new Set(facts.flatMap(({ providers }) => providers ?? []))
      for (const seller of sellers) {
        const customers = facts.flatMap(({ asn: buyer, providers }) =>
          (providers ?? []).filter((one) => one === seller).map(() => buyer),
        )
        assert.deepEqual(
          table.customersOf(seller),
          customers.toSorted((a, b) => a - b),
        )
      }
    }),
  )
})

test('a table of nothing knows nothing', () => {
  const table = toTable([])
  assert.deepEqual([table.size, table.get(1), table.customersOf(1)], [0, undefined, []])
})
