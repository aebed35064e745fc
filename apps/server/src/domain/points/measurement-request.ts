import * as z from 'zod'
import { AppError } from '@octet/core/errors.ts'
import { measurementTypes, taskSchema, type Task } from '@octet/core/probe/measurement.ts'
import { checkTask } from '@octet/probe/point/run-task.ts'
import { findPort, parseTarget } from '@octet/tools/lib/target.ts'
import { parseInput } from '@octet/tools/run.ts'
import { parseLocations, toLocations, type Location } from './parse-locations.ts'

const MAX_TARGETS = 10

const locationObject = z.strictObject({
  magic: z.string().max(300).optional(),
  continent: z.string().max(60).optional(),
  region: z.string().max(60).optional(),
  country: z.string().max(60).optional(),
  city: z.string().max(100).optional(),
  asn: z.int().min(0).max(4_294_967_295).optional(),
  network: z.string().max(100).optional(),
  prefix: z.string().max(60).optional(),
  tags: z.array(z.string().max(40)).max(10).optional(),
  limit: z.int().min(1).max(500).optional(),
  weight: z.number().min(0).max(1000).optional(),
})

/** Settings of all types in one; those a type does not have are refused by {@link toTasks}. */
const options = z.strictObject({
  packets: z.int().min(1).max(16).optional(),
  protocol: z.enum(['icmp', 'tcp', 'udp', 'http']).optional(),
  port: z.int().min(1).max(65_535).optional(),
  family: z.union([z.literal(4), z.literal(6)]).optional(),
  recordType: z.string().max(20).optional(),
  resolver: z.string().max(300).optional(),
  method: z.enum(['GET', 'HEAD']).optional(),
})

/** What is asked for: `target` or `targets`, places in the location language or as objects, the limit, the settings. */
export const measurementFields = {
  type: z.enum(measurementTypes).meta({ label: { en: 'Type', zh: '类型' } }),
  target: z
    .string()
    .min(1)
    .max(2048)
    .optional()
    .meta({ label: { en: 'Host, address or URL', zh: '主机名、IP 或 URL' } }),
  targets: z
    .array(z.string().min(1).max(2048))
    .min(1)
    .max(MAX_TARGETS)
    .optional()
    .meta({ label: { en: 'Several targets', zh: '多个目标' } }),
  locations: z
    .union([z.string().max(2000), z.array(z.union([z.string().max(2000), locationObject])).max(20)])
    .default('world')
    .meta({
      label: { en: 'From where', zh: '从何处' },
      help: {
        en: 'Places by comma, conditions of one joined by +, *n for a limit: Germany+AS3320*2, Tokyo, tag:home, world, me; or the id of an earlier measurement for its points',
        zh: '以逗号分隔地点，用 + 连接同一地点的条件，*n 表示数量：Germany+AS3320*2, 东京, tag:home, world, me；也可填写先前测量的编号，沿用其监测点',
      },
    }),
  limit: z
    .int()
    .min(1)
    .max(500)
    .optional()
    .meta({
      label: { en: 'Points', zh: '监测点数' },
      help: {
        en: 'In all; unless said, one for each place, or as many as it says',
        zh: '总数；未填时每个地点一个，或按各地点注明的数量',
      },
    }),
  measurementOptions: options.default({}).meta({ label: { en: 'Settings of the type', zh: '测量选项' } }),
} as const
export const measurementRequestSchema = z.strictObject(measurementFields)
export type MeasurementRequest = z.output<typeof measurementRequestSchema>

/** The job on each target. Throws `bad_input` for settings that the type does not have, `refused_target` for URLs nobody fetches. */
export function toTasks({ type, target, targets, measurementOptions }: MeasurementRequest): Task[] {
  const all = [
    ...new Set([...(targets ?? []), ...(target === undefined ? [] : [target])].map((one) => one.trim()).filter(Boolean)),
  ]
  if (all.length === 0) throw refuse('target', { en: 'a host, an address or a URL', zh: '主机名、IP 或 URL' }, '')
  if (all.length > MAX_TARGETS)
    throw refuse('targets', { en: `at most ${MAX_TARGETS}`, zh: `最多 ${MAX_TARGETS} 个` }, String(all.length))
  return all.map((one) => {
    const task = parseInput<Task>(taskSchema, {
      type,
      ...readTarget(one, { type, ...measurementOptions }),
      ...measurementOptions,
    })
    checkTask(task)
    return task
  })
}

type Reach = Pick<MeasurementRequest, 'type'> & { readonly protocol?: string | undefined }

/** The host of what may be written as a URL or with a port, as points take it; the port where the type has one. */
function readTarget(text: string, { type, protocol = 'icmp' }: Reach): { target: string; port?: number } {
  if (type === 'dns' || type === 'http') return { target: text } // a name of any kind, a URL
  const port = findPort(text)
  const hasPort = port !== undefined && (type === 'tls' || protocol !== 'icmp')
  return { target: parseTarget(text).host, ...(hasPort && { port }) }
}

/** The places where they are one text: a sole text in a list is one too. */
export function findLocationText(locations: MeasurementRequest['locations']): string | undefined {
  if (typeof locations === 'string') return locations.trim()
  const [first] = locations
  return locations.length === 1 && typeof first === 'string' ? first.trim() : undefined
}

/** Places of a request; a text that is the id of a measurement is not read here. Throws `bad_input`. */
export function readLocations(locations: MeasurementRequest['locations']): Location[] {
  return typeof locations === 'string' ? parseLocations(locations) : toLocations(locations)
}

function refuse(field: string, expected: string | { en: string; zh: string }, got: string): AppError {
  return new AppError('bad_input', { field, expected, got: got.slice(0, 100) })
}
