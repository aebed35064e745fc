/** The services whose clients are understood. */
export const PERSONALITIES = [
  'geoip',
  'ipinfo',
  'ip2location',
  'ipdata',
  'ipregistry',
  'ip-api',
  'ipgeolocation',
  'dbip',
] as const
export type PersonalityId = (typeof PERSONALITIES)[number]
