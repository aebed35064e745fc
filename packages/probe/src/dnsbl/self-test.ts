import type { BlockListProblem } from '@octet/core/probe/dnsbl.ts'
import { readCodes } from './read-codes.ts'
import type { BlockList, ListKind } from './lists.ts'

/** What its own test points say of a list. */
export type SelfTest = {
  /** It lists what must not be listed: nothing it says can be believed. */
  readonly listsEverything: boolean
  /** It lists what must be: so silence about something else means that it is not listed. `unknown` when it has no such entry. */
  readonly knowsItsEntry: 'yes' | 'no' | 'unknown'
  /** Why it did not say. */
  readonly problem: BlockListProblem | null
}

/** The addresses under a name of the list's zone; throws when there was no answer. */
export type AskList = (prefix: string) => Promise<string[]>

/** RFC 5782 §5, with an entry of another kind for a second opinion: lists that know both kinds may have only one of them. */
const POINTS = {
  ipv4: { listed: ['2.0.0.127'], clean: ['1.0.0.127', '77.100.51.198'] },
  ipv6: {
    listed: [`2.0.0.0.0.0.f.7.f.f.f.f.${'0.'.repeat(19)}0`, '2.0.0.127'],
    clean: [`1.0.0.0.0.0.f.7.f.f.f.f.${'0.'.repeat(19)}0`, `1.${'0.'.repeat(23)}8.b.d.0.1.0.0.2`],
  },
  domain: { listed: ['test'], clean: ['invalid', '_dnsblneg_.test'] },
} as const

/**
 * Asks a list for what it must list and must not. One entry too many is no proof: a list made of reports may hold
 * 127.0.0.1. Two such are: the whole zone answers alike.
 */
export async function testList(list: BlockList, kind: ListKind, ask: AskList): Promise<SelfTest> {
  const { clean, listed } = POINTS[kind]
  const mustList = kind === 'domain' && list.testEntry !== undefined ? (list.testEntry === null ? [] : [list.testEntry]) : listed
  const [known, excess] = await Promise.all([
    findListed({ ...list, usesOne: kind !== 'domain' }, mustList, ask),
    countListed(list, clean, ask),
  ])
  return {
    listsEverything: excess === clean.length,
    knowsItsEntry: mustList.length === 0 ? 'unknown' : known.isListed ? 'yes' : 'no',
    problem: known.problem,
  }
}

/** Whether one of the names is listed, in order. DroneBL marks its test with 127.0.0.1, which URIBL keeps for a refusal. */
async function findListed(list: BlockList, names: readonly string[], ask: AskList) {
  let problem: BlockListProblem | null = null
  for (const name of names) {
    const codes = await ask(name)
    const reading = readCodes(codes, list)
    if (reading.state === 'listed' || reading.state === 'noted') return { isListed: true, problem: null }
    if ('problem' in reading) problem = reading.problem
  }
  return { isListed: false, problem }
}

/** How many of the names are listed; the next is asked only while all so far are. */
async function countListed(list: BlockList, names: readonly string[], ask: AskList): Promise<number> {
  for (const [index, name] of names.entries()) {
    const { state } = readCodes(await ask(name), { ...list, notedCodes: [] })
    if (state !== 'listed') return index
  }
  return names.length
}
