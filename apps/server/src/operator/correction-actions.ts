import * as z from 'zod'
import type { Services } from '../services.ts'

const listInput = z.strictObject({ state: z.enum(['open', 'accepted', 'declined']).optional() })
const decideInput = z.strictObject({ id: z.uuid(), note: z.string().max(1_000).optional() })

/** What the command line may ask about corrections. */
export const CORRECTION_ACTIONS: Readonly<Record<string, (services: Services, input: unknown) => Promise<unknown>>> = {
  'correction list': ({ corrections }, input) => corrections.list(listInput.parse(input).state),
  'correction accept': ({ corrections }, input) => decide(corrections, input, true),
  'correction decline': ({ corrections }, input) => decide(corrections, input, false),
}

function decide(corrections: Services['corrections'], input: unknown, isAccepted: boolean) {
  const { id, note } = decideInput.parse(input)
  return corrections.decide(id, { isAccepted, note })
}
