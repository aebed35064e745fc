import type { Text } from '@octet/core/text.ts'

/** On a button beside one of several values. */
export const COPY_VALUE: Text = { en: 'Copy “{value}”', zh: '复制“{value}”' }
