import { browserStorage } from '../../state/kept-storage.ts'
import { compareFacts, type Change, type Facts } from './facts.ts'

/** What was answered over some time without a change. */
export type Version = { readonly firstAt: number; readonly lastAt: number; readonly facts: Facts }
type Answer = { readonly key: string; readonly versions: readonly Version[] }
type Kept = { readonly isOff: boolean; readonly answers: readonly Answer[] }

/** What an answer is beside the ones before it. */
export type Comparison = {
  /** When the same was last asked; undefined the first time. */
  readonly lastAt: number | undefined
  /** What has changed since. */
  readonly changes: readonly Change[]
  /** The change before that one, where nothing has changed since. */
  readonly earlier: { readonly from: number; readonly to: number; readonly changes: readonly Change[] } | undefined
}

const NAME = 'answers'
const MAX_ANSWERS = 60
const MAX_VERSIONS = 3
/** Longer answers are not kept. */
const MAX_CHARS = 6000

/** Keeps answers, or forgets all there are and keeps none. */
export function setKeeping(isOn: boolean): void {
  write(isOn ? { ...read(), isOff: false } : { isOff: true, answers: [] })
}

/** Forgets all answers. */
export function forgetAnswers(): void {
  write({ ...read(), answers: [] })
}

/** Compares an answer with those kept of the same question, and keeps it; undefined where none are kept. */
export function noteAnswer(key: string, facts: Facts, now: number): Comparison | undefined {
  const kept = read()
  if (kept.isOff) return undefined
  const versions = kept.answers.find((answer) => answer.key === key)?.versions ?? []
  const [last, before] = versions
  const changes = last ? compareFacts(last.facts, facts) : []
  const earlier =
    last && before && changes.length === 0
      ? { from: before.lastAt, to: last.firstAt, changes: compareFacts(before.facts, last.facts) }
      : undefined
  const version =
    last && changes.length === 0
      ? { firstAt: last.firstAt, lastAt: now, facts: { ...last.facts, ...facts } }
      : { firstAt: now, lastAt: now, facts: { ...last?.facts, ...facts } }
  const older = last && changes.length === 0 ? versions.slice(1) : versions
  if (JSON.stringify(facts).length <= MAX_CHARS) {
    const answer = { key, versions: [version, ...older].slice(0, MAX_VERSIONS) }
    write({ ...kept, answers: [answer, ...kept.answers.filter((one) => one.key !== key)].slice(0, MAX_ANSWERS) })
  }
  return { lastAt: last?.lastAt, changes, earlier }
}

function write({ isOff, answers }: Kept): void {
  if (!isOff && answers.length === 0) browserStorage.removeItem(NAME)
  else browserStorage.setItem(NAME, JSON.stringify({ isOff, answers }))
}

/** Another version may have written it, or somebody by hand: what is of no use is left out. */
function read(): Kept {
  const { isOff, answers } = Object(parse(browserStorage.getItem(NAME))) as Readonly<Record<string, unknown>>
  return { isOff: isOff === true, answers: Array.isArray(answers) ? answers.filter(isAnswer) : [] }
}

function parse(text: string | null): unknown {
  try {
    return text ? JSON.parse(text) : undefined
  } catch {
    return undefined
  }
}

const isAnswer = (value: unknown): value is Answer =>
  isRecord(value) && typeof value['key'] === 'string' && Array.isArray(value['versions']) && value['versions'].every(isVersion)

const isVersion = (value: unknown): value is Version =>
  isRecord(value) &&
  typeof value['firstAt'] === 'number' &&
  typeof value['lastAt'] === 'number' &&
  isRecord(value['facts']) &&
  Object.values(value['facts']).every((list) => Array.isArray(list) && list.every((one) => typeof one === 'string'))

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
