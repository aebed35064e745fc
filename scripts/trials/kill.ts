import type { BenchRow } from '../../packages/core/src/bench.ts'
import { adopt, readLedger, serveUntilKilled } from '../../apps/server/src/testing/kill-meter.ts'
import { openMeterDesk, type MeterDesk } from '../../apps/server/src/testing/meter-desk.ts'

const QUOTA = 20_000

/** Programs that count requests are killed with SIGKILL, a hundred in all (`TRIAL_KILLS`), and others count what they leave. */
export async function run(): Promise<BenchRow[]> {
  const kills = Number(process.env['TRIAL_KILLS'] ?? 100)
  await using desk = await openMeterDesk()
  return [...(await loseNothing(desk, kills)), ...(await keepQuota(desk))]
}

async function loseNothing(desk: MeterDesk, kills: number): Promise<BenchRow[]> {
  const accountId = await desk.addAccount()
  let acknowledged = 0
  for (let round = 0; round < kills; round++) {
    const isEnough = (_: number, ms: number) => ms > 100 + (round % 10) * 40
    acknowledged += await serveUntilKilled(desk, accountId, { quota: 1_000_000_000, isEnough })
    await adopt(desk, 1_000_000_000)
  }
  const { used } = await readLedger(desk, accountId)
  const lost = Math.max(0, acknowledged - used)
  return [
    {
      name: `kill -9, ${kills} times, ${acknowledged.toLocaleString('en')} requests acknowledged: not counted`,
      value: lost,
      unit: 'requests',
      budget: { text: '0', isMet: lost === 0 && acknowledged > kills },
    },
    {
      name: 'counted and not acknowledged, of those under way',
      value: used - acknowledged + lost,
      unit: 'requests',
      budget: { text: `at most one per kill, ${kills}`, isMet: used - acknowledged <= kills },
    },
  ]
}

/** Two programs at a time spend one quota and are killed, until nothing is left of it. */
async function keepQuota(desk: MeterDesk): Promise<BenchRow[]> {
  const accountId = await desk.addAccount()
  let served = 0
  for (;;) {
    const isEnough = (count: number) => count > 700
    const counts = await Promise.all([1, 2].map(() => serveUntilKilled(desk, accountId, { quota: QUOTA, isEnough })))
    served += counts.reduce((sum, count) => sum + count, 0)
    await adopt(desk, QUOTA)
    if (counts.every((count) => count === 0)) break
  }
  const over = Math.max(0, served - QUOTA)
  return [
    {
      name: `a quota of ${QUOTA.toLocaleString('en')}, spent by two programs that are killed all along: served beyond`,
      value: over,
      unit: 'requests',
      budget: { text: '0', isMet: over === 0 && served > 0 },
    },
    { name: 'served of it', value: served, unit: 'requests' },
  ]
}
