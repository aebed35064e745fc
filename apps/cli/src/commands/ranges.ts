import { parseArgs } from 'node:util'
import { findRanges, RANGE_KEYS } from '@octet/ipdb/networks/find-ranges.ts'
import { answerRanges, writeRanges } from '@octet/tools/lib/network-list/answer-ranges.ts'
import { LIST_FORMATS } from '@octet/tools/lib/network-list/write-list.ts'
import { createPacer } from '@octet/tools/lib/pacer.ts'
import { defineCommand, UsageError } from '../command.ts'
import { connect } from '../connect.ts'
import { getServer } from '../get-server.ts'
import { openLocalData } from '../local-data.ts'

const FAMILIES = ['both', 'ipv4', 'ipv6'] as const

export default defineCommand({
  async run({ words, config, print }) {
    const { by, owner, format, family } = readWords(words)
    await using local = await openLocalData(config)
    if (!local) {
      const client = connect(getServer(config), config)
      if (format === 'json') return print(`${JSON.stringify(await client.ranges(by, owner, { family }))}\n`)
      return print(await client.rangesAs(by, owner, format, { family }))
    }
    const found = findRanges(await local.whole(), { by, owner, family })
    const breathe = createPacer()
    if (format === 'json') return print(`${JSON.stringify(await answerRanges(found, breathe))}\n`)
    await print(`${await writeRanges(found, { format, ...AS_THE_SERVER, breathe })}\n`)
  },
})

/** What a server writes lists as unless it is told otherwise. */
const AS_THE_SERVER = { name: 'octet', action: 'deny' } as const

function readWords(words: readonly string[]) {
  const options = { format: { type: 'string', default: 'text' }, family: { type: 'string', default: 'both' } } as const
  const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true })
  const [by, ...owner] = positionals
  const { format, family } = values
  if (!isOneOf(RANGE_KEYS, by) || owner.length === 0)
    throw new UsageError({
      en: `expected one of ${RANGE_KEYS.join(', ')} and a name`,
      zh: `应给出 ${RANGE_KEYS.join('、')} 之一及名称`,
    })
  if (!isOneOf(FAMILIES, family))
    throw new UsageError({ en: '--family: expected both, ipv4 or ipv6', zh: '--family：应为 both、ipv4 或 ipv6' })
  if (!isOneOf(LIST_FORMATS, format))
    throw new UsageError({
      en: `--format: expected one of ${LIST_FORMATS.join(', ')}`,
      zh: `--format：应为 ${LIST_FORMATS.join('、')} 之一`,
    })
  return { by, owner: owner.join(' '), format, family }
}

function isOneOf<T extends string>(all: readonly T[], word: string | undefined): word is T {
  return (all as readonly (string | undefined)[]).includes(word)
}
