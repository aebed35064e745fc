import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { joinText } from '@octet/core/text.ts'
import { MTU_KINDS } from '../../domain/path-mtu/describe-mtu.ts'
import { toMtuWords, UNSEEN_REASONS } from '../../domain/path-mtu/path-mtu.ts'

export default defineEndpoint({
  method: 'GET',
  path: '/v1/mtu',
  auth: 'none',
  title: { en: 'The packet size of your connection', zh: '当前连接的 MTU' },
  summary: {
    en: 'The largest IP packet that the connection of this very call carries towards you, as the server’s kernel knows it, and what that size is known for. No packet is sent to find it. A link on the way that is narrower and says nothing shows only after large packets have met it. Behind a proxy it is not visible.',
    zh: '返回服务器内核所知的、承载本次请求的这条连接发往您的最大 IP 包大小及其含义，不为此发送任何数据包。若途中有更窄且不回应的链路，只有大包经过后才会体现。经过代理时无法得知。',
  },
  input: z.object({}),
  output: z.object({
    state: z.enum(['measured', ...UNSEEN_REASONS]),
    mtu: z
      .number()
      .nullable()
      .describe(joinText({ en: 'Bytes of the largest packet, headers included', zh: '最大数据包的字节数，含头部' })),
    mss: z
      .number()
      .nullable()
      .describe(joinText({ en: 'Bytes of TCP payload in it', zh: '其中 TCP 载荷的字节数' })),
    has_timestamps: z
      .boolean()
      .nullable()
      .describe(
        joinText({
          en: 'Whether 12 bytes of each segment are timestamps (RFC 7323)',
          zh: '每个报文段中是否有 12 字节时间戳（RFC 7323）',
        }),
      ),
    ip_version: z.number().nullable(),
    route_mtu: z
      .number()
      .nullable()
      .describe(
        joinText({
          en: 'What the server’s own side knows of the path: its interface, its routes, ICMP',
          zh: '服务器一侧所知的路径信息：网络接口、路由、ICMP',
        }),
      ),
    kind: z.enum(MTU_KINDS).nullable(),
    meaning: z.string(),
  }),
  errors: [],
  cost: 5,
  async handle({ connection, caller, services, header, signal }) {
    const found = await services.pathMtu.find(connection(), { header, signal })
    const sizes = found.state === 'measured' ? found.sizes : undefined
    return {
      state: found.state,
      mtu: found.state === 'measured' ? found.mtu : null,
      mss: sizes?.mss ?? null,
      has_timestamps: sizes?.hasTimestamps ?? null,
      ip_version: sizes?.family ?? null,
      route_mtu: sizes?.pmtu ?? null,
      kind: found.state === 'measured' ? found.kind : null,
      meaning: toMtuWords(found, caller.lang),
    }
  },
})
