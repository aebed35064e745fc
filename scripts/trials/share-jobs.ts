import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { BenchRow } from '../../packages/core/src/bench.ts'
import { addCustomer, type Customer } from './customer.ts'
import type { Cluster } from './cluster.ts'

/** As many as an account may have open, of so many accounts. */
const JOBS_OF_ONE = 10
const CUSTOMERS = 3
const JOBS = JOBS_OF_ONE * CUSTOMERS
const LINES = 20_000
const LIMIT_MS = 120_000

/** Jobs sent through the balancer to machines that share their files: each is begun once and ends well. */
export async function shareJobs(cluster: Cluster): Promise<BenchRow[]> {
  const customers = await Promise.all(Array.from({ length: CUSTOMERS }, () => addCustomer(cluster.databaseUrl, 'enterprise')))
  await sleep(1_500) // until every machine knows the keys
  const client = new Client({ connectionString: cluster.databaseUrl })
  await client.connect()
  try {
    await client.query(COUNT_BEGINNINGS)
    const body = Array.from({ length: LINES }, (_, line) => `10.0.${line >> 8}.${line & 255}`).join('\n')
    const send = ({ key }: Customer) =>
      fetch(`${cluster.origin}/v1/jobs`, { method: 'POST', headers: { 'x-api-key': key, 'content-type': 'text/plain' }, body })
    const started = performance.now()
    const answers = await Promise.all(customers.flatMap((customer) => Array.from({ length: JOBS_OF_ONE }, () => send(customer))))
    const refused = answers.find(({ status }) => status !== 200)
    if (refused) throw new Error(`a job was answered with HTTP ${refused.status}: ${await refused.text()}`)
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
