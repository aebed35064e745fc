import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { findFreePort } from '@octet/core/testing/free-port.ts'
import { until } from '@octet/core/testing/until.ts'
import { createGuard } from '../guard/guard.ts'
import { createCertificate } from '../testing/certificate.ts'
import { skipWithout } from '../testing/peers.ts'
import { startUnbound } from '../testing/unbound.ts'
import { createDnsClient } from './client.ts'
import type { Transport } from './server.ts'
import { toRdataText } from './rdata.ts'
import { TYPES } from './types.ts'

const skip = skipWithout('unbound', 'openssl')
console.log(skip ? `# unbound left out: ${skip}` : '# real peer: unbound')

const [plain, tls, https] = [await findFreePort(), await findFreePort(), await findFreePort()]
const PORTS: Readonly<Record<Transport, number>> = { udp: plain, tcp: plain, tls, https }
const certificate = skip ? undefined : createCertificate()
let unbound: AsyncDisposable | undefined

const toConfig = (folder: string) => `  interface: 127.0.0.1@${plain}
  interface: 127.0.0.1@${tls}
  interface: 127.0.0.1@${https}
  tls-port: ${tls}
  https-port: ${https}
  tls-service-key: "${folder}/key.pem"
  tls-service-pem: "${folder}/cert.pem"
  local-zone: "example.com." static
  local-data: "www.example.com. 300 IN A 192.0.2.1"
  local-data: 'many.example.com. 300 IN TXT "${'x'.repeat(250)}" "${'y'.repeat(250)}" "${'z'.repeat(250)}" "${'w'.repeat(250)}" "${'v'.repeat(250)}" "${'u'.repeat(250)}"'
`

before(async () => {
  if (!certificate) return
  unbound = startUnbound({ config: toConfig, files: { 'key.pem': certificate.key, 'cert.pem': certificate.cert } })
  await until(() => ask('udp', 'www').catch(() => undefined), 'unbound answers')
})
after(() => unbound?.[Symbol.asyncDispose]())

function ask(transport: Transport, host: string, type: number = TYPES.A) {
  const client = createDnsClient({ guard: createGuard({ allowTargets: ['127.0.0.1/32'] }), ca: certificate?.cert })
  return client.ask({
    name: `${host}.example.com.`,
    type,
    server: { transport, host: '127.0.0.1', port: PORTS[transport] },
    timeoutMs: 30_000,
  })
}

for (const transport of Object.keys(PORTS) as Transport[])
  test(`unbound answers over ${transport}`, { skip }, async () => {
    const found = await ask(transport, 'www')
    assert.deepEqual(
      [found.transport, found.message.flags.ra, found.message.answers.map((rr) => toRdataText(rr.type, rr.rdata))],
      [transport, true, ['192.0.2.1']],
    )
    assert.equal((await ask(transport, 'none')).message.rcode, 3)
  })

test('what unbound cuts over UDP comes over TCP', { skip }, async () => {
  const { wasTruncated, transport, sizeBytes } = await ask('udp', 'many', TYPES.TXT)
  assert.deepEqual([wasTruncated, transport], [true, 'tcp'])
  assert.ok(sizeBytes > 1500)
})
