import { readMembers, type Member } from './members.ts'

/** Length of what the library repairs at once. */
export const PART_LENGTH = 8 * 1024
/** Levels of large objects and arrays in each other that are taken apart. */
const MAX_LEVELS = 5

type Repair = (text: string) => string

/**
 * Repairs a long object or array member by member. The library copies all that it has written for most repairs, so that
 * 500 KB with a comma too many in each member took 4 s. Texts in which the library might see other members than these
 * are left to it as a whole.
 */
export function repairParts(jsonrepair: Repair, text: string, partLength = PART_LENGTH): string {
  const trimmed = text.trim()
  if (trimmed.length <= partLength) return jsonrepair(text)
  try {
    return repairContainer(trimmed, { jsonrepair, partLength, levels: MAX_LEVELS }) ?? jsonrepair(text)
  } catch {
    return jsonrepair(text) // which tells the place in the whole text
  }
}

type Work = { readonly jsonrepair: Repair; readonly partLength: number; readonly levels: number }

function repairContainer(text: string, work: Work): string | undefined {
  const { jsonrepair, partLength, levels } = work
  const members = levels > 0 ? readMembers(text) : undefined
  if (!members) return undefined
  const [open, close] = [text.charAt(0), text.slice(-1)]
  const repairWithin = (part: string): string => jsonrepair(`${open}${part}\n${close}`).slice(1, -1)
  const parts = toGroups(members, partLength).map(({ source, inner }) => {
    const value = inner === undefined ? undefined : repairContainer(source.slice(inner), { ...work, levels: levels - 1 })
    if (value === undefined) return repairWithin(source)
    // A number stands in for the value, so that its key is repaired as it would be before it.
    return (
      repairWithin(`${source.slice(0, inner)}0`)
        .trimEnd()
        .slice(0, -1) + value
    )
  })
  return `${open}${parts.join(',')}${close}`
}

/** Small members together, large ones each by itself. */
function toGroups(members: readonly Member[], partLength: number): Member[] {
  const groups: Member[] = []
  let small: string[] = []
  let length = 0
  const end = () => {
    if (small.length > 0) groups.push({ source: small.join(',') })
    small = []
    length = 0
  }
  for (const member of members) {
    if (length + member.source.length > partLength) end()
    if (member.source.length > partLength) groups.push(member)
    else {
      small.push(member.source)
      length += member.source.length
    }
  }
  end()
  return groups
}
