import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Host } from '@octet/core/host.ts'
import type { ComparedResolver } from '@octet/core/probe/dns.ts'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import resolverTest from './tool.ts'

async function askFor(input: object, lang: 'en' | 'zh' = 'en'): Promise<readonly ComparedResolver[]> {
  let asked: readonly ComparedResolver[] = []
  const testResolvers = async function* ({ resolvers }: { resolvers: readonly ComparedResolver[] }) {
    asked = resolvers
    yield []
  }
  const host = { lang, probe: { dns: { testResolvers } } } as unknown as Partial<Host>
  await answerTool(resolverTest, input, createTestHost(host))
  return asked
}

test('resolvers have their names in the language of who asks', async () => {
  const [one] = await askFor({ resolvers: 'alidns' }, 'zh')
  assert.deepEqual([one?.name, one?.server], ['阿里云公共 DNS', '223.5.5.5'])
  assert.equal((await askFor({ resolvers: 'alidns' }))[0]?.name, 'AliDNS')
})

test('a resolver that cannot be asked this way is not passed over', async () => {
  await assert.rejects(askFor({ resolvers: 'google, dns114', by: 'tls' }), { key: 'bad_input', message: /DNS over TLS.*dns114/ })
  assert.equal((await askFor({ resolvers: 'iij', by: 'tls' }))[0]?.server, 'tls://public.dns.iij.jp')
})
