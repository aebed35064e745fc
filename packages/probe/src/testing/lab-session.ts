import { createGuard } from '../guard/guard.ts'
import { createProbe } from '../create-probe.ts'

/** Runs inside a namespace of the lab: one ping, trace or scan, its last value printed as JSON. */
const [kind, request] = process.argv.slice(2)
const guard = createGuard({ allowTargets: ['198.18.0.0/15', '127.0.0.0/8', '2001:db8::/32'] })
await using probe = createProbe({ guard, resolvers: [] })
let last: unknown
const parsed = JSON.parse(request ?? '{}') as { target: string; ports: number[] }
const runs = {
  ping: () => probe.ping.ping(parsed),
  trace: () => probe.ping.trace(parsed),
  scan: () => probe.ports.scan(parsed),
}
for await (last of runs[kind as keyof typeof runs]());
console.log(JSON.stringify(last))
