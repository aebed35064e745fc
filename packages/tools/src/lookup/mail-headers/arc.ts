import type { HeaderField } from './header-fields.ts'
import type { HeadersCheck } from './report.ts'

/** More sets than a chain may have (RFC 8617 §4.2.1). */
const MOST_SETS = 50
const PARTS = ['arc-authentication-results', 'arc-message-signature', 'arc-seal'] as const

type Part = { readonly instance: number; readonly tags: ReadonlyMap<string, string> }

/**
 * What the sets of ARC say of the chain they make (RFC 8617 §5.2): that all are there, and that each server found those before
 * it sound. The seals themselves are not verified.
 */
export function checkArc(fields: readonly HeaderField[]): HeadersCheck[] {
  const [results, signatures, seals] = PARTS.map((name) =>
    fields.filter((field) => field.name.toLowerCase() === name).map(({ value }) => readPart(value)),
  ) as [Part[], Part[], Part[]]
  const count = Math.max(results.length, signatures.length, seals.length)
  if (count === 0) return []
  const expected = Array.from({ length: count }, (_, index) => index + 1)
  const missing = expected.find((instance) =>
    [results, signatures, seals].some((parts) => parts.filter((part) => part.instance === instance).length !== 1),
  )
  if (missing !== undefined || count > MOST_SETS)
    return [
      toCheck(
        'bad',
        `the ARC chain is broken: set ${missing ?? count} is not whole, stands twice, or is one too many (RFC 8617 §5.2)`,
        `ARC 链已损坏：第 ${missing ?? count} 组不完整、重复或超出上限（RFC 8617 §5.2）`,
      ),
    ]
  const ordered = seals.toSorted((a, b) => a.instance - b.instance)
  const wrong = ordered.find(({ instance, tags }) => tags.get('cv')?.toLowerCase() !== (instance === 1 ? 'none' : 'pass'))
  const last = ordered.at(-1)!
  const by = last.tags.get('d')?.toLowerCase() || '?'
  if (wrong) {
    const [said, sealer] = [wrong.tags.get('cv') || '–', wrong.tags.get('d')?.toLowerCase() || '?']
    return [
      toCheck(
        'bad',
        `the ARC chain counts for nothing: seal ${wrong.instance} by ${sealer} says cv=${said}`,
        `ARC 链无效：${sealer} 的第 ${wrong.instance} 个封印为 cv=${said}`,
      ),
    ]
  }
  const listing = ordered.find(({ tags }) => tags.has('h'))
  if (listing)
    return [
      toCheck(
        'bad',
        `the ARC chain counts for nothing: seal ${listing.instance} lists header fields (h=), which no seal may (RFC 8617 §4.1.3)`,
        `ARC 链无效：第 ${listing.instance} 个封印含有不允许的 h= 标签（RFC 8617 §4.1.3）`,
      ),
    ]
  const sets = count === 1 ? '1 set' : `${count} sets`
  return [
    toCheck(
      'good',
      `ARC: ${sets}, whole and in order, sealed last by ${by} (the seals are not verified here)`,
      `ARC：共 ${count} 组，完整有序，最后由 ${by} 封印（此处不验证封印）`,
    ),
  ]
}

const toCheck = (verdict: HeadersCheck['verdict'], en: string, zh: string): HeadersCheck => ({
  id: 'arc',
  verdict,
  text: { en, zh },
})

function readPart(value: string): Part {
  const tags = new Map(
    value.split(';').flatMap((tag) => {
      const at = tag.indexOf('=')
      return at > 0 ? [[tag.slice(0, at).trim().toLowerCase(), tag.slice(at + 1).replaceAll(/\s+/g, '')] as const] : []
    }),
  )
  const instance = /^\d{1,3}$/.test(tags.get('i') ?? '') ? Number(tags.get('i')) : 0
  return { instance, tags }
}
