import * as z from 'zod'

/** The input of tools that send packets to one host: a name or an address. */
export const targetField = z
  .string()
  .min(1)
  .max(2048)
  .meta({
    label: { en: 'Host or address', zh: '主机名或 IP' },
    placeholder: { en: 'example.com or 1.1.1.1', zh: 'example.com 或 1.1.1.1' },
    main: true,
  })
