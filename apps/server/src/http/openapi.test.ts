import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { loadTools } from '@octet/tools/registry.ts'
import { toOpenApi } from './openapi.ts'
import { loadEndpoints } from './serve-endpoint.ts'

const document = toOpenApi({ tools: await loadTools(), endpoints: await loadEndpoints() })
const paths = document['paths'] as Record<string, Record<string, { operationId: string }>>

test('the OpenAPI file of the client is what the server offers (else: npm run openapi)', async () => {
  const file = await readFile(join(import.meta.dirname, '../../../../packages/client/src/openapi.json'), 'utf8')
  assert.deepEqual(JSON.parse(file), JSON.parse(JSON.stringify(document)))
})

test('every call of SPEC §7 is there', () => {
  const calls = [
    'web_init',
    'ip_self_search',
    'search_ip',
    'ping_ip',
    'dns_search',
    'traceroute',
    'hostname_search',
    'port_scan',
    'get_whois',
    'search_phone',
    'search_card',
    'icp_search',
    'user_info',
  ]
  for (const call of calls) assert.ok(paths[`/v1/${call}`]?.['post'], call)
})

test('operation ids are unique', () => {
  const ids = Object.values(paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId))
  assert.equal(new Set(ids).size, ids.length)
})
