import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { joinText } from '@octet/core/text.ts'
import { describeNetwork, getNetwork, networkSchema } from '@octet/ipdb/networks/describe-network.ts'
import { dayField } from '../../http/record-answer.ts'

export default defineEndpoint({
  method: 'GET',
  path: '/v1/asn/:asn',
  auth: 'none',
  title: { en: 'An autonomous system', zh: '查询自治系统' },
  summary: {
    en: 'Name, organisation, kind, country and size of the network of an AS number, or of the network that announces an address. What the data lacks is named in `missing`.',
    zh: '按 AS 号（或宣告某地址的网络）返回名称、机构、类型、国家与规模；数据中没有的内容列在 `missing` 中。',
  },
  input: z.object({
    asn: z
      .string()
      .min(1)
      .max(64)
      .describe(joinText({ en: 'AS13335, 13335 or an address', zh: 'AS13335、13335 或一个地址' })),
    at: dayField,
  }),
  output: networkSchema,
  errors: ['data_missing', 'network_not_found', 'build_not_kept'],
  cost: 2,
  async handle({ input, services }) {
    const { database } = await services.builds.at(input.at)
    return describeNetwork(database, getNetwork(database, input.asn))
  },
})
