import * as z from 'zod'

/** One attempt to hand a message to its webhook. */
const delivery = z.object({
  at: z.string(),
  status: z.number().int().nullable().describe('HTTP status; null without an answer'),
  error: z.string().nullable().describe('Why it was not taken; null when it was'),
  answer: z.string().nullable().describe('What the receiver said, 500 characters at most'),
})

/** What a webhook is sent, and what came of it. */
export const deliveriesFields = {
  state: z.enum(['none', 'waiting', 'sent', 'failed']).describe('failed: given up after eight attempts'),
  next_at: z.string().nullable().describe('When it is sent next; null when it is not'),
  sent: z.string().describe('The body of the message, which is the same each time'),
  deliveries: z.array(delivery).describe('The last ten attempts, newest first'),
}
