import type { Locator } from 'playwright-core'
import { until } from '@octet/core/testing/until.ts'

/** Waits until a field has a value: a click may have been handled before the page has drawn what it changed. */
export const seeValue = (field: Locator, value: string): Promise<true> =>
  until(async () => (await field.inputValue()) === value || undefined, `a field with the value ${value}`)
