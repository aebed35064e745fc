import { randomBytes } from 'node:crypto'

/** The id of a new measurement: 8 hexadecimal digits of the thread that runs it, and 24 of chance. */
export const makeMeasurementId = (node: string): string => node + randomBytes(12).toString('hex')

export const isMeasurementId = (text: string): boolean => /^[\da-f]{32}$/.test(text)

/** The name of the thread that runs a measurement; undefined when the text is no id. */
export const toNode = (id: string): string | undefined => (isMeasurementId(id) ? id.slice(0, 8) : undefined)
