import * as z from 'zod'
import type { Limits } from './limits.ts'

const PORT_STATES = {
  open: { en: 'open', zh: '开放' },
  closed: { en: 'closed', zh: '关闭' },
  filtered: { en: 'no answer', zh: '无应答' },
  unreachable: { en: 'unreachable', zh: '不可达' },
} as const

/** Ports whose UDP services can be asked something they answer; silence of others would say nothing. */
export const UDP_PORTS = [53, 123, 161, 443, 1194, 3478, 5060] as const

/** One port: what came of a TCP connection, and what the service behind it says of itself. */
export const portRowSchema = z.object({
  port: z.number().meta({ label: { en: 'Port', zh: '端口' } }),
  state: z.enum(['open', 'closed', 'filtered', 'unreachable']).meta({ label: { en: 'State', zh: '状态' }, options: PORT_STATES }),
  ms: z
    .number()
    .nullable()
    .meta({ label: { en: 'Time', zh: '耗时' }, unit: 'ms' }),
  rejectedBy: z
    .string()
    .nullable()
    .meta({ label: { en: 'Rejected by', zh: '拒绝者' } })
    .describe('Who on the way says that the port cannot be reached, where that is known'),
  banner: z
    .string()
    .nullable()
    .meta({ label: { en: 'Banner', zh: 'Banner' } }),
  tls: z
    .object({ protocol: z.string(), alpn: z.string().nullable(), subject: z.string().nullable(), expires: z.string().nullable() })
    .nullable()
    .meta({ label: { en: 'TLS', zh: 'TLS' } }),
  http: z
    .object({ status: z.number(), server: z.string().nullable(), title: z.string().nullable() })
    .nullable()
    .meta({ label: { en: 'HTTP', zh: 'HTTP' } }),
})
export type PortRow = z.infer<typeof portRowSchema>

export const portScanSchema = z.object({
  target: z.string().meta({ label: { en: 'Target', zh: '目标' } }),
  address: z.string().meta({ label: { en: 'Address', zh: '地址' } }),
  protocol: z
    .enum(['tcp', 'udp'])
    .meta({ label: { en: 'Protocol', zh: '协议' }, options: { tcp: { en: 'TCP', zh: 'TCP' }, udp: { en: 'UDP', zh: 'UDP' } } }),
  open: z.number().meta({ label: { en: 'Open', zh: '开放' } }),
  closed: z.number().meta({ label: { en: 'Closed', zh: '关闭' } }),
  filtered: z.number().meta({ label: { en: 'No answer', zh: '无应答' } }),
  unreachable: z.number().meta({ label: { en: 'Unreachable', zh: '不可达' } }),
  asked: z.number().meta({ label: { en: 'Checked', zh: '已检查' } }),
  total: z.number().meta({ label: { en: 'Total', zh: '总数' } }),
  ports: z.array(portRowSchema).meta({ label: { en: 'Ports', zh: '端口' }, widget: 'table' }),
  isComplete: z.boolean().meta({ widget: 'hidden' }),
})
export type PortScan = z.infer<typeof portScanSchema>

export type PortProbe = {
  /**
   * Connects to each port once, or asks its service over UDP ({@link UDP_PORTS} only), where silence may mean open or filtered.
   * Throws `bad_input` for no or more than 1,000 ports, `refused_target`.
   */
  scan(
    request: Limits & {
      readonly target: string
      readonly ports: readonly number[]
      readonly protocol?: 'tcp' | 'udp' | undefined
      readonly family?: 4 | 6 | undefined
      readonly wantsDetails?: boolean | undefined
    },
  ): AsyncIterable<PortScan>
}
