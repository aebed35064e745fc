import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toFirstCells } from './first-cells.ts'

async function* inPieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const read = async (text: string, size: number): Promise<string> =>
  Buffer.concat(await Array.fromAsync(toFirstCells(inPieces(text, size)))).toString()

const rows: [string, string][] = [
  ['192.0.2.1\n192.0.2.2\n', '192.0.2.1\n192.0.2.2\n'],
  ['192.0.2.1,a,b\n192.0.2.2;c\r\n2001:db8::1\td', '192.0.2.1\n192.0.2.2\n2001:db8::1'],
  ['"192.0.2.1","a\n192.0.2.2', '192.0.2.1\n192.0.2.2'],
  [',\n\n,a\n', '\n\n\n'],
  ['', ''],
]
for (const [text, expected] of rows)
  for (const size of [1, 2, 3, 5, 1_000])
    test(`${JSON.stringify(text)} in pieces of ${size}`, async () => assert.equal(await read(text, size), expected))

test('a chunk without cells is the same one, not a copy', async () => {
  const chunk = Buffer.from('192.0.2.1\n')
  const [given] = await Array.fromAsync(
    toFirstCells(
      (async function* () {
        yield chunk
      })(),
    ),
  )
  assert.equal(given, chunk)
})
