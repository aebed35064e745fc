import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toQueries } from './address-queries.ts'

async function* send(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines
}

const BOTH = ['192.0.2.1', '2001:db8::1']
for (const [what, lines, expected] of [
  ['an address a line', ['192.0.2.1', '', '2001:db8::1'], BOTH],
  ['the first column', ['"192.0.2.1","a, b"', 'x;1'], ['192.0.2.1', 'x']],
  ['the first column under its heading', ['\ufeffIP,name', '192.0.2.1,a', 'ip'], ['192.0.2.1', 'ip']],
  ['another column under any heading', ['who,client', '"Doe, J",192.0.2.1', 'x,"2001:db8::1"', 'y,?'], [...BOTH, '?']],
  ['another column without a heading', ['a;192.0.2.1', 'b;2001:db8::1'], BOTH],
  ['a column behind the name of the delimiter', ['sep=;', 'n;ip', 'a;192.0.2.1'], ['192.0.2.1']],
  ['an object a line', ['{"ip":"192.0.2.1","n":"a, b"}', '{"query":"2001:db8::1"}'], BOTH],
  ['what holds no address at all', ['a,b', 'c,d'], ['a', 'c']],
  ['a line that is none', ['zz'], ['zz']],
  ['nothing', [], []],
] as const)
  test(`${what} is what is asked for`, async () => assert.deepEqual(await Array.fromAsync(toQueries(send(lines))), expected))

test('who types an address has it looked up before the next one', async () => {
  let typed = 0
  async function* type() {
    for (const line of ['192.0.2.1', '192.0.2.2']) {
      typed++
      yield line
    }
  }
  for await (const query of toQueries(type())) assert.equal(query, `192.0.2.${typed}`)
})
