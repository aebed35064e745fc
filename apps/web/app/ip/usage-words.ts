import type { Text } from '@octet/core/text.ts'
import { ipText } from '../text/ip.ts'

const USAGE: Readonly<Record<string, Text>> = {
  isp: ipText.usageIsp,
  hosting: ipText.usageHosting,
  business: ipText.usageBusiness,
  education: ipText.usageEducation,
  government: ipText.usageGovernment,
}

/** What a network is used for, in words; undefined when it is not known. */
export const toUsageWords = (usage: string | null): Text | undefined => (usage === null ? undefined : USAGE[usage])
