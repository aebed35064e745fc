import type { Logger } from 'pino'
import { createLoneClient } from './lone-client.ts'

/** Codes of authenticator apps change every 30 s, and receivers of webhooks refuse what is minutes old. */
const TOLERANCE_MS = 10_000

/** Says when the clocks of this machine and of the database differ: one of the two is wrong, and with several machines not all can be right. */
export async function compareClocks(url: string, log: Logger): Promise<void> {
  const client = createLoneClient(url)
  try {
    await client.connect()
    const { rows } = await client.query<{ ms: string }>('select (extract(epoch from clock_timestamp()) * 1000)::int8 as ms')
    const aheadMs = Date.now() - Number(rows[0]?.ms)
    if (Math.abs(aheadMs) > TOLERANCE_MS)
      log.warn(
        { aheadSeconds: Math.round(aheadMs / 1_000) },
        'the clocks of this machine and of the database differ: let NTP set both, or codes of authenticator apps and webhook signatures are refused',
      )
  } catch (error) {
    log.debug({ err: error }, 'the clock of the database could not be read')
  } finally {
    await client.end().catch(() => {})
  }
}
