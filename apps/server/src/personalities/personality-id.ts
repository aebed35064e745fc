/** The services whose clients are understood. */
export const PERSONALITIES = ['geoip', 'ipinfo', 'ip2location', 'ipdata', 'ipregistry', 'ip-api'] as const
export type PersonalityId = (typeof PERSONALITIES)[number]
