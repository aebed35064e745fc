import type { Take } from '@octet/probe/watched-zone/serve-zone.ts'
import { Allowance } from './allowance.ts'
import { toClientKey } from './caller.ts'

/** Answers to one resolver; a large one asks from many addresses. */
const SOURCE = { unitsPerSecond: 50, burst: 200 } as const
/** Answers to all of them: sources can be forged, and the thread has visitors to serve. */
const ALL = { unitsPerSecond: 2_000, burst: 4_000 } as const

/** How many answers the name server of the leak test gives. Its tables are made for the first question. */
export function createLeakLimit(): Take {
  let limits: { readonly source: Allowance; readonly all: Allowance } | undefined
  return (address) => {
    limits ??= { source: new Allowance(SOURCE), all: new Allowance(ALL) }
    if (!limits.source.take(toClientKey(address)).isAllowed) return 'cut' // and takes nothing from the others
    return limits.all.take('all').isAllowed ? 'answer' : 'nothing'
  }
}
