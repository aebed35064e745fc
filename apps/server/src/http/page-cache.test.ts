import assert from 'node:assert/strict'
import { test } from 'node:test'
import { packBody } from './packed-body.ts'
import { PageCache } from './page-cache.ts'

const toPage = (text: string, status = 200) => Promise.resolve({ status, headers: {}, pack: packBody(Buffer.from(text)) })

test('the same page is made once, also when asked for at the same time', async () => {
  const cache = new PageCache({ maxPages: 2, maxAgeMs: 1_000 })
  let made = 0
  const make = () => toPage(String(++made))
  const [a, b] = await Promise.all([cache.find('x', make), cache.find('x', make)])
  assert.equal(made, 1)
  assert.equal(a.pack, b.pack)
})

test('an old page, a failed page and the oldest of too many are made again', async () => {
  const cache = new PageCache({ maxPages: 2, maxAgeMs: 20 })
  let made = 0
  const make =
    (status = 200) =>
    () =>
      toPage(String(++made), status)
  await cache.find('a', make(500))
  await cache.find('a', make())
  assert.equal(made, 2)
  await cache.find('b', make())
  await cache.find('c', make())
  await cache.find('a', make())
  assert.equal(made, 5, 'a had to go for c')
  await new Promise((resolve) => setTimeout(resolve, 30))
  await cache.find('a', make())
  assert.equal(made, 6)
})
