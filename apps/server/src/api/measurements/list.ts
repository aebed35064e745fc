import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { AppError } from '@octet/core/errors.ts'
import { measurementTypes } from '@octet/core/probe/measurement.ts'
import { findAsker } from '../../http/find-asker.ts'

const LIMIT = 50

export default defineEndpoint({
  method: 'GET',
  path: '/v1/measurements',
  auth: 'none',
  title: { en: 'Your measurements', zh: '我的测量' },
  summary: {
    en: 'The newest 50 measurements of the account of the session or key, without their results.',
    zh: '登录账户或密钥所属账户最近 50 次测量，不含结果。',
  },
  input: z.object({}),
  output: z.array(
    z.object({
      id: z.string(),
      type: z.enum(measurementTypes),
      status: z.enum(['in-progress', 'finished']),
      targets: z.array(z.string()),
      locations: z.string(),
      probesCount: z.number(),
      credits: z.number(),
      createdAt: z.string(),
    }),
  ),
  errors: ['session_ended', 'login_required', 'bad_key', 'key_refused', 'unavailable'],
  async handle({ caller, services, header }) {
    const { accountId } = await findAsker({ caller, services, header })
    if (accountId === null) throw new AppError('login_required')
    const measurements = await services.points.archive.list(accountId, LIMIT)
    return measurements.map(({ id, type, status, targets, locations, probesCount, credits, createdAt }) => ({
      id,
      type,
      status,
      targets,
      locations,
      probesCount,
      credits,
      createdAt,
    }))
  },
})
