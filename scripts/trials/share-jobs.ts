import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { BenchRow } from '../../packages/core/src/bench.ts'
import { addCustomer } from './customer.ts'
import type { Cluster } from './cluster.ts'

const JOBS = 30
const LINES = 20_000
const LIMIT_MS = 120_000

/** Jobs sent through the balancer to machines that share their files: each is begun once and ends well. */
export async function shareJobs(cluster: Cluster): Promise<BenchRow[]> {
  const { key } = await addCustomer(cluster.databaseUrl, 'enterprise')
  await sleep(1_500) // until every machine knows the key
  const client = new Client({ connectionString: cluster.databaseUrl })
  await client.connect()
  try {
    await client.query(COUNT_BEGINNINGS)
    const body = Array.from({ length: LINES }, (_, line) => `10.0.${line >> 8}.${line & 255}`).join('\n')
    const headers = { 'x-api-key': key, 'content-type': 'text/plain' }
    const started = performance.now()
    const statuses = await Promise.all(
      Array.from(
        { length: JOBS },
        async () => (await fetch(`${cluster.origin}/v1/jobs`, { method: 'POST', headers, body })).status,
      ),
    )
    if (statuses.some((status) => status !== 200)) throw new Error(`jobs were answered with ${[...new Set(statuses)].join()}`)
    const done = await waitForJobs(client, started)
    const { rows } = await client.query<{ count: string }>('select count(*) from job_beginnings')
    const begun = Number(rows[0]?.count)
    return [
      {
        name: `${JOBS} jobs of ${LINES.toLocaleString('en')} lines over three machines: done`,
        value: done,
        unit: 'jobs',
        budget: { text: `all ${JOBS}`, isMet: done === JOBS },
      },
      {
        name: 'times that one of them was begun',
        value: begun,
        unit: 'times',
        budget: { text: `${JOBS}`, isMet: begun === JOBS },
      },
    ]
  } finally {
    await client.end()
  }
}

const COUNT_BEGINNINGS = `create table job_beginnings (id uuid);
  create function note_beginning() returns trigger language plpgsql as
    $$ begin insert into job_beginnings values (new.id); return new; end $$;
  create trigger note_beginning after update of state on jobs for each row
    when (new.state = 'running') execute function note_beginning()`

/** How many have been done when all are, or when it takes too long. */
async function waitForJobs(client: Client, startedMs: number): Promise<number> {
  for (;;) {
    const { rows } = await client.query<{ count: string }>(
      "select count(*) from jobs where state = 'done' and done + failed = $1",
      [LINES],
    )
    const done = Number(rows[0]?.count)
    if (done >= JOBS || performance.now() - startedMs > LIMIT_MS) return done
    await sleep(250)
  }
}
