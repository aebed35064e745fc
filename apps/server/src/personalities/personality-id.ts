/** The services whose clients are understood. */
export const PERSONALITIES = ['geoip', 'ipinfo', 'ip2location', 'ipdata', 'ipregistry'] as const
export type PersonalityId = (typeof PERSONALITIES)[number]
