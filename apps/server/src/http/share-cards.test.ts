import assert from 'node:assert/strict'
import { test } from 'node:test'
import Fastify from 'fastify'
import { isAppError } from '@octet/core/errors.ts'
import type { AnyTool } from '@octet/core/tool.ts'
import { readConfig, type Config } from '../config.ts'
import { serveShareCards } from './share-cards.ts'

const tool = {
  id: 'case',
  group: 'convert',
  title: { en: 'Letter case', zh: '大小写转换' },
  summary: { en: 'Changes the case of a text', zh: '转换英文大小写' },
} as AnyTool

const config = readConfig({ PUBLIC_ORIGIN: 'https://octet.test' })
const app = serveCards(config)

function serveCards(config: Config) {
  const app = Fastify()
  serveShareCards(app, { tools: [tool], config })
  app.setErrorHandler((error, _request, reply) => reply.code(isAppError(error) ? 404 : 500).send())
  return app
}

const rows: [path: string, status: number][] = [
  ['/cards/en/case.png', 200],
  ['/cards/zh/case.png', 200],
  ['/cards/zh/octet.png', 200],
  ['/cards/fr/case.png', 404],
  ['/cards/en/nothing.png', 404],
  ['/cards/en/case.svg', 404],
]
for (const [path, status] of rows)
  test(`${path} answers ${status}`, async () => {
    const answer = await app.inject(path)
    assert.equal(answer.statusCode, status)
    if (status !== 200) return
    assert.equal(answer.headers['content-type'], 'image/png')
    const { rawPayload } = answer
    assert.deepEqual([rawPayload.readUInt32BE(16), rawPayload.readUInt32BE(20)], [1200, 630])
    assert.ok(rawPayload.length < 200_000, `${rawPayload.length} bytes`)
  })

test('the words of a language make its card', async () => {
  const [en, zh] = await Promise.all(['en', 'zh'].map((lang) => app.inject(`/cards/${lang}/case.png`)))
  assert.ok(!en?.rawPayload.equals(zh?.rawPayload ?? Buffer.alloc(0)))
})

test('a card bears the name that the operator gives the site', async () => {
  const named = (name: string) => serveCards({ ...config, operator: { ...config.operator, brand: { name } } })
  const [own, same, other] = await Promise.all(
    [app, named('Octet'), named('Acme 网络')].map((app) => app.inject('/cards/en/case.png')),
  )
  assert.ok(own?.rawPayload.equals(same?.rawPayload ?? Buffer.alloc(0)))
  assert.ok(!own?.rawPayload.equals(other?.rawPayload ?? Buffer.alloc(0)))
})
