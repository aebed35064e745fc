import { findDistance } from '@octet/tools/search/near-words.ts'

/** Names of ours; others that begin so may come from an orchestrator, such as OCTET_PORT from Kubernetes. */
const PREFIX = 'OCTET_'
/** Settings of the command line, which may stand in the same file. */
const OF_CLI = ['OCTET_SERVER', 'OCTET_KEY', 'OCTET_POINT_TOKEN']

export type Misspelt = { readonly name: string; readonly meant: string }

/** Names in the environment that are no setting, each with the one that it comes near to; nobody else would say so. */
export function findMisspelt(names: readonly string[], settings: readonly string[]): Misspelt[] {
  const known = [...settings, ...OF_CLI].filter((name) => name.startsWith(PREFIX))
  return names
    .filter((name) => name.startsWith(PREFIX) && !known.includes(name))
    .flatMap((name) => {
      const meant = findNearest(name, known)
      return meant === undefined ? [] : [{ name, meant }]
    })
}

function findNearest(name: string, known: readonly string[]): string | undefined {
  const toWord = (text: string) => text.slice(PREFIX.length).toLowerCase()
  const near = known.map((one) => ({ one, distance: findDistance(toWord(name), [toWord(one)]) ?? Infinity }))
  const [first] = near.toSorted((a, b) => a.distance - b.distance)
  return first && first.distance < Infinity ? first.one : undefined
}
