import * as z from 'zod'
import { Answer, defineEndpoint } from '@octet/core/endpoint.ts'
import { toEnvelope } from '@octet/core/envelope.ts'
import { measurementFields } from '../../domain/points/measurement-request.ts'
import { findAsker, takeCredits } from '../../http/find-asker.ts'
import { PROOF_HEADER } from '../../http/proof/probe-gate.ts'

export default defineEndpoint({
  method: 'POST',
  path: '/v1/measurements',
  auth: 'none',
  title: { en: 'Measure from monitoring points', zh: '从监测点测量' },
  summary: {
    en: 'Begins a ping, traceroute, MTR, DNS, HTTP or TLS measurement from chosen points and answers 202 with its id at once. It costs points × targets × packets in credits: of the key’s month, or of the caller’s allowance. With an `Idempotency-Key` the same call again gets the same measurement.',
    zh: '从所选监测点发起 ping、traceroute、MTR、DNS、HTTP 或 TLS 测量，立即返回 202 与编号。费用为“监测点 × 目标 × 包数”，从密钥当月额度或访客额度中扣除。附带 `Idempotency-Key` 时，重复请求得到同一测量。',
  },
  input: z.object(measurementFields),
  example: { type: 'ping', target: 'example.com', locations: 'world', limit: 3 },
  headers: {
    'Idempotency-Key': { en: 'The same call again with it gets the same measurement', zh: '带相同的值再次调用，返回同一次测量' },
  },
  output: z.object({ id: z.string(), probesCount: z.number(), credits: z.number() }),
  answer: { status: 202 },
  errors: [
    'no_point_found',
    'refused_target',
    'bad_address',
    'bad_domain',
    'bad_key',
    'key_refused',
    'quota_spent',
    'session_ended',
    'proof_wanted',
    'proof_wrong',
  ],
  cost: 0,
  async handle({ input, caller, services, header }) {
    const { measurements } = services.points
    const asker = await findAsker({ caller, services, header })
    const before = await measurements.findSame(input, asker)
    if (before) return toAnswer(before, 0)
    const plan = await measurements.plan(input, asker)
    await services.probeGate.pass({
      caller,
      units: plan.credits,
      headers: { [PROOF_HEADER]: header(PROOF_HEADER) },
      isKnown: async () => asker.accountId !== null,
    })
    const charge = await takeCredits(asker, plan.credits, services)
    let isBegun = false
    try {
      const measurement = await measurements.begin(plan, asker)
      isBegun = true
      return toAnswer(measurement, plan.credits)
    } finally {
      charge(isBegun)
    }
  },
})

function toAnswer({ id, probesCount, credits }: { id: string; probesCount: number; credits: number }, cost: number): Answer {
  return new Answer(JSON.stringify(toEnvelope({ id, probesCount, credits })), {
    type: 'application/json; charset=utf-8',
    status: 202,
    headers: { location: `/v1/measurements/${id}`, 'x-request-cost': String(cost), 'cache-control': 'no-store' },
  })
}
