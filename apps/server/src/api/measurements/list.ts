import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { measurementTypes } from '@octet/core/probe/measurement.ts'
import { getSession } from '../../http/get-session.ts'

const LIMIT = 50

export default defineEndpoint({
  method: 'GET',
  path: '/v1/measurements',
  auth: 'session',
  title: { en: 'Your measurements', zh: '我的测量' },
  summary: { en: 'The newest 50 measurements of the account, without their results.', zh: '账户最近 50 次测量，不含结果。' },
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
  errors: ['session_ended', 'login_required', 'unavailable'],
  async handle({ caller, services }) {
    const measurements = await services.points.archive.list(getSession(caller).accountId, LIMIT)
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
