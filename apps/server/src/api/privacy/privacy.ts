import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { describePrivacy, privacySchema } from '../../domain/privacy/describe-privacy.ts'
import { RECORD_ERRORS, RECORD_FORM, recordFields, toRecordAnswer } from '../../http/record-answer.ts'

export default defineEndpoint({
  method: 'GET',
  path: '/v1/privacy/:ip',
  auth: 'none',
  title: { en: 'Privacy flags of an address', zh: '查询地址的隐私标记' },
  summary: {
    en: 'VPN, Tor, proxy, relay, hosting and data centre, with the provider, and as evidence the list that names the address and its date.',
    zh: '返回 VPN、Tor、代理、中继、托管与数据中心标记，以及服务方；并以收录该地址的名单及其日期作为依据。',
  },
  input: z.object(recordFields),
  output: privacySchema.partial(),
  answer: RECORD_FORM,
  errors: [...RECORD_ERRORS],
  async handle(context) {
    const { input, caller, services } = context
    const ip = await services.builds.at(input.at)
    const { records } = await ip.find(input.ip === 'me' ? caller.address : input.ip, caller.lang, context)
    const record = records[0]!
    const flags = describePrivacy(record, await services.builds.sources(record.build))
    return toRecordAnswer(flags, record.build, input)
  },
})
