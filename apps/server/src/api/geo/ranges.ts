import * as z from 'zod'
import { Answer, defineEndpoint } from '@octet/core/endpoint.ts'
import { joinText } from '@octet/core/text.ts'
import { answerRanges, writeRanges } from '@octet/tools/lib/network-list/answer-ranges.ts'
import { LIST_FORMATS } from '@octet/tools/lib/network-list/write-list.ts'
import { createPacer } from '@octet/tools/lib/pacer.ts'
import { findRanges, RANGE_KEYS } from '@octet/ipdb/networks/find-ranges.ts'
import { dayField } from '../../http/record-answer.ts'

export default defineEndpoint({
  method: 'GET',
  path: '/v1/ranges/:by/:owner',
  auth: 'none',
  title: { en: 'Ranges of a country, AS, organisation or tag', zh: '国家、AS、机构或标签的地址段' },
  summary: {
    en: 'The fewest networks that cover a country, an autonomous system, an organisation’s or a domain’s networks, or a tag such as tor, as JSON or ready for a firewall.',
    zh: '覆盖某个国家、自治系统、机构或域名的网络，或 tor 等标签的最少网段，可返回 JSON 或防火墙配置。',
  },
  input: z.object({
    by: z.enum(RANGE_KEYS),
    owner: z
      .string()
      .min(1)
      .max(100)
      .describe(
        joinText({
          en: 'SG; AS13335; the words of an organisation’s name; example.com; vpn, tor, proxy, relay, hosting, data_center, anycast',
          zh: 'SG；AS13335；机构名称中的词；example.com；vpn、tor、proxy、relay、hosting、data_center、anycast',
        }),
      ),
    family: z.enum(['both', 'ipv4', 'ipv6']).default('both'),
    format: z.enum(LIST_FORMATS).default('json'),
    action: z.enum(['allow', 'deny']).default('deny'),
    name: z.string().max(31).default('octet'),
    at: dayField,
  }),
  output: z.object({
    owner: z.string(),
    asns: z
      .array(z.number().int())
      .optional()
      .describe(joinText({ en: 'Networks of the organisation or domain', zh: '该机构或域名的网络' })),
    networks: z.array(z.string()),
  }),
  answer: { media: ['text/plain', 'text/csv'] },
  errors: ['data_missing', 'unsupported_value', 'build_not_kept'],
  cost: 10,
  async handle({ input, services, signal }) {
    const { database } = await services.builds.at(input.at)
    const found = findRanges(database, input)
    const breathe = createPacer(signal)
    if (input.format === 'json') return answerRanges(found, breathe)
    return new Answer(`${await writeRanges(found, { ...input, breathe })}\n`, {
      type: input.format === 'csv' ? 'text/csv; charset=utf-8' : 'text/plain; charset=utf-8',
    })
  },
})
