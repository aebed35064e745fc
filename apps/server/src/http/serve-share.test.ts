import assert from 'node:assert/strict'
import { Agent, request } from 'node:http'
import { once } from 'node:events'
import { test } from 'node:test'
import { startProduct } from '../testing/start.ts'

test('what is shared without a service worker is not read, and the first page says so in the language of the browser', async () => {
  await using product = await startProduct({ withoutData: true, listen: true })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const send = async (method: string, path: string, lang: string, body = '') => {
    const headers = { 'content-type': 'multipart/form-data; boundary=b', 'accept-language': lang, 'content-length': body.length }
    const sent = request(new URL(path, product.origin), { method, agent, headers })
    const isSent = once(sent, 'finish')
    sent.end(body)
    const [[answer]] = await Promise.all([once(sent, 'response'), isSent])
    answer.resume()
    await once(answer, 'end')
    return { status: answer.statusCode, location: answer.headers.location }
  }
  const file = 'x'.repeat(4_000_000)
  const body = `--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n${file}\r\n--b--\r\n`
  assert.deepEqual(await send('POST', '/share', 'en', body), { status: 303, location: '/?unshared=1' })
  const chinese = await send('POST', '/share', 'zh-CN', body)
  assert.deepEqual(chinese, { status: 303, location: '/zh?unshared=1' })
  assert.equal((await send('POST', '/shared', 'en')).status, 405)
  agent.destroy()
})
