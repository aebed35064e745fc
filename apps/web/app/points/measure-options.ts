import type { MeasurementType } from '@octet/core/probe/measurement.ts'

/** Protocols of the types that have a choice; the first one is meant unless said. */
export const PROTOCOLS: Readonly<Partial<Record<MeasurementType, readonly string[]>>> = {
  ping: ['icmp', 'tcp', 'http'],
  traceroute: ['icmp', 'udp', 'tcp'],
  mtr: ['icmp', 'udp', 'tcp'],
}
/** Types of DNS records that are offered. */
export const RECORDS = ['A', 'AAAA', 'CNAME', 'MX', 'NS', 'TXT', 'SOA', 'CAA', 'HTTPS']
