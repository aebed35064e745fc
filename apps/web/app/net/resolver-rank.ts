import type { ResolverTest } from '@octet/core/probe/resolver-test.ts'

/** Whether a resolver gave another answer than the true one. */
export const isDishonest = ({ missingName, knownAnswer }: Pick<ResolverTest, 'missingName' | 'knownAnswer'>): boolean =>
  missingName === 'redirected' || knownAnswer === 'changed'

/** The fastest first, those without an answer last. */
export const bySpeed = (a: Pick<ResolverTest, 'medianMs'>, b: Pick<ResolverTest, 'medianMs'>): number =>
  toRank(a.medianMs) - toRank(b.medianMs)

const toRank = (ms: number | null): number => ms ?? Number.MAX_VALUE
