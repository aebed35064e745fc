import * as z from 'zod'
import type { WhoisResult } from '@octet/core/probe/whois.ts'
import { isWithheld } from './withheld.ts'

/** Where an entity of RDAP has its contact: as jCard (RFC 9083 §5.1), or as JSContact (draft-ietf-regext-rdap-jscontact, and the names of its earlier versions). */
export type Cards = {
  readonly vcardArray?: unknown
  readonly jscard?: unknown
  readonly jscard_0?: unknown
  readonly jscontact_card?: unknown
}

type Card = Omit<WhoisResult['contacts'][number], 'roles'>

const MAX_WORD = 300
const vcardSchema = z.tuple([z.literal('vcard'), z.array(z.array(z.unknown()))])
/** RFC 9553: lists are objects with keys of no meaning. */
const mapOf = <T>(entry: z.ZodType<T>) =>
  z
    .record(z.string(), z.unknown())
    .transform((entries) => Object.values(entries).flatMap((one) => entry.safeParse(one).data ?? []))
    .optional()
    .catch(undefined)
const text = z.string().optional().catch(undefined)
const jsCardSchema = z.object({
  name: z.object({ full: text }).optional().catch(undefined),
  organizations: mapOf(z.object({ name: text })),
  emails: mapOf(z.object({ address: text })),
  phones: mapOf(z.object({ number: text, features: z.record(z.string(), z.unknown()).optional().catch(undefined) })),
  addresses: mapOf(z.object({ countryCode: text })),
})

/** The readable parts of an entity's contact; what stands in place of something withheld is left out. */
export function readCard({ vcardArray, jscard, jscard_0, jscontact_card }: Cards): Card {
  const modern = jsCardSchema.safeParse(jscard ?? jscard_0 ?? jscontact_card).data
  const vcard = vcardSchema.safeParse(vcardArray).data?.[1]
  return vcard || !modern ? readVcard(vcard ?? []) : readJsCard(modern)
}

/** RFC 9553 */
function readJsCard({ name, organizations, emails, phones, addresses }: z.infer<typeof jsCardSchema>): Card {
  const voice = phones?.find(({ features }) => features?.['voice'] === true || features?.['fax'] !== true) ?? phones?.[0]
  return {
    name: toWord(name?.full),
    organization: toWord(organizations?.[0]?.name),
    country: toWord(addresses?.[0]?.countryCode),
    email: toWord(emails?.[0]?.address),
    phone: toWord(voice?.number)?.replace(/^tel:/, '') ?? null,
  }
}

/** RFC 7095 */
function readVcard(properties: readonly (readonly unknown[])[]): Card {
  const find = (name: string) => properties.find(([key]) => key === name)
  const address = find('adr')
  const parts = Array.isArray(address?.[3]) ? address[3] : []
  return {
    name: toWord(find('fn')?.[3]),
    organization: toWord([find('org')?.[3]].flat()[0]),
    country: toWord((address?.[1] as { cc?: unknown } | undefined)?.cc) ?? toWord(parts[6]),
    email: toWord(find('email')?.[3]),
    phone: toWord((properties.find(isVoice) ?? find('tel'))?.[3])?.replace(/^tel:/, '') ?? null,
  }
}

/** A telephone that is not for fax alone (RFC 6350 §6.4.1). */
function isVoice([key, parameters]: readonly unknown[]): boolean {
  const types = [(parameters as { type?: unknown } | undefined)?.type].flat()
  return key === 'tel' && (!types.includes('fax') || types.includes('voice'))
}

const toWord = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' && !isWithheld(value) ? value.trim().slice(0, MAX_WORD) : null
