import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PRESETS } from './port-list.ts'
import portScan from './tool.ts'

type Asked = { readonly ports: readonly number[]; readonly protocol: string }

/** What a run asks the probe for. */
async function findAsked(fields: object): Promise<Asked> {
  let asked: Asked | undefined
  const probe = {
    ports: {
      async *scan(wanted: Asked) {
        asked = wanted
        yield { ports: [] }
      },
    },
  }
  const host = { probe, ip: {}, signal: new AbortController().signal }
  const input = portScan.input.parse({ target: 'example.com', ...fields })
  await (portScan.run(input, host as never) as AsyncGenerator).next()
  return asked!
}

const asks: [string, object, Asked][] = [
  ['a list of ports alone is the choice', { ports: '80, 443' }, { ports: [80, 443], protocol: 'tcp' }],
  ['a list wins over a group', { preset: 'web', ports: '25' }, { ports: [25], protocol: 'tcp' }],
  ['a list beside UDP is asked by UDP', { preset: 'udp', ports: '53, 123' }, { ports: [53, 123], protocol: 'udp' }],
  ['a group is asked where there is no list', { preset: 'web', ports: ' ' }, { ports: PRESETS.web, protocol: 'tcp' }],
]
for (const [title, fields, wanted] of asks)
  test(title, async () => {
    const { ports, protocol } = await findAsked(fields)
    assert.deepEqual({ ports, protocol }, wanted)
  })
