import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '@octet/core/errors.ts'
import type { IpRecord } from '@octet/core/ip/record.ts'
import { RESOLVER_NETWORKS } from '@octet/tools/ip/public-dns/resolver-networks.ts'
import { PUBLIC_RESOLVERS } from '@octet/tools/ip/public-dns/resolvers.ts'
import { judgeResolvers } from './judge-resolvers.ts'

const special = { block: '10.0.0.0/8', name: { en: 'Private', zh: '私有' }, rfc: 'RFC 1918', global: false }
const NETWORKS: Readonly<Record<string, number | 'private'>> = {
  '203.0.113.7': 64500,
  '203.0.113.53': 64500,
  '198.51.100.53': 64501,
  '172.253.0.1': 15169,
  '8.8.8.8': 64999,
  '10.0.0.7': 'private',
  '10.0.0.53': 'private',
}

const lookUp = (address: string): IpRecord => {
  const network = NETWORKS[address]
  const asn = typeof network === 'number' ? network : null
  return {
    country_code: 'NL',
    city_name: 'Delft',
    ASN: { asn, asn_name: asn && `NET-${asn}`, organization: null },
    special: network === 'private' ? special : null,
  } as unknown as IpRecord
}
const judge = (visitor: string, addresses: readonly string[], lang: 'en' | 'zh' = 'en') =>
  judgeResolvers({
    visitor,
    lang,
    lookUp,
    resolvers: addresses.map((address) => ({ address, transports: ['udp'], subnets: [] })),
  })

for (const [visitor, resolvers, verdict, relations] of [
  ['203.0.113.7', [], 'none', []],
  ['203.0.113.7', ['203.0.113.53'], 'own', ['own']],
  ['203.0.113.7', ['172.253.0.1'], 'public', ['public']],
  ['203.0.113.7', ['8.8.8.8'], 'public', ['public']],
  ['203.0.113.7', ['203.0.113.53', '172.253.0.1'], 'public', ['own', 'public']],
  ['203.0.113.7', ['172.253.0.1', '198.51.100.53', '203.0.113.53'], 'elsewhere', ['public', 'elsewhere', 'own']],
  ['10.0.0.7', ['10.0.0.53'], 'own', ['own']],
  ['10.0.0.7', ['198.51.100.53'], 'unknown', ['unknown']],
  ['203.0.113.7', ['192.0.2.1'], 'unknown', ['unknown']],
  ['192.0.2.1', ['192.0.2.1'], 'own', ['own']],
] as const)
  test(`${visitor} with ${resolvers.join(', ') || 'nobody'}: ${verdict}`, () => {
    const judged = judge(visitor, resolvers)
    assert.equal(judged.verdict, verdict)
    assert.deepEqual(
      judged.resolvers.map(({ relation }) => relation),
      relations,
    )
  })

test('another network of the same provider is no leak', () => {
  const isps: Readonly<Record<string, [number, string | null]>> = {
    '203.0.113.7': [9808, 'China Mobile'],
    '203.0.113.53': [56048, 'China Mobile'],
    '198.51.100.53': [4134, 'China Telecom'],
    '198.51.100.54': [64501, null],
  }
  const judgeOne = (visitor: string, address: string) =>
    judgeResolvers({
      visitor,
      resolvers: [{ address, transports: ['udp'], subnets: [] }],
      lang: 'en',
      lookUp: (one) => ({ ASN: { asn: isps[one]![0], isp: isps[one]![1] }, special: null }) as unknown as IpRecord,
    }).verdict
  assert.equal(judgeOne('203.0.113.7', '203.0.113.53'), 'own')
  assert.equal(judgeOne('203.0.113.7', '198.51.100.53'), 'elsewhere')
  assert.equal(judgeOne('198.51.100.54', '198.51.100.53'), 'elsewhere')
})

test('the summary names public resolvers, each once, in both languages', () => {
  const addresses = ['172.253.0.1', '8.8.8.8']
  assert.match(judge('203.0.113.7', addresses).summary, /public resolver: Google\./)
  assert.match(judge('203.0.113.7', addresses, 'zh').summary, /公共解析器处理：谷歌|公共解析器处理：Google/)
})

test('without address data nothing is claimed', () => {
  const judged = judgeResolvers({
    visitor: '203.0.113.7',
    resolvers: [{ address: '198.51.100.53', transports: ['udp'], subnets: [] }],
    lang: 'en',
    lookUp: () => {
      throw new AppError('data_missing', { reason: 'none' })
    },
  })
  assert.deepEqual([judged.verdict, judged.resolvers[0]?.asn], ['unknown', null])
})

test('networks belong to resolvers that are listed, and to one of them', () => {
  const ids = new Set(PUBLIC_RESOLVERS.map(({ id }) => id))
  const numbers = Object.entries(RESOLVER_NETWORKS).flatMap(([id, list]) => {
    assert.ok(ids.has(id), id)
    return list
  })
  assert.equal(new Set(numbers).size, numbers.length)
})
