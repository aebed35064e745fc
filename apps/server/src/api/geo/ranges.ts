import * as z from 'zod'
import { Answer, defineEndpoint } from '@octet/core/endpoint.ts'
import { toEnvelope } from '@octet/core/envelope.ts'
import { AppError } from '@octet/core/errors.ts'
import { formatCidr } from '@octet/core/ip/cidr.ts'
import { toCidrs } from '@octet/core/ip/range.ts'
import { LIST_FORMATS, writeList } from '@octet/tools/lib/network-list/write-list.ts'
import { parseOwner } from '@octet/tools/ip/ranges-of/owner.ts'

export default defineEndpoint({
  method: 'GET',
  path: '/v1/ranges/:by/:owner',
  auth: 'none',
  title: { en: 'Ranges of a country or an AS', zh: '国家或 AS 的地址段' },
  summary: {
    en: 'The fewest networks that cover a country or an autonomous system, as JSON or ready for a firewall.',
    zh: '覆盖某个国家或自治系统的最少网段，可返回 JSON 或防火墙配置。',
  },
  input: z.object({
    by: z.enum(['country', 'asn']),
    owner: z.string().min(1).max(20).describe('SG, AS13335 or 13335'),
    family: z.enum(['both', 'ipv4', 'ipv6']).default('both'),
    format: z.enum(LIST_FORMATS).default('json'),
    action: z.enum(['allow', 'deny']).default('deny'),
    name: z.string().max(31).default('octet'),
  }),
  output: z.object({ owner: z.string(), networks: z.array(z.string()) }),
  errors: ['data_missing', 'unsupported_value'],
  cost: 10,
  handle({ input, services }) {
    const owner = parseOwner(input.owner)
    if (!(input.by in owner))
      throw new AppError('bad_input', {
        field: 'owner',
        expected:
          input.by === 'asn'
            ? { en: 'an AS number', zh: 'AS 号' }
            : { en: 'a country code of two letters', zh: '两个字母的国家代码' },
        got: input.owner,
      })
    const version = input.family === 'both' ? undefined : input.family === 'ipv4' ? 4 : 6
    const cidrs = [...services.ip.ranges({ ...owner, ...(version && { version }) })].flatMap(toCidrs)
    if (cidrs.length === 0)
      throw new AppError('unsupported_value', {
        got: input.owner,
        reason: { en: 'the data has no ranges for it', zh: '数据中没有它的地址段' },
      })
    if (input.format === 'json')
      return new Answer(
        JSON.stringify(
          toEnvelope({ owner: 'country' in owner ? owner.country : `AS${owner.asn}`, networks: cidrs.map(formatCidr) }),
        ),
        {
          type: 'application/json; charset=utf-8',
        },
      )
    return new Answer(`${writeList(cidrs, input.format, input)}\n`, {
      type: input.format === 'csv' ? 'text/csv; charset=utf-8' : 'text/plain; charset=utf-8',
    })
  },
})
