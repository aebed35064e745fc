import type { ProbeStepInfo } from '@octet/core/probe/ping.ts'
import { findLadder } from './ping/ladder.ts'

/** Which way of sending packets this machine has, and how to get the best one: for the lines printed at start and by `doctor`. */
export async function describeProbeStep(): Promise<ProbeStepInfo> {
  const { step, note, packets } = await findLadder()
  await packets?.[Symbol.asyncDispose]()
  return { step, note }
}
