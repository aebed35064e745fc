/** How long the WHOIS part of the probes waits, in milliseconds. */
export type WhoisLimits = {
  /** For all servers together. */
  readonly totalMs: number
  /** For the RDAP server of a registry. */
  readonly rdapMs: number
  /** For the registrar's, which is asked, too, when there is time for it. */
  readonly secondMs: number
  /** For a bootstrap file (RFC 9224). */
  readonly fileMs: number
  /** For a turn at a WHOIS server. */
  readonly turnMs: number
  /** For one WHOIS server. */
  readonly serverMs: number
  /** For a WHOIS server that is reached for, or silent. */
  readonly idleMs: number
}

export const WHOIS_LIMITS: WhoisLimits = {
  totalMs: 9000,
  rdapMs: 4000,
  secondMs: 2500,
  fileMs: 2500,
  turnMs: 2500,
  serverMs: 5000,
  idleMs: 2500,
}
