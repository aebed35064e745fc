import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { joinText } from '@octet/core/text.ts'
import { MODALS } from '../../domain/modals.ts'
import { isFree } from '../../domain/plan/plans.ts'

const contacts = z.array(z.object({ name: z.string(), value: z.string() }))

export default defineEndpoint({
  method: 'POST',
  path: '/v1/web_init',
  auth: 'none',
  title: { en: 'Initial data of the site', zh: '站点初始数据' },
  summary: {
    en: 'Contacts, tools and modals that are switched on, plans in short, and the state of data and probes.',
    zh: '联系方式、已启用的工具与弹窗、套餐概要，以及数据与探测的状态。',
  },
  input: z.looseObject({}),
  output: z.object({
    brand: z.object({ name: z.string() }),
    userData: z.object({ phone: contacts, email: contacts, qq: contacts, qq_code: contacts, wx_code: contacts }),
    tools: z.array(z.string()).describe(joinText({ en: 'Ids of the tools that are switched on', zh: '已启用工具的 id' })),
    modals: z.array(z.string()),
    plans: z.array(z.object({ id: z.string(), name: z.string(), requests_per_month: z.number(), is_free: z.boolean() })),
    build: z
      .string()
      .nullable()
      .describe(joinText({ en: 'Id of the address data', zh: '地址数据的 id' })),
    data: z.object({
      state: z.enum(['ready', 'missing']),
      build: z.string().nullable(),
      date: z.string().nullable(),
      rows: z.object({ v4: z.number(), v6: z.number() }).nullable(),
    }),
    probe: z.object({ step: z.string(), note: z.object({ en: z.string(), zh: z.string() }) }),
    accounts: z.boolean().describe(joinText({ en: 'Whether people can sign up here', zh: '是否开放注册' })),
  }),
  errors: [],
  handle({ services }) {
    const { operator } = services.config
    return {
      brand: { name: operator.brand.name },
      userData: operator.contacts,
      tools: services.tools.map(({ id }) => id).filter((id) => !services.switches.isOff(id)),
      modals: MODALS.filter((name) => !operator.disabledModals.includes(name)),
      plans: operator.plans.map((plan) => ({
        id: plan.id,
        name: plan.name,
        requests_per_month: plan.requestsPerMonth,
        is_free: isFree(plan),
      })),
      build: services.ip.state.build,
      data: services.ip.state,
      probe: services.probeState,
      accounts: services.storage.isConfigured,
    }
  },
})
