import { findSeparator, splitCells } from '@octet/core/delimited.ts'
import { isAddressHeading } from '@octet/core/ip/address-heading.ts'
import { findAddressTable, isAddress, toCell, type AddressTable } from '@octet/core/ip/address-table.ts'
import { findAddressIn } from '@octet/core/ip/find-address-in.ts'

/**
 * What the lines of a file ask for: the address of a JSON object, else the cell in the first column where the beginning has
 * addresses, else the first cell. A first line that only names the columns asks for nothing, nor does an empty one.
 */
export async function* toQueries(lines: AsyncIterable<string>): AsyncGenerator<string> {
  const head: string[] = []
  let toQuery: ((line: string) => string) | undefined
  for await (const line of lines) {
    if (toQuery) {
      yield* keepFull(toQuery(line))
      continue
    }
    head.push(line.replace(/^\ufeff/, ''))
    if (!isTold(head)) continue
    toQuery = chooseReading(head)
    for (const query of toHeadQueries(head, toQuery)) yield* keepFull(query)
  }
  if (!toQuery) for (const query of toHeadQueries(head, chooseReading(head))) yield* keepFull(query)
}

const keepFull = (query: string): readonly string[] => (query === '' ? [] : [query])

const toFull = (lines: readonly string[]): string[] =>
  lines.filter((line) => line.trim() !== '' && findSeparator(line) === undefined)

/** Whether the first line tells what to read, or a second one is there to tell: who types lines waits for answers. */
function isTold(head: readonly string[]): boolean {
  const [first, second] = toFull(head)
  return first !== undefined && (second !== undefined || isPlain(first))
}

function isPlain(line: string): boolean {
  const cell = toFirstCell(line)
  return isAddress(cell) || isAddressHeading(cell) || findAddressIn(line) !== undefined
}

function chooseReading(head: readonly string[]): (line: string) => string {
  const [first = ''] = toFull(head)
  const table = isPlain(first) ? undefined : findAddressTable(head.join('\n'), { isCut: false })
  if (table && (table.columns[0]?.index ?? 0) > 0) return toCellOf(table)
  return (line) => findAddressIn(line) ?? toFirstCell(line)
}

function toCellOf({ delimiter, columns }: AddressTable): (line: string) => string {
  return (line) => toCell(splitCells(line, delimiter)[columns[0]!.index])
}

function toHeadQueries(head: readonly string[], toQuery: (line: string) => string): string[] {
  const [first, ...rest] = toFull(head)
  if (first === undefined) return []
  const query = toQuery(first)
  const isHeading = isAddressHeading(query) || (!isPlain(first) && query !== toFirstCell(first) && !isAddress(query))
  return [...(isHeading ? [] : [query]), ...rest.map(toQuery)]
}

function toFirstCell(line: string): string {
  const [cell = ''] = line.split(/[,;\t]/, 1)
  return cell.trim().replaceAll(/^"|"$/g, '')
}
