import * as z from 'zod'
import { Answer, defineEndpoint } from '@octet/core/endpoint.ts'
import { drawBadge } from '../../domain/points/badge.ts'

const TYPE = 'image/svg+xml'

export default defineEndpoint({
  method: 'GET',
  path: '/v1/shown-monitors/:id/badge.svg',
  auth: 'none',
  title: { en: 'Badge of a monitor', zh: '监控徽章' },
  summary: {
    en: 'State and availability of 30 days as a picture for other pages, in the language of `lang`.',
    zh: '状态与 30 天可用性的图片，可嵌入其他页面，语言由 `lang` 指定。',
  },
  input: z.object({ id: z.string().min(1).max(40) }),
  output: z.string(),
  answer: { media: [TYPE], isBare: true },
  errors: ['no_such', 'unavailable'],
  cacheSeconds: 60,
  async handle({ input, caller, services }) {
    const shown = await services.points.monitors.getShown(input.id)
    return new Answer(drawBadge(shown, caller.lang), { type: `${TYPE}; charset=utf-8` })
  },
})
