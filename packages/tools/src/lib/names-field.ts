import * as z from 'zod'

/** The field that a list of names is pasted into; see `readNames`. */
export const namesField = z
  .string()
  .max(100_000)
  .meta({
    label: { en: 'Domains', zh: '域名' },
    widget: 'text',
    main: true,
    placeholder: { en: 'One per line', zh: '每行一个' },
  })
