import type { Text } from '@octet/core/text.ts'

/** Said beside a result some of whose lines could not be answered. */
export function toFailedRemark(count: number): Text {
  return {
    en: `${count === 1 ? '1 line is no address' : `${count} lines are not addresses`}; see “error”`,
    zh: `${count} 行不是地址，见 error`,
  }
}
