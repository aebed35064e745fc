import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { mapSchema, withPlaces } from '../../domain/maps.ts'

export default defineEndpoint({
  method: 'GET',
  path: '/v1/map/:id',
  auth: 'none',
  title: { en: 'A kept map', zh: '已保存的地图' },
  summary: { en: 'The points of a map that POST /v1/map has made.', zh: 'POST /v1/map 所生成地图的各个点。' },
  input: z.object({ id: z.string().min(1).max(40) }),
  output: mapSchema,
  errors: ['no_such', 'unavailable'],
  async handle({ input, services, caller }) {
    const map = await services.maps.get(input.id)
    return withPlaces(map, caller.lang, services.ip.lookup.bind(services.ip))
  },
})
