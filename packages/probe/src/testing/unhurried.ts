/** Limits for tests that are not about time: a loaded machine may stand still longer than a visitor would wait. */
export const UNHURRIED = {
  totalMs: 120_000,
  handshakeMs: 60_000,
  askMs: 60_000,
  speakMs: 110_000,
  policyMs: 60_000,
  webMs: 60_000,
  rdapMs: 60_000,
  secondMs: 60_000,
  fileMs: 60_000,
  turnMs: 60_000,
  serverMs: 60_000,
  idleMs: 60_000,
} as const
