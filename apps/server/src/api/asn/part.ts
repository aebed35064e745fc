import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { joinText } from '@octet/core/text.ts'
import { describePart, getNetwork, NETWORK_PARTS } from '@octet/ipdb/networks/describe-network.ts'
import { dayField } from '../../http/record-answer.ts'

export default defineEndpoint({
  method: 'GET',
  path: '/v1/asn/:asn/:part',
  auth: 'none',
  title: { en: 'Prefixes and neighbours of an AS', zh: 'AS 的网段与互联关系' },
  summary: {
    en: 'The announced networks, page by page. Upstreams and downstreams are networks that one buys transit from and sells it to; `networks` has their names. What is not in the data is answered with `available: false` and the reason; of peers only the number is known.',
    zh: '分页返回宣告的网段。upstreams 与 downstreams 为转接上游与下游，名称见 `networks`。数据中没有的部分返回 `available: false` 及原因；对等互联只有数量。',
  },
  input: z.object({
    asn: z
      .string()
      .min(1)
      .max(64)
      .describe(joinText({ en: 'AS13335, 13335 or an address', zh: 'AS13335、13335 或一个地址' })),
    part: z.enum(NETWORK_PARTS),
    family: z.enum(['both', 'ipv4', 'ipv6']).default('both'),
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    limit: z.coerce.number().int().min(1).max(10_000).default(1_000),
    at: dayField,
  }),
  output: z.object({
    asn: z.number().int(),
    part: z.enum(NETWORK_PARTS),
    available: z.boolean(),
    reason: z.string().optional(),
    note: z.object({ en: z.string(), zh: z.string() }).optional(),
    total: z.number().int().nullable(),
    page: z.number().int().optional(),
    limit: z.number().int().optional(),
    next: z
      .number()
      .int()
      .nullable()
      .optional()
      .describe(joinText({ en: 'Number of the next page', zh: '下一页的页码' })),
    items: z
      .array(z.string())
      .describe(joinText({ en: 'Networks as CIDR, or neighbours such as AS174', zh: '网段（CIDR），或相邻网络，例如 AS174' })),
    networks: z
      .array(z.object({ asn: z.number().int(), name: z.string().nullable(), country_code: z.string().nullable() }))
      .optional()
      .describe(
        joinText({ en: 'The neighbours in `items`, and where they are registered', zh: '`items` 中的相邻网络及其注册地' }),
      ),
    build: z.string(),
  }),
  errors: ['data_missing', 'network_not_found', 'build_not_kept'],
  cost: 2,
  async handle({ input, services }) {
    const { database } = await services.builds.at(input.at)
    return describePart(database, getNetwork(database, input.asn), input)
  },
})
