import { findSeparator } from '@octet/core/delimited.ts'
import { isAddressHeading } from '@octet/core/ip/address-heading.ts'
import { findAddressTable, isAddress } from '@octet/core/ip/address-table.ts'
import { readLines, toFirstCell } from './batch.ts'
import { peekStart, readTable, type TablePlace } from './jobs/table.ts'

/**
 * The addresses of a CSV: the first of its columns where most rows of the beginning hold one, else the first column. A first
 * line that only names the columns is passed over.
 */
export async function* readRows(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  const { start, isCut, whole } = await peekStart(chunks, isTold)
  const table = startsWithAddresses(start) ? undefined : findAddressTable(start, { isCut })
  const column = table?.columns[0]?.index ?? 0
  if (!table || column === 0) yield* readFirstColumn(whole)
  else yield* readColumn(whole, { column, delimiter: table.delimiter })
}

/** Whether the first line tells which column it is, or a second one is there to tell: who sends line by line waits for answers. */
function isTold(start: string): boolean {
  const lines = start.split(/\r\n|[\r\n]/).slice(0, -1)
  return lines.filter((line) => line.trim() !== '' && findSeparator(line) === undefined).length > 1 || startsWithAddresses(start)
}

function startsWithAddresses(start: string): boolean {
  const [line] = /^\s*([^\r\n]+)[\r\n]/.exec(start)?.slice(1) ?? []
  const cell = toFirstCell(line ?? '')
  return isAddress(cell) || isAddressHeading(cell)
}

async function* readFirstColumn(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  let isFirst = true
  for await (const lines of readLines(chunks)) {
    yield isFirst && isAddressHeading(lines[0] ?? '') ? lines.slice(1) : lines
    if (lines.length > 0) isFirst = false
  }
}

async function* readColumn(chunks: AsyncIterable<Uint8Array>, place: TablePlace): AsyncGenerator<string[]> {
  for await (const { rows } of readTable(chunks, place))
    yield rows.filter(({ kind }) => kind === 'row').map(({ cell }) => Buffer.from(cell, 'latin1').toString('utf8'))
}
