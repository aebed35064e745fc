import * as z from 'zod'

/** The address of a page that is fetched; without a scheme, HTTPS is meant. */
export const urlField = z
  .string()
  .min(1)
  .max(2048)
  .meta({
    label: { en: 'URL or host', zh: '网址或域名' },
    placeholder: { en: 'https://example.com/', zh: 'https://example.com/' },
    main: true,
  })
