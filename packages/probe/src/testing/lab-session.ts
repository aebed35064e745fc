import { createGuard } from '../guard/guard.ts'
import { createProbe } from '../create-probe.ts'

/** Runs inside a namespace of the lab: one ping or trace, its last value printed as JSON. */
const [kind, request] = process.argv.slice(2)
const guard = createGuard({ allowTargets: ['198.18.0.0/15', '127.0.0.0/8'] })
await using probe = createProbe({ guard, resolvers: [] })
let last: unknown
const parsed = JSON.parse(request ?? '{}') as { target: string }
for await (last of kind === 'ping' ? probe.ping.ping(parsed) : probe.ping.trace(parsed));
console.log(JSON.stringify(last))
