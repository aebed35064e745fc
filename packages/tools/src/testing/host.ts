import type { Host } from '@octet/core/host.ts'

/** A host whose clock stands at 2026-01-02T03:04:05Z and whose random bytes count upwards, so that examples are repeatable. */
export function createTestHost(overrides: Partial<Host> = {}): Host {
  let next = 0
  return {
    signal: new AbortController().signal,
    lang: 'en',
    now: () => new Date('2026-01-02T03:04:05Z'),
    random: (sizeBytes) => Uint8Array.from({ length: sizeBytes }, () => next++ & 0xff),
    ...overrides,
  }
}
