import * as z from 'zod'
import { Answer, defineEndpoint } from '@octet/core/endpoint.ts'
import { toEnvelope } from '@octet/core/envelope.ts'
import { describePrivacy, privacySchema } from '../../domain/privacy/describe-privacy.ts'
import { selectFields } from '../../domain/select-fields.ts'
import { FORMATS, MEDIA_TYPES, toFormat } from '../../http/formats.ts'

export default defineEndpoint({
  method: 'GET',
  path: '/v1/privacy/:ip',
  auth: 'none',
  title: { en: 'Privacy flags of an address', zh: '查询地址的隐私标记' },
  summary: {
    en: 'VPN, Tor, proxy, relay, hosting and data centre, with the provider, and as evidence the list that names the address and its date.',
    zh: '返回 VPN、Tor、代理、中继、托管与数据中心标记，以及服务方；并以收录该地址的名单及其日期作为依据。',
  },
  input: z.object({
    ip: z.string().min(1).max(2_048).describe('IPv4 or IPv6 address, host name, URL, or `me` for the caller'),
    fields: z.string().max(1_000).optional().describe('Only these fields'),
    exclude: z.string().max(1_000).optional().describe('All but these fields'),
    lang: z.enum(['en', 'zh']).optional(),
    at: z.iso.date().optional().describe('As the data said on this day, YYYY-MM-DD, from kept builds'),
    format: z.enum(FORMATS).default('json'),
    raw: z.string().optional().describe('1 leaves the envelope out'),
  }),
  output: privacySchema.partial(),
  errors: [
    'bad_address',
    'not_one_address',
    'bad_domain',
    'name_not_found',
    'refused_target',
    'data_missing',
    'unknown_field',
    'build_not_kept',
  ],
  async handle(context) {
    const { input, caller, services } = context
    const ip = input.at === undefined ? services.ip : await services.builds.at(input.at)
    const { records } = await ip.find(input.ip === 'me' ? caller.address : input.ip, caller.lang, context)
    const record = records[0]!
    const data = selectFields(describePrivacy(record, await services.builds.sources(record.build)), input)
    const isRaw = input.raw === '1' || input.raw === 'true'
    return new Answer(toFormat(isRaw || input.format !== 'json' ? data : toEnvelope(data), input.format), {
      type: `${MEDIA_TYPES[input.format]}; charset=utf-8`,
      headers: { 'x-data-build': record.build },
    })
  },
})
