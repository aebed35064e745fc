import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readRows } from './csv-rows.ts'

async function* inPieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

const read = async (text: string, size: number) =>
  (await Array.fromAsync(readRows(inPieces(text, size)))).flat().filter((cell) => cell.trim() !== '')

const BOTH = ['192.0.2.1', '2001:db8::1']
for (const [what, text, expected] of [
  ['the first column', '192.0.2.1,a\n2001:db8::1,b\n', BOTH],
  ['the first column under its heading', 'IP Address,note\n192.0.2.1,a\n2001:db8::1,b\n', BOTH],
  ['another column under any heading', 'when,client\n2026-01-01,192.0.2.1\n2026-01-02,2001:db8::1\n', BOTH],
  ['another column without a heading', 'alice,192.0.2.1\r\nbob,2001:db8::1\r\n', BOTH],
  ['a column behind quoted commas and line breaks', 'who,ip\n"Doe, J",192.0.2.1\n"two\nlines","2001:db8::1"\n', BOTH],
  ['a column between semicolons', '\ufeffNotiz;Adresse\nä;192.0.2.1\nö;2001:db8::1\n', BOTH],
  ['a column between tabs, behind the name of the delimiter', 'sep=\t\nn\tip\nx\t192.0.2.1\ny\t2001:db8::1', BOTH],
  ['what is no address in the column found', 'n,ip\na,192.0.2.1\nb,höst\n', ['192.0.2.1', 'höst']],
  ['the first column where none holds addresses', 'a,b\nc,d\n', ['a', 'c']],
  ['lines that old Macs end', 'n,ip\ra,192.0.2.1\rb,2001:db8::1\r', BOTH],
] as const)
  for (const size of [1, 7, 1_000])
    test(`of a CSV: ${what}, in pieces of ${size}`, async () => assert.deepEqual(await read(text, size), expected))

test('who sends line by line has each answered before the next comes', async () => {
  const sent: string[] = []
  async function* send() {
    for (const line of ['192.0.2.1,a\n', '192.0.2.2,b\n', '192.0.2.3,c\n']) {
      sent.push(line)
      yield Buffer.from(line)
    }
  }
  for await (const cells of readRows(send())) assert.deepEqual([cells[0], sent.length], [`192.0.2.${sent.length}`, sent.length])
})
