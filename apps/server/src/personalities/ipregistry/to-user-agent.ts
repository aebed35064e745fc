import type * as z from 'zod'
import type userAgent from '@octet/tools/web/user-agent/tool.ts'

type Program = z.output<typeof userAgent.output>

const DEVICE_TYPES: Readonly<Record<string, string>> = { mobile: 'phone', bot: 'robot', console: 'game console' }
/** Kinds of systems, by the device that they run on. */
const SYSTEM_TYPES: Readonly<Record<string, string>> = { desktop: 'desktop', mobile: 'mobile', tablet: 'mobile' }

/** A User-Agent header in the form of ipregistry, with null for what it does not say. */
export function toUserAgent(header: string, program: Program): Readonly<Record<string, unknown>> {
  const { browser, browserVersion, engine, system, systemVersion, device, vendor, model, isBot } = program
  const [, engineName = '', engineVersion = ''] = /^(.*?)(?: (\d\S*))?$/.exec(engine) ?? []
  return {
    header,
    name: browser || null,
    type: isBot ? 'robot' : browser ? 'browser' : null,
    version: browserVersion || null,
    version_major: toMajor(browserVersion),
    device: { brand: vendor || null, name: model || null, type: DEVICE_TYPES[device] ?? (device || null) },
    engine: {
      name: engineName || null,
      type: engineName ? 'browser' : null,
      version: engineVersion || null,
      version_major: toMajor(engineVersion),
    },
    os: { name: system || null, type: (system && SYSTEM_TYPES[device]) || null, version: systemVersion || null },
  }
}

const toMajor = (version: string): string | null => /^\d+/.exec(version)?.[0] ?? null
