import { createInterface } from 'node:readline'
import { createGuard } from '../guard/guard.ts'
import { createProbe } from '../create-probe.ts'

type Asked = { readonly kind: 'ping' | 'trace' | 'scan'; readonly request: { target: string; ports: number[] } }

/** Runs inside a namespace of the lab: a ping, trace or scan for each line, its last value printed as JSON in a line. */
for await (const line of createInterface({ input: process.stdin })) {
  const { kind, request } = JSON.parse(line) as Asked
  // one of its own for each: it keeps which families this machine has
  const guard = createGuard({ allowTargets: ['198.18.0.0/15', '127.0.0.0/8', '2001:db8::/32'] })
  await using probe = createProbe({ guard, resolvers: [] })
  const runs = {
    ping: () => probe.ping.ping(request),
    trace: () => probe.ping.trace(request),
    scan: () => probe.ports.scan(request),
  }
  let last: unknown
  for await (last of runs[kind]());
  console.log(JSON.stringify(last))
}
