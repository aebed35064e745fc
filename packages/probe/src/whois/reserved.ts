import type { Text } from '@octet/core/text.ts'

/** What registries say of a name that they give to nobody. */
const RESERVED =
  /\b(?:(?:domain|name|label)(?: \S{1,260})? (?:is|has been) (?:reserved|blocked)|registration of this domain is restricted|(?<!rights )reserved (?:by|domain|name)|domain reserved|is reserved and|can ?not be registered|not available for registration)\b|^[ \t]*status:[ \t]*(?:not available|reserved|prohibited)[ \t]*$|保留(?:域名|名称)|限制注册|禁止注册/im
/** A record is longer than such a word. */
const MAX_CHARS = 2000

/** Whether a text without a record says that the name is kept from everybody. */
export const isReserved = (text: string): boolean => text.length <= MAX_CHARS && RESERVED.test(text)

export const RESERVED_NOTE: Text = {
  en: 'The registry keeps this name back: nobody can register it in the usual way.',
  zh: '注册局保留了该名称，无法按常规方式注册。',
}
