import type { BenchRow } from '@octet/core/bench.ts'
import { fromDigits, toDigits } from '../lib/radix.ts'
import { answerTool } from '../run.ts'
import { createTestHost } from '../testing/host.ts'
import pinyinTool from './pinyin/tool.ts'

const ROUNDS = 5
const SENTENCE = '重庆的银行行长今天还款了，朝阳区的大夫说负责人为人很好。这是单行道；长乐未央！\n'

/** Measures pinyin in characters per second, and base conversion in digits per second against native BigInt. */
export async function run(): Promise<BenchRow[]> {
  return [await benchPinyin(), ...benchBases()]
}

async function benchPinyin(): Promise<BenchRow> {
  const { pinyin } = await import('pinyin-pro')
  const text = SENTENCE.repeat(Math.ceil(200_000 / SENTENCE.length))
  const host = createTestHost()
  const [ours, peer] = await measure(
    () => answerTool(pinyinTool, { text }, host),
    () => pinyin(text),
  )
  return toRow('pinyin, tone marks', { size: text.length, ours, peer, unit: 'characters/s', peerName: 'pinyin-pro alone' })
}

/** Decimal digits against BigInt itself; base 62, which it lacks, against a loop that divides once per digit. */
function benchBases(): BenchRow[] {
  const decimal = 10n ** 100_000n - 12_345n
  const decimals = toDigits(decimal, 10)
  const large = 62n ** 100_000n - 12_345n
  const larges = toDigits(large, 62)
  const small = 62n ** 10_000n - 12_345n
  const smalls = toDigits(small, 62)
  const figures = (name: string, size: number, peerName: string) => ({ name, size, unit: 'digits/s', peerName })
  const pair = (work: [() => unknown, () => unknown], row: ReturnType<typeof figures>) => {
    const [ours, peer] = measureSync(...work)
    return toRow(row.name, { ...row, ours, peer })
  }
  const text = decimal.toString()
  return [
    pair([() => toDigits(decimal, 10), () => decimal.toString()], figures('write base 10, 100,000 digits', 100_000, 'BigInt')),
    pair([() => fromDigits(decimals, 10), () => BigInt(text)], figures('read base 10, 100,000 digits', 100_000, 'BigInt')),
    pair(
      [() => toDigits(large, 62), () => large.toString(36)],
      figures('write base 62, 100,000 digits', 100_000, 'BigInt base 36'),
    ),
    pair([() => fromDigits(larges, 62), () => BigInt(text)], figures('read base 62, 100,000 digits', 100_000, 'BigInt base 10')),
    pair([() => toDigits(small, 62), () => writeByLoop(small)], figures('write base 62, 10,000 digits', 10_000, 'loop')),
    pair([() => fromDigits(smalls, 62), () => readByLoop(smalls)], figures('read base 62, 10,000 digits', 10_000, 'loop')),
  ]
}

function writeByLoop(value: bigint): number[] {
  const digits: number[] = []
  for (let rest = value; rest > 0n; rest /= 62n) digits.push(Number(rest % 62n))
  return digits.reverse()
}

function readByLoop(digits: readonly number[]): bigint {
  return digits.reduce((value, digit) => value * 62n + BigInt(digit), 0n)
}

type Figures = { size: number; ours: number; peer: number; unit: string; peerName: string }

function toRow(name: string, { size, ours, peer, unit, peerName }: Figures): BenchRow {
  const perSecond = (ms: number) => Math.round((size / ms) * 1000)
  return { name, value: perSecond(ours), unit, peer: { name: peerName, value: perSecond(peer), ratio: peer / ours } }
}

/** Best times in ms of two works that take turns, after one round for warmth. */
async function measure(ours: () => unknown, peer: () => unknown): Promise<[number, number]> {
  const best: [number, number] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let round = 0; round <= ROUNDS; round++)
    for (const [at, work] of [ours, peer].entries()) {
      const start = performance.now()
      await work()
      if (round > 0) best[at] = Math.min(best[at]!, performance.now() - start)
    }
  return best
}

function measureSync(ours: () => unknown, peer: () => unknown): [number, number] {
  const best: [number, number] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let round = 0; round <= ROUNDS; round++)
    for (const [at, work] of [ours, peer].entries()) {
      const start = performance.now()
      work()
      if (round > 0) best[at] = Math.min(best[at]!, performance.now() - start)
    }
  return best
}
