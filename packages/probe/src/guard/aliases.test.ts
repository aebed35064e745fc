import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rr, startDnsServer } from '../testing/dns-server.ts'
import { createGuard } from './guard.ts'
import { createResolver } from './resolver.ts'

/** Each name and where its aliases end. */
const ZONE: Readonly<Record<string, readonly [type: string, value: string][]>> = {
  'good.example.com': [
    ['CNAME', 'edge.example.net'],
    ['A', '93.184.216.34'],
  ],
  'inner.example.com': [
    ['CNAME', 'one.example.net'],
    ['CNAME', 'two.example.net'],
    ['A', '10.0.0.5'],
  ],
  'loop.example.com': [
    ['CNAME', 'edge.example.net'],
    ['A', '127.0.0.1'],
  ],
  'mixed.example.com': [
    ['CNAME', 'edge.example.net'],
    ['A', '93.184.216.34'],
    ['A', '169.254.169.254'],
  ],
}

/** The chain as a server sends it: each record owned by the alias before it. */
function toAnswers(name: string) {
  let owner = name
  return (ZONE[name] ?? []).map(([type, value]) => {
    const record = rr(owner, type, type === 'A' ? { address: value } : { name: value })
    if (type === 'CNAME') owner = value
    return record
  })
}

for (const [name, expected] of [
  ['good.example.com', undefined],
  ['inner.example.com', 'refused_target'],
  ['loop.example.com', 'refused_target'],
  ['mixed.example.com', 'refused_target'],
] as const)
  test(`an alias chain from ${name} is ${expected ? 'refused for where it ends' : 'followed'}`, async () => {
    await using dns = await startDnsServer(({ name, type }) => ({
      answers: type === 1 ? toAnswers(name.replace(/\.$/, '')) : [],
    }))
    const guard = createGuard({ resolver: createResolver([`127.0.0.1:${dns.port}`]) })
    if (expected) await assert.rejects(guard.resolve(name), { key: expected })
    else assert.deepEqual(await guard.resolve(name), ['93.184.216.34'])
  })

for (const name of ['localhost', 'printer', 'nas.local', 'db.internal', 'a.home.arpa', 'x.onion', 'a.localhost'])
  test(`${name} is refused before anything is asked`, async () => {
    const guard = createGuard({ resolver: async () => assert.fail('asked') })
    await assert.rejects(guard.resolve(name), { key: 'refused_target' })
  })
