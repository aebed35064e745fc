/** Limits for tests that are not about time: a loaded machine may stand still longer than a visitor would wait. */
export const UNHURRIED = {
  totalMs: 120_000,
  handshakeMs: 60_000,
  askMs: 60_000,
  speakMs: 110_000,
  policyMs: 60_000,
  webMs: 60_000,
} as const
