import { AppError } from '@octet/core/errors.ts'
import { toPlaceLine } from '@octet/core/ip/place-line.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { toWider } from '@octet/core/ip/wider.ts'
import { extractAddressesPaced } from '../../lib/extract-addresses.ts'
import { createPacer } from '../../lib/pacer.ts'

const MAX_POINTS = 2_000

export default defineTool({
  id: 'ip-map',
  route: '/ipditu',
  group: 'ip',
  rank: 4,
  icon: 'WorldPin',
  title: { en: 'IP map', zh: 'IP 地图' },
  summary: { en: 'Many addresses on one map, each with its accuracy circle', zh: '在一张地图上标出多个地址，并显示各自的精度圈' },
  about: {
    en: 'The map is drawn by this site, without tiles from elsewhere. The circle around a point is its accuracy radius: about two thirds of such addresses lie within it. Addresses in the same place become one point.',
    zh: '地图由本站绘制，不加载外部瓦片。点周围的圆是精度半径：约三分之二的此类地址落在圆内。同一地点的地址合并为一个点。',
  },
  keywords: ['plot', 'geo', 'visualise', '可视化', '分布'],
  needs: ['ip'],
  cost: 5,
  input: z.object({
    text: z
      .string()
      .max(1_000_000)
      .meta({
        label: { en: 'Addresses', zh: '地址' },
        widget: 'text',
        main: true,
        placeholder: { en: 'One per line, or any text', zh: '每行一个，或任意文本' },
      }),
  }),
  output: z.object({
    found: z
      .number()
      .int()
      .meta({ label: { en: 'Addresses found', zh: '找到的地址' } }),
    placed: z
      .number()
      .int()
      .meta({ label: { en: 'With a place', zh: '有位置的' } }),
    points: z
      .array(
        z.object({
          latitude: z.number(),
          longitude: z.number(),
          radius_km: z.number().nullable(),
          place: z.string(),
          country_code: z.string().nullable(),
          addresses: z.array(z.string()),
          count: z.number().int().describe('How many addresses'),
        }),
      )
      .meta({ label: { en: 'Points', zh: '点' }, widget: 'table', main: true }),
    unplaced: z.array(z.string()).meta({ label: { en: 'Without a place', zh: '没有位置的' } }),
  }),
  errors: ['data_missing'],
  examples: [
    {
      name: { en: 'Public resolvers', zh: '公共 DNS' },
      input: { text: '1.1.1.1\n8.8.8.8\n9.9.9.9\n114.114.114.114\n223.5.5.5' },
    },
    { name: { en: 'One address', zh: '单个地址' }, input: { text: '2001:4860:4860::8888' } },
  ],
  async run({ text }, host) {
    const breathe = createPacer(host.signal)
    const counts = await extractAddressesPaced(text, breathe)
    if (counts.size > MAX_POINTS)
      throw new AppError('too_large', {
        field: 'text',
        limit: { en: `${MAX_POINTS} addresses`, zh: `${MAX_POINTS} 个地址` },
        got: counts.size,
      })
    const points = new Map<
      string,
      {
        latitude: number
        longitude: number
        radius_km: number | null
        place: string
        country_code: string | null
        addresses: string[]
        count: number
      }
    >()
    const unplaced: string[] = []
    for (const address of counts.keys()) {
      await breathe()
      const record = await host.ip.lookup(address)
      const { latitude, longitude, accuracy_radius } = record
      if (latitude === null || longitude === null) {
        unplaced.push(address)
        continue
      }
      const key = `${latitude},${longitude}`
      const place = toPlaceLine(record, host.lang)
      const point = points.get(key) ?? {
        latitude,
        longitude,
        radius_km: null,
        place,
        country_code: record.country_code,
        addresses: [],
        count: 0,
      }
      point.addresses.push(address)
      point.count++
      point.radius_km = toWider(point.radius_km, accuracy_radius)
      points.set(key, point)
    }
    const list = [...points.values()].sort((a, b) => b.count - a.count)
    return { found: counts.size, placed: counts.size - unplaced.length, points: list, unplaced }
  },
})
