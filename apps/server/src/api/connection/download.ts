import { randomBytes } from 'node:crypto'
import * as z from 'zod'
import { Answer, defineEndpoint } from '@octet/core/endpoint.ts'

const MIB = 1024 * 1024
const MAX_BYTES = 32 * MIB
/** Random once per process: nothing on the way can make it smaller, and sending it costs no entropy. */
const BLOCK = randomBytes(256 * 1024)

export default defineEndpoint({
  method: 'GET',
  path: '/v1/speed/download',
  auth: 'none',
  title: { en: 'Bytes for measuring a download', zh: '下载测速数据' },
  summary: {
    en: 'Returns the given number of random bytes, uncompressed and never cached. With 0 bytes it measures the round trip.',
    zh: '返回指定数量的随机字节，不压缩、不缓存；数量为 0 时可用于测量往返时间。',
  },
  input: z.object({
    bytes: z
      .int()
      .min(0)
      .max(MAX_BYTES)
      .default(0)
      .meta({ label: { en: 'Bytes', zh: '字节数' } }),
  }),
  output: z.string(),
  answer: { media: ['application/octet-stream'], isBare: true },
  errors: [],
  cost: ({ bytes }) => (bytes === 0 ? 0 : 1),
  timeoutMs: 30_000,
  handle: ({ input: { bytes }, signal }) =>
    new Answer(bytes === 0 ? '' : takeBytes(bytes, signal), {
      type: 'application/octet-stream',
      headers: { 'content-length': String(bytes), 'cache-control': 'no-store, no-transform' },
    }),
})

async function* takeBytes(sizeBytes: number, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for (let left = sizeBytes; left > 0; left -= BLOCK.length) {
    signal.throwIfAborted()
    yield left < BLOCK.length ? BLOCK.subarray(0, left) : BLOCK
  }
}
