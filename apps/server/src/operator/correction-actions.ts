import * as z from 'zod'
import type { Services } from '../services.ts'
import { noteHere } from './note-here.ts'

const listInput = z.strictObject({ state: z.enum(['open', 'accepted', 'declined']).optional() })
const decideInput = z.strictObject({ id: z.uuid(), note: z.string().max(1_000).optional() })

/** What the command line may ask about corrections. */
export const CORRECTION_ACTIONS: Readonly<Record<string, (services: Services, input: unknown) => Promise<unknown>>> = {
  'correction list': ({ corrections }, input) => corrections.list(listInput.parse(input).state),
  'correction accept': (services, input) => decide(services, input, true),
  'correction decline': (services, input) => decide(services, input, false),
}

async function decide({ corrections, storage }: Services, input: unknown, isAccepted: boolean) {
  const { id, note } = decideInput.parse(input)
  const decided = await corrections.decide(id, { isAccepted, note })
  await noteHere({ storage }, { action: 'correction_decide', detail: { id, state: isAccepted ? 'accepted' : 'declined' } })
  return decided
}
