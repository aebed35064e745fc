import { AppError, isAppError } from '@octet/core/errors.ts'
import { findAddress } from '@octet/core/ip/address.ts'
import { toReverseName } from '@octet/core/ip/reverse-name.ts'
import type { BlockListProbe, BlockListReport } from '@octet/core/probe/dnsbl.ts'
import { parse } from 'tldts'
import { AnswerCache } from '../answer-cache.ts'
import { mergeArrivals } from '../arrivals.ts'
import { refuseFailure, type DnsClient } from '../dns/client.ts'
import type { Rr } from '../dns/message.ts'
import { readRdata } from '../dns/rdata.ts'
import { TYPES } from '../dns/types.ts'
import type { Guard } from '../guard/guard.ts'
import { toPlainText } from '../whois/plain-text.ts'
import { BLOCK_LISTS, type BlockList, type ListKind } from './lists.ts'
import { readCodes, toMeanings } from './read-codes.ts'
import { testList, type SelfTest } from './self-test.ts'

export type BlockListProbeOptions = {
  readonly guard: Guard
  readonly client: DnsClient
  readonly lists?: readonly BlockList[] | undefined
  /** How long all lists together may take; 9 s unless given. */
  readonly deadlineMs?: number | undefined
}

type Row = BlockListReport['lists'][number]

const IN_FLIGHT = 24
const TIMEOUT_MS = 2000
/** A little less than a call of a network tool may take, so that what has come is shown. */
const DEADLINE_MS = 9000
const TEST_LIFETIME_MS = 3_600_000
const BAD_TEST_LIFETIME_MS = 300_000
const REFUSED = 5

/**
 * Asks DNS block lists (RFC 5782) with the machine's own resolver, and each list for its test entries, once an hour: who
 * lists everything, or not even those, says nothing of the target.
 */
export function createBlockListProbe(options: BlockListProbeOptions): BlockListProbe {
  const { guard, client, lists = BLOCK_LISTS, deadlineMs = DEADLINE_MS } = options
  const tests = new AnswerCache<SelfTest>({
    lifetimeMs: TEST_LIFETIME_MS,
    limit: 1000,
    toLifetimeMs: ({ listsEverything, knowsItsEntry }) =>
      listsEverything || knowsItsEntry === 'no' ? BAD_TEST_LIFETIME_MS : TEST_LIFETIME_MS,
  })

  const ask = async (name: string, type: number, signal?: AbortSignal) => {
    const answered = await client.ask({ name, type, signal, timeoutMs: TIMEOUT_MS })
    return { answers: refuseFailure(answered).answers, ms: Math.round(answered.ms * 100) / 100 }
  }
  const readCodesOf = async (prefix: string, zone: string) =>
    readAll((await ask(`${prefix}.${zone}.`, TYPES.A)).answers, TYPES.A, 'address')

  const askOne = async (row: Row, question: Question, signal: AbortSignal): Promise<Row> => {
    const { list, kind, prefix } = question
    if (signal.aborted) return { ...row, state: 'failed' }
    const name = `${prefix}.${row.zone}.`
    const tested = tests
      .get(`${kind} ${row.zone}`, () => testList(list, kind, (entry) => readCodesOf(entry, row.zone)), signal)
      .catch(() => undefined)
    try {
      const answered = await client.ask({ name, type: TYPES.A, signal, timeoutMs: TIMEOUT_MS })
      if (answered.message.rcode === REFUSED) return { ...row, state: 'refused', problem: 'refused' }
      const ms = Math.round(answered.ms * 100) / 100
      const codes = readAll(refuseFailure(answered).answers, TYPES.A, 'address')
      const judged = { ...row, codes, ms, meanings: toMeanings(codes, list), ...judge(codes, list, await tested) }
      if (judged.state !== 'listed' && judged.state !== 'noted') return judged
      const texts = await ask(name, TYPES.TXT, signal).catch(() => undefined)
      const reason = readAll(texts?.answers ?? [], TYPES.TXT, 'texts').join(' ')
      return { ...judged, reason: reason ? toPlainText(Buffer.from(reason, 'latin1')).slice(0, 300) : null }
    } catch (error) {
      if (!isAppError(error)) throw error
      return { ...row, state: 'failed' }
    }
  }

  return {
    async *check(target, { signal } = {}) {
      const address = findAddress(target)
      const checked = address ? guard.checkLiteral(target) : guard.checkName(target)
      const prefix = address ? toReverseName(address).replace(/\.(in-addr|ip6)\.arpa$/, '') : checked
      const registered = address ? prefix : (parse(checked, { allowPrivateDomains: false }).domain ?? checked)
      const kind = address ? (address.version === 4 ? 'ipv4' : 'ipv6') : 'domain'
      const questions = lists
        .filter(({ kinds }) => kinds.includes(kind))
        .map((list): Question => ({ list, kind, prefix: list.isByRegistered ? registered : prefix }))
      const rows = questions.map(({ list }) => toWaiting(list))
      const limit = AbortSignal.any([AbortSignal.timeout(deadlineMs), ...(signal ? [signal] : [])])
      yield toReport(checked, rows)
      const jobs = questions.map((question, index) => async () => ({
        index,
        row: await askOne(rows[index]!, question, limit),
      }))
      for await (const { index, row } of mergeArrivals(jobs, IN_FLIGHT)) {
        if (signal?.aborted) throw new AppError('cancelled')
        rows[index] = row
        yield toReport(checked, rows)
      }
    },
  }
}

type Question = { readonly list: BlockList; readonly kind: ListKind; readonly prefix: string }

function toWaiting({ zone, name, homepage, removal = homepage, impact }: BlockList): Row {
  const nothing = { problem: null, codes: [], meanings: [], reason: null, ms: null }
  return { zone, name, homepage, removal, impact, state: 'waiting', ...nothing }
}

function toReport(target: string, lists: readonly Row[]): BlockListReport {
  const count = (...states: Row['state'][]) => lists.filter(({ state }) => states.includes(state)).length
  return {
    target,
    listed: count('listed'),
    clean: count('clean', 'noted'),
    unanswered: count('refused', 'broken', 'failed'),
    lists: [...lists],
    isComplete: count('waiting') === 0,
  }
}

/** An answer in the light of the list's own test. */
function judge(codes: readonly string[], list: BlockList, test: SelfTest | undefined): Pick<Row, 'state' | 'problem'> {
  const reading = readCodes(codes, list)
  if ('problem' in reading) return reading
  if (test?.listsEverything) return { state: 'broken', problem: 'lists_everything' }
  if (reading.state !== 'clean') return { state: reading.state, problem: null }
  if (!test) return { state: 'failed', problem: null }
  if (test.knowsItsEntry === 'yes') return { state: 'clean', problem: null }
  if (test.problem) return { state: test.problem === 'not_a_code' ? 'broken' : 'refused', problem: test.problem }
  return test.knowsItsEntry === 'unknown'
    ? { state: 'clean', problem: 'untested' }
    : { state: 'broken', problem: 'no_test_entry' }
}

function readAll(records: readonly Rr[], type: number, field: string): string[] {
  return records
    .filter((rr) => rr.type === type)
    .flatMap((rr) => [readRdata(rr.type, rr.rdata)![field]].flat().map(String))
    .slice(0, 8)
}
