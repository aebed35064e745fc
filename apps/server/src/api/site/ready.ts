import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { AppError } from '@octet/core/errors.ts'

export default defineEndpoint({
  method: 'GET',
  path: '/readyz',
  auth: 'none',
  title: { en: 'Whether the process is ready', zh: '能否提供服务' },
  summary: {
    en: '200 when the address data is loaded, 503 with the reason otherwise.',
    zh: '地址数据已加载时返回 200，否则返回 503 及原因。',
  },
  input: z.object({}),
  output: z.object({ state: z.literal('ready'), build: z.string().nullable() }),
  errors: ['data_missing', 'unavailable'],
  cost: 0,
  handle({ services }) {
    if (services.drain.isStopping)
      throw new AppError('unavailable', { reason: { en: 'this process is stopping', zh: '该进程正在停止' } })
    const { state, build } = services.ip.state
    if (state !== 'ready') throw new AppError('data_missing', { reason: { en: 'it has not been built yet', zh: '尚未构建' } })
    return { state: 'ready' as const, build }
  },
})
