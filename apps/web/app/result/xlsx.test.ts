import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { strFromU8, unzipSync } from 'fflate'
import { toColumnName, toXlsx } from './xlsx.ts'

const columns = [
  { name: 'ip', label: 'IP' },
  { name: 'count', label: 'Count & more' },
  { name: 'isOpen', label: 'Open' },
]
const rows = [
  { ip: '203.0.113.8', count: 12, isOpen: true },
  { ip: '=1+1', count: Number.NaN, isOpen: false },
  { ip: 'a<b>"中"\u0001_x0041_ \ud800', count: null, isOpen: undefined },
]

const open = (bytes: Uint8Array) =>
  Object.fromEntries(Object.entries(unzipSync(bytes)).map(([path, part]) => [path, strFromU8(part)]))
const parser = new XMLParser({ ignoreAttributes: false, isArray: (name) => ['c', 'row'].includes(name), trimValues: false })

test('every part is well-formed and named where the format looks for it', () => {
  const parts = open(toXlsx('Addresses', columns, rows, 'en'))
  for (const [path, xml] of Object.entries(parts)) assert.equal(XMLValidator.validate(xml), true, path)
  const typed = [...(parts['[Content_Types].xml'] ?? '').matchAll(/PartName="\/([^"]+)"/g)].map(([, path = '']) => path)
  assert.deepEqual(
    typed.sort(),
    Object.keys(parts)
      .filter((path) => path.startsWith('xl/') && !path.endsWith('.rels'))
      .sort(),
  )
  for (const [from, file] of [
    ['', '_rels/.rels'],
    ['xl/', 'xl/_rels/workbook.xml.rels'],
  ] as const)
    for (const [, target = ''] of (parts[file] ?? '').matchAll(/Target="([^"]+)"/g)) assert.ok(parts[from + target], target)
})

test('cells stand at their places with their types', () => {
  const xml = open(toXlsx('Addresses', columns, rows, 'en'))['xl/worksheets/sheet1.xml'] ?? ''
  type Cell = { '@_r': string; '@_t'?: string; v?: unknown; is?: { t: { '#text': string } } }
  const sheet = parser.parse(xml) as { worksheet: { sheetData: { row: { c: Cell[] }[] } } }
  const cells = sheet.worksheet.sheetData.row.flatMap(({ c }) => c)
  const read = Object.fromEntries(cells.map((cell) => [cell['@_r'], [cell['@_t'] ?? 'n', cell.v ?? cell.is?.t['#text']]]))
  assert.deepEqual(read, {
    A1: ['inlineStr', 'IP'],
    B1: ['inlineStr', 'Count & more'],
    C1: ['inlineStr', 'Open'],
    A2: ['inlineStr', '203.0.113.8'],
    B2: ['n', 12],
    C2: ['b', 1],
    A3: ['inlineStr', '=1+1'],
    B3: ['inlineStr', 'NaN'],
    C3: ['b', 0],
    A4: ['inlineStr', 'a<b>"中"_x0001__x005F_x0041_ \ufffd'],
  })
  assert.match(xml, /<autoFilter ref="A1:C4"\/>/)
})

test('a name of a sheet is short and has no signs that are forbidden there', () => {
  const workbook = open(toXlsx('a/b:c [d] & a very long name of a table', columns, [], 'en'))['xl/workbook.xml'] ?? ''
  const [, name = ''] = /<sheet name="([^"]*)"/.exec(workbook) ?? []
  assert.equal(name.replace('&amp;', '&'), 'a b c  d  & a very long name of')
  assert.equal(name.replace('&amp;', '&').length, 31)
})

test('a text too long for a cell ends in an ellipsis', () => {
  const xml = open(toXlsx('x', [{ name: 'a', label: 'a' }], [{ a: 'y'.repeat(40_000) }], 'en'))['xl/worksheets/sheet1.xml'] ?? ''
  const [, text = ''] = /preserve">(y+…)</.exec(xml) ?? []
  assert.equal(text.length, 32_767)
})

test('columns are named like digits to the base 26 without a zero', () =>
  assert.deepEqual([0, 25, 26, 51, 52, 701, 702].map(toColumnName), ['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA']))

test('a table without columns has no empty list of widths, at which Excel calls a file damaged', () => {
  const xml = open(toXlsx('Nothing', [], [], 'en'))['xl/worksheets/sheet1.xml'] ?? ''
  assert.doesNotMatch(xml, /<cols>/)
})

const hasReader = spawnSync('/usr/bin/python3', ['-c', 'import openpyxl']).status === 0
test('another reader gets the same table', { skip: !hasReader && 'python3 has no openpyxl' }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'octet-xlsx-'))
  const file = join(folder, 'table.xlsx')
  await writeFile(file, toXlsx('Addresses', columns, rows.slice(0, 2), 'en'))
  const script =
    'import json,sys,openpyxl;print(json.dumps([list(r) for r in openpyxl.load_workbook(sys.argv[1]).active.values]))'
  const { stdout, stderr } = spawnSync('/usr/bin/python3', ['-c', script, file], { encoding: 'utf8' })
  await rm(folder, { recursive: true })
  assert.deepEqual(JSON.parse(stdout || `"${stderr}"`), [
    ['IP', 'Count & more', 'Open'],
    ['203.0.113.8', 12, true],
    ['=1+1', 'NaN', false],
  ])
})

test('whole numbers that a spreadsheet would round are texts; a text in two languages is in that of the page', () => {
  const values = [999_999_999_999_999, 1_234_567_890_123_456, 0.1, { en: 'port', zh: '端口' }]
  const sheet = toXlsx(
    'x',
    [{ name: 'a', label: 'a' }],
    values.map((a) => ({ a })),
    'zh',
  )
  const cells = [...(open(sheet)['xl/worksheets/sheet1.xml'] ?? '').matchAll(/<c r="A[2-5]"(.*?)<\/c>/g)].map(([, cell]) => cell)
  assert.deepEqual(cells, [
    '><v>999999999999999</v>',
    ' t="inlineStr"><is><t xml:space="preserve">1234567890123456</t></is>',
    '><v>0.1</v>',
    ' t="inlineStr"><is><t xml:space="preserve">端口</t></is>',
  ])
})
