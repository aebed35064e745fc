import type { Manifest } from '@octet/ipdb/manifest.ts'

/**
 * Number of the rules by which a build comes from its sources: tables of our own, merging, precedence. Raised by hand when
 * the same sources give other answers (rules.test.ts says when); data of older rules are then built anew.
 */
export const RULES = 7

/** Whether older rules than ours made a build. One of newer rules stays: a program that was rolled back does not undo it. */
export function hasOlderRules({ rules = 0 }: Manifest): boolean {
  return rules < RULES
}
