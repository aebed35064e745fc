import { findShortestEdit, toNumbers } from '../text-diff/shortest-edit.ts'

export type Versions = { readonly base: string; readonly left: string; readonly right: string }
export type MergeOptions = {
  /** What becomes of places that both have changed in different ways. */
  readonly conflicts: 'mark' | 'left' | 'right' | 'both'
  /** Marked conflicts show the original, too. */
  readonly showsBase: boolean
}
export type MergedChange = {
  /** The first line of it in the result, from 1. */
  readonly line: number
  readonly from: 'left' | 'right' | 'both' | 'conflict'
  readonly was: string
}
export type Merged = { readonly text: string; readonly conflicts: number; readonly changes: readonly MergedChange[] }

/** Lines of the original from start to before end, and what stands in their place. */
type Hunk = { readonly start: number; readonly end: number; readonly lines: readonly string[] }
/** Hunks of both sides that overlap or touch. */
type Group = { start: number; end: number; readonly left: Hunk[]; readonly right: Hunk[] }

/**
 * Merges what two people made of one text, line by line: what one alone has changed is taken, what both have changed alike is
 * taken once. Changes of neighbouring lines meet, as in git. Nothing where a comparison costs too much.
 */
export function mergeTexts(versions: Versions, options: MergeOptions): Merged | undefined {
  const base = toLines(versions.base)
  const left = toHunks(base, toLines(versions.left))
  const right = toHunks(base, toLines(versions.right))
  if (!left || !right) return undefined
  const out: string[] = []
  const changes: MergedChange[] = []
  let at = 0
  for (const group of toGroups(left, right)) {
    for (; at < group.start; at++) out.push(base[at]!)
    at = group.end
    const from = put(out, { base, group, options })
    changes.push({ line: from.line, from: from.from, was: base.slice(group.start, group.end).join('') })
  }
  for (; at < base.length; at++) out.push(base[at]!)
  return { text: out.join(''), conflicts: changes.filter(({ from }) => from === 'conflict').length, changes }
}

/** The lines of a text, each with its line break; the last one may have none. */
const toLines = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? []

function toHunks(before: readonly string[], after: readonly string[]): Hunk[] | undefined {
  const runs = findShortestEdit(...toNumbers(before, after))
  if (!runs) return undefined
  const hunks: { start: number; end: number; lines: string[] }[] = []
  let [at, to] = [0, 0]
  let open: (typeof hunks)[number] | undefined
  for (const { change, count } of runs) {
    if (change === 'same') open = undefined
    else if (!open) hunks.push((open = { start: at, end: at, lines: [] }))
    if (change === 'added') for (const line of after.slice(to, to + count)) open?.lines.push(line)
    if (change !== 'added') at += count
    if (change !== 'removed') to += count
    if (open) open.end = at
  }
  return hunks
}

function* toGroups(left: readonly Hunk[], right: readonly Hunk[]): Generator<Group> {
  let [i, j] = [0, 0]
  while (i < left.length || j < right.length) {
    const start = Math.min(left[i]?.start ?? Infinity, right[j]?.start ?? Infinity)
    const group: Group = { start, end: start, left: [], right: [] }
    for (let grows = true; grows;) {
      grows = false
      if (i < left.length && left[i]!.start <= group.end) {
        group.end = Math.max(group.end, left[i]!.end)
        group.left.push(left[i++]!)
        grows = true
      }
      if (j < right.length && right[j]!.start <= group.end) {
        group.end = Math.max(group.end, right[j]!.end)
        group.right.push(right[j++]!)
        grows = true
      }
    }
    yield group
  }
}

type Meeting = { readonly base: readonly string[]; readonly group: Group; readonly options: MergeOptions }

function put(out: string[], { base, group, options }: Meeting): Pick<MergedChange, 'line' | 'from'> {
  const [mine, theirs] = [apply(base, group, group.left), apply(base, group, group.right)]
  const line = out.length + 1
  const take = (lines: readonly string[], from: MergedChange['from']) => {
    for (const each of lines) out.push(each)
    return { line, from }
  }
  if (group.right.length === 0) return take(mine, 'left')
  if (group.left.length === 0) return take(theirs, 'right')
  if (isSame(mine, theirs)) return take(mine, 'both')
  if (options.conflicts !== 'mark') return take(choose(mine, theirs, options.conflicts), 'conflict')
  const [head, tail] = options.showsBase ? [0, 0] : findCommonEnds(mine, theirs)
  take(mine.slice(0, head), 'conflict')
  const shown = options.showsBase ? ['||||||| original\n', ...base.slice(group.start, group.end)] : []
  const inner = (lines: readonly string[]) => lines.slice(head, lines.length - tail)
  for (const each of ['<<<<<<< mine\n', ...inner(mine), ...shown, '=======\n', ...inner(theirs), '>>>>>>> theirs\n'])
    out.push(each.endsWith('\n') ? each : `${each}\n`)
  return { ...take(mine.slice(mine.length - tail), 'conflict'), line: line + head }
}

/** The lines of the original in a group as one side has them. */
function apply(base: readonly string[], { start, end }: Group, hunks: readonly Hunk[]): string[] {
  const lines: string[] = []
  let at = start
  for (const hunk of hunks) {
    for (; at < hunk.start; at++) lines.push(base[at]!)
    for (const line of hunk.lines) lines.push(line)
    at = hunk.end
  }
  for (; at < end; at++) lines.push(base[at]!)
  return lines
}

function choose(mine: readonly string[], theirs: readonly string[], which: 'left' | 'right' | 'both'): readonly string[] {
  if (which !== 'both') return which === 'left' ? mine : theirs
  const last = mine.at(-1)
  return last === undefined || last.endsWith('\n') ? [...mine, ...theirs] : [...mine.slice(0, -1), `${last}\n`, ...theirs]
}

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((line, place) => line === b[place])

/** How many lines are the same at the beginning and at the end. */
function findCommonEnds(a: readonly string[], b: readonly string[]): [number, number] {
  const most = Math.min(a.length, b.length)
  let head = 0
  while (head < most && a[head] === b[head]) head++
  let tail = 0
  while (tail < most - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++
  return [head, tail]
}
