import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { until } from '@octet/core/testing/until.ts'
import type { MeterDesk } from './meter-desk.ts'

const CHILD = join(import.meta.dirname, 'meter-child.ts')

type Run = { readonly quota: number; readonly isEnough: (acknowledged: number, ranMs: number) => boolean }

/** One program that serves until it is killed or has no more units; gives how many answers it acknowledged. */
export async function serveUntilKilled(desk: MeterDesk, accountId: string, { quota, isEnough }: Run): Promise<number> {
  // A file, not a pipe: what has been written to it counts whatever happens to the writer.
  const acknowledged = await open(join(desk.folder, `${randomUUID()}.said`), 'w')
  const words = [CHILD, desk.url, desk.folder, accountId, randomUUID(), String(quota)]
  const child = spawn(process.execPath, words, { stdio: ['ignore', acknowledged.fd, 'inherit'] })
  const ended = once(child, 'close')
  let startedMs = 0
  const timer = setInterval(() => {
    void acknowledged.stat().then(({ size }) => {
      if (size > 0) startedMs ||= performance.now()
      if (size > 0 && isEnough(size, performance.now() - startedMs)) child.kill('SIGKILL')
    })
  }, 5)
  await ended
  clearInterval(timer)
  const { size } = await acknowledged.stat()
  await acknowledged.close()
  return size
}

/** Starts a program that counts what the killed ones left, as often as it takes until nothing is left. */
export async function adopt(desk: MeterDesk, quota: number): Promise<void> {
  await until(async () => {
    await desk.createMeter(quota, { isFirst: true })[Symbol.asyncDispose]()
    return (await readdir(desk.folder)).every((name) => !name.endsWith('.slots'))
  }, 'what is left is counted')
}

/** What the ledger says of an account: units used, and units taken from its quota. */
export async function readLedger(desk: MeterDesk, accountId: string): Promise<{ used: number; leased: number }> {
  const { rows } = await desk.database.run((queries) =>
    sql<{ used: number; leased: number }>`select coalesce(sum(used), 0)::int8 as used,
      (select leased from quotas where account_id = ${accountId}) as leased from leases where account_id = ${accountId}`.execute(
      queries,
    ),
  )
  return rows[0] ?? { used: -1, leased: -1 }
}
