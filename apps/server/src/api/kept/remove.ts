import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'

export default defineEndpoint({
  method: 'DELETE',
  path: '/v1/kept-input/:id',
  auth: 'none',
  title: { en: 'Remove a kept input', zh: '删除已保存的输入' },
  summary: {
    en: 'Removes it before it expires, with the removal word that came with its id.',
    zh: '凭保存时返回的删除口令提前删除。',
  },
  input: z.object({
    id: z.string().min(1).max(40),
    removal: z
      .string()
      .min(1)
      .max(40)
      .meta({ label: { en: 'Removal word', zh: '删除口令' } }),
  }),
  output: z.object({ removed: z.boolean() }),
  errors: ['no_such', 'unavailable'],
  async handle({ input, services }) {
    await services.keptInputs.remove(input.id, input.removal)
    return { removed: true }
  },
})
