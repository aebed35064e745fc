import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { toOpenOrigin } from '../local-origin.ts'
import { makeFirstLink } from '../domain/operator/first-operator.ts'
import { Database } from '../storage/database.ts'

/** While nobody is the operator, each start prints a new link to become it, good for a day and one use. */
export async function describeFirstLink(
  config: Pick<Config, 'host' | 'port' | 'publicOrigin'>,
  { storageUrl, log }: { storageUrl: string | undefined; log: Logger },
): Promise<string[]> {
  if (storageUrl === undefined) return []
  await using database = new Database(storageUrl, { log })
  const path = await makeFirstLink(database).catch((error: unknown) => {
    log.warn({ err: error }, 'no link for the operator could be made')
    return undefined
  })
  return path === undefined
    ? []
    : [`operator: open ${toOpenOrigin(config)}${path} to create the operator's account (good for a day)`]
}
