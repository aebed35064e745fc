import { isAppError } from '@octet/core/errors.ts'
import { findAddress } from '@octet/core/ip/address.ts'
import { toReverseName } from '@octet/core/ip/reverse-name.ts'
import type { BlockListProbe, BlockListReport } from '@octet/core/probe/dnsbl.ts'
import { parse } from 'tldts'
import { mergeArrivals } from '../arrivals.ts'
import { refuseFailure, type DnsClient } from '../dns/client.ts'
import type { Rr } from '../dns/message.ts'
import { readRdata } from '../dns/rdata.ts'
import { TYPES } from '../dns/types.ts'
import type { Guard } from '../guard/guard.ts'
import { toPlainText } from '../whois/plain-text.ts'
import { BLOCK_LISTS, type BlockList } from './lists.ts'

export type BlockListProbeOptions = {
  readonly guard: Guard
  readonly client: DnsClient
  readonly lists?: readonly BlockList[] | undefined
}

type Row = BlockListReport['lists'][number]

const IN_FLIGHT = 16
const TIMEOUT_MS = 2000

/** Asks DNS block lists (RFC 5782) with the machine's own resolver. */
export function createBlockListProbe({ guard, client, lists = BLOCK_LISTS }: BlockListProbeOptions): BlockListProbe {
  const askOne = async (row: Row, prefix: string, signal: AbortSignal | undefined): Promise<Row> => {
    const name = `${prefix}.${row.zone}.`
    try {
      const answered = await client.ask({ name, type: TYPES.A, signal, timeoutMs: TIMEOUT_MS })
      const ms = Math.round(answered.ms * 100) / 100
      const codes = readAll(refuseFailure(answered).answers, TYPES.A, 'address')
      if (codes.length === 0) return { ...row, state: 'clean', ms }
      const state = toState(codes)
      const texts =
        state === 'clean'
          ? undefined
          : await client.ask({ name, type: TYPES.TXT, signal, timeoutMs: TIMEOUT_MS }).catch(() => undefined)
      const reason = readAll(texts?.message.answers ?? [], TYPES.TXT, 'texts').join(' ')
      return { ...row, state, codes, ms, reason: reason ? toPlainText(Buffer.from(reason, 'latin1')).slice(0, 300) : null }
    } catch (error) {
      if (isAppError(error) && error.key === 'cancelled') throw error
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
      const asked = lists.filter(({ kinds }) => kinds.includes(kind))
      const rows: Row[] = asked.map(({ zone, name, homepage }) => ({
        zone,
        name,
        homepage,
        state: 'waiting',
        codes: [],
        reason: null,
        ms: null,
      }))
      const toReport = (): BlockListReport => ({
        target: checked,
        listed: rows.filter(({ state }) => state === 'listed').length,
        lists: [...rows],
        isComplete: rows.every(({ state }) => state !== 'waiting'),
      })
      yield toReport()
      const jobs = rows.map((row, index) => async () => {
        const name = asked[index]!.isByRegistered ? registered : prefix
        return { index, row: await askOne(row, name, signal) }
      })
      for await (const { index, row } of mergeArrivals(jobs, IN_FLIGHT)) {
        rows[index] = row
        yield toReport()
      }
    },
  }
}

/** 127.255.255.x says that the resolver may not ask; anything outside 127/8 is a lie of the resolver or a dead list. */
function toState(codes: readonly string[]): Row['state'] {
  if (codes.some((code) => code.startsWith('127.255.255.') || code === '127.0.0.1')) return 'refused'
  return codes.every((code) => code.startsWith('127.')) ? 'listed' : 'refused'
}

function readAll(records: readonly Rr[], type: number, field: string): string[] {
  return records
    .filter((rr) => rr.type === type)
    .flatMap((rr) => [readRdata(rr.type, rr.rdata)![field]].flat().map(String))
    .slice(0, 8)
}
