/** Where the longest run stands that two lists have in common, by a suffix automaton of the first (Blumer 1985): linear time. */
export function findLongestRun(left: Int32Array, right: Int32Array): { readonly end: number; readonly length: number } {
  const automaton = buildAutomaton(left)
  let [state, length] = [0, 0]
  let best = { end: 0, length: 0 }
  for (const [at, value] of right.entries()) {
    while (state !== 0 && automaton.next(state, value) === undefined) {
      state = automaton.link[state]!
      length = automaton.length[state]!
    }
    const to = automaton.next(state, value)
    if (to === undefined) continue
    state = to
    length++
    if (length > best.length) best = { end: at + 1, length }
  }
  return best
}

type Automaton = {
  readonly link: Int32Array
  readonly length: Int32Array
  next(state: number, value: number): number | undefined
}

function buildAutomaton(list: Int32Array): Automaton {
  const link = new Int32Array(2 * list.length + 2).fill(-1)
  const length = new Int32Array(2 * list.length + 2)
  const edges: Map<number, number>[] = [new Map()]
  let last = 0
  for (const value of list) {
    const made = edges.push(new Map()) - 1
    length[made] = length[last]! + 1
    let state = last
    for (; state !== -1 && !edges[state]!.has(value); state = link[state]!) edges[state]!.set(value, made)
    link[made] = state === -1 ? 0 : split(state, value)
    last = made
  }
  return { link, length, next: (state, value) => edges[state]!.get(value) }

  /** The state that a suffix goes on to, which gets a twin where it stands for longer ones, too. */
  function split(from: number, value: number): number {
    const to = edges[from]!.get(value)!
    if (length[from]! + 1 === length[to]) return to
    const twin = edges.push(new Map(edges[to])) - 1
    length[twin] = length[from]! + 1
    link[twin] = link[to]!
    link[to] = twin
    for (let state = from; state !== -1 && edges[state]!.get(value) === to; state = link[state]!) edges[state]!.set(value, twin)
    return twin
  }
}
