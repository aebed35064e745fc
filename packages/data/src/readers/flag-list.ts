import type { FlagValue, LayerStream } from '../layer.ts'
import { BadLines, readLines } from './lines.ts'
import { NetworkList } from './network-list.ts'
import { readPacked } from './packed.ts'

/** What a line says: an address or a network; undefined for a comment or a heading. */
export type ToNetwork = (line: string) => string | undefined

const toFirstWord: ToNetwork = (line) => line.replace(/[#;].*$/, '').trim() || undefined

/**
 * Lists of addresses and networks, one a line, of either family: all of them carry the same flags.
 *
 * @throws when more than one line of a hundred is something else
 */
export async function* readFlagLists(
  files: readonly string[],
  flags: number,
  toNetwork: ToNetwork = toFirstWord,
): AsyncGenerator<LayerStream<FlagValue>> {
  const list = new NetworkList<FlagValue>()
  for (const file of files) {
    const bad = new BadLines()
    for (const line of readLines(await readPacked(file))) {
      const network = toNetwork(line)
      if (network !== undefined)
        bad.add(
          line,
          list.add(network, '', () => ({ flags })),
        )
    }
    bad.check('an address or a network on each line')
  }
  yield* list.toStreams()
}
