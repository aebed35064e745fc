import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'

export default defineEndpoint({
  method: 'GET',
  path: '/livez',
  auth: 'none',
  title: { en: 'Whether the process is alive', zh: '进程是否存活' },
  summary: { en: 'Answers as long as the event loop is running.', zh: '事件循环运转时即应答。' },
  input: z.object({}),
  output: z.object({ state: z.literal('live') }),
  errors: [],
  cost: 0,
  handle: () => ({ state: 'live' as const }),
})
