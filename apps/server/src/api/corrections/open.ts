import * as z from 'zod'
import { joinText } from '@octet/core/text.ts'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { AppError } from '@octet/core/errors.ts'
import { findCountry } from '@octet/core/geo/countries.ts'

export default defineEndpoint({
  method: 'POST',
  path: '/v1/corrections',
  auth: 'none',
  title: { en: 'Report a mistake', zh: '提交更正' },
  summary: {
    en: 'Report where a network really is, with evidence. The operator decides; an accepted correction overrides every source from the next build on.',
    zh: '说明某网段的真实位置及依据。由管理员裁定；被采纳的更正自下次构建起优先于所有数据源。',
  },
  input: z.object({
    network: z
      .string()
      .min(2)
      .max(60)
      .describe(
        joinText({
          en: 'Address or network, at most a /16 (IPv4) or /32 (IPv6)',
          zh: '地址或网段，最大为 /16（IPv4）或 /32（IPv6）',
        }),
      )
      .meta({ label: { en: 'Address or network', zh: '地址或网段' } }),
    country_code: z
      .string()
      .refine(
        (code) => findCountry(code) !== undefined,
        joinText({ en: 'a country code such as DE or GB', zh: '国家代码，如 DE 或 GB' }),
      )
      .transform((code) => code.toUpperCase())
      .meta({ label: { en: 'Country code', zh: '国家或地区代码' } }),
    region_code: z
      .string()
      .regex(
        /^[A-Za-z]{2}-[A-Za-z0-9]{1,3}$/,
        joinText({ en: 'an ISO 3166-2 code such as DE-BE', zh: 'ISO 3166-2 代码，如 DE-BE' }),
      )
      .transform((code) => code.toUpperCase())
      .optional(),
    city_name: z
      .string()
      .max(100)
      .regex(/^[^,"\r\n]*$/, joinText({ en: 'a name without commas, quotes and line ends', zh: '不含逗号、引号和换行的名称' }))
      .optional(),
    evidence: z
      .string()
      .max(4_000)
      .default('')
      .describe(
        joinText({
          en: 'How it can be checked: a geofeed, a registry entry, a measurement',
          zh: '核实方法：geofeed、注册信息或测量结果',
        }),
      ),
    email: z
      .email()
      .max(254)
      .optional()
      .describe(joinText({ en: 'For questions; never shown', zh: '用于联系询问，不会公开' })),
  }),
  example: {
    network: '203.0.113.0/24',
    country_code: 'DE',
    region_code: 'DE-BE',
    city_name: 'Berlin',
    evidence: 'https://example.com/geofeed.csv',
  },
  output: z.object({
    id: z.string(),
    token: z.string().describe(joinText({ en: 'Needed to follow the ticket', zh: '用于跟踪工单' })),
  }),
  errors: ['bad_address', 'data_missing', 'unavailable', 'too_many_requests'],
  cost: 20,
  handle({ input, services, caller }) {
    const { network, evidence, email = null, country_code, region_code, city_name } = input
    if (region_code && !region_code.startsWith(`${country_code}-`))
      throw new AppError('bad_input', {
        field: 'region_code',
        expected: {
          en: `a region of ${country_code}, ${country_code}-…`,
          zh: `${country_code} 的省／州代码，即 ${country_code}-…`,
        },
        got: region_code,
      })
    const before = services.ip.lookup(network.split('/')[0]!.trim(), 'en')
    const claim = { country_code, ...(region_code && { region_code }), ...(city_name && { city_name }) }
    return services.corrections.open({ network, claim, evidence, email, before, address: caller.address, accountId: null })
  },
})
