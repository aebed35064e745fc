import type { IpRecord } from '@octet/core/ip/record.ts'

/** Records for tests of forms, made up, since the address data of a day has not every case. This one knows all. */
export const FULL: IpRecord = {
  ip: '192.0.2.7',
  country_code: 'GB',
  country_name: 'United Kingdom',
  country_capital: 'London',
  region_name: 'Scotland',
  region_code: 'GB-SCT',
  city_name: 'Thurso',
  latitude: 58.59333,
  longitude: -3.5,
  zip_code: 'KW14',
  is_eu: false,
  calling_code: '+44',
  country_flag: '/flags/gb.svg',
  weather_station_code: 'UKXX0143',
  weather_station_name: 'Thurso',
  elevation: 12,
  ASN: {
    asn: 64_500,
    asn_name: 'NORTH-AS',
    domain: 'north.example',
    usage_type: 'isp',
    isp: 'North Access',
    organization: 'North Ltd',
  },
  time_zone: { name: 'Europe/London', offset: '+01:30', current_time: '2026-06-01T12:00:00+01:30' },
  currency: { code: 'GBP', name: 'Pound Sterling', symbol: '£' },
  is_proxy: null,
  proxy_data: { is_vpn: null, is_tor: null, is_data_center: null, is_proxy: null, is_relay: null, is_hosting: false },
  start_ip: '192.0.2.0',
  end_ip: '192.0.2.255',
  network: '192.0.2.0/24',
  accuracy_radius: 20,
  special: null,
  sources: [
    { id: 'places', date: '2026-05-01', fields: ['city_name'] },
    { id: 'classes', date: '2026-05-02', fields: ['ASN.usage_type', 'proxy_data.is_hosting'] },
  ],
  missing: {},
  build: 'b',
}
/** Nothing is known but the address. */
export const UNKNOWN: IpRecord = {
  ...FULL,
  country_code: null,
  country_name: null,
  country_capital: null,
  region_name: null,
  region_code: null,
  city_name: null,
  latitude: null,
  longitude: null,
  zip_code: null,
  is_eu: null,
  calling_code: null,
  country_flag: null,
  weather_station_code: null,
  weather_station_name: null,
  elevation: null,
  ASN: { asn: null, asn_name: null, domain: null, usage_type: null, isp: null, organization: null },
  time_zone: { name: null, offset: null, current_time: null },
  currency: { code: null, name: null, symbol: null },
  proxy_data: { ...FULL.proxy_data, is_hosting: null },
  network: null,
  accuracy_radius: null,
  sources: [],
}
/** Of a block that is set aside. */
export const BOGON: IpRecord = {
  ...UNKNOWN,
  ip: '10.0.0.1',
  special: { block: '10.0.0.0/8', name: { en: 'Private use', zh: '私有' }, rfc: 'RFC 1918', global: false },
}

type Flag = keyof IpRecord['proxy_data']
/** Three lists name it, the newest is told first; it is anycast. */
export const withFlag = (flag: Flag): IpRecord => ({
  ...FULL,
  is_proxy: flag === 'is_hosting' || flag === 'is_data_center' ? null : true,
  proxy_data: { ...FULL.proxy_data, [flag]: true },
  sources: [
    { id: 'newer', date: '2026-05-09', fields: [`proxy_data.${flag}`] },
    { id: 'older', date: '2026-05-04', fields: [`proxy_data.${flag}`] },
    { id: 'undated', date: null, fields: [`proxy_data.${flag}`] },
    { id: 'city-anycast', date: '2026-06-01', fields: ['city_name'] },
  ],
})
