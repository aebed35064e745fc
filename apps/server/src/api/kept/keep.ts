import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { KEPT_DAYS, MAX_SEALED_BYTES } from '@octet/core/kept-input.ts'
import { joinText } from '@octet/core/text.ts'

/** Base64 takes four characters for three bytes; the rest is room for the names. */
const BODY_LIMIT_BYTES = (MAX_SEALED_BYTES / 3) * 4 + 1024

export default defineEndpoint({
  method: 'POST',
  path: '/v1/kept-input',
  auth: 'none',
  title: { en: 'Keep a sealed input for a link', zh: '为链接保存加密的输入' },
  summary: {
    en: 'Keeps what a browser has sealed (nonce of 12 bytes, then AES-256-GCM of the packed input, up to 384 KB) for 1, 7 or 30 days. The key is part of the link only, so it can be read nowhere else. 60 a day for one client; one that takes more than 64 KB for a week counts for as many as it takes.',
    zh: '将浏览器加密后的内容（12 字节随机数，后接打包输入的 AES-256-GCM 密文，至多 384 KB）保存 1、7 或 30 天。密钥仅存在于链接中，因此他处无法读取。每个客户端每天最多 60 份；超过 64 KB 保存一周的，按所占空间与时间折算为多份。',
  },
  input: z.object({
    sealed: z
      .base64url()
      .min(1)
      .max((MAX_SEALED_BYTES / 3) * 4)
      .meta({ label: { en: 'Sealed input', zh: '加密的输入' } }),
    days: z
      .literal(KEPT_DAYS)
      .default(7)
      .meta({ label: { en: 'Days', zh: '天数' } }),
  }),
  output: z.object({
    id: z.string(),
    removal: z.string().describe(joinText({ en: 'The word that removes it before it expires', zh: '用于提前删除的口令' })),
    expires_at: z.string(),
  }),
  errors: ['unavailable'],
  bodyLimitBytes: BODY_LIMIT_BYTES,
  cost: 5,
  async handle({ input, caller, services }) {
    const sealed = Buffer.from(input.sealed, 'base64url')
    services.brakes.keep(caller, { bytes: sealed.length, days: input.days })
    const { id, removal, end } = await services.keptInputs.keep(sealed, input.days)
    return { id, removal, expires_at: end.toISOString() }
  },
})
