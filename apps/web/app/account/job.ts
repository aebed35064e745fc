/** A file that is looked up, as `GET /v1/account/jobs` lists it. */
export type Job = {
  readonly id: string
  readonly name: string | null
  readonly state: 'waiting' | 'running' | 'done' | 'failed' | 'cancelled'
  readonly format: 'csv' | 'ndjson' | 'table'
  readonly lines: number
  readonly done: number
  readonly failed: number
  readonly percent: number
  readonly result_bytes: number | null
  readonly msg: string | null
  readonly returned_units: number
  readonly created_at: string
  readonly expires_at: string
}

export const isOpen = ({ state }: Job): boolean => state === 'waiting' || state === 'running'

/** What a result may hold: fields of a record; all of them without a list. */
export const FIELD_SETS = {
  all: undefined,
  place: 'country_code,country_name,region_name,city_name,zip_code,latitude,longitude,time_zone.name',
  network: 'country_code,ASN.asn,ASN.asn_name,ASN.organization,ASN.isp,ASN.usage_type,ASN.domain,start_ip,end_ip',
  privacy: 'country_code,is_proxy,proxy_data',
} as const
export type FieldSet = keyof typeof FIELD_SETS
