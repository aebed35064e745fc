import type { JsonChange } from './diff.ts'
import { cutEnd } from '../cut-end.ts'

/**
 * Changes as a JSON Patch (RFC 6902), one operation a line. New items are put behind the last, and items leave a list from
 * its end when all else is done, so that no place moves before its turn.
 */
export function toJsonPatch(changes: readonly JsonChange[]): string {
  const operations = [
    ...changes.filter(({ change }) => change === 'changed').map(({ pointer, after }) => write('replace', pointer, after)),
    ...changes
      .filter(({ change }) => change === 'added')
      .map(({ pointer, isItem, after }) => write('add', isItem ? `${cutEnd(pointer, '0123456789')}-` : pointer, after)),
    ...changes
      .filter(({ change }) => change === 'removed')
      .toReversed()
      .map(({ pointer }) => write('remove', pointer)),
  ]
  return operations.length === 0 ? '[]' : `[\n  ${operations.join(',\n  ')}\n]`
}

/** The value goes in as it was written: through a number of JavaScript it would lose digits. */
function write(op: string, pointer: string, value?: string): string {
  return `{"op":"${op}","path":${JSON.stringify(pointer)}${value === undefined ? '' : `,"value":${value}`}}`
}
