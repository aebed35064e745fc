import { promisify } from 'node:util'
import { createInflateRaw, deflateRaw, inflateRaw } from 'node:zlib'
import type * as z from 'zod'
import { isAppError } from '@octet/core/errors.ts'
import { measurementSchema, type Measurement } from '@octet/core/probe/measurement.ts'
import type { Database } from '../../storage/database.ts'
import * as rows from '../../storage/queries/measurements.ts'

const pack = promisify(deflateRaw)
const unpack = promisify(inflateRaw)
/** A link to a measurement works so long. */
const KEPT_DAYS = 30
/** What stands before the results, which come last; within a text its quotes would be escaped. */
const RESULTS = ',"results":['
const headSchema = measurementSchema.omit({ results: true })
export type MeasurementHead = z.output<typeof headSchema>
const MAX_BODY_BYTES = 64 * 1024 * 1024

export type NewMeasurement = {
  readonly measurement: Measurement
  readonly accountId: string | null
  readonly idempotency?: { readonly key: Buffer; readonly request: Buffer } | undefined
}

/** Measurements on disk. Without a database they live in memory only, and nothing here fails for that. */
export class MeasurementStore {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** Keeps a measurement that begins. Gives the one that the same call has begun before, if there is one. */
  async add({ measurement, accountId, idempotency }: NewMeasurement): Promise<{ id: string; isSame: boolean } | undefined> {
    const body = await toBody(measurement)
    return this.#try(async () => {
      const row = {
        id: measurement.id,
        account_id: accountId,
        idempotency: idempotency?.key ?? null,
        request_hash: idempotency?.request ?? null,
        body,
      }
      if (idempotency) await this.#database.run((queries) => rows.freeOldKey(queries, idempotency.key))
      const isNew = await this.#database.run((queries) => rows.insertMeasurement(queries, row, KEPT_DAYS))
      return !isNew && idempotency ? this.findSame(idempotency) : undefined
    })
  }

  /** What an earlier call with the same Idempotency-Key has begun. */
  findSame({ key, request }: { key: Buffer; request: Buffer }): Promise<{ id: string; isSame: boolean } | undefined> {
    return this.#try(async () => {
      const row = await this.#database.run((queries) => rows.findByIdempotency(queries, key))
      return row && { id: row.id, isSame: row.request_hash?.equals(request) ?? false }
    })
  }

  /** Keeps what a measurement has come to. */
  async finish(measurement: Measurement): Promise<void> {
    const body = await toBody(measurement)
    await this.#try(() => this.#database.run((queries) => rows.finishMeasurement(queries, measurement.id, body)))
  }

  find(id: string): Promise<Measurement | undefined> {
    return this.#try(async () => {
      const body = await this.#database.run((queries) => rows.findBody(queries, id))
      return body && fromBody(body)
    })
  }

  /** The newest of an account, without their results. */
  async list(accountId: string, limit: number): Promise<MeasurementHead[]> {
    const bodies = await this.#database.run((queries) => rows.listBodies(queries, accountId, limit))
    return Promise.all(bodies.map(readHead))
  }

  /** Without a database, or while it is away, a measurement goes on in memory. */
  async #try<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work()
    } catch (error) {
      if (isAppError(error) && error.key === 'unavailable') return undefined
      throw error
    }
  }
}

async function toBody(measurement: Measurement): Promise<Buffer> {
  return pack(JSON.stringify(measurement))
}

async function fromBody(body: Buffer): Promise<Measurement> {
  const text = await unpack(body, { maxOutputLength: MAX_BODY_BYTES })
  return measurementSchema.parse(JSON.parse(text.toString('utf8')))
}

/** Unpacks no more than what stands before the results: a list of the largest would not fit into memory. */
async function readHead(body: Buffer): Promise<MeasurementHead> {
  let text = ''
  const source = createInflateRaw()
  source.end(body)
  for await (const chunk of source.setEncoding('utf8')) {
    text += String(chunk)
    const end = text.indexOf(RESULTS)
    if (end >= 0) return headSchema.parse(JSON.parse(`${text.slice(0, end)}}`))
  }
  throw new Error('a measurement without results')
}
