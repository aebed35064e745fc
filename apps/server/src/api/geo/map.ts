import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { MAX_ADDRESS_BYTES, readAddresses } from '../../domain/address-lines.ts'
import { hasCsvBody } from '../../http/has-csv-body.ts'
import { drawMap } from '../../domain/maps.ts'
import { gather } from '@octet/ipdb/summary/summarize.ts'

export default defineEndpoint({
  method: 'POST',
  path: '/v1/map',
  auth: 'none',
  title: { en: 'Put many addresses on a map', zh: '在地图上标出多个地址' },
  summary: {
    en: 'Up to 500,000 addresses as a JSON array, lines or CSV become a page with a map, kept for 30 days under an address that cannot be guessed. Whoever has that address sees the map. 60 a day for one client.',
    zh: '提交至多 50 万个地址（JSON 数组、逐行文本或 CSV），生成一张地图页面，以无法猜测的地址保存 30 天。拥有该地址者均可查看。每个客户端每天最多 60 张。',
  },
  input: z.object({ lang: z.enum(['en', 'zh']).optional() }),
  output: z.object({
    id: z.string(),
    report_url: z.string(),
    found: z.number().int(),
    placed: z.number().int(),
    points: z.number().int(),
  }),
  errors: ['data_missing', 'unavailable'],
  rawBody: 'addresses',
  keepsBody: true,
  bodyLimitBytes: MAX_ADDRESS_BYTES,
  cost: 20,
  async handle(context) {
    const { services, caller, signal, body } = context
    services.brakes.map(caller)
    const { database } = services.ip
    const map = await drawMap(
      database,
      await gather(database, readAddresses(body, { isCsv: hasCsvBody(context) }), signal),
      caller.lang,
    )
    const id = await services.maps.keep(map)
    const report_url = `${services.config.publicOrigin}${caller.lang === 'zh' ? '/zh' : ''}/map/${id}`
    return { id, report_url, found: map.found, placed: map.placed, points: map.points.length }
  },
})
