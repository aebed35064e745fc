import type { MeasurementType } from '@octet/core/probe/measurement.ts'

/** What a monitor does: a measurement, or a look at the registration of a domain. */
export type MonitorType = MeasurementType | 'domain'

/** What points measure of it; undefined for what they do not. */
export const findMeasured = (type: MonitorType): MeasurementType | undefined => (type === 'domain' ? undefined : type)
