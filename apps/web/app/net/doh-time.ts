import { reachFromHere, type Reached, type ReachTarget } from './reach.ts'

/** The question for the root's name servers (id 0, recursion wanted) as RFC 8484 §4.1 puts it into a URL. */
const ROOT_QUESTION = 'AAABAAABAAAAAAAAAAACAAE'

type Resolver = { readonly id: string; readonly doh: string | null }

/**
 * Asks each resolver twice over DNS over HTTPS from the browser: the first time opens the connection, the second is the one
 * that counts. What they answer is hidden from the page; the time is not.
 */
export async function timeDoh(
  resolvers: readonly Resolver[],
  onTimed: (id: string, reached: Reached) => void,
  signal: AbortSignal,
): Promise<void> {
  const targets = resolvers.flatMap(({ id, doh }): ReachTarget[] => (doh ? [{ id, url: `${doh}?dns=${ROOT_QUESTION}` }] : []))
  const opened: ReachTarget[] = []
  const onOpened = (id: string, reached: Reached) => {
    if (reached.state === 'reached') opened.push(targets.find((target) => target.id === id)!)
    else onTimed(id, reached)
  }
  await reachFromHere(targets, onOpened, signal)
  await reachFromHere(opened, onTimed, signal)
}
