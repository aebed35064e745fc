import type { Text } from '@octet/core/text.ts'

/** Why something is no cron expression, in both languages. */
export class CronFault extends Error {
  override readonly name = 'CronFault'
  readonly reason: Text

  constructor(reason: Text) {
    super(reason.en)
    this.reason = reason
  }
}
