import * as z from 'zod'

const yesNo = { yes: { en: 'yes', zh: '是' }, no: { en: 'no', zh: '否' } } as const

/** How a resolver behaves, found out by asking it: how fast, whether it is honest, whether it validates. */
export const resolverTestSchema = z.object({
  id: z.string().meta({ widget: 'hidden' }),
  name: z.string().meta({ label: { en: 'Resolver', zh: '解析器' } }),
  server: z.string().meta({ label: { en: 'Server', zh: '服务器' } }),
  state: z.enum(['waiting', 'answered', 'failed']).meta({
    label: { en: 'State', zh: '状态' },
    options: {
      waiting: { en: 'waiting', zh: '等待中' },
      answered: { en: 'answers', zh: '可用' },
      failed: { en: 'no answer', zh: '无应答' },
    },
  }),
  medianMs: z
    .number()
    .nullable()
    .meta({ label: { en: 'Time', zh: '耗时' }, unit: 'ms' }),
  firstMs: z
    .number()
    .nullable()
    .meta({ label: { en: 'First answer', zh: '首次应答' }, unit: 'ms' }),
  knownAnswer: z.enum(['right', 'changed', 'unknown']).meta({
    label: { en: 'Known answer', zh: '已知答案' },
    options: {
      right: { en: 'right', zh: '正确' },
      changed: { en: 'changed', zh: '被改动' },
      unknown: { en: 'not known', zh: '未知' },
    },
  }),
  missingName: z.enum(['honest', 'redirected', 'unknown']).meta({
    label: { en: 'Name that does not exist', zh: '不存在的域名' },
    options: {
      honest: { en: 'reported as missing', zh: '如实告知' },
      redirected: { en: 'led to an address (hijacked)', zh: '被指向某地址（劫持）' },
      unknown: { en: 'not known', zh: '未知' },
    },
  }),
  redirectedTo: z.array(z.string()).meta({ label: { en: 'Led to', zh: '指向' } }),
  dnssec: z.enum(['validates', 'passes', 'no', 'unknown']).meta({
    label: { en: 'DNSSEC', zh: 'DNSSEC' },
    options: {
      validates: { en: 'validates', zh: '验证签名' },
      passes: { en: 'passes signatures on, does not validate', zh: '传递签名但不验证' },
      no: { en: 'drops signatures', zh: '不支持' },
      unknown: { en: 'not known', zh: '未知' },
    },
  }),
  clientSubnet: z.enum(['yes', 'no', 'unknown']).meta({
    label: { en: 'Sends part of your address (ECS)', zh: '转发客户端子网（ECS）' },
    options: { ...yesNo, unknown: { en: 'not known', zh: '未知' } },
  }),
  note: z
    .object({ en: z.string(), zh: z.string() })
    .nullable()
    .meta({ label: { en: 'Note', zh: '说明' } }),
})
export type ResolverTest = z.infer<typeof resolverTestSchema>
