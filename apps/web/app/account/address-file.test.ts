import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findTable, takeAddresses } from './address-file.ts'

const toFile = (text: string): Blob => new Blob([text])

async function read(file: Blob, index?: number) {
  const table = await findTable(file)
  assert.ok(table)
  const { all, once, ...counts } = await takeAddresses(
    file,
    table,
    table.columns.find((column) => column.index === index) ?? table.columns[0]!,
  )
  const toLines = async (blob: Blob) => (await blob.text()).split('\n').filter(Boolean)
  return { columns: table.columns, ...counts, all: await toLines(all), once: await toLines(once) }
}

for (const [what, text, columns] of [
  ['a list', '192.0.2.1\n2001:db8::1\n\n192.0.2.1\n', [{ index: 0, name: undefined }]],
  ['a list with a heading', 'ip\n192.0.2.1\n2001:db8::1\n192.0.2.1', [{ index: 0, name: 'ip' }]],
  ['a CSV', 'name,"the ip"\r\n"a, b",192.0.2.1\r\nc,2001:db8::1\r\nd,"192.0.2.1"\r\n', [{ index: 1, name: 'the ip' }]],
  ['carriage returns alone', 'n,ip\ra,192.0.2.1\rb,2001:db8::1\rc,192.0.2.1\r', [{ index: 1, name: 'ip' }]],
  ['a line that names semicolons', 'sep=;\nn,m;ip\na;192.0.2.1\nb;2001:db8::1\nc;192.0.2.1\n', [{ index: 1, name: 'ip' }]],
  ['semicolons', 'n;ip\na;192.0.2.1\nb;2001:db8::1\nc;192.0.2.1\n', [{ index: 1, name: 'ip' }]],
  ['the log of a server', '192.0.2.1 - "GET / x"\n2001:db8::1 - "GET /"\n192.0.2.1 - ""\n', [{ index: 0, name: undefined }]],
] as const)
  test(`addresses of ${what}`, async () => {
    const found = await read(toFile(text))
    assert.deepEqual(found.columns, columns)
    assert.deepEqual(found.all, ['192.0.2.1', '2001:db8::1', '192.0.2.1'])
    assert.deepEqual([found.once, found.count, found.distinct], [['192.0.2.1', '2001:db8::1'], 3, 2])
    assert.equal(found.leftOut, 0)
  })

test('of two columns with addresses each can be taken', async () => {
  const file = toFile('src,dst,port\n192.0.2.1,198.51.100.1,80\n192.0.2.2,x,443\n')
  assert.deepEqual((await read(file, 0)).all, ['192.0.2.1', '192.0.2.2'])
  const { columns, all, leftOut } = await read(file, 1)
  assert.deepEqual(
    columns.map(({ name }) => name),
    ['src', 'dst'],
  )
  assert.deepEqual([all, leftOut], [['198.51.100.1'], 1])
})

test('a file of many pieces, without a line lost or doubled at their edges', async () => {
  const lines = Array.from({ length: 30_000 }, (_, at) => `n${at},10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`)
  const { count, distinct, all } = await read(toFile(`name,ip\r\n${lines.join('\r\n')}`))
  assert.deepEqual([count, distinct], [30_000, 30_000])
  assert.deepEqual(
    all,
    lines.map((line) => line.split(',')[1]),
  )
})

test('addresses that all come once are handed to the browser once', async (context) => {
  const file = toFile('192.0.2.1\n192.0.2.2\n')
  const Real = globalThis.Blob
  let handedChars = 0
  class Counting extends Real {
    constructor(parts: BlobPart[] = [], options?: BlobPropertyBag) {
      super(parts, options)
      for (const part of parts) if (typeof part === 'string') handedChars += part.length
    }
  }
  globalThis.Blob = Counting
  context.after(() => void (globalThis.Blob = Real))
  const table = await findTable(file)
  assert.ok(table)
  const { all, once } = await takeAddresses(file, table, table.columns[0]!)
  assert.deepEqual([handedChars, await all.text(), await once.text()], [file.size, ...Array(2).fill(await file.text())])
})

test('UTF-16 and GB18030, as spreadsheets save them', async () => {
  const text = '名称\tIP\n甲\t192.0.2.1\n'
  const utf16 = new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'))
  assert.deepEqual((await read(new Blob([utf16]))).columns, [{ index: 1, name: 'IP' }])
  // GB18030 of 名称, 甲
  const name = [0xc3, 0xfb, 0xb3, 0xc6]
  const gb = Uint8Array.of(...name, ...Buffer.from(',IP\n'), 0xbc, 0xd7, ...Buffer.from(',192.0.2.1\n'))
  const found = await read(new Blob([gb]))
  assert.deepEqual([found.columns, found.all], [[{ index: 1, name: 'IP' }], ['192.0.2.1']])
})

for (const text of ['["192.0.2.1", "192.0.2.2", "192.0.2.3"]', '', 'no address\nat all\n', 'a,b\n1,2\n'])
  test(`no addresses in ${JSON.stringify(text)}`, async () => assert.equal(await findTable(toFile(text)), undefined))
