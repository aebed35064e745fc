import * as z from 'zod'
import { joinText } from '@octet/core/text.ts'
import { measurementTypes, taskErrorSchema, taskSchema } from './measurement.ts'

/**
 * What a monitoring point and its server say to each other: JSON texts over one WebSocket (RFC 6455) that the point
 * opens at {@link POINT_PATH}, its token as bearer. The point says `hello`, the server `welcome` or `refused`.
 */
export const POINT_PATH = '/v1/points/connect'
/** Raised when an older peer would misunderstand. Others are refused with words that say who must be updated. */
export const POINT_PROTOCOL = 1
/** How often a point says that it is there. */
export const BEAT_MS = 10_000
/** The other side is gone when so many signs of life are missing. */
export const MISSED_BEATS = 3
/** Largest message either side takes. */
export const MAX_FRAME_BYTES = 512 * 1024
/** Close codes of RFC 6455 §7.4.2 (private use): refused for good; another agent with the same token has come. */
export const CLOSE_REFUSED = 4001
export const CLOSE_REPLACED = 4009

/** A label of a point: letters and digits of any script, `-`, `_`, `.`. */
export const tagSchema = z.string().regex(/^[\p{L}\p{N}][\p{L}\p{N}._-]{0,39}$/u, {
  error: joinText({ en: 'a tag such as home or eyeball-dsl', zh: '标签，如 home 或 eyeball-dsl' }),
})

export const pointLoadSchema = z.object({
  cpuPercent: z.number().min(0).max(100),
  memoryBytes: z.number().nonnegative(),
  jobs: z.int().nonnegative(),
})
export type PointLoad = z.infer<typeof pointLoadSchema>

/** What a point has found out about itself. */
export const pointChecksSchema = z.object({
  /** How late its event loop is: an overloaded machine measures itself and not the network. */
  loopLagMs: z.number().nonnegative(),
  /** How often its connection broke in the last hour. */
  breaksPerHour: z.int().nonnegative(),
})
export type PointChecks = z.infer<typeof pointChecksSchema>

const steps = z.enum(['mtr-packet', 'mtr-packet-unprivileged', 'system', 'tcp'])

/** What a point says. */
export const pointFrameSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('hello'),
    protocol: z.int(),
    version: z.string().max(40),
    step: steps,
    tasks: z.array(z.enum(measurementTypes)).max(20),
    tags: z.array(tagSchema).max(20),
    load: pointLoadSchema,
    checks: pointChecksSchema,
  }),
  z.object({ kind: z.literal('beat'), load: pointLoadSchema, checks: pointChecksSchema }),
  z.object({ kind: z.literal('progress'), job: z.string().max(64), result: z.unknown() }),
  z.object({ kind: z.literal('done'), job: z.string().max(64), result: z.unknown() }),
  z.object({ kind: z.literal('failed'), job: z.string().max(64), error: taskErrorSchema }),
])
export type PointFrame = z.infer<typeof pointFrameSchema>
export type Hello = Extract<PointFrame, { kind: 'hello' }>

/** What the server says. */
export const serverFrameSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('welcome'),
    point: z.string(),
    name: z.string(),
    place: z.string(),
    version: z.string(),
    beatMs: z.number(),
  }),
  z.object({
    kind: z.literal('refused'),
    error: taskErrorSchema,
    details: z.record(z.string(), z.union([z.string(), z.number()])),
  }),
  /** The answer to a sign of life; older servers give none. */
  z.object({ kind: z.literal('beat') }),
  /** The server is newer: the point still works, but its owner should update it. */
  z.object({ kind: z.literal('update'), version: z.string() }),
  z.object({ kind: z.literal('task'), job: z.string(), task: taskSchema, timeoutMs: z.number() }),
  z.object({ kind: z.literal('cancel'), job: z.string() }),
])
export type ServerFrame = z.infer<typeof serverFrameSchema>
