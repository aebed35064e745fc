import * as z from 'zod'

const address = z.url({ protocol: /^https?$/, error: 'expected an address such as https://pay.example.org' })
/** Those that Stripe gives have 38 and more; a made-up one is refused before it opens a door. */
const secret = z.string().min(20, { error: 'expected a secret of at least 20 characters' })
const percent = z.number().min(0).max(50).multipleOf(0.01, { error: 'expected at most two digits behind the point' })
const CURRENCIES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

/** How money is taken, in the operator's file under `billing`. Without a provider the sandbox plays one. */
export const billingSchema = z
  .strictObject({
    /** ISO 4217 code of every price; its minor unit is a hundredth. */
    currency: z
      .string()
      .refine((code) => CURRENCIES.has(code), { error: 'expected an ISO 4217 code such as USD', abort: true })
      .refine((code) => !WITHOUT_HUNDREDTHS.has(code), { error: 'expected a currency with hundredths' })
      .default('USD'),
    /** Who sells, as it stands on the invoice. */
    seller: z.strictObject({ name: z.string().optional(), lines: z.array(z.string().max(100)).max(6).default([]) }).prefault({}),
    /** Tax that is added to every price. */
    tax: z.strictObject({ name: z.string().max(30), percent }).optional(),
    /** The sandbox moves no money, so it is refused on a public origin unless this says otherwise. */
    sandboxOnPublicOrigin: z.boolean().default(false),
    /** How long a plan goes on while its renewal is unpaid. */
    graceDays: z.number().int().min(1).max(60).default(14),
    stripe: z
      .strictObject({
        secretKey: secret,
        /** Whoever knows it can say that money has come. */
        webhookSecret: secret,
        /** Name of a billing meter that is told the extra requests, beside the invoice. */
        meterEvent: z.string().optional(),
        /** Where the API is; Stripe's own unless given. */
        apiOrigin: address.optional(),
      })
      .optional(),
    alipay: z
      .strictObject({
        appId: z.string().min(4),
        /** PKCS#1 or PKCS#8, PEM or its base64. */
        privateKey: z.string().min(100),
        alipayPublicKey: z.string().min(100),
        keyType: z.enum(['PKCS1', 'PKCS8']).default('PKCS1'),
        gateway: address.optional(),
      })
      .optional(),
  })
  .refine(({ alipay, currency }) => !alipay || currency === 'CNY', {
    error: 'expected CNY, the one currency of Alipay page payments',
    path: ['currency'],
  })

export type BillingConfig = z.output<typeof billingSchema>

/** Currencies without a minor unit of a hundredth (ISO 4217). */
const WITHOUT_HUNDREDTHS: ReadonlySet<string> = new Set(
  'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF BHD IQD JOD KWD LYD OMR TND CLF UYW'.split(' '),
)
