import * as z from 'zod'
import { dnsAnswerSchema } from './dns.ts'
import { httpReportSchema } from './http.ts'
import { pingResultSchema, traceResultSchema } from './ping.ts'
import { tlsReportSchema } from './tls.ts'

/** What monitoring points can be asked to do. */
export const MEASUREMENT_TYPES = {
  ping: { en: 'Ping', zh: 'Ping' },
  traceroute: { en: 'Traceroute', zh: '路由跟踪' },
  mtr: { en: 'MTR', zh: 'MTR' },
  dns: { en: 'DNS', zh: 'DNS' },
  http: { en: 'HTTP', zh: 'HTTP' },
  tls: { en: 'TLS', zh: 'TLS' },
} as const
export const measurementTypes = ['ping', 'traceroute', 'mtr', 'dns', 'http', 'tls'] as const
export type MeasurementType = (typeof measurementTypes)[number]

const target = z.string().min(1).max(2048)
const port = z.int().min(1).max(65_535).optional()
const family = z.union([z.literal(4), z.literal(6)]).optional()

/** One job of one point: checked by the server, and by the point again. */
export const taskSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('ping'),
    target,
    protocol: z.enum(['icmp', 'tcp', 'http']).default('icmp'),
    packets: z.int().min(1).max(16).default(3),
    port,
    family,
  }),
  z.strictObject({
    type: z.literal('traceroute'),
    target,
    protocol: z.enum(['icmp', 'udp', 'tcp']).default('icmp'),
    port,
    family,
  }),
  z.strictObject({
    type: z.literal('mtr'),
    target,
    protocol: z.enum(['icmp', 'udp', 'tcp']).default('icmp'),
    packets: z.int().min(1).max(10).default(5),
    port,
    family,
  }),
  z.strictObject({
    type: z.literal('dns'),
    target,
    recordType: z.string().min(1).max(20).default('A'),
    resolver: z.string().max(300).optional(),
  }),
  /** HEAD unless said, and then GET of a server that does not know HEAD. */
  z.strictObject({ type: z.literal('http'), target, method: z.enum(['GET', 'HEAD']).optional() }),
  z.strictObject({ type: z.literal('tls'), target, port }),
])
export type Task = z.infer<typeof taskSchema>

/** What a task of each type answers with. */
export const taskResultSchemas = {
  ping: pingResultSchema,
  traceroute: traceResultSchema,
  mtr: traceResultSchema,
  dns: dnsAnswerSchema,
  // points of before give no grade
  http: httpReportSchema.extend({ grade: httpReportSchema.shape.grade.optional() }),
  tls: tlsReportSchema,
} as const satisfies Record<MeasurementType, z.ZodType>
export type TaskResult = { [T in MeasurementType]: z.infer<(typeof taskResultSchemas)[T]> }[MeasurementType]

/** Packets a traceroute sends to each hop. */
export const TRACEROUTE_PACKETS = 3
const TLS_HANDSHAKES = 4

/** Credits that one point's work on one target costs: the packets or handshakes of a round. */
export function toTaskCredits(task: Task): number {
  switch (task.type) {
    case 'ping':
    case 'mtr':
      return task.packets
    case 'traceroute':
      return TRACEROUTE_PACKETS
    case 'tls':
      return TLS_HANDSHAKES
    case 'dns':
    case 'http':
      return 1
  }
}

/** An error as it stands in a result: its row of the error table, and its words in both languages. */
export const taskErrorSchema = z.object({
  key: z.string().max(60),
  message: z.object({ en: z.string().max(1000), zh: z.string().max(1000) }),
  /** The point lacks what it needs, and nothing is known of the target. Points with an older build never say so. */
  isOwn: z.boolean().optional(),
})
export type TaskError = z.infer<typeof taskErrorSchema>

/** A point as a result names it. */
export const rowPointSchema = z.object({
  id: z.string(),
  name: z.string(),
  nameZh: z.string().nullish().describe('The name in Chinese, where the point has no name of its owner’s'),
  continent: z.string().nullable(),
  country: z.string().nullable(),
  city: z.string().nullable(),
  cityZh: z.string().nullish().describe('The city in Chinese, where the address data knows it'),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  asn: z.number().nullable(),
  network: z.string().nullable(),
  tags: z.array(z.string()),
})
export type RowPoint = z.infer<typeof rowPointSchema>

/** One point's part of a measurement. */
export const measurementRowSchema = z.object({
  target: z.string(),
  probe: rowPointSchema,
  result: z.object({
    status: z.enum(['in-progress', 'finished', 'failed', 'offline']),
    data: z.record(z.string(), z.unknown()).nullable(),
    error: taskErrorSchema.nullable(),
  }),
})
export type MeasurementRow = z.infer<typeof measurementRowSchema>

/** A measurement as it is read. */
export const measurementSchema = z.object({
  id: z.string(),
  type: z.enum(measurementTypes),
  status: z.enum(['in-progress', 'finished']),
  targets: z.array(z.string()),
  measurementOptions: z.record(z.string(), z.unknown()),
  locations: z.string(),
  probesCount: z.number(),
  credits: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
  results: z.array(measurementRowSchema),
})
export type Measurement = z.infer<typeof measurementSchema>
